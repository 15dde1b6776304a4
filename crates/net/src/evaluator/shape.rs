//! What is computed at once, and small layers.

use ponnuki_game::Size;

use crate::kernels::{Affine, Isa, Numbers, Packed, Put, multiply, padded, through_norm};
use crate::model::{self, Activation};

/// Some positions on boards of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) batch: usize,
}

impl Shape {
    pub(crate) fn new(size: Size, batch: usize) -> Shape {
        Shape {
            width: size.width() as usize,
            height: size.height() as usize,
            batch,
        }
    }

    /// Points of one board.
    pub(crate) fn points(self) -> usize {
        self.width * self.height
    }

    /// Points of all boards.
    pub(crate) fn rows(self) -> usize {
        self.batch * self.points()
    }

    /// How far the side of a square board with as many points is from 14.
    pub(crate) fn offset(self) -> f32 {
        (self.points() as f32).sqrt() - 14.0
    }
}

/// Numbers with zeros up to the next multiple that the kernels take.
pub(crate) fn pad(numbers: &[f32]) -> Numbers {
    let mut out = Numbers::zeros(padded(numbers.len()));
    out[..numbers.len()].copy_from_slice(numbers);
    out
}

/// A scale and a bias for each channel, then an activation.
#[derive(Debug)]
pub(crate) struct Norm {
    scale: Numbers,
    bias: Numbers,
    act: Activation,
}

impl Norm {
    pub(crate) fn new(norm: &model::Norm, act: Activation) -> Norm {
        Norm {
            scale: pad(&norm.scale),
            bias: pad(&norm.bias),
            act,
        }
    }

    pub(crate) fn of(layer: &model::NormAct) -> Norm {
        Norm::new(&layer.norm, layer.activation)
    }

    /// Only a bias and an activation.
    pub(crate) fn biased(bias: &[f32], act: Activation) -> Norm {
        let scale = vec![1.0; bias.len()];
        Norm {
            scale: pad(&scale),
            bias: pad(bias),
            act,
        }
    }

    /// Nothing at all.
    pub(crate) fn identity(channels: usize) -> Norm {
        Norm::biased(&vec![0.0; channels], Activation::Identity)
    }

    pub(crate) fn channels(&self) -> usize {
        self.scale.len()
    }

    /// It, or with other biases.
    pub(crate) fn affine<'a>(&'a self, bias: Option<&'a [f32]>) -> Affine<'a> {
        Affine {
            scale: &self.scale,
            bias: bias.unwrap_or(&self.bias),
            act: self.act,
        }
    }

    /// The biases that have the effect of adding `added` before the norm.
    pub(crate) fn with_added(&self, added: &[f32], out: &mut [f32]) {
        let norms = self.scale.iter().zip(self.bias.iter());
        for ((out, (scale, bias)), added) in out.iter_mut().zip(norms).zip(added) {
            *out = scale * added + bias;
        }
    }

    /// Puts whole points through.
    pub(crate) fn run(&self, isa: Isa, rows: usize, src: (&[f32], usize), dst: &mut [f32]) {
        through_norm(isa, self.affine(None), rows, src, (dst, self.channels()));
    }
}

/// A matrix; or one followed by bias and activation.
#[derive(Debug)]
pub(crate) struct Dense {
    packed: Packed,
    norm: Option<Norm>,
}

impl Dense {
    /// One whose inputs come in `parts` equal parts, each padded by itself.
    pub(crate) fn new(layer: &model::Dense, parts: usize) -> Dense {
        Dense {
            norm: Some(Norm::biased(&layer.bias, layer.activation)),
            ..Dense::plain(&layer.matmul, parts)
        }
    }

    /// Only a matrix, with inputs as for [`Dense::new`].
    pub(crate) fn plain(matmul: &model::Matmul, parts: usize) -> Dense {
        let part = matmul.inputs / parts;
        let width = padded(part);
        let packed = Packed::new(parts * width, matmul.outputs, |row, column| {
            match row % width < part {
                true => {
                    matmul.weights[(row / width * part + row % width) * matmul.outputs + column]
                }
                false => 0.0,
            }
        });
        Dense { packed, norm: None }
    }

    /// A matrix and a bias.
    pub(crate) fn biased(matmul: &model::Matmul, bias: &[f32]) -> Dense {
        Dense {
            norm: Some(Norm::biased(bias, Activation::Identity)),
            ..Dense::plain(matmul, 1)
        }
    }

    pub(crate) fn outputs(&self) -> usize {
        self.packed.columns()
    }

    /// Multiplies `rows` rows of inputs, which are padded; `between` is used
    /// on the way.
    pub(crate) fn run<'a>(
        &self,
        isa: Isa,
        rows: usize,
        inputs: &[f32],
        between: &mut Numbers,
        out: &'a mut Numbers,
    ) -> &'a mut [f32] {
        let outputs = self.outputs();
        let out = out.first(rows * outputs);
        let columns = self.packed.as_columns();
        let a = (inputs, self.packed.k());
        match &self.norm {
            None => multiply(isa, a, rows, columns, (out, outputs), Put::Store),
            Some(norm) => {
                let sums = between.first(rows * outputs);
                multiply(isa, a, rows, columns, (sums, outputs), Put::Store);
                norm.run(isa, rows, (sums, outputs), out);
            }
        }
        out
    }
}
