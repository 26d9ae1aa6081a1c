//! Changed inputs found with AVX-512, those of all pieces at once. On Zen 4 the search is 1.03 ± 0.02
//! times as fast, since no loop over squares ends after a number of turns that the processor cannot
//! predict.

use std::arch::x86_64::*;

use movegen::{Bitboard, Color, Piece, PieceType, Square};

use super::arch::PLACES;
use super::changes::{Changes, Inputs, MAX_PIECES, View};

// The mailbox is read as bytes, in which a piece is its index.
const _: () = assert!(size_of::<Option<Piece>>() == 1);

/// The step from an input to that of the piece's next state.
const STATE: i16 = PLACES as i16;

impl Changes {
    /// Sets this to the inputs of the pieces on the squares in `moved`, whose pieces differ, and in
    /// `states`, where they only differ in their states.
    #[inline(always)]
    pub(super) fn fill(&mut self, from: &View, to: &View, moved: Bitboard, states: Bitboard) {
        from.inputs(moved | states, &mut self.removed);
        to.inputs(moved | states, &mut self.added);
    }
}

impl View {
    /// Sets `inputs` to those of the pieces on `squares`, some of which may be empty.
    #[allow(unsafe_code)]
    #[inline(always)]
    fn inputs(&self, squares: Bitboard, inputs: &mut Inputs) {
        static SQUARES: [Square; 64] = Square::ALL;

        let squares = squares & self.board.occupied();
        let length = squares.count() as usize;
        assert!(length <= MAX_PIECES);
        // SAFETY: the instructions exist wherever this is compiled, the loads read whole arrays of 64
        // bytes, and the list has room for the 32 numbers that are stored, of which it gets the first.
        unsafe {
            let of_squares = |bytes: *const u8| {
                let bytes = _mm512_loadu_si512(bytes.cast());
                let chosen = _mm512_maskz_compress_epi8(squares.0, bytes);
                _mm512_cvtepu8_epi16(_mm512_castsi512_si256(chosen))
            };
            let pieces = of_squares(self.board.mailbox().as_ptr().cast());
            let places = _mm512_slli_epi16::<6>(pieces);
            let mut numbers = _mm512_add_epi16(places, of_squares(SQUARES.as_ptr().cast()));
            for (set, states) in self.states() {
                let chosen = _pext_u64(set.0, squares.0) as u32;
                let steps = _mm512_set1_epi16(states * STATE);
                numbers = _mm512_mask_add_epi16(numbers, chosen, numbers, steps);
            }
            _mm512_storeu_si512(inputs.as_mut_ptr().cast(), numbers);
            inputs.set_len(length);
        }
    }

    /// Sets of pieces, each with a number: a piece's [state](super::features::Attacks::state) is the
    /// sum of those of the sets that hold it.
    #[inline(always)]
    fn states(&self) -> [(Bitboard, i16); 5] {
        let (board, attacks) = (&self.board, &self.attacks);
        let kings = board.pieces(PieceType::King);
        let white = board.colors(Color::White) - kings;
        let black = board.colors(Color::Black) - kings;
        let by_other =
            |[by_white, by_black]: [Bitboard; 2]| (white & by_black) | (black & by_white);
        let [by_white, by_black] = attacks.all;
        let attacked = by_other(attacks.all);
        let defended = (white & by_white) | (black & by_black);
        let king = |color: Color| {
            let state = attacks.kings[color.index()];
            (board.king(color).into(), i16::from(state))
        };
        [
            (attacked, 1),
            (by_other(attacks.pawns), 2),
            (attacked & defended, 1),
            king(Color::White),
            king(Color::Black),
        ]
    }
}
