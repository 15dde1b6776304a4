"""How weights are changed: convolutions and matrices orthogonally, the rest by Adam."""

import torch
from torch import nn


def optimizers(network, precision=torch.float32):
    """The optimizers of a network; each group has its highest rate under `peak`.

    What is made orthogonal is only nearly so, and `precision` may be as rough.
    """
    matrices, vectors = [], []
    for module in network.modules():
        is_inner = isinstance(module, nn.Conv2d | nn.Linear) and module.weight.shape[0] > 4
        for parameter in module.parameters(recurse=False):
            (matrices if is_inner and parameter.dim() > 1 else vectors).append(parameter)
    adam = torch.optim.AdamW(vectors, lr=0.0, betas=(0.9, 0.98), weight_decay=0.0)
    adam.param_groups[0]["peak"] = 0.003
    muon = Orthogonal(matrices, decay=0.01, precision=precision)
    muon.param_groups[0]["peak"] = 0.02
    return [muon, adam]


class Orthogonal(torch.optim.Optimizer):
    """Steps that change all directions of a matrix alike, however steep they are.

    The momentum of the gradient is made nearly orthogonal by a few
    Newton–Schulz iterations, which is known as Muon.
    """

    def __init__(self, parameters, decay, precision):
        super().__init__(parameters, {"lr": 0.0, "momentum": 0.95, "decay": decay, "peak": 0.0})
        self.precision = precision

    @torch.no_grad()
    def step(self):
        """Changes the weights once."""
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    self.change(parameter, group)

    def change(self, parameter, group):
        """Changes one matrix, a convolution being one row for each output."""
        state = self.state[parameter]
        if "mean" not in state:
            state["mean"] = torch.zeros_like(parameter)
        mean = state["mean"].lerp_(parameter.grad, 1 - group["momentum"])
        wanted = parameter.grad.lerp(mean, group["momentum"])
        flat = orthogonal(wanted.flatten(1).to(self.precision)).to(parameter.dtype)
        scale = max(1.0, flat.shape[0] / flat.shape[1]) ** 0.5
        parameter.mul_(1 - group["lr"] * group["decay"])
        parameter.add_(flat.view(parameter.shape), alpha=-group["lr"] * scale)


def orthogonal(matrix, steps=5):
    """A matrix with the same directions and all singular values near 1."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrix / (matrix.norm() + 1e-7)
    is_tall = x.shape[0] > x.shape[1]
    x = x.T if is_tall else x
    for _ in range(steps):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return x.T if is_tall else x
