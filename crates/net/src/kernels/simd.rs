//! Sixteen numbers at once, for each kind of processor.
//!
//! Loops count an index here for the reason that [`super::generic`] gives.

/// Sixteen numbers in registers, and what can be done to them.
///
/// # Safety
///
/// The functions may only be called on a processor that has the instructions
/// of the implementation, from a function compiled for them; `load` and
/// `store` need [`Simd::WIDTH`] numbers behind the pointer.
pub(super) trait Simd {
    /// Sixteen numbers; fewer for what is some kind's [`Simd::Narrow`].
    type V: Copy;
    /// How many numbers.
    const WIDTH: usize;
    /// The same with one register, for kernels that keep many numbers on hand.
    type Narrow: Simd;
    /// How many rows of sixteen sums fit in the registers.
    const ROWS: usize;

    unsafe fn load(from: *const f32) -> Self::V;
    unsafe fn store(to: *mut f32, v: Self::V);
    unsafe fn splat(x: f32) -> Self::V;
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn min(a: Self::V, b: Self::V) -> Self::V;
    /// a · b + c.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// 2ⁿ, for n + [`super::generic::ROUNDER`], which has n in its lowest bits.
    unsafe fn pow2(t: Self::V) -> Self::V;
    /// Fetches a line of memory that will be read soon; any address will do.
    fn prefetch(at: *const f32);
    /// The sum of all.
    unsafe fn sum(v: Self::V) -> f32;
    /// The greatest of all.
    unsafe fn greatest(v: Self::V) -> f32;
}

/// One number moved into the exponent of a float.
#[inline(always)]
fn exponent(t: f32) -> f32 {
    f32::from_bits((t.to_bits() << 23).wrapping_add(127 << 23))
}

/// Plain Rust, for every processor.
pub(super) struct Portable;

macro_rules! lanewise {
    ($($name:ident($($arg:ident),*) = $op:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: [f32; 16]),*) -> [f32; 16] {
            let mut out = [0.0; 16];
            for i in 0..16 {
                $(let $arg = $arg[i];)*
                out[i] = $op;
            }
            out
        }
    )*};
}

impl Simd for Portable {
    type V = [f32; 16];
    const WIDTH: usize = 16;
    type Narrow = Portable;
    const ROWS: usize = 3;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; 16] {
        // SAFETY: the caller promises sixteen numbers; an array of them is as
        // strictly aligned as one.
        unsafe { from.cast::<[f32; 16]>().read() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut f32, v: [f32; 16]) {
        // SAFETY: the caller promises room for sixteen numbers.
        unsafe { to.cast::<[f32; 16]>().write(v) }
    }

    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 16] {
        [x; 16]
    }

    lanewise! {
        add(a, b) = a + b;
        sub(a, b) = a - b;
        mul(a, b) = a * b;
        div(a, b) = a / b;
        max(a, b) = if a > b { a } else { b };
        min(a, b) = if a < b { a } else { b };
        fma(a, b, c) = a * b + c;
        pow2(t) = exponent(t);
    }

    #[inline(always)]
    fn prefetch(_: *const f32) {}

    #[inline(always)]
    unsafe fn sum(v: [f32; 16]) -> f32 {
        v.iter().sum()
    }

    #[inline(always)]
    unsafe fn greatest(v: [f32; 16]) -> f32 {
        v.iter().copied().fold(f32::MIN, f32::max)
    }
}

/// Implements [`Simd`] for some registers of a kind, given its instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! registers {
    ($name:ident, $register:ty, $lanes:literal, $rows:literal, {
        load: $load:expr, store: $store:expr, splat: $splat:expr,
        add: $add:expr, sub: $sub:expr, mul: $mul:expr, div: $div:expr,
        max: $max:expr, min: $min:expr, fma: $fma:expr, pow2: $pow2:expr, prefetch: $prefetch:expr $(,)?
    }) => {
        impl<const N: usize> Simd for $name<N> {
            type V = [$register; N];
            const WIDTH: usize = N * $lanes;
            type Narrow = $name<1>;
            const ROWS: usize = $rows;

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self::V {
                let mut v = [zero::<$register>(); N];
                for i in 0..N {
                    // SAFETY: the caller promises as many numbers.
                    v[i] = unsafe { $load(from.add(i * $lanes)) };
                }
                v
            }

            #[inline(always)]
            unsafe fn store(to: *mut f32, v: Self::V) {
                for i in 0..N {
                    // SAFETY: the caller guarantees room for `N` registers at `to`.
                    unsafe { $store(to.add(i * $lanes), v[i]) };
                }
            }

            #[inline(always)]
            unsafe fn splat(x: f32) -> Self::V {
                // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
                [unsafe { $splat(x) }; N]
            }

            registers!(@two $add, add);
            registers!(@two $sub, sub);
            registers!(@two $mul, mul);
            registers!(@two $div, div);
            registers!(@two $max, max);
            registers!(@two $min, min);

            #[inline(always)]
            unsafe fn fma(a: Self::V, b: Self::V, mut c: Self::V) -> Self::V {
                for i in 0..N {
                    // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
                    c[i] = unsafe { $fma(a[i], b[i], c[i]) };
                }
                c
            }

            #[inline(always)]
            unsafe fn pow2(mut t: Self::V) -> Self::V {
                for i in 0..N {
                    // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
                    t[i] = unsafe { $pow2(t[i]) };
                }
                t
            }

            #[inline(always)]
            fn prefetch(at: *const f32) {
                $prefetch(at);
            }

            #[inline(always)]
            unsafe fn sum(v: Self::V) -> f32 {
                let mut numbers = [0.0; 16];
                // SAFETY: there is room for sixteen numbers.
                unsafe { Self::store(numbers.as_mut_ptr(), v) };
                numbers[..Self::WIDTH].iter().sum()
            }

            #[inline(always)]
            unsafe fn greatest(v: Self::V) -> f32 {
                let mut numbers = [0.0; 16];
                // SAFETY: there is room for sixteen numbers.
                unsafe { Self::store(numbers.as_mut_ptr(), v) };
                numbers[..Self::WIDTH].iter().copied().fold(f32::MIN, f32::max)
            }
        }
    };
    (@two $op:expr, $name:ident) => {
        #[inline(always)]
        unsafe fn $name(mut a: Self::V, b: Self::V) -> Self::V {
            for i in 0..N {
                // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
                a[i] = unsafe { $op(a[i], b[i]) };
            }
            a
        }
    };
}

/// A register of zeros.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn zero<R: Copy>() -> R {
    // SAFETY: only used for vector registers of floats, for which all bits
    // zero is a value.
    unsafe { std::mem::zeroed() }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Simd, zero};

    #[inline(always)]
    fn prefetch(at: *const f32) {
        // SAFETY: fetching ahead never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) }
    }

    /// Processors with AVX2 and FMA.
    pub(in super::super) type Avx2 = OfEight<2>;

    /// Registers of eight numbers.
    pub(in super::super) struct OfEight<const N: usize>;

    registers!(OfEight, __m256, 8, 6, {
        load: _mm256_loadu_ps, store: _mm256_storeu_ps, splat: _mm256_set1_ps,
        add: _mm256_add_ps, sub: _mm256_sub_ps, mul: _mm256_mul_ps, div: _mm256_div_ps,
        max: _mm256_max_ps, min: _mm256_min_ps, fma: _mm256_fmadd_ps, pow2: pow2_avx2,
        prefetch: prefetch,
    });

    #[inline(always)]
    unsafe fn pow2_avx2(t: __m256) -> __m256 {
        // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
        unsafe {
            let shifted = _mm256_slli_epi32::<23>(_mm256_castps_si256(t));
            _mm256_castsi256_ps(_mm256_add_epi32(shifted, _mm256_set1_epi32(127 << 23)))
        }
    }

    /// Processors with AVX-512.
    pub(in super::super) type Avx512 = OfSixteen<1>;

    /// Registers of sixteen numbers.
    pub(in super::super) struct OfSixteen<const N: usize>;

    registers!(OfSixteen, __m512, 16, 12, {
        load: _mm512_loadu_ps, store: _mm512_storeu_ps, splat: _mm512_set1_ps,
        add: _mm512_add_ps, sub: _mm512_sub_ps, mul: _mm512_mul_ps, div: _mm512_div_ps,
        max: _mm512_max_ps, min: _mm512_min_ps, fma: _mm512_fmadd_ps, pow2: pow2_avx512,
        prefetch: prefetch,
    });

    #[inline(always)]
    unsafe fn pow2_avx512(t: __m512) -> __m512 {
        // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
        unsafe {
            let shifted = _mm512_slli_epi32::<23>(_mm512_castps_si512(t));
            _mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(127 << 23)))
        }
    }
}

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;

#[cfg(target_arch = "aarch64")]
mod arm {
    use std::arch::aarch64::*;

    use super::{Simd, zero};

    /// Processors with NEON.
    pub(in super::super) type Neon = OfFour<4>;

    /// Registers of four numbers.
    pub(in super::super) struct OfFour<const N: usize>;

    registers!(OfFour, float32x4_t, 4, 6, {
        load: vld1q_f32, store: vst1q_f32, splat: vdupq_n_f32,
        add: vaddq_f32, sub: vsubq_f32, mul: vmulq_f32, div: vdivq_f32,
        max: vmaxq_f32, min: vminq_f32, fma: fma_neon, pow2: pow2_neon,
        prefetch: std::convert::identity,
    });

    #[inline(always)]
    unsafe fn fma_neon(a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
        unsafe { vfmaq_f32(c, a, b) }
    }

    #[inline(always)]
    unsafe fn pow2_neon(t: float32x4_t) -> float32x4_t {
        // SAFETY: no memory is touched; the caller guarantees the CPU's instructions.
        unsafe {
            let shifted = vshlq_n_s32::<23>(vreinterpretq_s32_f32(t));
            vreinterpretq_f32_s32(vaddq_s32(shifted, vdupq_n_s32(127 << 23)))
        }
    }
}
