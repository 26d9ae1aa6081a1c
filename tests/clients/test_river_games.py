"""The engine plays the river games against itself on a clock, and a referee with an independent
implementation of the rules replays every move.

`RIVER_GAMES=200 RIVER_TIME=1.0 RIVER_INCREMENT=0.01` plays that many games of each. Without
the variables it plays one of each, at a time control that suits a debug build on a busy machine.
The variable ENROQUE is the path of the engine.
"""

import os
import random
import subprocess
import time
import unittest

import river

ENGINE = os.environ["ENROQUE"]
GAMES = int(os.environ.get("RIVER_GAMES", 1))
TIME = float(os.environ.get("RIVER_TIME", 2.0))
INCREMENT = float(os.environ.get("RIVER_INCREMENT", 0.1))
LONGEST = 400


class Player:
    """An engine process."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        lines = self.read_until("uciok")
        assert any(line.startswith("option name UCI_Variant") and variant in line for line in lines)
        self.send(f"setoption name UCI_Variant value {variant}")
        self.new_game()

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def read_until(self, word):
        lines = []
        for line in self.process.stdout:
            assert "error" not in line, line
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        raise AssertionError(f"the engine ended before '{word}'")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.read_until("readyok")

    def move(self, moves, clocks):
        milliseconds = [int(1000 * clock) for clock in clocks]
        increment = int(1000 * INCREMENT)
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send(
            f"go wtime {milliseconds[0]} btime {milliseconds[1]} winc {increment} binc {increment}"
        )
        return self.read_until("bestmove")[-1].split()[1]

    def legal(self, moves):
        """The legal moves after others."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go perft 1")
        lines = self.read_until("Nodes searched")[:-1]
        return sorted(line.split(":")[0] for line in lines if line.endswith(": 1"))

    def close(self):
        self.send("quit")
        self.process.wait(timeout=10)
        self.process.stdin.close()
        self.process.stdout.close()


class RiverGames(unittest.TestCase):
    def play(self, variant, players, rng):
        """Plays a game from a random opening; returns how it ended."""
        position, moves = river.Position(variant), []
        for _ in range(6):
            legal = position.legal()
            if not legal:
                return "mate in the opening"
            move = rng.choice(sorted(legal))
            moves.append(river.text(move))
            position = position.play(move)
        clocks, seen = [TIME, TIME], {}
        for player in players:
            player.new_game()
        while len(moves) < LONGEST:
            legal = {river.text(move): move for move in position.legal()}
            if not legal:
                return "mate" if position.in_check() else "stalemate"
            key = position.key()
            seen[key] = seen.get(key, 0) + 1
            if position.is_dead():
                return "insufficient material"
            if seen[key] == 3 or position.clock >= 100:
                return "repetition or fifty moves"
            side = 0 if position.white else 1
            start = time.monotonic()
            best = players[side].move(moves, clocks)
            used = time.monotonic() - start
            self.assertGreater(
                clocks[side], used, f"lost on time, {used:.3f} s used, after {' '.join(moves)}"
            )
            clocks[side] += INCREMENT - used
            self.assertIn(best, legal, f"after {' '.join(moves)}")
            moves.append(best)
            position = position.play(legal[best])
        return "too long"

    def play_games(self, variant):
        rng = random.Random(variant)
        players = [Player(variant), Player(variant)]
        for player in players:
            self.addCleanup(player.close)
        ends = {}
        for _ in range(GAMES):
            end = self.play(variant, players, rng)
            ends[end] = ends.get(end, 0) + 1
        print(f"{variant}: {GAMES} games, {ends}")

    def test_swimming_game(self):
        self.play_games("guadalete-swim")

    def test_cylindrical_game(self):
        self.play_games("guadalete-cylinder")


class Rules(unittest.TestCase):
    def compare(self, variant, positions):
        """Compares the legal moves of referee and engine in the positions of random games."""
        engine, rng = Player(variant), random.Random(variant)
        self.addCleanup(engine.close)
        position, moves = river.Position(variant), []
        for _ in range(positions):
            legal = {river.text(move): move for move in position.legal()}
            self.assertEqual(sorted(legal), engine.legal(moves), f"after {' '.join(moves)}")
            if not legal or len(moves) >= 150:
                position, moves = river.Position(variant), []
                continue
            move = rng.choice(sorted(legal))
            moves.append(move)
            position = position.play(legal[move])

    def test_swimming_game(self):
        self.compare("guadalete-swim", 600)

    def test_cylindrical_game(self):
        self.compare("guadalete-cylinder", 300)


if __name__ == "__main__":
    unittest.main()
