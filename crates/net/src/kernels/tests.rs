//! Each kernel against its definition, for all instructions that are there.

use super::*;
use crate::reference::activate;

/// Numbers between −1 and 1, always the same.
struct Dice(u64);

impl Dice {
    fn number(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn numbers(&mut self, n: usize) -> Vec<f32> {
        (0..n).map(|_| self.number()).collect()
    }

    fn up_to(&mut self, n: usize) -> usize {
        ((self.number() + 1.0) / 2.0 * n as f32) as usize % n + 1
    }
}

fn check(what: &str, isa: Isa, found: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let is_near = (found as f64 - expected).abs() <= tolerance * (1.0 + expected.abs());
        assert!(
            is_near,
            "{what} with {isa:?}: {found} and not {expected} at {i}"
        );
    }
}

#[test]
fn a_matrix_of_any_shape_is_multiplied() {
    let mut dice = Dice(1);
    for _ in 0..60 {
        let (rows, k, n) = (dice.up_to(40), dice.up_to(70), dice.up_to(70));
        let lda = k + dice.up_to(5);
        let a = dice.numbers(rows * lda);
        let b = dice.numbers(k * n);
        let packed = Packed::new(k, n, |row, column| b[row * n + column]);
        let ldc = packed.columns() + dice.up_to(3);
        let before = dice.numbers(rows * ldc);
        for put in [Put::Store, Put::Add] {
            let mut expected: Vec<f64> = before.iter().map(|&x| x as f64).collect();
            for row in 0..rows {
                for column in 0..packed.columns() {
                    let at = |i: usize| {
                        if column < n {
                            b[i * n + column] as f64
                        } else {
                            0.0
                        }
                    };
                    let sum: f64 = (0..k).map(|i| a[row * lda + i] as f64 * at(i)).sum();
                    let cell = &mut expected[row * ldc + column];
                    *cell = if put == Put::Add { *cell + sum } else { sum };
                }
            }
            for isa in Isa::all() {
                let mut c = before.clone();
                multiply(
                    isa,
                    (&a, lda),
                    rows,
                    packed.as_columns(),
                    (&mut c, ldc),
                    put,
                );
                check("product", isa, &c, &expected, 1e-5);
            }
        }
    }
}

#[test]
fn every_activation_is_what_it_is_defined_to_be() {
    let points: Vec<f32> = (-4000..4000).map(|i| i as f32 / 40.0).collect();
    let (scale, bias) = (vec![0.5; 16], vec![0.25; 16]);
    for act in [Act::Identity, Act::Relu, Act::Mish, Act::Silu] {
        let expected: Vec<f64> = points
            .iter()
            .map(|&x| activate(act, x * 0.5 + 0.25) as f64)
            .collect();
        for isa in Isa::all() {
            let mut out = vec![0.0; points.len()];
            let affine = Affine {
                scale: &scale,
                bias: &bias,
                act,
            };
            through_norm(
                isa,
                affine,
                points.len() / 16,
                (&points, 16),
                (&mut out, 16),
            );
            check("activation", isa, &out, &expected, 1e-6);
        }
    }
}

#[test]
fn points_are_pooled_and_rows_added() {
    let mut dice = Dice(2);
    let (points, channels, stride) = (23, 32, 40);
    let src = dice.numbers(points * stride);
    for isa in Isa::all() {
        let (mut sums, mut maxima) = (vec![0.0; channels], vec![0.0; channels]);
        pooled(isa, (&src, stride), points, &mut sums, &mut maxima);
        let channel = |c: usize| (0..points).map(move |p| p * stride + c);
        let sum = |c| channel(c).map(|i| src[i] as f64).sum();
        let max = |c| channel(c).map(|i| src[i] as f64).fold(-1.0, f64::max);
        check(
            "sum",
            isa,
            &sums,
            &(0..channels).map(sum).collect::<Vec<f64>>(),
            1e-5,
        );
        check(
            "maximum",
            isa,
            &maxima,
            &(0..channels).map(max).collect::<Vec<f64>>(),
            0.0,
        );

        let rows = [3, 0, 7, 7];
        let mut out = vec![0.0; channels];
        add_rows(isa, &src, &rows, [&src[5..], &src[100..]], &mut out);
        let added = |c: usize| {
            let rows = rows
                .iter()
                .map(|&row| src[row as usize * channels + c] as f64);
            src[5 + c] as f64 + src[100 + c] as f64 + rows.sum::<f64>()
        };
        check(
            "rows",
            isa,
            &out,
            &(0..channels).map(added).collect::<Vec<f64>>(),
            1e-6,
        );
    }
}

#[test]
fn scores_become_shares() {
    let mut dice = Dice(3);
    for n in [1, 5, 16, 17, 81] {
        let columns = padded(n);
        let scores: Vec<f32> = dice.numbers(3 * columns).iter().map(|x| x * 30.0).collect();
        for isa in Isa::all() {
            let mut shares = scores.clone();
            let mut inverses = vec![0.0; 3];
            soften_rows(isa, &mut shares, columns, n, &mut inverses);
            for row in 0..3 {
                let of_row = &scores[row * columns..][..n];
                let sum: f64 = of_row.iter().map(|&x| (x as f64).exp()).sum();
                let expected: Vec<f64> = of_row.iter().map(|&x| (x as f64).exp() / sum).collect();
                let found = &shares[row * columns..][..columns];
                let found_shares: Vec<f32> = found[..n].iter().map(|x| x * inverses[row]).collect();
                check("share", isa, &found_shares, &expected, 1e-6);
                assert!(found[n..].iter().all(|&x| x == 0.0));
            }
        }
    }
}

#[test]
fn rows_are_normed_and_gated() {
    let mut dice = Dice(4);
    let (rows, channels, n) = (5, 32, 27);
    let mut src = dice.numbers(rows * channels);
    for row in src.chunks_mut(channels) {
        row[n..].fill(0.0);
    }
    let weights = dice.numbers(channels);
    for isa in Isa::all() {
        let mut out = vec![0.0; rows * channels];
        through_root_mean_square(isa, (&weights, n, 1e-3), rows, &src, &mut out);
        let expected: Vec<f64> = (0..rows * channels)
            .map(|i| {
                let row = &src[i / channels * channels..][..n];
                let square = row.iter().map(|&x| (x as f64).powi(2)).sum::<f64>() / n as f64;
                src[i] as f64 / (square + 1e-3).sqrt() * weights[i % channels] as f64
            })
            .collect();
        check("norm", isa, &out, &expected, 1e-5);

        let mut out = vec![0.0; rows * 16];
        through_gate(isa, &src, rows, 16, &mut out);
        let expected: Vec<f64> = (0..rows * 16)
            .map(|i| {
                let at = i / 16 * 32 + i % 16;
                activate(Act::Silu, src[at]) as f64 * src[at + 16] as f64
            })
            .collect();
        check("gate", isa, &out, &expected, 1e-6);
    }
}
