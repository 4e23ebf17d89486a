#!/usr/bin/env python3
"""Makes threats.txt: positions of games with and without forced wins by fours. Usage: make.py PROGRAM

Players of ours play each other under each rule set from random openings, strong among them; every position of a game from the
eighth stone on is asked about for both sides. Of the wins of each number of fours from 2 to 8, each of which holds against
every legal defence (--verify), those that take most nodes are kept, two a game at most; of the positions without a win those
whose fours take longest to exhaust. Fixed seeds: the same program always writes the same file.
"""

import csv
import json
import re
import subprocess
import sys
import tempfile

RULES = ("freestyle", "standard", "renju", "caro")
NODES = "200000"
LENGTHS, WINS_A_LENGTH, NONES, A_GAME = range(2, 9), 5, 12, 2
PLAYER = "alphabeta{candidates=radius,radius=2,topk=%d,eval=doc-a,depth=%d,order=win_block+static_score,root_noise=%d}"
STRONG = "strong{nodes=%d,time_ms=none}"
MATCHES = (
    (PLAYER % (10, 2, 1), PLAYER % (10, 1, 40), 120, 4),
    (PLAYER % (10, 3, 3), PLAYER % (8, 4, 6), 300, 9),
    (PLAYER % (6, 2, 4), PLAYER % (12, 2, 8), 500, 11),
    (STRONG % 3000, STRONG % 1000, 400, 12),
    (STRONG % 2000, PLAYER % (10, 3, 3), 200, 13),
)


def mnklab(*arguments, text=None):
    done = subprocess.run([sys.argv[1], *arguments], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{arguments}: {done.stderr}")
    return done.stdout


def games(rules):
    """The moves of the games played under a rule set."""
    for first, second, number, seed in MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/out"
            flags = ("--games", str(number), "--seed", str(seed), "--openings", "plies=4", "--out", out, "--quiet")
            mnklab("match", f"gomoku:15,{rules}", first, second, *flags)
            with open(f"{out}/games.csv", encoding="utf-8") as rows:
                for row in csv.DictReader(rows):
                    yield re.findall(r"[a-o][0-9]+", row["moves"])


def positions(rules):
    """Every position of the games once, with the number of its game."""
    seen = set()
    for game, moves in enumerate(games(rules)):
        for ply in range(8, len(moves)):
            stones = (frozenset(moves[:ply:2]), frozenset(moves[1:ply:2]))
            if stones not in seen:
                seen.add(stones)
                yield game, "".join(moves[:ply])


def hardest(found, count):
    """Those that take most nodes, two a game at most, up to a count."""
    of_game = {}
    for game, answer in sorted(found, key=lambda one: (-one[1]["nodes"], one[1]["position"])):
        if count > 0 and of_game.get(game, 0) < A_GAME:
            of_game[game] = of_game.get(game, 0) + 1
            count -= 1
            yield answer


def main():
    lines = [
        "# Forced wins by fours, 2 to 8 fours long, and positions with fours but none, all from games",
        "# Made by make.py; see there. RULES SIDE FOURS|none POSITION",
    ]
    for rules in RULES:
        asked = list(positions(rules))
        text = "".join(position + "\n" for _, position in asked)
        for side in "XO":
            flags = ("--side", side, "--nodes", NODES, "--verify", "--json")
            answered = json.loads(mnklab("threats", f"gomoku:15,{rules}", "-", *flags, text=text))
            found = [(game, answer) for (game, _), answer in zip(asked, answered)]
            wins = {fours: [] for fours in LENGTHS}
            for one in found:
                if one[1]["result"] == "win" and one[1]["fours"] in wins:
                    wins[one[1]["fours"]].append(one)
            nones = [one for one in found if one[1]["result"] == "none" and one[1]["nodes"] > 0]
            open_ones = [answer["position"] for _, answer in found if answer["result"] == "unknown"]
            if open_ones:
                sys.exit(f"{rules} {side}: not decided within {NODES} nodes: {open_ones}")
            answers = [answer for fours in reversed(LENGTHS) for answer in hardest(wins[fours], WINS_A_LENGTH)]
            for answer in answers + list(hardest(nones, NONES)):
                fours = answer["fours"] if answer["result"] == "win" else "none"
                lines.append(f"{rules} {side} {fours} {answer['position']}")
    with open("threats.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
