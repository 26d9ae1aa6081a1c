//! The command table: a row has the name, arguments, help and parser of a command.

use super::{Command, CommandError, go, parse};
use crate::build_info;

/// A row of the table.
pub(super) struct CommandRow {
    pub(super) name: &'static str,
    /// The forms of the arguments; empty for a command without arguments.
    pub(super) arguments: &'static [&'static str],
    pub(super) help: &'static str,
    /// Parses the rest of the line.
    pub(super) parse: fn(&str) -> Result<Command, CommandError>,
}

const fn row(
    name: &'static str,
    arguments: &'static [&'static str],
    help: &'static str,
    parse: fn(&str) -> Result<Command, CommandError>,
) -> CommandRow {
    CommandRow {
        name,
        arguments,
        help,
        parse,
    }
}

pub(super) static COMMANDS: &[CommandRow] = &[
    row(
        "uci",
        &[],
        "prints name and options; from then on, results are UCI lines",
        |_| Ok(Command::Uci),
    ),
    row(
        "isready",
        &[],
        "answers readyok when a search can start",
        |_| Ok(Command::IsReady),
    ),
    row(
        "setoption",
        &["name NAME [value VALUE]"],
        "sets an option",
        parse::set_option,
    ),
    row(
        "ucinewgame",
        &[],
        "clears the transposition table and histories",
        |_| Ok(Command::NewGame),
    ),
    row(
        "position",
        &[
            "startpos [moves ...]",
            "fen FEN [moves ...]",
            "frc N|random [moves ...]",
            "frc dice B B Q N N [moves ...]",
            "dfrc W B|random [moves ...]",
        ],
        "sets up a position, in Chess960 by number or five dice rolls; a bare FEN works too",
        parse::position,
    ),
    row(
        "go",
        &[
            "[wtime T] [btime T] [winc T] [binc T] [movestogo N] [movetime T]\n     \
             [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves ...]",
            "perft N [hash MiB] [threads T] [fen FEN]",
        ],
        "searches (times in milliseconds); 'go perft' counts move sequences",
        go::go,
    ),
    row("stop", &[], "stops running work", |_| Ok(Command::Stop)),
    row(
        "ponderhit",
        &[],
        "continues on the engine's own clock: the expected move was played",
        |_| Ok(Command::PonderHit),
    ),
    row("quit", &[], "exits", |_| Ok(Command::Quit)),
    row("d", &[], "shows the board", |_| Ok(Command::Display)),
    row(
        "move",
        &["[e4 | e2e4 ...]"],
        "plays moves; without any, the last search's move for this position",
        parse::play,
    ),
    row(
        "undo",
        &["[N]"],
        "takes the last move back, or the last N",
        parse::undo,
    ),
    row("eval", &[], "shows the evaluation, piece by piece", |_| {
        Ok(Command::Eval)
    }),
    row("flip", &[], "exchanges the colors", |_| Ok(Command::Flip)),
    row(
        "perft",
        &["N [hash MiB] [threads T] [fen FEN]"],
        "counts the move sequences of N plies",
        parse::perft,
    ),
    row(
        "bench",
        &["[DEPTH [THREADS [HASH]]]"],
        "searches fixed positions, by default to depth 15 on one thread: node count and speed",
        parse::bench,
    ),
    row(
        "speedtest",
        &["[THREADS [HASH [SECONDS]]]"],
        "measures the speed, by default for 20 seconds on all processors",
        parse::speedtest,
    ),
    row(
        "genfens",
        &["N [seed S] [book FILE|None] [frc|dfrc]"],
        "prints N random openings",
        parse::genfens,
    ),
    row(
        "export_net",
        &["FILE"],
        "writes the embedded network to a file",
        parse::export_net,
    ),
    #[cfg(feature = "tune")]
    row("spsa", &[], "lists the parameters for a tuner", |_| {
        let lines = || {
            crate::uci::options::tune::spsa()
                .collect::<Vec<_>>()
                .join("\n")
        };
        Ok(Command::Print(lines))
    }),
    row("help", &[], "prints this list", |_| {
        Ok(Command::Print(help))
    }),
    row("version", &[], "prints the version", |_| {
        Ok(Command::Print(|| build_info::VERSION.to_owned()))
    }),
    row("compiler", &[], "prints how this program was built", |_| {
        Ok(Command::Print(build_info::compiler))
    }),
    row("license", &[], "prints the terms of use", |_| {
        Ok(Command::Print(|| build_info::LICENSE.to_owned()))
    }),
    row("debug", &["on | off"], "is accepted and ignored", nothing),
    row("register", &["..."], "is accepted and ignored", nothing),
    // Arena tries the older protocol first.
    row("xboard", &[], "is accepted and ignored", nothing),
];

fn nothing(_: &str) -> Result<Command, CommandError> {
    Ok(Command::Nothing)
}

/// The command of that name; `--help`, `--version` and their short forms work too.
pub(super) fn find(name: &str) -> Option<&'static CommandRow> {
    let name = match name {
        "--help" | "-h" => "help",
        "--version" | "-v" | "-V" => "version",
        name => name,
    };
    COMMANDS.iter().find(|row| row.name == name)
}

/// The list of commands.
pub fn help() -> String {
    let mut text = format!(
        "{}\nCommands, on standard input or as arguments of the program:\n",
        build_info::VERSION
    );
    for row in COMMANDS {
        if row.arguments.is_empty() {
            text += &format!("\n  {}", row.name);
        }
        for arguments in row.arguments {
            text += &format!("\n  {} {arguments}", row.name);
        }
        text += &format!("\n      {}", row.help);
    }
    text + "\n\nTo play at a terminal: 'move e4', 'go movetime 3000', 'move', 'd'.\n\
            From a shell: enroque perft 6, or enroque \"position frc 17\" \"go depth 12\".\n\
            'uci' lists the options; the README explains commands and options."
}
