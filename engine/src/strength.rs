//! The strength limit set by the options, with the seed of the current game.

use movegen::{Color, Game};
use search::Strength;

/// Default of `UCI_Elo`: a club player.
pub const DEFAULT_ELO: u32 = 1600;
/// The highest `Skill Level`, which is full strength.
pub const FULL_SKILL: u32 = 20;

/// The strength limit of the options.
pub struct StrengthLimit {
    is_limited: bool,
    elo: u32,
    skill: u32,
    seed: u64,
    /// The last game searched.
    game: Progress,
}

/// The progress of a game.
#[derive(Default)]
struct Progress {
    /// The keys of its positions.
    keys: Vec<u64>,
    /// The ply of the last position, from its move number.
    ply: u32,
    /// The number of pieces in it.
    pieces: u32,
}

impl Progress {
    /// The progress of `game`.
    fn of(game: &Game) -> Self {
        let board = game.board();
        let mut keys = game.history().keys().to_vec();
        keys.push(board.key());
        let moves = u32::from(board.fullmove_number()) * 2;
        Self {
            keys,
            ply: moves + u32::from(board.side_to_move() == Color::Black),
            pieces: board.occupied().count(),
        }
    }

    /// Takes back the last move, which may have been a capture.
    fn undo(&mut self) {
        self.keys.pop();
        self.ply = self.ply.saturating_sub(1);
        self.pieces += 1;
    }

    /// True if this can be the game `earlier`, some moves later. Some GUIs leave out all moves or
    /// those before the last irreversible one; within a game, move numbers only rise and pieces only
    /// disappear. Moves that begin before the last position of `earlier` must lead to it: a move taken
    /// back begins a new game.
    fn continues(&self, earlier: &Self) -> bool {
        if self.keys.starts_with(&earlier.keys) {
            return true;
        }
        let first = (self.ply + 1).saturating_sub(self.keys.len() as u32);
        let agrees = earlier.ply <= first
            || self.keys.get((earlier.ply - first) as usize) == earlier.keys.last();
        agrees && self.ply >= earlier.ply && self.pieces <= earlier.pieces
    }
}

impl StrengthLimit {
    /// Full strength.
    pub fn new() -> Self {
        Self {
            is_limited: false,
            elo: DEFAULT_ELO,
            skill: FULL_SKILL,
            seed: rand::random(),
            game: Progress::default(),
        }
    }

    /// Sets `UCI_LimitStrength`; true if that changes the playing strength.
    pub fn set_limited(&mut self, is_limited: bool) -> bool {
        self.change(|limit| limit.is_limited = is_limited)
    }

    /// Sets `UCI_Elo`; true if that changes the playing strength.
    pub fn set_elo(&mut self, elo: u32) -> bool {
        self.change(|limit| limit.elo = elo)
    }

    /// Sets `Skill Level`; true if that changes the playing strength.
    pub fn set_skill(&mut self, skill: u32) -> bool {
        self.change(|limit| limit.skill = skill)
    }

    fn change(&mut self, set: impl FnOnce(&mut Self)) -> bool {
        let before = self.rating();
        set(self);
        self.rating() != before
    }

    /// The rating to play at; `None` for full strength. `UCI_Elo` takes precedence over
    /// `Skill Level`, whose levels below the highest are spread evenly over the ratings.
    fn rating(&self) -> Option<u32> {
        if self.is_limited {
            return Some(self.elo);
        }
        let range = Strength::MAX_ELO - Strength::MIN_ELO;
        let rating = Strength::MIN_ELO + range * self.skill / (FULL_SKILL - 1);
        (self.skill < FULL_SKILL).then_some(rating)
    }

    /// Begins a new game, with a new seed.
    pub fn new_game(&mut self) {
        self.seed = rand::random();
        self.game = Progress::default();
    }

    /// Records the game to be searched. Returns true if it is a new one: not every GUI sends
    /// `ucinewgame`, so any game that does not continue the last one counts as new.
    pub fn follow(&mut self, game: &Game, ponder: bool) -> bool {
        let mut game = Progress::of(game);
        let is_new = !game.continues(&self.game);
        if is_new {
            self.new_game();
        }
        if ponder {
            // The last move is only expected.
            game.undo();
        }
        // Pondering on a position sent without moves leaves nothing to compare.
        if !game.keys.is_empty() {
            self.game = game;
        }
        is_new
    }

    /// The strength to search with; `None` for full strength.
    pub fn strength(&self) -> Option<Strength> {
        let seed = self.seed;
        self.rating().map(|elo| Strength { elo, seed })
    }
}

#[cfg(test)]
mod tests {
    use movegen::Board;

    use super::*;

    #[test]
    fn skill_levels_rise_to_full_strength() {
        let mut limit = StrengthLimit::new();
        assert_eq!(limit.rating(), None);
        let ratings: Vec<_> = (0..FULL_SKILL)
            .map(|skill| {
                assert!(limit.set_skill(skill));
                limit.rating().unwrap()
            })
            .collect();
        assert!(ratings.is_sorted_by(|low, high| low < high));
        assert_eq!(ratings[0], Strength::MIN_ELO);
        assert_eq!(ratings[19], Strength::MAX_ELO);
        assert!(limit.set_limited(true) && !limit.set_skill(3));
        assert_eq!(limit.rating(), Some(DEFAULT_ELO));
        assert!(limit.set_limited(false) && limit.set_skill(FULL_SKILL));
        assert_eq!(limit.rating(), None);
    }

    #[test]
    fn positions_without_earlier_moves_can_be_one_game() {
        let game = |fen: &str| Game::new(fen.parse().unwrap());
        let mut limit = StrengthLimit::new();
        assert!(limit.set_limited(true));
        limit.follow(&game("4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 20"), false);
        for (fen, is_new) in [
            ("4k3/8/8/8/8/8/1R6/4K2R w K - 1 22", false),
            ("4k3/8/8/8/8/8/1R6/4K2R w K - 1 22", false),
            ("4k3/8/8/8/8/8/2R5/4K2R w K - 1 21", true),
            ("4k3/8/8/8/8/8/1R6/R3K2R w K - 1 23", true),
        ] {
            assert_eq!(limit.follow(&game(fen), false), is_new, "{fen}");
        }
        // Another move than the expected capture.
        let mut expected = game("4k3/8/8/8/8/8/1R5n/R3K2R w KQ - 0 30");
        assert!(limit.follow(&expected, false));
        let mv = expected.board().parse_uci("b2h2").unwrap();
        expected.play(mv).unwrap();
        assert!(!limit.follow(&expected, true));
        assert!(!limit.follow(&game("4k3/8/8/8/8/8/R6n/R3K2R b KQ - 1 30"), false));
        assert!(limit.follow(&game("4k3/8/8/8/8/8/1R6/R3K2R w K - 1 23"), false));
        // The expected reply is on the board, but not in the game.
        assert!(!limit.follow(&game("4k3/8/8/8/8/8/8/RR2K3 w - - 0 24"), true));
        // A later position with the moves since.
        let mut later = game("4k3/8/8/8/8/8/8/RR2K3 w - - 0 25");
        let mv = later.board().parse_uci("a1a2").unwrap();
        later.play(mv).unwrap();
        assert!(!limit.follow(&later, false));
        assert!(limit.follow(&game("4k3/8/8/8/8/8/2R5/4K2R w K - 1 21"), false));
    }

    #[test]
    fn another_game_changes_a_limited_strength() {
        let mut limit = StrengthLimit::new();
        let (first, mut longer) = (Game::new(Board::default()), Game::new(Board::default()));
        let mv = first.board().parse_uci("e2e4").unwrap();
        longer.play(mv).unwrap();
        assert!(limit.set_limited(true));
        let seed = |limit: &StrengthLimit| limit.strength().unwrap().seed;
        let before = seed(&limit);
        assert!(!limit.follow(&first, false) && !limit.follow(&longer, true));
        // Another move than the expected one.
        let mut other = Game::new(Board::default());
        let mv = other.board().parse_uci("d2d4").unwrap();
        other.play(mv).unwrap();
        assert!(!limit.follow(&other, false));
        assert_eq!(seed(&limit), before);
        assert!(limit.follow(&first, false));
        assert_ne!(seed(&limit), before);
        // After `ucinewgame` it has its seed already.
        limit.new_game();
        assert!(!limit.follow(&first, false));
        // A longer game that began with other moves.
        assert!(!limit.follow(&longer, false));
        for text in ["d7d5", "c2c4"] {
            let mv = other.board().parse_uci(text).unwrap();
            other.play(mv).unwrap();
        }
        assert!(limit.follow(&other, false));
        assert!(limit.set_limited(false));
        assert!(limit.follow(&longer, false) && limit.follow(&first, false));
    }
}
