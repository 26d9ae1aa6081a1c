//! The search as a library: results it must find, and its use of tablebases.

mod results;
mod syzygy;

use search::{Event, Request, SearchInfo, SearchResult, Searcher};

/// Searches and checks that every reported variation is legal; returns the reports with the result.
fn search_checked(searcher: &mut Searcher, request: Request) -> (SearchResult, Vec<SearchInfo>) {
    let board = request.position;
    let mut infos = Vec::new();
    let result = searcher.search_reporting(request, |event| {
        if let Event::Info(info) = event {
            let mut end = board;
            for &mv in &info.pv {
                assert!(end.is_legal(mv), "{mv:?} of {:?} on {board}", info.pv);
                end.make(mv);
            }
            infos.push(info);
        }
    });
    (result, infos)
}
