//! The strength limit set by the options, with the seed of the current game.

use movegen::Game;
use search::Strength;

/// Default of `UCI_Elo`: a club player.
pub const DEFAULT_ELO: u32 = 1600;
/// The greatest `Skill Level`, which is full strength.
pub const FULL_SKILL: u32 = 20;

/// The strength limit of the options.
pub struct StrengthLimit {
    is_limited: bool,
    elo: u32,
    skill: u32,
    seed: u64,
    /// The keys of the last game searched.
    game: Vec<u64>,
}

impl StrengthLimit {
    /// Full strength.
    pub fn new() -> Self {
        Self {
            is_limited: false,
            elo: DEFAULT_ELO,
            skill: FULL_SKILL,
            seed: rand::random(),
            game: Vec::new(),
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
        self.game.clear();
    }

    /// Notes the game to be searched; true if that changes the playing strength. A game that does
    /// not continue the last one is a new one, since not every GUI sends `ucinewgame`. The last move
    /// of a game to `ponder` on may not come.
    pub fn follow(&mut self, game: &Game, ponder: bool) -> bool {
        let mut keys = game.history().keys().to_vec();
        if !ponder {
            keys.push(game.board().key());
        }
        let is_new = !keys.starts_with(&self.game);
        if is_new {
            self.new_game();
        }
        self.game = keys;
        is_new && self.rating().is_some()
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
        // Announced, it has its seed already.
        limit.new_game();
        assert!(!limit.follow(&first, false));
        assert!(limit.set_limited(false));
        assert!(!limit.follow(&longer, false) && !limit.follow(&first, false));
    }
}
