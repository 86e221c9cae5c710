"""Trains a network with Batch by playing with itself, and plays it in a tournament in Rust: needs torch."""

import sys

import numpy as np
import torch

import threehand

GAME = threehand.Game("9-2-5")
PLACES, ROUNDS = 256, int(sys.argv[1]) if len(sys.argv) > 1 else 200
INPUTS = len(threehand.PLANES) * 52

torch.manual_seed(1)
network = torch.nn.Sequential(
    torch.nn.Linear(INPUTS, 128),
    torch.nn.ReLU(),
    torch.nn.Linear(128, GAME.action_count),
)
# The numbers of the last plane are large.
scale = torch.ones(INPUTS)
scale[-52:] = 1 / 128
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
batch = GAME.batch(PLACES, seed=1)
# By place and seat the decisions of the hand so far.
steps = [[[] for _ in range(3)] for _ in range(PLACES)]
spread = 1.0

for number in range(ROUNDS):
    learned, gains = [], []
    while len(gains) < 8192:
        seen = torch.from_numpy(batch.planes()).reshape(PLACES, -1) * scale
        mask, turn = torch.from_numpy(batch.legal_mask()), batch.turn
        with torch.no_grad():
            scores = network(seen).masked_fill(mask == 0, -torch.inf)
            actions = torch.distributions.Categorical(logits=scores).sample()
        batch.step(actions.numpy())
        for place in range(PLACES):
            steps[place][turn[place]].append((seen[place], mask[place], actions[place]))
        for place in np.flatnonzero(batch.ended):
            for seat in range(3):
                learned += steps[place][seat]
                gains += [float(batch.points[place, seat])] * len(steps[place][seat])
                steps[place][seat] = []
    seen, mask, actions = (torch.stack(column) for column in zip(*learned, strict=True))
    gains = torch.tensor(gains)
    spread = 0.9 * spread + 0.1 * float(gains.std())
    chances = torch.distributions.Categorical(logits=network(seen).masked_fill(mask == 0, -torch.inf))
    loss = -(chances.log_prob(actions) * gains / spread).mean() - 0.01 * chances.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

layers = [(layer.weight.detach().clone(), layer.bias) for layer in network if isinstance(layer, torch.nn.Linear)]
layers[0][0].mul_(scale)
threehand.save_network("mine.network", GAME, layers, made=f"by {ROUNDS} rounds of train.py")
result = threehand.tournament("9-2-5", ["policy:network=mine.network", "random"], blocks=500)
print(result.tables["summary"].pandas()[["bot", "win_share", "se"]])
