"""Writes a trained network as a file that KataGo and we read: version 8 of its format.

And reads it again, so that training can go on from a file alone.
"""

import argparse
import gzip
import sys
from pathlib import Path

import numpy as np
import torch

from model import GAIN_GLOBALS, GAIN_POOLED, GAIN_SCORE, Network, Ordinary
from shards import GLOBALS, PLANES

VERSION = 8

# Stands before the numbers of a layer.
MARK = b"@BIN@"


def main():
    parser = argparse.ArgumentParser(description="Writes a network file.")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--name", help="what the network calls itself")
    args = parser.parse_args()
    network = load(args.checkpoint)
    data = to_bytes(network, args.name or f"ponnuki-{network.name()}")
    args.file.write_bytes(data)
    print(f"{args.file}: {len(data)} bytes")


def load(path):
    """The network of a file, or the averaged one of a checkpoint, rounded as a file has it."""
    if path.name.endswith(".bin.gz"):
        return from_bytes(path.read_bytes())
    saved = torch.load(path, weights_only=False, map_location="cpu")
    network = Network(**saved["shape"])
    network.load_state_dict(saved["average"])
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(parameter.half().float())
    return network.eval()


def to_bytes(network, name):
    """The zipped file of a network: the same network is always the same bytes."""
    writer = Writer()
    whole(writer, network, name)
    return gzip.compress(bytes(writer.data), 9, mtime=0)


def from_bytes(data):
    """The network of a zipped file that `to_bytes` wrote."""
    data = gzip.decompress(data)
    name, version, _, _, _, blocks, channels, _ = data.split(b"\n", 7)
    if int(version) != VERSION:
        sys.exit(f"The file is of version {int(version)}, ours are of version {VERSION}.")
    network = Network(int(blocks), int(channels))
    reader = Reader(data)
    whole(reader, network, name.decode())
    if reader.place != len(data):
        sys.exit(f"The file has {len(data) - reader.place} bytes too many.")
    return network.eval()


class Layers:
    """Layers as words and weights, one after the other: written, or read into a network."""

    def conv(self, name, layer):
        """A convolution: the outputs are the fastest index of a file, the slowest here."""
        outputs, inputs, height, width = layer.weight.shape
        self.words(name, height, width, inputs, outputs, 1, 1)
        self.weights(layer.weight.permute(2, 3, 1, 0))

    def matmul(self, name, layer, gain=1):
        """A matrix without its bias, for inputs that are not made larger by `gain`."""
        outputs, inputs = layer.weight.shape
        self.words(name, inputs, outputs)
        self.weights(layer.weight.T, gain)

    def bias(self, name, layer):
        """The bias of a matrix."""
        self.words(name, len(layer.bias))
        self.weights(layer.bias)

    def norm_act(self, name, layer):
        """A norm with nothing to subtract, and ReLU, which version 8 does not name."""
        channels = layer.scale.numel()
        self.words(f"{name}/norm", channels, "1e-20", 1, 1)
        self.weights(torch.from_numpy(np.zeros(channels)))
        self.weights(torch.from_numpy(np.ones(channels)))
        self.weights(layer.scale.flatten())
        self.weights(layer.bias.flatten())
        self.words(f"{name}/act")


class Writer(Layers):
    """Adds them to the bytes of a file."""

    def __init__(self):
        self.data = bytearray()

    def words(self, *words):
        """Adds words, each on a line."""
        for word in words:
            self.data += f"{word}\n".encode()

    def weights(self, tensor, gain=1):
        """Adds numbers, the last index fastest."""
        numbers = (gain * tensor).detach().contiguous().numpy().astype("<f4")
        self.data += MARK + numbers.tobytes() + b"\n"


class Reader(Layers):
    """Takes them from the bytes of a file, which must be of a network of the same shape."""

    def __init__(self, data):
        self.data = data
        self.place = 0

    def words(self, *words):
        """Passes over words that must be there."""
        for word in words:
            self.skip(f"{word}\n".encode())

    def weights(self, tensor, gain=1):
        """Fills a tensor with the numbers that come next."""
        self.skip(MARK)
        end = self.place + 4 * tensor.numel()
        numbers = np.frombuffer(self.data[self.place : end], "<f4").reshape(tensor.shape)
        with torch.no_grad():
            tensor.copy_(torch.from_numpy(numbers / gain))
        self.place = end
        self.skip(b"\n")

    def skip(self, expected):
        """Passes over bytes that must be there."""
        found = self.data[self.place : self.place + len(expected)]
        if found != expected:
            sys.exit(f"The file is not of our own: {found!r} where {expected!r} should be.")
        self.place += len(expected)


def whole(layers, network, name):
    """A network from its name to its last weight."""
    layers.words(name, VERSION, PLANES, GLOBALS)
    trunk(layers, network)
    policy_head(layers, network.policy)
    value_head(layers, network.value)


def trunk(layers, network):
    """From the inputs to what both heads see."""
    channels = network.shape["channels"]
    pooled = channels // 4
    layers.words("trunk", len(network.blocks), channels)
    layers.words(channels, channels - pooled, pooled, pooled)
    layers.conv("initial/conv", network.initial_conv)
    layers.matmul("initial/globals", network.initial_matmul, GAIN_GLOBALS)
    for i, layer in enumerate(network.blocks):
        block(layers, f"block{i}", layer)
    layers.norm_act("tip", network.tip)


def block(layers, name, layer):
    """A residual block."""
    is_ordinary = isinstance(layer, Ordinary)
    layers.words("ordinary_block" if is_ordinary else "gpool_block", name)
    layers.norm_act(f"{name}/pre", layer.pre)
    layers.conv(f"{name}/first", layer.first)
    if not is_ordinary:
        layers.conv(f"{name}/pooled", layer.pooled)
        layers.norm_act(f"{name}/pooled", layer.pooled_norm)
        layers.matmul(f"{name}/to_bias", layer.to_bias)
    layers.norm_act(f"{name}/mid", layer.mid)
    layers.conv(f"{name}/second", layer.second)


def policy_head(layers, head):
    """Where to play."""
    layers.words("policy")
    layers.conv("policy/points", head.point_conv)
    layers.conv("policy/pooled", head.pooled_conv)
    layers.norm_act("policy/pooled", head.pooled_norm)
    layers.matmul("policy/to_bias", head.to_bias)
    layers.norm_act("policy/points", head.point_norm)
    layers.conv("policy/out", head.out)
    layers.matmul("policy/pass", head.passing)


def value_head(layers, head):
    """Who wins, by how much, and whose the points will be."""
    layers.words("value")
    layers.conv("value/conv", head.conv)
    layers.norm_act("value/conv", head.norm)
    layers.matmul("value/hidden", head.hidden, GAIN_POOLED)
    layers.bias("value/hidden_bias", head.hidden)
    layers.words("value/hidden_act")
    layers.matmul("value/value", head.value)
    layers.bias("value/value_bias", head.value)
    layers.matmul("value/score", head.score, GAIN_SCORE)
    layers.bias("value/score_bias", head.score)
    layers.conv("value/ownership", head.ownership)


if __name__ == "__main__":
    main()
