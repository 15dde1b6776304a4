//! The kernels, written once for all processors.
//!
//! Every function here is inlined into one that was compiled for a processor,
//! and takes the lengths of what it reads and writes on trust:
//! [`super`] has checked them.
//!
//! Loops over registers count an index. An iterator's functions are not compiled
//! for the processor's instructions: where the optimizer does not inline them all,
//! as it does not without link-time optimization, every register goes through memory.
#![expect(
    clippy::needless_range_loop,
    reason = "an iterator's functions are not compiled for the processor's instructions"
)]

use super::simd::Simd;
use super::{Act, LANES, MatrixRun, NormRun, PEAK_CHAINS, TileRun};

/// Added to a number under 2²², this rounds it and leaves it in the lowest bits.
pub(super) const ROUNDER: f32 = 12_582_912.0;

/// Rows times packed columns.
///
/// # Safety
///
/// As for [`Simd`]; `run` describes memory that is there.
#[inline(always)]
pub(super) unsafe fn matrix<S: Simd>(run: &MatrixRun) {
    // Rows of A that stay in the second cache while all columns pass.
    let block = (BLOCK_NUMBERS / run.k.max(1)).max(2 * S::ROWS);
    let mut row = 0;
    for n_rows in shares(run.rows, block) {
        for panel in 0..run.panels {
            // SAFETY: `shares` gives rows below `run.rows`, and `panel` is below `run.panels`.
            unsafe { matrix_block::<S>(run, row, n_rows, panel) };
        }
        row += n_rows;
    }
}

/// How many numbers of A are worked on at once: 128 KB, so that with the columns
/// that pass there is room in the second cache.
const BLOCK_NUMBERS: usize = 1 << 15;

/// The nearly equal shares into which `n` falls if none is over `max`.
#[inline(always)]
fn shares(n: usize, max: usize) -> impl Iterator<Item = usize> {
    let n_shares = n.div_ceil(max).max(1);
    let (share, n_larger) = (n / n_shares, n % n_shares);
    (0..n_shares).map(move |i| share + usize::from(i < n_larger))
}

#[inline(always)]
unsafe fn matrix_block<S: Simd>(run: &MatrixRun, row: usize, n_rows: usize, panel: usize) {
    let mut row = row;
    let b = run.b.wrapping_add(panel * run.k * LANES);
    // The panel after this one, fetched in quarters by the first four tiles.
    let mut next = b.wrapping_add(run.k * LANES);
    for n in shares(n_rows, S::ROWS) {
        // SAFETY: the rows are below `run.rows` and the panel below `run.panels`, so all three
        // places are inside the matrices that `run` describes.
        unsafe {
            let a = run.a.add(row * run.lda);
            let c = run.c.add(row * run.ldc + panel * LANES);
            match n {
                0 => {}
                1 => tile::<S, 1>(run, a, b, c, next),
                2 => tile::<S, 2>(run, a, b, c, next),
                3 => tile::<S, 3>(run, a, b, c, next),
                4 => tile::<S, 4>(run, a, b, c, next),
                5 => tile::<S, 5>(run, a, b, c, next),
                6 => tile::<S, 6>(run, a, b, c, next),
                7 => tile::<S, 7>(run, a, b, c, next),
                8 => tile::<S, 8>(run, a, b, c, next),
                9 => tile::<S, 9>(run, a, b, c, next),
                10 => tile::<S, 10>(run, a, b, c, next),
                11 => tile::<S, 11>(run, a, b, c, next),
                _ => tile::<S, 12>(run, a, b, c, next),
            }
        }
        row += n;
        next = next.wrapping_add(run.k / AHEAD * LANES);
    }
}

/// In how many steps of a product one line of weights is fetched ahead.
const AHEAD: usize = 4;

/// `R` rows of A times sixteen columns; meanwhile what is at `next` is fetched.
#[inline(always)]
unsafe fn tile<S: Simd, const R: usize>(
    run: &MatrixRun,
    a: *const f32,
    b: *const f32,
    c: *mut f32,
    next: *const f32,
) {
    if R > S::ROWS {
        return;
    }
    // SAFETY: `matrix_block` passes the first of `R` rows that `run` describes; `k` stays below
    // `run.k`, and a prefetch may be of any address.
    unsafe {
        let mut sums = [S::splat(0.0); R];
        let mut rows = [a; R];
        for r in 0..R {
            rows[r] = a.add(r * run.lda);
        }
        let whole = run.k / AHEAD * AHEAD;
        let mut k = 0;
        while k < whole {
            S::prefetch(next.wrapping_add(k / AHEAD * LANES));
            for i in 0..AHEAD {
                step::<S, R>(&mut sums, &rows, b, k + i);
            }
            k += AHEAD;
        }
        while k < run.k {
            step::<S, R>(&mut sums, &rows, b, k);
            k += 1;
        }
        for r in 0..R {
            let to = c.add(r * run.ldc);
            match run.adds {
                true => S::store(to, S::add(S::load(to), sums[r])),
                false => S::store(to, sums[r]),
            }
        }
    }
}

/// Adds to all sums what row `k` of B and column `k` of A make.
#[inline(always)]
unsafe fn step<S: Simd, const R: usize>(
    sums: &mut [S::V; R],
    rows: &[*const f32; R],
    b: *const f32,
    k: usize,
) {
    // SAFETY: the caller passes a `k` within A and B.
    unsafe {
        let columns = S::load(b.add(k * LANES));
        for r in 0..R {
            sums[r] = S::fma(S::splat(*rows[r].add(k)), columns, sums[r]);
        }
    }
}

/// `n` steps of six times sixteen multiplications and additions in registers.
///
/// # Safety
///
/// As for [`Simd`].
#[inline(always)]
pub(super) unsafe fn peak_fma<S: Simd>(n: usize, sum: &mut f32) {
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        let (factor, added) = (S::splat(0.999), S::splat(0.001));
        let mut sums = [S::splat(0.0); PEAK_CHAINS];
        for i in 0..PEAK_CHAINS {
            sums[i] = S::splat(i as f32);
        }
        for _ in 0..n {
            for i in 0..PEAK_CHAINS {
                sums[i] = S::fma(sums[i], factor, added);
            }
        }
        for i in 0..PEAK_CHAINS {
            *sum += S::sum(sums[i]);
        }
    }
}

/// eˣ, to about one part in ten million; x beyond ±87 counts as that.
#[inline(always)]
unsafe fn exp<S: Simd>(x: S::V) -> S::V {
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        let x = S::max(S::min(x, S::splat(88.0)), S::splat(-87.0));
        let t = S::fma(x, S::splat(std::f32::consts::LOG2_E), S::splat(ROUNDER));
        let n = S::sub(t, S::splat(ROUNDER));
        // The logarithm of 2 in two parts, the first exact in few bits.
        let r = S::fma(n, S::splat(-0.693_359_4), x);
        let r = S::fma(n, S::splat(2.121_944_4e-4), r);
        let mut p = S::splat(1.987_569_1e-4);
        p = S::fma(p, r, S::splat(1.398_199_9e-3));
        p = S::fma(p, r, S::splat(8.333_452e-3));
        p = S::fma(p, r, S::splat(4.166_579_6e-2));
        p = S::fma(p, r, S::splat(0.166_666_65));
        p = S::fma(p, r, S::splat(0.5));
        let y = S::fma(p, S::mul(r, r), S::add(r, S::splat(1.0)));
        S::mul(y, S::pow2(t))
    }
}

#[inline(always)]
unsafe fn activate<S: Simd>(act: Act, x: S::V) -> S::V {
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        match act {
            Act::Identity => x,
            Act::Relu => S::max(x, S::splat(0.0)),
            Act::Mish => {
                // tanh(ln(1 + e)) = (e² + 2e) / (e² + 2e + 2), which is 1 from e²⁰ on.
                let e = exp::<S>(S::min(x, S::splat(20.0)));
                let n = S::mul(e, S::add(e, S::splat(2.0)));
                S::mul(x, S::div(n, S::add(n, S::splat(2.0))))
            }
            Act::Silu => {
                let e = exp::<S>(S::sub(S::splat(0.0), x));
                S::div(x, S::add(e, S::splat(1.0)))
            }
        }
    }
}

/// Scale, bias and activation for every channel of some points.
///
/// # Safety
///
/// As for [`Simd`]; `run` describes memory that is there.
#[inline(always)]
pub(super) unsafe fn norm_act<S: Simd>(run: &NormRun) {
    // The choice is made outside the loops.
    // SAFETY: the caller guarantees what the called function asks for: the instructions of `S`,
    // and that `run` describes memory that is there.
    unsafe {
        match run.act {
            Act::Identity => norm_act_as::<S>(run, Act::Identity),
            Act::Relu => norm_act_as::<S>(run, Act::Relu),
            Act::Mish => norm_act_as::<S>(run, Act::Mish),
            Act::Silu => norm_act_as::<S>(run, Act::Silu),
        }
    }
}

#[inline(always)]
unsafe fn norm_act_as<S: Simd>(run: &NormRun, act: Act) {
    for point in 0..run.points {
        let mut c = 0;
        while c < run.channels {
            // SAFETY: `point` and `c` are below `run.points` and `run.channels`, and what `run`
            // describes has whole vectors of channels.
            unsafe {
                let x = S::load(run.src.add(point * run.src_stride + c));
                let x = S::fma(x, S::load(run.scale.add(c)), S::load(run.bias.add(c)));
                let to = run.dst.add(point * run.dst_stride + c);
                S::store(to, activate::<S>(act, x));
            }
            c += LANES;
        }
    }
}

/// Sums and greatest numbers of each channel over some points.
///
/// # Safety
///
/// As for [`Simd`]; `points` rows of `channels` stand at `src`, `stride`
/// apart, and `sums` and `maxima` have room for `channels` each.
#[inline(always)]
pub(super) unsafe fn pool<S: Simd>(
    src: *const f32,
    stride: usize,
    points: usize,
    channels: usize,
    sums: *mut f32,
    maxima: *mut f32,
) {
    let mut c = 0;
    while c < channels {
        // SAFETY: within what the caller describes.
        unsafe {
            let (mut sum, mut max) = (S::splat(0.0), S::splat(-1.0));
            for point in 0..points {
                let x = S::load(src.add(point * stride + c));
                sum = S::add(sum, x);
                max = S::max(max, x);
            }
            S::store(sums.add(c), sum);
            S::store(maxima.add(c), max);
        }
        c += LANES;
    }
}

/// Two bases and some rows of a table, added up.
///
/// # Safety
///
/// As for [`Simd`]; `table` has every row that `rows` names, and the others
/// have `channels` numbers.
#[inline(always)]
pub(super) unsafe fn sum_rows<S: Simd>(
    table: *const f32,
    rows: &[u32],
    channels: usize,
    bases: [*const f32; 2],
    out: *mut f32,
) {
    let mut c = 0;
    while c < channels {
        // SAFETY: within what the caller describes.
        unsafe {
            let mut sum = S::add(S::load(bases[0].add(c)), S::load(bases[1].add(c)));
            for &row in rows {
                sum = S::add(sum, S::load(table.add(row as usize * channels + c)));
            }
            S::store(out.add(c), sum);
        }
        c += LANES;
    }
}

/// Each point divided by the root of its mean square, times weights.
///
/// # Safety
///
/// As for [`Simd`]; `run` describes memory that is there. Its bias is not read.
#[inline(always)]
pub(super) unsafe fn root_mean_square<S: Simd>(run: &NormRun, n: f32, epsilon: f32) {
    for point in 0..run.points {
        // SAFETY: `point` and `c` stay below `run.points` and `run.channels`, and what `run`
        // describes has whole vectors of channels.
        unsafe {
            let src = run.src.add(point * run.src_stride);
            let mut squares = S::splat(0.0);
            let mut c = 0;
            while c < run.channels {
                let x = S::load(src.add(c));
                squares = S::fma(x, x, squares);
                c += LANES;
            }
            let scale = S::splat(1.0 / (S::sum(squares) / n + epsilon).sqrt());
            let mut c = 0;
            while c < run.channels {
                let x = S::mul(S::load(src.add(c)), scale);
                let to = run.dst.add(point * run.dst_stride + c);
                S::store(to, S::mul(x, S::load(run.scale.add(c))));
                c += LANES;
            }
        }
    }
}

/// SiLU of the first half of each row, times the second half.
///
/// # Safety
///
/// As for [`Simd`]; each of `rows` rows has `2 · channels` numbers, and `dst`
/// room for `rows · channels`.
#[inline(always)]
pub(super) unsafe fn gate<S: Simd>(src: *const f32, rows: usize, channels: usize, dst: *mut f32) {
    for row in 0..rows {
        let mut c = 0;
        while c < channels {
            // SAFETY: within what the caller describes.
            unsafe {
                let from = src.add(row * 2 * channels + c);
                let x = activate::<S>(Act::Silu, S::load(from));
                let to = dst.add(row * channels + c);
                S::store(to, S::mul(x, S::load(from.add(channels))));
            }
            c += LANES;
        }
    }
}

/// Turns each row of scores into e to their power, the greatest being 1;
/// leaves one over their sum in `inverses`.
///
/// # Safety
///
/// As for [`Simd`]; each of `rows` rows has `columns` numbers, a multiple of
/// sixteen, of which those from `n` on count for nothing and become 0.
#[inline(always)]
pub(super) unsafe fn soften<S: Simd>(
    scores: *mut f32,
    rows: usize,
    columns: usize,
    n: usize,
    inverses: *mut f32,
) {
    for row in 0..rows {
        // SAFETY: within what the caller describes.
        unsafe {
            let scores = scores.add(row * columns);
            for c in n..columns {
                *scores.add(c) = -1e30;
            }
            let mut max = S::splat(-1e30);
            let mut c = 0;
            while c < columns {
                max = S::max(max, S::load(scores.add(c)));
                c += LANES;
            }
            let max = S::splat(S::greatest(max));
            let mut sum = S::splat(0.0);
            c = 0;
            while c < columns {
                let e = exp::<S>(S::sub(S::load(scores.add(c)), max));
                S::store(scores.add(c), e);
                sum = S::add(sum, e);
                c += LANES;
            }
            // What counts for nothing is e⁻⁸⁷ and lost in the sum, but not in
            // what it is multiplied with later.
            for c in n..columns {
                *scores.add(c) = 0.0;
            }
            *inverses.add(row) = 1.0 / S::sum(sum);
        }
    }
}

/// How far ahead the domain is fetched: its places are far apart, too many for
/// the processor to guess where the next numbers come from.
const DOMAIN_AHEAD: usize = 2 * LANES;

/// One tile of a board into Winograd's domain.
///
/// # Safety
///
/// As for [`Simd`]; `run` describes memory that is there.
#[inline(always)]
pub(super) unsafe fn tile_in<S: Simd>(run: &TileRun) {
    // SAFETY: the caller guarantees what the called function asks for: the instructions of `S`,
    // and that `run` describes memory that is there.
    unsafe {
        match run.side {
            2 => tile_in_as::<S, 4>(run),
            3 => tile_in_as::<S, 5>(run),
            4 => tile_in_as::<S::Narrow, 6>(run),
            _ => tile_in_as::<S::Narrow, 7>(run),
        }
    }
}

#[inline(always)]
unsafe fn tile_in_as<S: Simd, const N: usize>(run: &TileRun) {
    let mut c = 0;
    while c < run.channels {
        // SAFETY: `x` and `y` are below the side of the tile's input, `c` is below `run.channels`;
        // `run` describes the board and the domain of such a tile.
        unsafe {
            let mut rows = [[S::splat(0.0); N]; N];
            for x in 0..N {
                let mut column = [S::splat(0.0); N];
                for y in 0..N {
                    let at = y * run.board_row + x * run.board_point + c;
                    column[y] = S::load(run.board.add(at));
                }
                let column = to_domain::<S, N>(column);
                for y in 0..N {
                    rows[y][x] = column[y];
                }
            }
            for y in 0..N {
                let row = to_domain::<S, N>(rows[y]);
                for x in 0..N {
                    let to = run.domain.add((y * N + x) * run.domain_stride + c);
                    S::prefetch(to.wrapping_add(DOMAIN_AHEAD));
                    S::store(to, row[x]);
                }
            }
        }
        c += S::WIDTH;
    }
}

/// One line of a tile into the domain: the transform for the points 0, 1, −1,
/// (2, (−2, (1/2,))) and infinity.
#[inline(always)]
unsafe fn to_domain<S: Simd, const N: usize>(d: [S::V; N]) -> [S::V; N] {
    let mut out = d;
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        match N {
            4 => {
                out[0] = S::sub(d[0], d[2]);
                out[1] = S::add(d[1], d[2]);
                out[2] = S::sub(d[2], d[1]);
                out[3] = S::sub(d[3], d[1]);
            }
            5 => {
                let two = S::splat(2.0);
                let a = S::sub(d[3], d[1]);
                // 2d0 − d1 − 2d2 + d3
                out[0] = S::fma(two, S::sub(d[0], d[2]), a);
                // −2d1 − d2 + d3
                out[1] = S::sub(S::sub(a, d[1]), d[2]);
                // 2d1 − 3d2 + d3
                let b = S::fma(two, d[1], d[3]);
                out[2] = S::fma(S::splat(-3.0), d[2], b);
                out[3] = a;
                // 2d1 − d2 − 2d3 + d4
                out[4] = S::fma(S::splat(-2.0), a, S::sub(d[4], d[2]));
            }
            6 => {
                let four = S::splat(4.0);
                let five = S::splat(-5.0);
                let two = S::splat(2.0);
                let a = S::fma(S::splat(-4.0), d[2], d[4]);
                let b = S::fma(S::splat(-4.0), d[1], d[3]);
                let c = S::sub(d[4], d[2]);
                let e = S::mul(two, S::sub(d[3], d[1]));
                out[0] = S::fma(four, d[0], S::fma(five, d[2], d[4]));
                out[1] = S::add(a, b);
                out[2] = S::sub(a, b);
                out[3] = S::add(c, e);
                out[4] = S::sub(c, e);
                out[5] = S::fma(four, d[1], S::fma(five, d[3], d[5]));
            }
            _ => to_domain_of_seven::<S, N>(&d, &mut out),
        }
    }
    out
}

/// [`to_domain`] for seven numbers. All but one of the points come in pairs, so
/// what belongs to x² − 1 and x² − 4 is shared.
#[inline(always)]
unsafe fn to_domain_of_seven<S: Simd, const N: usize>(d: &[S::V; N], out: &mut [S::V; N]) {
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        let (half, four) = (S::splat(-0.5), S::splat(-4.0));
        // times x² − 1, and times x² − 4
        let (mut ones, mut fours, mut both) = ([d[0]; 5], [d[0]; 5], [d[0]; 3]);
        for i in 0..5 {
            ones[i] = S::sub(d[i + 2], d[i]);
            fours[i] = S::fma(four, d[i], d[i + 2]);
        }
        for i in 0..3 {
            both[i] = S::fma(four, ones[i], ones[i + 2]);
        }
        out[0] = S::fma(half, both[0], both[1]);
        let even = S::fma(half, fours[1], fours[2]);
        let odd = S::fma(half, fours[2], fours[3]);
        out[1] = S::add(odd, even);
        out[2] = S::sub(odd, even);
        let even = S::fma(half, ones[1], ones[2]);
        let odd = S::fma(half, ones[2], ones[3]);
        out[3] = S::fma(S::splat(2.0), even, odd);
        out[4] = S::fma(S::splat(-2.0), even, odd);
        out[5] = both[1];
        out[6] = S::fma(half, both[1], both[2]);
    }
}

/// One tile back from Winograd's domain.
///
/// # Safety
///
/// As for [`Simd`]; `run` describes memory that is there.
#[inline(always)]
pub(super) unsafe fn tile_out<S: Simd>(run: &TileRun) {
    // SAFETY: the caller guarantees what the called function asks for: the instructions of `S`,
    // and that `run` describes memory that is there.
    unsafe {
        match run.side {
            2 => tile_out_as::<S, 4, 2>(run),
            3 => tile_out_as::<S, 5, 3>(run),
            4 => tile_out_as::<S::Narrow, 6, 4>(run),
            _ => tile_out_as::<S::Narrow, 7, 5>(run),
        }
    }
}

#[inline(always)]
unsafe fn tile_out_as<S: Simd, const N: usize, const M: usize>(run: &TileRun) {
    let mut c = 0;
    while c < run.channels {
        // SAFETY: `x` and `y` are below the sides of the tile, `c` is below `run.channels`; `run`
        // describes the domain and the board of such a tile.
        unsafe {
            let mut rows = [[S::splat(0.0); N]; M];
            for x in 0..N {
                let mut column = [S::splat(0.0); N];
                for y in 0..N {
                    let from = run.domain.add((y * N + x) * run.domain_stride + c);
                    S::prefetch(from.wrapping_add(DOMAIN_AHEAD));
                    column[y] = S::load(from);
                }
                let column = from_domain::<S, N, M>(column);
                for y in 0..M {
                    rows[y][x] = column[y];
                }
            }
            for y in 0..M.min(run.rows) {
                let row = from_domain::<S, N, M>(rows[y]);
                for x in 0..M.min(run.columns) {
                    let to = run.board.add(y * run.board_row + x * run.board_point + c);
                    match run.adds {
                        true => S::store(to, S::add(S::load(to), row[x])),
                        false => S::store(to, row[x]),
                    }
                }
            }
        }
        c += S::WIDTH;
    }
}

/// One line of a tile back from the domain; must agree with [`to_domain`].
#[inline(always)]
unsafe fn from_domain<S: Simd, const N: usize, const M: usize>(m: [S::V; N]) -> [S::V; M] {
    let mut out = [m[0]; M];
    // SAFETY: only registers are touched, and the caller guarantees that the CPU has the
    // instructions of `S`.
    unsafe {
        let sum = S::add(m[1], m[2]);
        let difference = S::sub(m[1], m[2]);
        match N {
            4 => {
                out[0] = S::add(m[0], sum);
                out[1] = S::add(difference, m[3]);
            }
            5 => {
                out[0] = S::add(S::add(m[0], sum), m[3]);
                out[1] = S::fma(S::splat(2.0), m[3], difference);
                out[2] = S::add(S::fma(S::splat(4.0), m[3], sum), m[4]);
            }
            _ => {
                let sum2 = S::add(m[3], m[4]);
                let difference2 = S::sub(m[3], m[4]);
                out[0] = S::add(S::add(m[0], sum), sum2);
                out[1] = S::fma(S::splat(2.0), difference2, difference);
                out[2] = S::fma(S::splat(4.0), sum2, sum);
                out[3] = S::fma(S::splat(8.0), difference2, difference);
                if N == 6 {
                    out[3] = S::add(out[3], m[5]);
                } else {
                    out[4] = S::fma(S::splat(16.0), sum2, sum);
                    // The point 1/2.
                    let powers = [1.0, 0.5, 0.25, 0.125, 0.0625];
                    for i in 0..5 {
                        out[i] = S::fma(S::splat(powers[i]), m[5], out[i]);
                    }
                    out[4] = S::add(out[4], m[6]);
                }
            }
        }
    }
    out
}
