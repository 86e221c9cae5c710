"""Tricks by role in the first hand, where nobody bleeds: first.csv from the runs in first/. Stops where a bot does not
take the same tricks under every order."""

import math

import rungs

ROLES = ("dealer", "left", "right")
COLUMNS = ("rung", "blocks", *ROLES, *(f"{role}_se" for role in ROLES))


def count(runs):
    rows = []
    for rung in ("random", "greedy", "heuristic"):
        orders = {}
        for row in rungs.read(f"{runs}/first/{rung}/characters.csv"):
            role = row["measure"].removeprefix("points_")
            if role in ROLES:
                contract = int(row["variant"].split("-")[ROLES.index(role)])
                tricks, blocks = float(row["value"]) + contract, row["blocks"]
                orders.setdefault(row["variant"], {"rung": rung, "blocks": blocks}).update(
                    {role: tricks, f"{role}_se": float(row["se"])})
        first, *others = orders.values()
        for other in others:
            assert all(math.isclose(first[role], other[role], abs_tol=1e-9) for role in ROLES), (first, other)
        rows.append(first)
    rungs.write("first.csv", COLUMNS, rows)
