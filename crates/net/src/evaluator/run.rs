//! A batch of positions through a network.

use std::mem::take;

use crate::evaluator::attention::AttentionRoom;
use crate::evaluator::conv::{ConvRoom, Source};
use crate::evaluator::plan::{
    Block, Convs, InitialConv, Nested, Plan, PolicyHead, Pooling, Tables, Tip, ValueHead,
};
use crate::evaluator::shape::{Dense, Norm, Shape};
use crate::kernels::{
    Isa, Numbers, Put, add_rows, padded, pooled, through_norm, through_root_mean_square,
};
use crate::model::{GLOBALS, METADATA, PLANES, RmsOver};
use crate::raw::{Input, Raw};

/// The room in which an evaluator works.
#[derive(Debug, Default)]
pub(crate) struct Room {
    conv: ConvRoom,
    attention: AttentionRoom,
    /// The running tensors: of the trunk, of what is nested in it, and so on.
    tensors: Vec<Numbers>,
    /// What comes out of a convolution.
    out: Numbers,
    /// What comes out of a second one beside it.
    apart: Numbers,
    /// What comes out of one, through a norm.
    normed: Numbers,
    /// Small things: one row for each position.
    rows: [Numbers; 5],
    /// Rows of a table to add up.
    picked: Vec<u32>,
}

/// What all steps of a run share.
#[derive(Clone, Copy)]
struct Run<'a> {
    isa: Isa,
    shape: Shape,
    tables: &'a Tables,
}

impl Room {
    /// What `plan` says about `inputs`, to `raws`.
    pub(crate) fn run(
        &mut self,
        isa: Isa,
        plan: &Plan,
        tables: &Tables,
        inputs: &[Input],
        raws: &mut [Raw],
    ) {
        let Some(first) = inputs.first() else {
            return;
        };
        let run = Run {
            isa,
            shape: Shape::new(first.size, inputs.len()),
            tables,
        };
        self.begin(run, plan, inputs);
        let mut n_attentions = 0;
        self.run_blocks(run, &plan.blocks, 0, &mut n_attentions);
        self.run_tip(run, &plan.tip, plan.channels);
        self.run_policy(run, &plan.policy, plan.channels, raws);
        self.run_value(run, &plan.value, plan.channels, raws);
    }

    /// The tensor of a depth, taken out so that others can be used beside it.
    fn take_tensor(&mut self, depth: usize, len: usize) -> Numbers {
        while self.tensors.len() <= depth {
            self.tensors.push(Numbers::default());
        }
        let mut tensor = take(&mut self.tensors[depth]);
        tensor.first(len);
        tensor
    }

    /// The trunk's first layers.
    fn begin(&mut self, run: Run<'_>, plan: &Plan, inputs: &[Input]) {
        let Run { isa, shape, tables } = run;
        let channels = plan.channels;
        self.global_biases(isa, plan, inputs);
        let mut tensor = self.take_tensor(0, shape.rows() * channels);
        let points = shape.points();
        let (initial, picked) = (&plan.initial, &mut self.picked);
        for (position, input) in inputs.iter().enumerate() {
            let bias = &self.rows[0][position * channels..][..channels];
            for point in 0..points {
                pick(initial, shape, input, point, picked);
                let base = &tables.base[point * channels..][..channels];
                let out = &mut tensor[(position * points + point) * channels..][..channels];
                add_rows(isa, &initial.table, picked, [base, bias], out);
            }
        }
        self.tensors[0] = tensor;
    }

    /// What globals and metadata add to every point, to the first of `rows`.
    fn global_biases(&mut self, isa: Isa, plan: &Plan, inputs: &[Input]) {
        let n = inputs.len();
        let [bias, globals, between, one, other] = &mut self.rows;
        let width = padded(GLOBALS);
        let rows = globals.first(n * width);
        rows.fill(0.0);
        for (row, input) in rows.chunks_exact_mut(width).zip(inputs) {
            row[..GLOBALS].copy_from_slice(&input.globals);
        }
        plan.globals.run(isa, n, rows, between, bias);
        let Some([first, second, last]) = &plan.metadata else {
            return;
        };
        let width = padded(METADATA);
        let rows = globals.first(n * width);
        rows.fill(0.0);
        for (row, input) in rows.chunks_exact_mut(width).zip(inputs) {
            if let Some(metadata) = &input.metadata {
                row[..METADATA].copy_from_slice(&metadata[..]);
            }
        }
        first.run(isa, n, rows, between, one);
        second.run(isa, n, one, between, other);
        let added = last.run(isa, n, other, between, one);
        for (number, added) in bias.iter_mut().zip(added) {
            *number += *added;
        }
    }

    /// Runs blocks on the tensor of `depth`; nested ones call this again, as
    /// deep as the loader let them be.
    fn run_blocks(
        &mut self,
        run: Run<'_>,
        blocks: &[Block],
        depth: usize,
        n_attentions: &mut usize,
    ) {
        for block in blocks {
            match block {
                Block::Convs(block) => self.run_convs(run, block, depth),
                Block::Nested(block) => self.run_nested(run, block, depth, n_attentions),
                Block::Attention(block) => {
                    let angles = &run.tables.angles[*n_attentions];
                    let tensor = &mut self.tensors[depth];
                    block.run(run.isa, run.shape, &mut self.attention, angles, tensor);
                    *n_attentions += 1;
                }
                Block::FeedForward(block) => {
                    let tensor = &mut self.tensors[depth];
                    block.run(run.isa, run.shape.rows(), &mut self.attention, tensor);
                }
            }
        }
    }

    fn run_convs(&mut self, run: Run<'_>, block: &Convs, depth: usize) {
        let Run { isa, shape, .. } = run;
        let mut tensor = take(&mut self.tensors[depth]);
        let channels = block.pre.channels();
        let source = Source {
            numbers: &tensor,
            stride: channels,
            norm: Some(&block.pre),
            biases: None,
        };
        let stride = block.first.outputs();
        let out = self.out.first(shape.rows() * stride);
        let conv = &mut self.conv;
        block
            .first
            .run(isa, shape, conv, source, (out, stride), Put::Store);
        if let Some(pooling) = &block.pooling {
            self.pool_bias(run, pooling, source, &block.mid);
        }
        let source = Source {
            numbers: &self.out,
            stride,
            norm: Some(&block.mid),
            biases: block.pooling.as_ref().map(|_| &self.rows[0][..]),
        };
        let to = (&mut tensor[..], channels);
        block
            .second
            .run(isa, shape, &mut self.conv, source, to, Put::Add);
        self.tensors[depth] = tensor;
    }

    /// What was pooled as biases of the norm `mid`, to the first of `rows`.
    /// The first convolution's outputs are in `out`, and perhaps those to pool.
    fn pool_bias(&mut self, run: Run<'_>, pooling: &Pooling, source: Source<'_>, mid: &Norm) {
        let Run { isa, shape, .. } = run;
        let channels = pooling.norm.channels();
        let normed = self.normed.first(shape.rows() * channels);
        match &pooling.apart {
            None => {
                let stride = mid.channels() + channels;
                let joined = &self.out[mid.channels()..];
                pooling
                    .norm
                    .run(isa, shape.rows(), (joined, stride), normed);
            }
            Some(conv) => {
                let apart = self.apart.first(shape.rows() * channels);
                let to = (&mut apart[..], channels);
                conv.run(isa, shape, &mut self.conv, source, to, Put::Store);
                pooling
                    .norm
                    .run(isa, shape.rows(), (apart, channels), normed);
            }
        }
        let [bias, gathered, between, added, _] = &mut self.rows;
        let gathered = gather_pooled(isa, shape, normed, channels, gathered);
        let added = pooling
            .to_bias
            .run(isa, shape.batch, gathered, between, added);
        let width = mid.channels();
        let biases = bias.first(shape.batch * width);
        for (bias, added) in biases
            .chunks_exact_mut(width)
            .zip(added.chunks_exact(width))
        {
            mid.with_added(added, bias);
        }
    }

    fn run_nested(&mut self, run: Run<'_>, block: &Nested, depth: usize, n_attentions: &mut usize) {
        let Run { isa, shape, .. } = run;
        let (outer_width, width) = (block.pre.channels(), block.enter.outputs());
        let mut outer = take(&mut self.tensors[depth]);
        let mut inner = self.take_tensor(depth + 1, shape.rows() * width);
        let source = Source {
            numbers: &outer,
            stride: outer_width,
            norm: Some(&block.pre),
            biases: None,
        };
        let to = (&mut inner[..], width);
        block
            .enter
            .run(isa, shape, &mut self.conv, source, to, Put::Store);
        self.tensors[depth + 1] = inner;
        self.run_blocks(run, &block.inner, depth + 1, n_attentions);
        let source = Source {
            numbers: &self.tensors[depth + 1],
            stride: width,
            norm: Some(&block.post),
            biases: None,
        };
        let to = (&mut outer[..], outer_width);
        block
            .leave
            .run(isa, shape, &mut self.conv, source, to, Put::Add);
        self.tensors[depth] = outer;
    }

    /// The norm after the last block, from the trunk's tensor back to itself.
    fn run_tip(&mut self, run: Run<'_>, tip: &Tip, channels: usize) {
        let Run { isa, shape, .. } = run;
        let tensor = take(&mut self.tensors[0]);
        let normed = self.normed.first(shape.rows() * channels);
        match tip.mean {
            None => tip.norm.run(isa, shape.rows(), (&tensor, channels), normed),
            Some((RmsOver::Point, n, epsilon)) => {
                let affine = tip.norm.affine(None);
                let between = self.out.first(shape.rows() * channels);
                let ones = vec_of_ones(&mut self.rows[0], channels);
                through_root_mean_square(isa, (ones, n, epsilon), shape.rows(), &tensor, between);
                through_norm(
                    isa,
                    affine,
                    shape.rows(),
                    (between, channels),
                    (normed, channels),
                );
            }
            Some((RmsOver::Board, n, epsilon)) => {
                let len = shape.points() * channels;
                let boards = tensor.chunks_exact(len).zip(normed.chunks_exact_mut(len));
                for (board, normed) in boards {
                    let mean = sum_of_squares(board) / (shape.points() * n) as f32;
                    let factor = 1.0 / (mean + epsilon).sqrt();
                    let mut affine = tip.norm.affine(None);
                    let scale = self.rows[0].first(channels);
                    for (scale, own) in scale.iter_mut().zip(affine.scale) {
                        *scale = own * factor;
                    }
                    affine.scale = scale;
                    through_norm(
                        isa,
                        affine,
                        shape.points(),
                        (board, channels),
                        (normed, channels),
                    );
                }
            }
        }
        self.tensors[0] = take(&mut self.normed);
        self.normed = tensor;
    }

    fn run_policy(&mut self, run: Run<'_>, head: &PolicyHead, width: usize, raws: &mut [Raw]) {
        let Run { isa, shape, .. } = run;
        let trunk = take(&mut self.tensors[0]);
        let source = plain_source(&trunk, width);
        let channels = head.pooled_conv.outputs();
        let out = self.out.first(shape.rows() * channels);
        let conv = &mut self.conv;
        head.pooled_conv
            .run(isa, shape, conv, source, (out, channels), Put::Store);
        let normed = self.normed.first(shape.rows() * channels);
        head.pooled_norm
            .run(isa, shape.rows(), (out, channels), normed);
        let [bias, gathered, between, added, pass] = &mut self.rows;
        let gathered = gather_pooled(isa, shape, normed, channels, gathered);
        let channels = head.point_conv.outputs();
        let biases = bias.first(shape.batch * channels);
        let to_add = head.to_bias.run(isa, shape.batch, gathered, between, added);
        let adding = to_add.chunks_exact(channels);
        for (bias, added) in biases.chunks_exact_mut(channels).zip(adding) {
            head.point_norm.with_added(added, bias);
        }
        let out = self.out.first(shape.rows() * channels);
        head.point_conv
            .run(isa, shape, conv, source, (out, channels), Put::Store);
        let source = Source {
            numbers: out,
            stride: channels,
            norm: Some(&head.point_norm),
            biases: Some(biases),
        };
        let width = head.out.outputs();
        let policy = self.normed.first(shape.rows() * width);
        head.out
            .run(isa, shape, conv, source, (policy, width), Put::Store);
        let boards = policy.chunks_exact(shape.points() * width);
        for (raw, board) in raws.iter_mut().zip(boards) {
            for (channel, row) in raw.policy.iter_mut().enumerate() {
                copy_channel(board, width, channel, row);
            }
        }
        let (first, last) = &head.pass;
        let mut passes = first.run(isa, shape.batch, gathered, between, pass);
        if let Some(last) = last {
            passes = last.run(isa, shape.batch, passes, between, added);
        }
        let width = passes.len() / shape.batch;
        for (raw, row) in raws.iter_mut().zip(passes.chunks_exact(width)) {
            let n = raw.pass.len();
            raw.pass.copy_from_slice(&row[..n]);
        }
        self.tensors[0] = trunk;
    }

    fn run_value(&mut self, run: Run<'_>, head: &ValueHead, width: usize, raws: &mut [Raw]) {
        let Run { isa, shape, .. } = run;
        let trunk = take(&mut self.tensors[0]);
        let channels = head.conv.outputs();
        let out = self.out.first(shape.rows() * channels);
        let conv = &mut self.conv;
        let source = plain_source(&trunk, width);
        head.conv
            .run(isa, shape, conv, source, (out, channels), Put::Store);
        let normed = self.normed.first(shape.rows() * channels);
        head.norm.run(isa, shape.rows(), (out, channels), normed);
        let ownership_width = head.ownership.outputs();
        let ownership = self.out.first(shape.rows() * ownership_width);
        let to = (&mut ownership[..], ownership_width);
        head.ownership.run(
            isa,
            shape,
            conv,
            plain_source(normed, channels),
            to,
            Put::Store,
        );
        let boards = ownership.chunks_exact(shape.points() * ownership_width);
        for (raw, board) in raws.iter_mut().zip(boards) {
            copy_channel(board, ownership_width, 0, &mut raw.ownership);
        }
        let [hidden, gathered, between, value, score] = &mut self.rows;
        let gathered = gather_pooled(isa, shape, normed, channels, gathered);
        let offset = shape.offset();
        for pooled in gathered.chunks_exact_mut(3 * channels) {
            let (means, weighed) = pooled.split_at_mut(2 * channels);
            for (mean, out) in means.iter().zip(weighed) {
                *out = mean * (offset * offset * 0.01 - 0.1);
            }
        }
        let hidden = head.hidden.run(isa, shape.batch, gathered, between, hidden);
        write_rows(run, &head.value, hidden, between, value, raws, |raw| {
            &mut raw.value
        });
        write_rows(run, &head.score, hidden, between, score, raws, |raw| {
            &mut raw.score
        });
        self.tensors[0] = trunk;
    }
}

/// Runs a last layer and copies the outputs of each position to where they belong.
fn write_rows(
    run: Run<'_>,
    layer: &Dense,
    inputs: &[f32],
    between: &mut Numbers,
    out: &mut Numbers,
    raws: &mut [Raw],
    place: impl Fn(&mut Raw) -> &mut [f32],
) {
    let rows = layer.run(run.isa, run.shape.batch, inputs, between, out);
    for (raw, row) in raws.iter_mut().zip(rows.chunks_exact(layer.outputs())) {
        let to = place(raw);
        let n = to.len();
        to.copy_from_slice(&row[..n]);
    }
}

/// Picks the rows of the table that are to be added up at `point`; plane 0 is
/// in the base already.
fn pick(initial: &InitialConv, shape: Shape, input: &Input, point: usize, picked: &mut Vec<u32>) {
    picked.clear();
    for (tap, seen) in initial.taps(shape, point) {
        let mut planes = input.planes[seen] & !1 & ((1 << PLANES) - 1);
        while planes != 0 {
            picked.push((tap * PLANES) as u32 + planes.trailing_zeros());
            planes &= planes - 1;
        }
    }
}

fn plain_source(numbers: &[f32], stride: usize) -> Source<'_> {
    Source {
        numbers,
        stride,
        norm: None,
        biases: None,
    }
}

/// For each position the means of all channels, those weighed by the board's
/// size, and the greatest numbers.
fn gather_pooled<'a>(
    isa: Isa,
    shape: Shape,
    numbers: &[f32],
    channels: usize,
    out: &'a mut Numbers,
) -> &'a mut [f32] {
    let out = out.first(shape.batch * 3 * channels);
    let boards = numbers.chunks_exact(shape.points() * channels);
    for (row, board) in out.chunks_exact_mut(3 * channels).zip(boards) {
        let (means, rest) = row.split_at_mut(channels);
        let (weighed, maxima) = rest.split_at_mut(channels);
        pooled(isa, (board, channels), shape.points(), means, maxima);
        for (mean, weighed) in means.iter_mut().zip(weighed) {
            *mean /= shape.points() as f32;
            *weighed = *mean * shape.offset() * 0.1;
        }
    }
    out
}

fn copy_channel(board: &[f32], width: usize, channel: usize, to: &mut [f32]) {
    for (number, point) in to.iter_mut().zip(board.chunks_exact(width)) {
        *number = point[channel];
    }
}

fn vec_of_ones(row: &mut Numbers, len: usize) -> &[f32] {
    let row = row.first(len);
    row.fill(1.0);
    row
}

/// The sum of squares, added up in lanes so that it stays exact enough.
fn sum_of_squares(numbers: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for chunk in numbers.chunks_exact(16) {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number * number;
        }
    }
    sums.iter().sum()
}
