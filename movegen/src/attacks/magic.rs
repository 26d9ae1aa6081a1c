//! Magic bitboards: map a slider's square and the occupancy to the number of an attack set.
//!
//! The numbers are in a table of their own, after an idea of Robert Houdart, because most
//! occupancies share their set with others: a rook in a corner has 4,096 occupancies, but only 49
//! sets. Both tables together take less cache than a single table with a set for each occupancy.
//!
//! `build.rs` also includes this file: it fills the tables with the same index function that the
//! program uses to read them. "Fancy" magics after Pradu Kannan (2007),
//! <https://www.chessprogramming.org/Magic_Bitboards>; the multipliers are our own, found by
//! `cargo run --release -p movegen --example find_magics`.

/// The index function of one slider on one square.
#[derive(Clone, Copy)]
pub struct Magic {
    /// The squares whose occupancy matters: the rays without their last squares.
    pub mask: u64,
    /// The multiplier that gathers the masked bits in the top bits of the product.
    pub factor: u64,
    /// 64 minus the number of squares in `mask`.
    pub shift: u32,
    /// The index of this square's first number.
    pub offset: usize,
}

impl Magic {
    /// The index of the number for an occupancy.
    #[inline(always)]
    pub const fn index(&self, occupied: u64) -> usize {
        self.offset + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// The four directions of a rook, as steps in file and rank.
pub const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The four directions of a bishop.
pub const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The length of the table of numbers.
pub const NUMBERS: usize = numbers(&ROOK_MAGICS) + numbers(&BISHOP_MAGICS);

/// The index functions of the rook.
pub const ROOK_MAGICS: [Magic; 64] = magics(&ROOK_FACTORS, &ROOK_STEPS, 0);

/// The index functions of the bishop, whose numbers follow the rook's.
pub const BISHOP_MAGICS: [Magic; 64] =
    magics(&BISHOP_FACTORS, &BISHOP_STEPS, numbers(&ROOK_MAGICS));

/// A slider's attacks computed step by step, to fill the tables.
pub const fn slow_attacks(square: usize, occupied: u64, steps: &[(i8, i8); 4]) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < steps.len() {
        let (file_step, rank_step) = steps[i];
        let mut file = (square % 8) as i8 + file_step;
        let mut rank = (square / 8) as i8 + rank_step;
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let target = 1 << (rank * 8 + file);
            attacks |= target;
            if occupied & target != 0 {
                break;
            }
            file += file_step;
            rank += rank_step;
        }
        i += 1;
    }
    attacks
}

/// The squares whose occupancy changes a slider's attacks: those it reaches on an empty board,
/// except the edges it does not stand on.
pub const fn relevant_squares(square: usize, steps: &[(i8, i8); 4]) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const RANK_1: u64 = 0xFF;
    let own_file = FILE_A << (square % 8);
    let own_rank = RANK_1 << (square / 8 * 8);
    let file_edges = (FILE_A | FILE_A << 7) & !own_file;
    let rank_edges = (RANK_1 | RANK_1 << 56) & !own_rank;
    slow_attacks(square, 0, steps) & !(file_edges | rank_edges)
}

const fn magics(factors: &[u64; 64], steps: &[(i8, i8); 4], mut offset: usize) -> [Magic; 64] {
    let mut magics = [Magic {
        mask: 0,
        factor: 0,
        shift: 0,
        offset: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = relevant_squares(square, steps);
        magics[square] = Magic {
            mask,
            factor: factors[square],
            shift: 64 - mask.count_ones(),
            offset,
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn numbers(magics: &[Magic; 64]) -> usize {
    let last = &magics[63];
    last.offset - magics[0].offset + (1 << last.mask.count_ones())
}

const ROOK_FACTORS: [u64; 64] = [
    0x0980_0011_4000_8060,
    0x0440_0020_0410_0041,
    0x4980_1001_8120_0288,
    0x0200_0420_0A00_4010,
    0x0200_0200_2008_1004,
    0x0100_0204_0001_0008,
    0x4180_8002_0000_8100,
    0x0080_0330_4880_0100,
    0x0828_8009_2140_0484,
    0x4008_4000_4020_1008,
    0x8000_8020_0010_0082,
    0x8011_0010_0104_2008,
    0x4000_8004_0080_0800,
    0x0012_0008_0411_0200,
    0x0000_8001_0080_0200,
    0x8081_0001_0009_9062,
    0x0040_2080_0040_0082,
    0xC020_01C0_1000_E040,
    0x8410_0101_0040_2000,
    0x0048_0180_0810_0180,
    0x8001_0100_0410_0800,
    0x00AA_0101_0008_0400,
    0x0000_0400_0801_0210,
    0x02C0_8200_2400_8041,
    0x2080_8020_8000_4019,
    0x0140_2000_C010_0040,
    0x0028_1000_8020_0085,
    0x4081_0021_0010_0008,
    0x0000_0801_0005_0010,
    0x0002_0102_0008_0410,
    0x0060_1004_0002_0881,
    0x0008_1042_0004_00A1,
    0x2180_0040_0040_2002,
    0x2004_8020_0480_4000,
    0x8101_0020_0300_4011,
    0x4800_8010_0080_0805,
    0x5210_1100_0500_0800,
    0x4102_0004_0080_0280,
    0x0244_4210_0400_0841,
    0x0000_0088_6200_0411,
    0x0010_4004_2C80_8000,
    0x0410_0120_0242_4000,
    0x0442_0220_8046_0010,
    0x0000_2010_0103_0008,
    0x0002_0008_2112_0004,
    0x2009_1020_4008_0104,
    0x0502_0008_2442_0021,
    0x0008_0044_059A_0001,
    0x2400_2100_5080_0900,
    0x0000_8820_0040_0880,
    0x0081_A002_1000_8880,
    0x8000_2008_1001_0100,
    0x4840_8004_0008_0080,
    0x0013_2400_A200_8080,
    0x0003_8108_0210_0400,
    0xA904_0481_0C44_2200,
    0x0206_8011_022A_0042,
    0x0220_8010_2840_0101,
    0x2020_0812_2001_4101,
    0x0010_1000_44A1_0901,
    0x40C3_0010_6800_1215,
    0x0491_0022_0824_0041,
    0x0000_8890_0148_0214,
    0x0020_04C6_A091_0402,
];

const BISHOP_FACTORS: [u64; 64] = [
    0x2060_0200_8101_0608,
    0x4091_1041_0101_2300,
    0x4104_0404_0044_0800,
    0x0944_0400_9800_0008,
    0x4002_0210_D140_0100,
    0x0463_8820_8880_0400,
    0x0800_8C10_0825_7820,
    0x00E1_0400_4208_0401,
    0x9000_2509_1024_0081,
    0x0020_1204_0842_0848,
    0x0104_1802_0952_0400,
    0x0080_0404_0088_0080,
    0x8400_8404_2010_0A20,
    0x0010_0844_3014_0080,
    0x0200_1054_4220_1001,
    0x0004_0300_4812_0941,
    0x000A_0004_1010_4201,
    0xC004_8002_08A2_0402,
    0x0004_8128_0800_1180,
    0x2A08_0001_0411_0081,
    0x0104_0044_80A0_2000,
    0x2106_0004_1244_0400,
    0x4002_0001_0090_8400,
    0x0212_4001_0048_044C,
    0x8088_2080_08A0_6109,
    0x0012_1882_1010_0088,
    0x0008_0400_4200_2200,
    0x010A_0400_0200_9200,
    0x8011_0011_2100_4000,
    0x0000_4200_0041_1000,
    0x0042_0060_1208_0208,
    0x0001_0138_0100_8800,
    0x0004_3148_4004_2000,
    0x0002_0144_0020_8860,
    0x0054_C2A0_8110_0108,
    0x0000_6200_8008_0080,
    0xC400_4200_2106_0080,
    0x0841_2101_0082_0051,
    0x0002_00A4_0022_1200,
    0x2002_2202_0080_4060,
    0x0808_0404_2001_0440,
    0x0004_0402_8201_0880,
    0x0181_0108_0209_1100,
    0x0280_8942_0800_0880,
    0x0D48_0410_0A20_0400,
    0x1240_1004_0420_3110,
    0x0008_F009_0050_0201,
    0x0810_0901_0020_C114,
    0x08A0_4202_10C1_0406,
    0x4002_0104_0242_8480,
    0x0000_0022_0110_0184,
    0x8000_0020_8404_1020,
    0x0814_1008_3024_2000,
    0x4030_1110_9021_2100,
    0x8021_8210_0141_02A2,
    0x0802_4404_4404_4100,
    0x228A_0600_4202_5000,
    0x0400_0042_0804_4228,
    0x8002_0328_8410_8810,
    0x0140_0000_0104_0904,
    0x4000_4281_2082_4400,
    0x0000_0804_1002_2201,
    0x2020_4088_8184_0086,
    0x0009_1014_0094_0010,
];
