#!/usr/bin/env python3
"""A bot in Python that needs nothing but Python: it throws its lowest cards, and calls and bids by luck.

Try it:  threehand check-bot 'python3 examples/external/low_cards.py'
"""
import json
import random
import sys

RANKS = "A23456789TJQK"


def rank(action):
    """The rank of the last card that an action names, ace low; -1 without a card."""
    card = action.split()[-1]
    return RANKS.find(card[0]) if len(card) == 2 and card[1] in "CDHS" else -1


def choose(view, seed):
    """One of the legal actions, from what this seat sees and the seed alone."""
    luck = random.Random(seed)
    legal = view["legal"]
    if view["phase"] == "play":
        lowest = min(map(rank, legal))
        legal = [action for action in legal if rank(action) == lowest]
    return luck.choice(legal)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"name": "low-cards", "version": "1"}
        elif message["type"] == "decide":
            answer = {"action": choose(message["view"], message["seed"])}
        elif message["type"] == "bye":
            break
        else:  # "match": there is nothing to forget, and no answer is due
            continue
        print(json.dumps(answer), flush=True)


main()
