"""The network: KataGo's version 8, as small as is wanted.

There is no batch normalization: every norm is a scale and a bias that are
learnt, which a file writes as a norm with mean 0 and variance 1. Batches of
boards of different sizes would not agree about statistics anyway.
"""

import torch
from torch import nn
from torch.nn import functional

from shards import GLOBALS, PLANES

# What goes into these matrices is made larger first, and the weights in the file
# are larger by as much instead: a point of komi, or of the sum over a whole
# board, is little beside a stone, and would be learnt late. Powers of two are
# exact.
GAIN_GLOBALS = 4
GAIN_POOLED = 8
GAIN_SCORE = 4


class NormAct(nn.Module):
    """A scale and a bias for each channel, then ReLU."""

    def __init__(self, channels, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.full((1, channels, 1, 1), scale))
        self.bias = nn.Parameter(torch.zeros(1, channels, 1, 1))

    def forward(self, x):
        return functional.relu(torch.addcmul(self.bias, x, self.scale))


class Conv(nn.Conv2d):
    """A convolution without bias that keeps the size of the board."""

    # What it multiplies in. The weights are float32 in any case, and what is added up is too
    # before it is rounded.
    precision = torch.float32

    def forward(self, x):
        weight = self.weight.to(self.precision)
        return functional.conv2d(x.to(self.precision), weight, padding=self.padding)


def conv(inputs, outputs, side, gain=1.0):
    """A convolution with weights to start from."""
    layer = Conv(inputs, outputs, side, padding=side // 2, bias=False)
    nn.init.normal_(layer.weight, std=gain * (2 / (inputs * side * side)) ** 0.5)
    return layer


def matmul(inputs, outputs, gain=1.0, bias=False):
    """A matrix, with or without a bias."""
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.normal_(layer.weight, std=gain * inputs**-0.5)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def width_of(x):
    """The root of the number of points, as networks know it: 14 is 0."""
    return ((x.shape[2] * x.shape[3]) ** 0.5 - 14) * 0.1


def pool(x):
    """What is seen anywhere: the mean, the mean by the board's width, the maximum."""
    mean = x.mean(dim=(2, 3))
    return torch.cat([mean, mean * width_of(x), x.amax(dim=(2, 3))], dim=1)


def pool_value(x):
    """What the value head sees of the whole board: the mean in three ways."""
    mean, width = x.mean(dim=(2, 3)), width_of(x)
    return torch.cat([mean, mean * width, mean * (width**2 - 0.1)], dim=1)


class Ordinary(nn.Module):
    """Two convolutions."""

    def __init__(self, channels, gain):
        super().__init__()
        self.pre = NormAct(channels)
        self.first = conv(channels, channels, 3)
        self.mid = NormAct(channels)
        self.second = conv(channels, channels, 3, gain)

    def forward(self, x):
        return x + self.second(self.mid(self.first(self.pre(x))))


class Pooling(nn.Module):
    """Two convolutions, with what is seen anywhere on the board added in between."""

    def __init__(self, channels, gain):
        super().__init__()
        pooled = channels // 4
        regular = channels - pooled
        self.pre = NormAct(channels)
        self.first = conv(channels, regular, 3)
        self.pooled = conv(channels, pooled, 3)
        self.pooled_norm = NormAct(pooled)
        self.to_bias = matmul(3 * pooled, regular, 0.5)
        self.mid = NormAct(regular)
        self.second = conv(regular, channels, 3, gain)

    def forward(self, x):
        seen = self.pre(x)
        bias = self.to_bias(pool(self.pooled_norm(self.pooled(seen))))
        return x + self.second(self.mid(self.first(seen) + bias[:, :, None, None]))


class PolicyHead(nn.Module):
    """Where to play."""

    def __init__(self, channels, inner):
        super().__init__()
        self.point_conv = conv(channels, inner, 1)
        self.pooled_conv = conv(channels, inner, 1)
        self.pooled_norm = NormAct(inner)
        self.to_bias = matmul(3 * inner, inner, 0.5)
        self.point_norm = NormAct(inner)
        self.out = conv(inner, 1, 1, 0.3)
        self.passing = matmul(3 * inner, 1, 0.3)

    def forward(self, tip):
        pooled = pool(self.pooled_norm(self.pooled_conv(tip)))
        points = self.point_conv(tip) + self.to_bias(pooled)[:, :, None, None]
        return self.out(self.point_norm(points)), self.passing(pooled)


class ValueHead(nn.Module):
    """Who wins, by how much, and whose the points will be."""

    def __init__(self, channels, inner, hidden):
        super().__init__()
        self.conv = conv(channels, inner, 1)
        self.norm = NormAct(inner)
        self.hidden = matmul(3 * inner, hidden, 0.3, bias=True)
        self.value = matmul(hidden, 3, 0.5, bias=True)
        self.score = matmul(hidden, 4, 0.1, bias=True)
        self.ownership = conv(inner, 1, 1, 0.3)

    def forward(self, tip):
        seen = self.norm(self.conv(tip))
        hidden = functional.relu(self.hidden(GAIN_POOLED * pool_value(seen)))
        return self.value(hidden), self.score(GAIN_SCORE * hidden), self.ownership(seen)


class Network(nn.Module):
    """A trunk of residual blocks, and two heads."""

    def __init__(self, blocks, channels, inner=32, hidden=64):
        super().__init__()
        self.shape = {"blocks": blocks, "channels": channels, "inner": inner, "hidden": hidden}
        gain = 0.5 * blocks**-0.5
        self.initial_conv = conv(PLANES, channels, 3)
        self.initial_matmul = matmul(GLOBALS, channels, 0.3)
        kinds = [Pooling if is_pooling(i, blocks) else Ordinary for i in range(blocks)]
        self.blocks = nn.ModuleList(kind(channels, gain) for kind in kinds)
        self.tip = NormAct(channels)
        self.policy = PolicyHead(channels, inner)
        self.value = ValueHead(channels, inner, hidden)

    def forward(self, planes, numbers):
        """Logits of points and of a pass, of the value, the score, the ownership."""
        biases = self.initial_matmul(GAIN_GLOBALS * numbers)
        x = self.initial_conv(planes) + biases[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        tip = self.tip(x)
        return *self.policy(tip), *self.value(tip)

    def multiply_in(self, precision):
        """Lets the large convolutions multiply in a precision; the heads, the norms and what
        is added up from block to block are float32."""
        for module in self.modules():
            if isinstance(module, Conv) and module.kernel_size != (1, 1):
                module.precision = precision

    def name(self):
        """What it is called: its blocks and channels."""
        return f"b{self.shape['blocks']}c{self.shape['channels']}"


def is_pooling(i, blocks):
    """Whether the block with index `i` pools: every other one, the first not."""
    return i % 2 == 1 and i < blocks


def grow(large, small):
    """Makes `large` say what `small` says, with room to learn more.

    What `small` knows is copied; what is new hears everything, but nothing listens to it
    yet. Blocks are added at the end, and add nothing at first. Both have the same heads.
    """
    old = small.state_dict()
    with torch.no_grad():
        for name, parameter in large.named_parameters():
            if name in old:
                copy_corner(parameter, old[name], name)
        for block in large.blocks[len(small.blocks) :]:
            block.second.weight.zero_()


def copy_corner(large, small, name):
    """Copies a layer into the first outputs and inputs of a larger one."""
    if name.endswith(("scale", "bias")):
        large[tuple(slice(n) for n in small.shape)] = small
        return
    # What is pooled comes in three ways, one after the other.
    n_ways = 3 if name.endswith("to_bias.weight") or name == "policy.passing.weight" else 1
    outputs, inputs = small.shape[0], small.shape[1] // n_ways
    ways = large.view(large.shape[0], n_ways, -1, *large.shape[2:])
    ways[:outputs, :, inputs:] = 0
    ways[:outputs, :, :inputs] = small.view(outputs, n_ways, inputs, *small.shape[2:])
