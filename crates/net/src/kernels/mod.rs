//! The arithmetic, in vector instructions of the processor at hand.
//!
//! This is the one module with `unsafe` code, because vector instructions and
//! memory without bounds checks are reached in no other way. Each function
//! here checks the lengths of all it is given, then calls the kernel that was
//! compiled for the processor; so nothing outside has to be careful.

mod generic;
mod simd;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::model::Activation as Act;

/// Channels come in multiples of this.
pub(crate) const LANES: usize = 16;

/// So many channels and what is missing to a multiple of [`LANES`].
pub(crate) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

/// A set of vector instructions that this processor has and the kernels are compiled for.
///
/// Only detection makes one, so whoever holds an `Isa` may run its instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Isa(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    /// AVX-512, as server processors have it.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// AVX2 and FMA, as all but old processors have it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// NEON, as all 64-bit ARM processors have it.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// Plain Rust.
    Portable,
}

impl Isa {
    /// The instructions that every processor has.
    pub const PORTABLE: Isa = Isa(Instructions::Portable);

    /// All that this processor has, the best first.
    pub fn all() -> Vec<Isa> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            // The kernels for AVX-512 are compiled with AVX2 and FMA as well.
            let has_avx2 = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("fma");
            if has_avx2 && std::arch::is_x86_feature_detected!("avx512f") {
                found.push(Isa(Instructions::Avx512));
            }
            if has_avx2 {
                found.push(Isa(Instructions::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            found.push(Isa(Instructions::Neon));
        }
        found.push(Isa::PORTABLE);
        found
    }

    /// Runs about `n` fused multiply-adds in registers and nothing else, to measure
    /// the processor's peak throughput. Returns their sum, so that none is optimized away.
    pub fn peak_fma(self, n: usize) -> f32 {
        let mut sum = 0.0;
        // SAFETY: detection made `self`, so the processor has the instructions;
        // the kernel touches no memory but `sum`.
        unsafe { peak_fma(self, n / (PEAK_CHAINS * LANES), &mut sum) };
        sum
    }

    /// The best that this processor has.
    pub fn best() -> Isa {
        Isa::all()[0]
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Compiles each kernel for each set of instructions, and chooses at run time.
macro_rules! kernels {
    ($($name:ident($($arg:ident: $kind:ty),*);)*) => {
        $(
            /// The kernel of this name, for the instructions of `isa`.
            ///
            /// # Safety
            ///
            /// The arguments describe memory that is there. That the processor has the
            /// instructions is known from `isa`, which only detection makes.
            unsafe fn $name(isa: Isa, $($arg: $kind),*) {
                // SAFETY: the processor has the instructions of `isa`, and the caller
                // promises the memory.
                unsafe {
                    match isa.0 {
                        #[cfg(target_arch = "x86_64")]
                        Instructions::Avx512 => avx512::$name($($arg),*),
                        #[cfg(target_arch = "x86_64")]
                        Instructions::Avx2 => avx2::$name($($arg),*),
                        #[cfg(target_arch = "aarch64")]
                        Instructions::Neon => generic::$name::<simd::Neon>($($arg),*),
                        Instructions::Portable => generic::$name::<simd::Portable>($($arg),*),
                    }
                }
            }
        )*
        kernels!(@for avx512, Avx512, "avx512f,avx2,fma", $($name($($arg: $kind),*);)*);
        kernels!(@for avx2, Avx2, "avx2,fma", $($name($($arg: $kind),*);)*);
    };
    (@for $module:ident, $simd:ident, $features:literal, $($name:ident($($arg:ident: $kind:ty),*);)*) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use super::{MatrixRun, NormRun, TileRun, generic, simd};
            $(
                #[target_feature(enable = $features)]
                pub(super) unsafe fn $name($($arg: $kind),*) {
                    // SAFETY: this is compiled for the instructions, and the
                    // caller promises the rest.
                    unsafe { generic::$name::<simd::$simd>($($arg),*) }
                }
            )*
        }
    };
}

kernels! {
    matrix(run: &MatrixRun);
    norm_act(run: &NormRun);
    pool(src: *const f32, stride: usize, points: usize, channels: usize, sums: *mut f32, maxima: *mut f32);
    sum_rows(table: *const f32, rows: &[u32], channels: usize, bases: [*const f32; 2], out: *mut f32);
    root_mean_square(run: &NormRun, n: f32, epsilon: f32);
    gate(src: *const f32, rows: usize, channels: usize, dst: *mut f32);
    soften(scores: *mut f32, rows: usize, columns: usize, n: usize, inverses: *mut f32);
    tile_in(run: &TileRun);
    tile_out(run: &TileRun);
    peak_fma(n: usize, sum: &mut f32);
}

/// How many sums are worked on at once by [`Isa::peak_fma`], so that none waits
/// for the one before.
const PEAK_CHAINS: usize = 6;

/// Rows of `a` times packed columns `b` into rows of `c`.
struct MatrixRun {
    a: *const f32,
    lda: usize,
    rows: usize,
    k: usize,
    b: *const f32,
    panels: usize,
    c: *mut f32,
    ldc: usize,
    adds: bool,
}

/// Points of `src` through a norm to `dst`.
struct NormRun {
    src: *const f32,
    src_stride: usize,
    dst: *mut f32,
    dst_stride: usize,
    points: usize,
    channels: usize,
    scale: *const f32,
    bias: *const f32,
    act: Act,
}

/// One tile between a board and Winograd's domain.
struct TileRun {
    side: usize,
    board: *mut f32,
    board_row: usize,
    board_point: usize,
    rows: usize,
    columns: usize,
    domain: *mut f32,
    domain_stride: usize,
    channels: usize,
    adds: bool,
}

/// Memory for numbers, in lines as caches have them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    lines: Vec<Line>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f32; LANES]);

impl Numbers {
    pub(crate) fn zeros(len: usize) -> Numbers {
        Numbers {
            lines: vec![Line([0.0; LANES]); len.div_ceil(LANES)],
            len,
        }
    }

    /// The first `len` numbers, after making room if there are fewer.
    pub(crate) fn first(&mut self, len: usize) -> &mut [f32] {
        if self.len < len {
            *self = Numbers::zeros(len);
        }
        &mut self[..len]
    }
}

impl Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: lines are sixteen numbers each without anything between, and
        // `len` is at most what they hold.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Numbers {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

/// Columns of a matrix, sixteen side by side: what a kernel reads in order.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    k: usize,
    panels: usize,
    numbers: Numbers,
}

impl Packed {
    /// Packs a matrix of `k` rows and `n` columns, `weight(row, column)`;
    /// columns are padded with zeros.
    pub(crate) fn new(k: usize, n: usize, weight: impl Fn(usize, usize) -> f32) -> Packed {
        let mut packed = Packed::zeros(k, n.div_ceil(LANES));
        for panel in 0..packed.panels {
            let columns = panel * LANES..n.min((panel + 1) * LANES);
            for row in 0..k {
                let numbers = packed.row_mut(panel, row);
                for (number, column) in numbers.iter_mut().zip(columns.clone()) {
                    *number = weight(row, column);
                }
            }
        }
        packed
    }

    /// A matrix of zeros, to be filled with [`Packed::row_mut`].
    pub(crate) fn zeros(k: usize, panels: usize) -> Packed {
        Packed {
            k,
            panels,
            numbers: Numbers::zeros(panels * k * LANES),
        }
    }

    /// The sixteen numbers of a panel in a row.
    pub(crate) fn row_mut(&mut self, panel: usize, row: usize) -> &mut [f32] {
        &mut self.numbers[(panel * self.k + row) * LANES..][..LANES]
    }

    /// How many columns there are, with those of the padding.
    pub(crate) fn columns(&self) -> usize {
        self.panels * LANES
    }

    pub(crate) fn k(&self) -> usize {
        self.k
    }

    /// The panels from `first` on, `n` of them.
    pub(crate) fn part(&self, first: usize, n: usize) -> Columns<'_> {
        Columns {
            k: self.k,
            panels: n,
            numbers: &self.numbers[first * self.k * LANES..][..n * self.k * LANES],
        }
    }

    pub(crate) fn as_columns(&self) -> Columns<'_> {
        Columns {
            k: self.k,
            panels: self.panels,
            numbers: &self.numbers,
        }
    }
}

/// Packed columns, wherever they are kept: sixteen numbers for each of `k`
/// rows, then the next sixteen columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) k: usize,
    pub(crate) panels: usize,
    pub(crate) numbers: &'a [f32],
}

/// Whether results are stored over what is there or added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    Store,
    Add,
}

/// How many numbers `rows` rows of `width` take that stand `stride` apart.
///
/// # Panics
///
/// Where that is more than an address can say: a product that wrapped around
/// would pass for a short slice.
fn extent(rows: usize, stride: usize, width: usize) -> usize {
    match rows {
        0 => 0,
        _ => product([rows - 1, stride])
            .checked_add(width)
            .expect(TOO_LONG),
    }
}

/// The product of `factors`.
///
/// # Panics
///
/// As [`extent`].
fn product<const N: usize>(factors: [usize; N]) -> usize {
    let multiplied = factors.into_iter().try_fold(1, usize::checked_mul);
    multiplied.expect(TOO_LONG)
}

const TOO_LONG: &str = "no slice is that long";

/// Multiplies `rows` rows of `a`, `lda` apart, with `columns`; puts the
/// products into rows of `c`, `ldc` apart.
pub(crate) fn multiply(
    isa: Isa,
    (a, lda): (&[f32], usize),
    rows: usize,
    columns: Columns<'_>,
    (c, ldc): (&mut [f32], usize),
    put: Put,
) {
    let Columns { k, panels, numbers } = columns;
    assert!(a.len() >= extent(rows, lda, k), "A is too short");
    assert!(
        numbers.len() >= product([panels, k, LANES]),
        "B is too short"
    );
    assert!(
        c.len() >= extent(rows, ldc, product([panels, LANES])),
        "C is too short"
    );
    let run = MatrixRun {
        a: a.as_ptr(),
        lda,
        rows,
        k,
        b: numbers.as_ptr(),
        panels,
        c: c.as_mut_ptr(),
        ldc,
        adds: put == Put::Add,
    };
    // SAFETY: A has `rows` rows of `k` numbers `lda` apart, B `panels` panels of `k` rows, and C
    // `rows` rows of `panels` panels `ldc` apart: all three were just checked. C is borrowed
    // exclusively, so it is neither A nor B.
    unsafe { matrix(isa, &run) }
}

/// A scale and a bias for each channel, and an activation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Affine<'a> {
    pub(crate) scale: &'a [f32],
    pub(crate) bias: &'a [f32],
    pub(crate) act: Act,
}

/// Puts `points` points of `src`, `src_stride` apart, through `affine` to
/// `dst`, where they stand `dst_stride` apart.
pub(crate) fn through_norm(
    isa: Isa,
    affine: Affine<'_>,
    points: usize,
    (src, src_stride): (&[f32], usize),
    (dst, dst_stride): (&mut [f32], usize),
) {
    let channels = affine.scale.len();
    assert!(channels.is_multiple_of(LANES) && affine.bias.len() >= channels);
    assert!(src.len() >= extent(points, src_stride, channels));
    assert!(dst.len() >= extent(points, dst_stride, channels));
    let run = NormRun {
        src: src.as_ptr(),
        src_stride,
        dst: dst.as_mut_ptr(),
        dst_stride,
        points,
        channels,
        scale: affine.scale.as_ptr(),
        bias: affine.bias.as_ptr(),
        act: affine.act,
    };
    // SAFETY: `src` and `dst` have `points` points of `channels` numbers at their strides, `scale`
    // and `bias` `channels` each, and `channels` is a multiple of `LANES`: just checked.
    unsafe { norm_act(isa, &run) }
}

/// Divides each of `points` points by the root of its mean square over `n`
/// channels, and multiplies with `weights`.
pub(crate) fn through_root_mean_square(
    isa: Isa,
    (weights, n, epsilon): (&[f32], usize, f32),
    points: usize,
    src: &[f32],
    dst: &mut [f32],
) {
    let channels = weights.len();
    assert!(channels.is_multiple_of(LANES));
    let n_numbers = product([points, channels]);
    assert!(src.len() >= n_numbers && dst.len() >= n_numbers);
    let run = NormRun {
        src: src.as_ptr(),
        src_stride: channels,
        dst: dst.as_mut_ptr(),
        dst_stride: channels,
        points,
        channels,
        scale: weights.as_ptr(),
        bias: weights.as_ptr(),
        act: Act::Identity,
    };
    // SAFETY: `src` and `dst` have `points` points of `channels` numbers, a multiple of `LANES`:
    // just checked. The kernel reads `channels` weights as `scale`, and no bias.
    unsafe { root_mean_square(isa, &run, n as f32, epsilon) }
}

/// Sums and greatest numbers, none under −1, of each channel over `points`
/// points of `src`, `stride` apart.
pub(crate) fn pooled(
    isa: Isa,
    (src, stride): (&[f32], usize),
    points: usize,
    sums: &mut [f32],
    maxima: &mut [f32],
) {
    let channels = sums.len();
    assert!(channels.is_multiple_of(LANES) && maxima.len() == channels);
    assert!(src.len() >= extent(points, stride, channels));
    let (sums, maxima) = (sums.as_mut_ptr(), maxima.as_mut_ptr());
    // SAFETY: `src` has `points` points at `stride`, and `sums` and `maxima` have `channels`
    // numbers each, a multiple of `LANES`: just checked.
    unsafe { pool(isa, src.as_ptr(), stride, points, channels, sums, maxima) }
}

/// Adds up two bases and the `rows` of a table into `out`.
pub(crate) fn add_rows(isa: Isa, table: &[f32], rows: &[u32], bases: [&[f32]; 2], out: &mut [f32]) {
    let channels = out.len();
    assert!(channels.is_multiple_of(LANES));
    assert!(bases.iter().all(|base| base.len() >= channels));
    let n_rows = table.len() / channels.max(1);
    assert!(rows.iter().all(|&row| (row as usize) < n_rows));
    let bases = bases.map(<[f32]>::as_ptr);
    // SAFETY: every row named is in the table, and bases and `out` have `channels` numbers, a
    // multiple of `LANES`: just checked.
    unsafe { sum_rows(isa, table.as_ptr(), rows, channels, bases, out.as_mut_ptr()) }
}

/// SiLU of the first half of each row of `src`, times its second half, to `dst`.
pub(crate) fn through_gate(isa: Isa, src: &[f32], rows: usize, channels: usize, dst: &mut [f32]) {
    assert!(channels.is_multiple_of(LANES));
    assert!(src.len() >= product([2, rows, channels]));
    assert!(dst.len() >= product([rows, channels]));
    // SAFETY: `src` has `rows` rows of twice `channels` numbers, `dst` of `channels`, which is a
    // multiple of `LANES`: just checked.
    unsafe { gate(isa, src.as_ptr(), rows, channels, dst.as_mut_ptr()) }
}

/// Turns rows of scores into shares of a whole, but for a factor that is left
/// in `inverses`: one for each row. Only the first `n` of each `columns` count.
pub(crate) fn soften_rows(
    isa: Isa,
    scores: &mut [f32],
    columns: usize,
    n: usize,
    inverses: &mut [f32],
) {
    let rows = inverses.len();
    assert!(columns.is_multiple_of(LANES) && n <= columns);
    assert!(scores.len() >= product([rows, columns]));
    let (scores, inverses) = (scores.as_mut_ptr(), inverses.as_mut_ptr());
    // SAFETY: there are `rows` rows of `columns` scores, a multiple of `LANES`, at least `n` of
    // them, and `rows` inverses: just checked.
    unsafe { soften(isa, scores, rows, columns, n, inverses) }
}

/// The side of a tile of outputs; with the margin of a 3×3 kernel it covers
/// two more points.
pub(crate) const TILE_SIDES: [usize; 4] = [2, 3, 4, 5];

/// Moves the tile at the beginning of `board` to the domain: `channels`
/// numbers for each of its (side + 2)² places, `stride` apart.
pub(crate) fn tile_to_domain(
    isa: Isa,
    side: usize,
    (board, board_row, channels): (&[f32], usize, usize),
    (domain, stride): (&mut [f32], usize),
) {
    let n = side + 2;
    assert!(TILE_SIDES.contains(&side) && channels.is_multiple_of(LANES));
    assert!(board.len() >= extent(n, board_row, product([n, channels])));
    assert!(domain.len() >= extent(n * n, stride, channels));
    let run = TileRun {
        side,
        // The kernel only reads there.
        board: board.as_ptr().cast_mut(),
        board_row,
        board_point: channels,
        rows: n,
        columns: n,
        domain: domain.as_mut_ptr(),
        domain_stride: stride,
        channels,
        adds: false,
    };
    // SAFETY: the kernel reads (side + 2)² points of `board` and writes as many places of `domain`,
    // `channels` numbers each, a multiple of `LANES`: just checked. It never writes to `board`,
    // whose pointer is mutable only because both ways share a type.
    unsafe { tile_in(isa, &run) }
}

/// Where a tile of outputs goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TilePlace {
    /// Numbers from one row of the board to the next.
    pub(crate) row: usize,
    /// Numbers from one point to the next.
    pub(crate) point: usize,
    /// How many rows of the tile lie on the board.
    pub(crate) rows: usize,
    /// How many columns.
    pub(crate) columns: usize,
}

/// Moves a tile back from the domain to the beginning of `board`.
pub(crate) fn tile_from_domain(
    isa: Isa,
    side: usize,
    (domain, stride, channels): (&[f32], usize, usize),
    (board, place): (&mut [f32], TilePlace),
    put: Put,
) {
    let n = side + 2;
    assert!(TILE_SIDES.contains(&side) && channels.is_multiple_of(LANES));
    assert!(place.rows <= side && place.columns <= side);
    assert!(domain.len() >= extent(n * n, stride, channels));
    let row = extent(place.columns, place.point, channels);
    assert!(board.len() >= extent(place.rows, place.row, row));
    let run = TileRun {
        side,
        board: board.as_mut_ptr(),
        board_row: place.row,
        board_point: place.point,
        rows: place.rows,
        columns: place.columns,
        // The kernel only reads there.
        domain: domain.as_ptr().cast_mut(),
        domain_stride: stride,
        channels,
        adds: put == Put::Add,
    };
    // SAFETY: the kernel reads (side + 2)² places of `domain` and writes `rows` × `columns` points
    // of `board`, at most side², `channels` numbers each: just checked. It never writes to
    // `domain`, whose pointer is mutable only because both ways share a type.
    unsafe { tile_out(isa, &run) }
}
