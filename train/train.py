"""Teaches a network what a teacher said: see README.md for how to call it.

The learning rate rises for a moment, stays, and falls to nothing in the last
part of the time. A run that was stopped goes on where it was when it is
started again with the same folder.
"""

import argparse
import copy
import json
import math
import os
import time
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from export import load
from losses import losses, total
from model import Network, grow
from optimizer import optimizers
from shards import Batch, Store

# How often a batch of some size is drawn: as the number of its positions times
# its points to this power, so that large boards have more of the time.
SIZE_POWER = 0.6

# Boards, as (height, width), that have positions enough to be looked at by themselves.
USUAL = ((9, 9), (13, 13), (19, 19))

WARM_UP = 100

# So much of the processor's time is between two checkpoints.
SAVE_CPU_SECONDS = 150


def main():
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    run = Run(args)
    run.train()


def arguments():
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Teaches a network.")
    parser.add_argument("run", type=Path, help="folder of the run, made or gone on with")
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of shards")
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument(
        "--grow", type=Path, help="checkpoint or file of a network, not larger, to start from"
    )
    parser.add_argument("--minutes", type=float, required=True, help="time of the run in all")
    parser.add_argument(
        "--fall", type=float, default=0.4, help="part of it in which the rate falls"
    )
    parser.add_argument("--rate", type=float, default=1.0, help="factor of all learning rates")
    parser.add_argument("--points", type=int, default=5000, help="of all boards of a batch")
    parser.add_argument(
        "--precision",
        type=lambda name: getattr(torch, name),
        default=torch.float32,
        help="what large convolutions multiply in: bfloat16 where the processor has it",
    )
    parser.add_argument("--compile", action="store_true", help="compile for the usual boards")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Run:
    """A run: the network, its average over the last steps, and how far it has come."""

    def __init__(self, args):
        self.args = args
        args.run.mkdir(parents=True, exist_ok=True)
        self.dice = np.random.default_rng(args.seed)
        self.store = Store(args.data, "train")
        self.held = Store(args.data, "held")
        self.network = Network(args.blocks, args.channels)
        if args.grow:
            grow(self.network, load(args.grow))
        self.network = self.network.to(memory_format=torch.channels_last)
        self.network.multiply_in(args.precision)
        self.average = copy.deepcopy(self.network)
        self.optimizers = optimizers(self.network, args.precision)
        self.compiled = torch.compile(lost, dynamic=False) if args.compile else lost
        self.step = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self.history = []
        self.recent = {}
        self.resume()

    def resume(self):
        """Goes on from the folder's checkpoint, if there is one."""
        path = self.args.run / "checkpoint.pt"
        if not path.exists():
            return
        saved = torch.load(path, weights_only=False)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        for optimizer, state in zip(self.optimizers, saved["optimizers"], strict=True):
            optimizer.load_state_dict(state)
        for name in ("step", "seconds", "cpu_seconds", "history"):
            setattr(self, name, saved[name])
        self.dice = np.random.default_rng(self.args.seed + self.step)

    def train(self):
        """Steps until the time is over, saving now and then."""
        last, last_cpu = time.monotonic(), time.process_time()
        saved = self.cpu_seconds
        with tqdm(
            total=round(self.args.minutes * 60), initial=round(self.seconds), unit="s"
        ) as bar:
            while self.seconds < self.args.minutes * 60:
                self.one_step()
                now, cpu = time.monotonic(), time.process_time()
                self.seconds += now - last
                self.cpu_seconds += cpu - last_cpu
                last, last_cpu = now, cpu
                bar.update(round(self.seconds) - bar.n)
                if self.cpu_seconds - saved > SAVE_CPU_SECONDS:
                    saved = self.cpu_seconds
                    self.store.refresh()
                    self.log(bar)
                    self.save()
        self.log(tqdm)
        self.save()

    def one_step(self):
        """Learns from one batch."""
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * self.rate()
        batch = draw(self.store, self.dice, self.args.points)
        # Other boards are so many, and so seldom, that compiling for each does not pay.
        is_usual = tuple(batch.planes.shape[2:]) in USUAL
        parts = (self.compiled if is_usual else lost)(self.network, seen(batch), batch)
        loss = total(parts)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.follow()
        for name, part in parts.items():
            self.recent.setdefault(name, []).append(part.item())

    def rate(self):
        """The factor of the learning rate now."""
        done = min(self.seconds / (self.args.minutes * 60), 1.0)
        falling = min((1 - done) / max(self.args.fall, 1e-6), 1.0)
        return self.args.rate * min(self.step / WARM_UP, 1.0) * falling

    def follow(self):
        """Moves the average a little towards the network."""
        keep = min(0.998, (1 + self.step) / (20 + self.step))
        with torch.no_grad():
            pairs = zip(self.average.parameters(), self.network.parameters(), strict=True)
            for slow, fast in pairs:
                slow.lerp_(fast, 1 - keep)

    def log(self, bar):
        """Notes the losses: the last ones of learning, and those of the positions held out."""
        entry = {"step": self.step, "seconds": self.seconds, "cpu_seconds": self.cpu_seconds}
        entry["positions"] = len(self.store)
        entry["train"] = {name: float(np.mean(parts)) for name, parts in self.recent.items()}
        self.held.refresh()
        held = held_batches(self.held)
        entry["held"] = {size: judge(self.average, batches) for size, batches in held.items()}
        self.recent = {}
        self.history.append(entry)
        (self.args.run / "history.json").write_text(json.dumps(self.history, indent=1))
        bar.write(line(entry))

    def save(self):
        """Writes a checkpoint, which is there whole or not at all."""
        path = self.args.run / "checkpoint.pt"
        state = {
            "shape": self.network.shape,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
        }
        for name in ("step", "seconds", "cpu_seconds", "history"):
            state[name] = getattr(self, name)
        torch.save(state, path.with_suffix(".part"))
        os.replace(path.with_suffix(".part"), path)


def lost(network, planes, batch):
    """The losses of a network on a batch."""
    return losses(network(planes, batch.globals), batch)


def seen(batch):
    """The planes, laid out as the processor likes them."""
    return batch.planes.contiguous(memory_format=torch.channels_last)


def draw(store, dice, n_points):
    """A batch of one size, turned at random; large boards come in fewer at once."""
    sizes = list(store.records)
    points = np.array([height * width for height, width in sizes])
    counts = np.array([len(store.records[size]) for size in sizes])
    weights = counts * points**SIZE_POWER
    i = dice.choice(len(sizes), p=weights / weights.sum())
    records = store.records[sizes[i]]
    chosen = dice.integers(len(records), size=max(8, n_points // int(points[i])))
    return Batch(sizes[i], records[chosen]).turned(int(dice.integers(8)))


def held_batches(store):
    """Some positions held out, by size: those most played, and the others together."""
    batches = {}
    for size, records in store.records.items():
        name = f"{size[1]}x{size[0]}" if size in USUAL else "odd"
        few = records[:: math.ceil(len(records) / 384)]
        batches.setdefault(name, []).append(Batch(size, few))
    return batches


def judge(network, batches):
    """The losses over held-out batches, with how often the first choice is the teacher's."""
    sums, n = {}, 0
    with torch.no_grad():
        for batch in batches:
            outputs = network(seen(batch), batch.globals)
            parts = {name: part.item() for name, part in losses(outputs, batch).items()}
            parts["agreement"] = agreement(outputs, batch)
            n_batch = len(batch.value)
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + part * n_batch
            n += n_batch
    return {name: part / n for name, part in sums.items()}


def agreement(outputs, batch):
    """How often the likeliest move is the teacher's likeliest."""
    own = torch.cat([outputs[0].flatten(1), outputs[1]], dim=1).argmax(dim=1)
    target = torch.cat([batch.policy.flatten(1), batch.passing], dim=1).argmax(dim=1)
    return (own == target).float().mean().item()


def line(entry):
    """An entry of the history for a person."""
    words = [f"{entry['seconds']:6.0f} s ({entry['cpu_seconds']:.0f} cpu) step {entry['step']}"]
    words.append(f"{entry['positions']} positions")
    for size, held in sorted(entry["held"].items()):
        names = ("policy", "value", "ownership", "lead", "agreement")
        words.append(f"{size}: " + " ".join(f"{name[:3]} {held[name]:.3f}" for name in names))
    return " | ".join(words)


if __name__ == "__main__":
    main()
