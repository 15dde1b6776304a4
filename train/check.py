"""Checks that a network file says what the trained network says.

`ponnuki-train outputs` runs the file on the positions of some shards; the
network itself is run on the same, and the largest difference is told.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from export import load, to_bytes
from shards import Batch, read

# The two add up the same numbers in other orders.
DIFFERENCE_MAX = 1e-4


def main():
    parser = argparse.ArgumentParser(description="Compares a network with its file.")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("shards", type=Path, nargs="+")
    parser.add_argument("--tool", default="ponnuki-train", help="the program that runs the file")
    args = parser.parse_args()
    network = load(args.checkpoint)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.bin.gz"
        file.write_bytes(to_bytes(network, "check"))
        for shard in args.shards:
            difference = compare(network, file, shard, args.tool)
            print(f"{shard}: {difference:.2e}")
            worst = max(worst, difference)
    sys.exit(0 if worst <= DIFFERENCE_MAX else 1)


def compare(network, file, shard, tool):
    """The largest difference of any output on the positions of a shard, relative to
    outputs larger than 1."""
    size, records = read(shard)
    run = subprocess.run([tool, "outputs", file, shard], check=True, stdout=subprocess.PIPE)
    theirs = np.frombuffer(run.stdout, "<f4").reshape(len(records), -1)
    batch = Batch(size, records)
    with torch.no_grad():
        points, passing, value, score, ownership = network(batch.planes, batch.globals)
    parts = (points.flatten(1), passing, value, score, ownership.flatten(1))
    ours = torch.cat(parts, dim=1).numpy()
    return float((np.abs(ours - theirs) / np.maximum(1, np.abs(ours))).max())


if __name__ == "__main__":
    main()
