"""Draws how the losses of one or more runs fell."""

import argparse
import json
from pathlib import Path

import matplotlib.pyplot as plt

SHOWN = ("policy", "agreement", "value", "ownership", "lead", "stdev")


def main():
    parser = argparse.ArgumentParser(description="Draws the losses of runs.")
    parser.add_argument("picture", type=Path, help="the PNG to write")
    parser.add_argument("runs", type=Path, nargs="+", help="folders of runs")
    args = parser.parse_args()
    figure, axes = plt.subplots(2, 3, figsize=(12, 7), layout="constrained")
    for name, axis in zip(SHOWN, axes.flat, strict=True):
        for run in args.runs:
            draw(axis, run, name)
        axis.set_title(name)
        axis.set_xlabel("minutes of one core")
        axis.grid(alpha=0.3)
    axes.flat[0].legend(fontsize="small")
    figure.savefig(args.picture, dpi=100)


def draw(axis, run, name):
    """One line for each size of board."""
    history = json.loads((run / "history.json").read_text())
    sizes = sorted({size for entry in history for size in entry["held"]})
    for size in sizes:
        entries = [entry for entry in history if size in entry["held"]]
        minutes = [entry["cpu_seconds"] / 60 for entry in entries]
        losses = [entry["held"][size][name] for entry in entries]
        axis.plot(minutes, losses, label=f"{run.name}, {size}")


if __name__ == "__main__":
    main()
