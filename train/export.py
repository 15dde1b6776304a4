"""Writes a trained network as a file that KataGo and we read: version 8 of its format."""

import argparse
import gzip
from pathlib import Path

import numpy as np
import torch

from model import GAIN_GLOBALS, GAIN_POOLED, GAIN_SCORE, Network, Ordinary

VERSION = 8


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


def load(checkpoint):
    """The averaged network of a checkpoint, its weights rounded as the file has them."""
    saved = torch.load(checkpoint, weights_only=False, map_location="cpu")
    network = Network(**saved["shape"])
    network.load_state_dict(saved["average"])
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(parameter.half().float())
    return network.eval()


def to_bytes(network, name):
    """The zipped file of a network: the same network is always the same bytes."""
    writer = Writer()
    writer.words(name, VERSION, 22, 19)
    trunk(writer, network)
    policy_head(writer, network.policy)
    value_head(writer, network.value)
    return gzip.compress(bytes(writer.data), 9, mtime=0)


class Writer:
    """Layers as words and weights, one after the other."""

    def __init__(self):
        self.data = bytearray()

    def words(self, *words):
        """Adds words, each on a line."""
        for word in words:
            self.data += f"{word}\n".encode()

    def weights(self, tensor):
        """Adds numbers, the last index fastest."""
        numbers = tensor.detach().contiguous().numpy().astype("<f4")
        self.data += b"@BIN@" + numbers.tobytes() + b"\n"

    def conv(self, name, layer):
        """A convolution: the outputs are the fastest index of a file, the slowest here."""
        outputs, inputs, height, width = layer.weight.shape
        self.words(name, height, width, inputs, outputs, 1, 1)
        self.weights(layer.weight.permute(2, 3, 1, 0))

    def matmul(self, name, layer, gain=1):
        """A matrix without its bias, for inputs that are not made larger by `gain`."""
        outputs, inputs = layer.weight.shape
        self.words(name, inputs, outputs)
        self.weights(gain * layer.weight.T)

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


def trunk(writer, network):
    """From the inputs to what both heads see."""
    channels = network.shape["channels"]
    pooled = channels // 4
    writer.words("trunk", len(network.blocks), channels)
    writer.words(channels, channels - pooled, pooled, pooled)
    writer.conv("initial/conv", network.initial_conv)
    writer.matmul("initial/globals", network.initial_matmul, GAIN_GLOBALS)
    for i, layer in enumerate(network.blocks):
        block(writer, f"block{i}", layer)
    writer.norm_act("tip", network.tip)


def block(writer, name, layer):
    """A residual block."""
    is_ordinary = isinstance(layer, Ordinary)
    writer.words("ordinary_block" if is_ordinary else "gpool_block", name)
    writer.norm_act(f"{name}/pre", layer.pre)
    writer.conv(f"{name}/first", layer.first)
    if not is_ordinary:
        writer.conv(f"{name}/pooled", layer.pooled)
        writer.norm_act(f"{name}/pooled", layer.pooled_norm)
        writer.matmul(f"{name}/to_bias", layer.to_bias)
    writer.norm_act(f"{name}/mid", layer.mid)
    writer.conv(f"{name}/second", layer.second)


def policy_head(writer, head):
    """Where to play."""
    writer.words("policy")
    writer.conv("policy/points", head.point_conv)
    writer.conv("policy/pooled", head.pooled_conv)
    writer.norm_act("policy/pooled", head.pooled_norm)
    writer.matmul("policy/to_bias", head.to_bias)
    writer.norm_act("policy/points", head.point_norm)
    writer.conv("policy/out", head.out)
    writer.matmul("policy/pass", head.passing)


def value_head(writer, head):
    """Who wins, by how much, and whose the points will be."""
    writer.words("value")
    writer.conv("value/conv", head.conv)
    writer.norm_act("value/conv", head.norm)
    writer.matmul("value/hidden", head.hidden, GAIN_POOLED)
    writer.bias("value/hidden_bias", head.hidden)
    writer.words("value/hidden_act")
    writer.matmul("value/value", head.value)
    writer.bias("value/value_bias", head.value)
    writer.matmul("value/score", head.score, GAIN_SCORE)
    writer.bias("value/score_bias", head.score)
    writer.conv("value/ownership", head.ownership)


if __name__ == "__main__":
    main()
