//! The search as a library: results it must find, and its use of tablebases.

mod results;
mod syzygy;

use search::{Event, Request, SearchInfo, SearchResult, Searcher};

/// Searches and checks that every reported variation is legal and that the last first line is that of
/// the result; returns the reports with the result.
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
    let last = infos.iter().rfind(|info| info.multipv == 1);
    let last = last.expect("a report");
    assert_eq!((last.score, last.bound), (result.score, result.bound));
    assert_eq!((&last.pv, last.depth), (&result.pv, result.depth));
    (result, infos)
}
