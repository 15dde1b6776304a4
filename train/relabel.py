"""Labels positions anew with a larger teacher, in large batches.

`ponnuki-train label` plays and labels with one network at a time. Where a processor multiplies
matrices of bfloat16 in hardware it is faster to let it play with a small network, and to ask the
large one here about the positions that this made: their inputs stay, what is said of them changes.
"""

import argparse
import gzip
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from losses import read_score
from model import pool, pool_value
from shards import HEAD, PLANES, Batch, read

VERSION = 8

# Points of all boards of a batch.
POINTS = 12000

# Where an input tells that long cycles are forbidden, or that territory is scored.
KO_IS_SUPER = 6
IS_TERRITORY = 9


def main():
    parser = argparse.ArgumentParser(description="Labels positions anew.")
    parser.add_argument("teacher", type=Path, help="a network file of version 8")
    parser.add_argument("source", type=Path, help="folder of shards")
    parser.add_argument("target", type=Path, help="folder for the same shards with other labels")
    parser.add_argument("--precision", default="bfloat16", help="what convolutions multiply in")
    parser.add_argument("--minutes", type=float, default=1e9, help="when to stop at the latest")
    args = parser.parse_args()
    torch.set_num_threads(1)
    teacher = Teacher(args.teacher.read_bytes(), getattr(torch, args.precision))
    args.target.mkdir(parents=True, exist_ok=True)
    began, n_done = time.monotonic(), 0
    for path in sorted(args.source.glob("*.shard"), key=number_of):
        target = args.target / path.name
        if target.exists():
            continue
        if time.monotonic() - began > 60 * args.minutes:
            break
        n_done += relabel(teacher, path, target)
        print(f"{path.name}: {n_done}, {n_done / (time.monotonic() - began):.1f} a second")


def number_of(path):
    """The number of a shard, which tells when it was made."""
    return int(path.stem.rsplit("-", 1)[1])


def relabel(teacher, path, target):
    """Writes a shard with what `teacher` says of its positions; returns how many they are."""
    size, records = read(path)
    records = records.copy()
    n = max(1, POINTS // (size[0] * size[1]))
    for first in range(0, len(records), n):
        label(teacher, size, records[first : first + n])
    part = target.with_suffix(".part")
    part.write_bytes(path.read_bytes()[:HEAD] + records.tobytes())
    os.replace(part, target)
    return len(records)


def label(teacher, size, records):
    """Changes the labels of some records."""
    batch = Batch(size, records)
    planes = batch.planes.contiguous(memory_format=torch.channels_last)
    with torch.no_grad():
        points, passing, value, score, ownership = teacher(planes, batch.globals)
    stones = (batch.planes[:, 1:2] + batch.planes[:, 2:3]) > 0
    points = points.masked_fill(stones, -1e9).flatten(1)
    policy = torch.softmax(torch.cat([points, passing], dim=1), dim=1)
    has_no_result = (batch.globals[:, KO_IS_SUPER] == 0) | (batch.globals[:, IS_TERRITORY] == 1)
    value[~has_no_result, 2] = -1e9
    records["policy"] = np.rint(65535 * policy.numpy())
    records["value"] = torch.softmax(value, dim=1).numpy()
    records["score"] = torch.stack(read_score(score), dim=1).numpy()
    records["ownership"] = np.rint(127 * torch.tanh(ownership).flatten(1).numpy())


class Teacher:
    """A network of any size of version 8, for asking only.

    Its layers are kept in the order of the file, and taken in that order.
    """

    def __init__(self, data, precision):
        self.precision = precision
        self.stream = Stream(gzip.decompress(data))
        _, version, planes, _ = self.stream.words(4)
        if (version, planes) != (b"%d" % VERSION, b"%d" % PLANES):
            sys.exit(f"The teacher is of version {int(version)}, not {VERSION}.")
        n_blocks = int(self.stream.words(7)[1])
        self.initial = self.conv(), self.matmul()
        self.blocks = [self.block() for _ in range(n_blocks)]
        self.tip = self.norm()
        self.stream.words(1)
        self.policy = self.conv(), self.conv(), self.norm(), self.matmul(), self.norm()
        self.policy_out = self.conv(), self.matmul()
        self.stream.words(1)
        self.value = self.conv(), self.norm(), self.dense()
        self.stream.words(1)
        self.value_out = self.dense(), self.dense(), self.conv()
        del self.stream

    def block(self):
        """The layers of a block: five, or six with what is pooled."""
        kind, _ = self.stream.words(2)
        before, first = self.norm(), self.conv()
        if kind == b"ordinary_block":
            return before, first, None, self.norm(), self.conv()
        pooled = self.conv(), self.norm(), self.matmul()
        return before, first, pooled, self.norm(), self.conv()

    def conv(self):
        """The weights of a convolution, large ones as they are multiplied."""
        _, height, width, inputs, outputs, _, _ = self.stream.words(7)
        weight = self.stream.numbers(int(height), int(width), int(inputs), int(outputs))
        weight = weight.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
        return weight.to(self.precision) if int(height) > 1 else weight

    def matmul(self):
        """The weights of a matrix."""
        _, inputs, outputs = self.stream.words(3)
        return self.stream.numbers(int(inputs), int(outputs))

    def dense(self):
        """The weights and the bias of a matrix."""
        weight = self.matmul()
        _, n = self.stream.words(2)
        return weight, self.stream.numbers(int(n))

    def norm(self):
        """The scale and the bias of a norm and its activation."""
        _, channels, epsilon, has_scale, has_bias = self.stream.words(5)
        mean, variance = self.stream.numbers(int(channels)), self.stream.numbers(int(channels))
        scale = self.stream.numbers(int(channels)) if has_scale == b"1" else torch.ones(())
        scale = scale / (variance + float(epsilon)).sqrt()
        bias = self.stream.numbers(int(channels)) if has_bias == b"1" else torch.zeros(())
        self.stream.words(1)
        return scale.view(1, -1, 1, 1), (bias - mean * scale).view(1, -1, 1, 1)

    def __call__(self, planes, numbers):
        """Logits of points and of a pass, of the value, the score, the ownership."""
        weight, matrix = self.initial
        x = apply_conv(planes, weight).float() + (numbers @ matrix)[:, :, None, None]
        for before, first, pooled, mid, second in self.blocks:
            seen = apply_norm(x, before).to(self.precision)
            inner = apply_conv(seen, first)
            if pooled:
                weight, norm, matrix = pooled
                bias = pool(apply_norm(apply_conv(seen, weight), norm)) @ matrix
                inner = inner + bias[:, :, None, None]
            x = x + apply_conv(apply_norm(inner, mid), second)
        tip = apply_norm(x, self.tip)
        return *self.policy_head(tip), *self.value_head(tip)

    def policy_head(self, tip):
        """Where to play."""
        points, pooled, pooled_norm, matrix, norm = self.policy
        seen = pool(apply_norm(apply_conv(tip, pooled), pooled_norm))
        points = apply_conv(tip, points) + (seen @ matrix)[:, :, None, None]
        return apply_conv(apply_norm(points, norm), self.policy_out[0]), seen @ self.policy_out[1]

    def value_head(self, tip):
        """Who wins, by how much, and whose the points will be."""
        conv, norm, (weight, bias) = self.value
        seen = apply_norm(apply_conv(tip, conv), norm)
        hidden = functional.relu(pool_value(seen) @ weight + bias)
        value, score, ownership = self.value_out
        return (
            hidden @ value[0] + value[1],
            hidden @ score[0] + score[1],
            apply_conv(seen, ownership),
        )


def apply_conv(x, weight):
    """A convolution in the precision of its weights."""
    return functional.conv2d(x.to(weight.dtype), weight, padding=weight.shape[2] // 2)


def apply_norm(x, norm):
    """A scale and a bias for each channel in float32, then ReLU."""
    scale, bias = norm
    return functional.relu(torch.addcmul(bias, x.float(), scale))


class Stream:
    """The words and numbers of a file, one after the other."""

    def __init__(self, data):
        self.data = data
        self.place = 0

    def words(self, n):
        """The next words."""
        words = self.data[self.place :][:4096].split(None, n)[:n]
        for word in words:
            self.place = self.data.index(word, self.place) + len(word)
        return words

    def numbers(self, *shape):
        """The next numbers, the last index fastest."""
        first = self.data.index(b"@BIN@", self.place) + 5
        self.place = first + 4 * int(np.prod(shape))
        numbers = np.frombuffer(self.data[first : self.place], "<f4")
        return torch.from_numpy(numbers.copy()).view(shape)


if __name__ == "__main__":
    main()
