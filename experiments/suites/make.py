#!/usr/bin/env python3
"""Makes the suites of Gomoku positions in this folder. Run here; always writes the same files.

Random play over the whole board scatters the stones as no game does: four of them span most of it, so that a rule about
the stones' neighbourhood or bounding box would be measured on boards that its author never saw. Here the first stone lies
in the middle 3x3 square and each further one on a random empty point within a distance of any stone. Positions are
distinct up to the symmetries of the board, nobody has five, and where it is said nobody can make five on the next move.
"""

import random

SIDE = 15
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def run(stones, cell, step):
    """Stones of one colour in a row from a cell on, the cell itself left out."""
    count, (column, row) = 0, cell
    while True:
        column, row = column + step[0], row + step[1]
        if (column, row) not in stones:
            return count
        count += 1


def makes_five(stones, cell):
    """Whether a stone on the cell completes five or more of its colour."""
    return any(run(stones, cell, d) + run(stones, cell, (-d[0], -d[1])) >= 4 for d in DIRECTIONS)


def grown(rng, plies, distance):
    """A random game of so many plies, each near a stone; nothing if somebody makes five."""
    moves, colours = [(rng.randint(6, 8), rng.randint(6, 8))], (set(), set())
    colours[0].add(moves[0])
    while len(moves) < plies:
        taken = colours[0] | colours[1]
        near = sorted(
            (column, row)
            for column in range(SIDE)
            for row in range(SIDE)
            if (column, row) not in taken
            and any(max(abs(column - c), abs(row - r)) <= distance for c, r in taken)
        )
        cell, own = rng.choice(near), colours[len(moves) % 2]
        if makes_five(own, cell):
            return None
        own.add(cell)
        moves.append(cell)
    return moves


def canonical(moves):
    """The same for all eight images of a position."""
    images = []
    for turn in range(8):
        image = []
        for index, (column, row) in enumerate(moves):
            x, y = (row, column) if turn & 1 else (column, row)
            x, y = (SIDE - 1 - x if turn & 2 else x), (SIDE - 1 - y if turn & 4 else y)
            image.append((x, y, index % 2))
        images.append(tuple(sorted(image)))
    return min(images)


def quiet(moves):
    """Whether nobody can make five on the next move."""
    colours = (set(moves[0::2]), set(moves[1::2]))
    taken = colours[0] | colours[1]
    cells = [(column, row) for column in range(SIDE) for row in range(SIDE) if (column, row) not in taken]
    return not any(makes_five(own, cell) for own in colours for cell in cells)


def positions(seed, plies, count, distance, only_quiet, seen):
    """So many new positions of each number of plies, by turns."""
    rng, found = random.Random(seed), {ply: [] for ply in plies}
    for ply in plies:
        while len(found[ply]) < count:
            moves = grown(rng, ply, distance)
            if moves and (quiet(moves) or not only_quiet) and canonical(moves) not in seen:
                seen.add(canonical(moves))
                found[ply].append("".join("abcdefghijklmno"[column] + str(row + 1) for column, row in moves))
    return [found[ply][index] for index in range(count) for ply in plies]


def write(name, about, lines):
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"# {about}\n# Made by make.py; see there.\n" + "".join(line + "\n" for line in lines))


QUIET = "no five on the next move for either side"
suite = positions(11, (6, 10, 14, 20), 60, 1, True, set())
for size in (8, 24, 96, 240):
    write(f"gomoku-{size}.txt", f"{size} positions of 6, 10, 14 and 20 stones, each next to another, {QUIET}", suite[:size])
tactical = positions(12, (12, 16, 20, 24), 100, 1, False, set())
for size in (48, 400):
    write(f"gomoku-tactical-{size}.txt", f"{size} positions of 12 to 24 stones, each next to another, fives on the next move allowed", tactical[:size])
stages = positions(15, (6, 12, 20, 30, 40, 50), 40, 1, True, set())
for size in (72, 240):
    write(f"gomoku-stages-{size}.txt", f"{size} positions of 6 to 50 stones, each next to another, {QUIET}", stages[:size])
