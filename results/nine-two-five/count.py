"""Counts the tables of this study from its runs, and draws the map: `count.py RUNS ORDERS HANDS STEPS`, each of the
last three a list of what was played, as in `run`."""

import sys

import claims
import first
import picture
import options
import orders
import page
import sweep
import swings


def names(words):
    """What a list of `run` names, without the numbers of blocks."""
    return [word.rpartition("=")[0] for word in words.split()]


def main(runs, order_rungs, hand_rungs, steps):
    _, differences = orders.count(runs, names(order_rungs), names(steps))
    after, found = swings.count(runs, names(hand_rungs))
    claims.count(runs, names(order_rungs), differences, after, found)
    options.count(runs)
    first.count(runs)
    sweep.count(runs)
    picture.draw()
    page.fill()


if __name__ == "__main__":
    main(*sys.argv[1:])
