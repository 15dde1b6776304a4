"""Labelled positions from the files that `ponnuki-train label` makes.

`src/shard.rs` tells what a file is; the two must agree.
"""

from pathlib import Path

import numpy as np
import torch

MAGIC = b"PNKI\x01"
HEAD = len(MAGIC) + 3
PLANES = 22
GLOBALS = 19


def record(n_points):
    """The layout of one labelled position of a board of `n_points`."""
    return np.dtype(
        [
            ("game", "<u4"),
            ("planes", "u1", (n_points, 3)),
            ("globals", "<f4", (GLOBALS,)),
            ("policy", "<u2", (n_points + 1,)),
            ("value", "<f4", (3,)),
            ("score", "<f4", (4,)),
            ("ownership", "i1", (n_points,)),
        ]
    )


def read(path):
    """The size, as (height, width), and the records of a file."""
    data = Path(path).read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError(f"{path} holds no labelled positions")
    width, height = data[len(MAGIC)], data[len(MAGIC) + 1]
    return (height, width), np.frombuffer(data, record(width * height), offset=HEAD)


class Store:
    """All records of one part of some folders, by size; it can be asked for new files."""

    def __init__(self, folders, part):
        self.folders = [Path(folder) for folder in folders]
        self.part = part
        self.seen = set()
        self.records = {}
        self.refresh()

    def refresh(self):
        """Reads the files that were not there before."""
        paths = (path for folder in self.folders for path in folder.glob(f"{self.part}-*.shard"))
        new = {}
        for path in sorted(set(paths) - self.seen):
            self.seen.add(path)
            size, records = read(path)
            new.setdefault(size, []).append(records)
        for size, parts in new.items():
            known = [self.records[size]] if size in self.records else []
            self.records[size] = np.concatenate(known + parts)

    def __len__(self):
        return sum(len(records) for records in self.records.values())


class Batch:
    """Positions of one size as tensors, inputs and targets."""

    def __init__(self, size, records):
        height, width = size
        n = len(records)
        bits = np.unpackbits(records["planes"], axis=2, bitorder="little")[:, :, :PLANES]
        planes = np.ascontiguousarray(bits.transpose(0, 2, 1)).astype(np.float32)
        self.planes = torch.from_numpy(planes).view(n, PLANES, height, width)
        self.globals = torch.from_numpy(records["globals"].copy())
        policy = torch.from_numpy(records["policy"].astype(np.float32) / 65535)
        policy = policy / policy.sum(dim=1, keepdim=True).clamp(min=1e-6)
        self.policy = policy[:, :-1].reshape(n, 1, height, width)
        self.passing = policy[:, -1:]
        self.value = torch.from_numpy(records["value"].copy())
        self.score = torch.from_numpy(records["score"].copy())
        ownership = records["ownership"].astype(np.float32) / 127
        self.ownership = torch.from_numpy(ownership).view(n, 1, height, width)

    def turned(self, symmetry):
        """The same, turned and mirrored: one of eight ways, of four if not square."""
        is_square = self.planes.shape[2] == self.planes.shape[3]
        for name in ("planes", "policy", "ownership"):
            setattr(self, name, turn(getattr(self, name), symmetry, is_square))
        return self


def turn(boards, symmetry, is_square):
    """Boards upside down (1), mirrored (2), then with columns and rows swapped (4)."""
    axes = [axis for bit, axis in ((1, 2), (2, 3)) if symmetry & bit]
    if axes:
        boards = torch.flip(boards, axes)
    if symmetry & 4 and is_square:
        boards = boards.transpose(2, 3)
    return boards.contiguous()
