"""How far a network is from what its teacher says."""

import torch
from torch.nn import functional

# How much each counts. Scores are in points: being off by two is about as
# bad as a policy that is off by a tenth of a nat.
WEIGHTS = {
    "policy": 1.0,
    "value": 1.5,
    "ownership": 2.5,
    "score": 0.04,
    "stdev": 0.01,
    "lead": 0.05,
    "time": 0.001,
}

# What raw outputs are to be multiplied with, as version 8 has it.
MULTIPLIERS = (20.0, 20.0, 20.0, 40.0)


def losses(outputs, batch):
    """Each loss by its name, averaged over the batch; cross entropies without the
    teacher's own entropy, so that 0 is perfect."""
    points, passing, value, score, ownership = outputs
    logits = torch.cat([points.flatten(1), passing], dim=1)
    target = torch.cat([batch.policy.flatten(1), batch.passing], dim=1)
    mean, stdev, lead, time = read_score(score)
    likely = (batch.ownership + 1) / 2
    owned = functional.binary_cross_entropy_with_logits(2 * ownership, likely)
    return {
        "policy": divergence(logits, target),
        "value": divergence(value, batch.value),
        "ownership": owned - binary_entropy(likely),
        "score": functional.smooth_l1_loss(mean, batch.score[:, 0], beta=4),
        "stdev": functional.smooth_l1_loss(stdev, batch.score[:, 1], beta=4),
        "lead": functional.smooth_l1_loss(lead, batch.score[:, 2], beta=4),
        "time": functional.smooth_l1_loss(time, batch.score[:, 3], beta=4),
    }


def total(parts):
    """The one number to make small."""
    return sum(WEIGHTS[name] * loss for name, loss in parts.items())


def read_score(score):
    """Mean, deviation, lead and time left, in points and moves."""
    mean, stdev, lead, time = score.unbind(dim=1)
    parts = (mean, functional.softplus(stdev), lead, functional.softplus(time))
    return [part * multiplier for part, multiplier in zip(parts, MULTIPLIERS, strict=True)]


def divergence(logits, target):
    """How much is lost by believing the softmax of `logits` instead of `target`."""
    own = torch.xlogy(target, target).sum(dim=1)
    return (own - (target * functional.log_softmax(logits, dim=1)).sum(dim=1)).mean()


def binary_entropy(likely):
    """The entropy of a coin, averaged."""
    return -(torch.xlogy(likely, likely) + torch.xlogy(1 - likely, 1 - likely)).mean()
