"""The engine plays the river games against itself on a clock, and a referee with an independent
implementation of the rules replays every move.

`RIVER_GAMES=200 RIVER_TIME=1.0 RIVER_INCREMENT=0.01` plays that many games of each. Without
the variables it plays one of each, at a time control that suits a debug build on a busy machine.
The variable ENROQUE is the path of the engine.
"""

import itertools
import os
import random
import subprocess
import threading
import time
import unittest

import river

ENGINE = os.environ["ENROQUE"]
GAMES = int(os.environ.get("RIVER_GAMES", 1))
TIME = float(os.environ.get("RIVER_TIME", 4.0))
# Milliseconds kept in reserve: without RIVER_TIME, more than a busy machine stalls an engine.
OVERHEAD = 20 if "RIVER_TIME" in os.environ else 1000
# Seconds after which an engine that does not answer is killed.
PATIENCE = 60 + TIME
INCREMENT = float(os.environ.get("RIVER_INCREMENT", 0.1))
LONGEST = 400
# Ends of games: part of the engine's note, and the name that the referee gives.
ENDS = {
    "wins by checkmate": "mate",
    "stalemate": "stalemate",
    "neither side can mate": "insufficient material",
    "threefold repetition": "repetition",
    "fifty moves": "fifty moves",
}
# Starts of random games: castling rights, promotions, a strong current or amazons on water and
# planks, and few pieces.
STARTS = {
    "guadalete-swim": [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1r4k1/P1P5/8/8/8/8/p1p5/1R4K1 w - - 0 1",
        "5rk1/pp3ppp/3P1q2/4P3/7b/8/PP3PPP/3Q1RK1 w - - 0 20",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 80 90",
    ],
    "guadalete-cylinder": [
        "2A4a/8/ssss1sss/r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R/SSS1SSSS/8/2a4A"
        " w KQkq - d1,e14 0 1",
        "7A/8/3k4/8/8/2n5/8/8/5B2/8/4K3/2R5/8/a7 w - - b1,c1,c14 0 1",
        "6r1/P6P/8/4k3/8/8/8/8/8/8/4K3/8/p6p/1R6 w - - b1,g14 0 1",
        "8/8/8/4kb1b/8/8/8/8/8/8/4K3/7S/8/8 w - - - 80 90",
    ],
}


class Player:
    """An engine process."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [ENGINE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A search that panics still answers with a legal move.
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        self.send("uci")
        lines = self.read_until("uciok")
        assert any(line.startswith("option name UCI_Variant") and variant in line for line in lines)
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send(f"setoption name Move Overhead value {OVERHEAD}")
        self.new_game()

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def read_until(self, word):
        lines = []
        # Killing the engine ends its output.
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                assert "error" not in line and "panicked" not in line, line
                lines.append(line.strip())
                if line.startswith(word):
                    return lines
        finally:
            watchdog.cancel()
        raise AssertionError(f"the engine ended, or was killed after {PATIENCE} s, before '{word}'")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.read_until("readyok")

    def set_up(self, fen, moves):
        """Sets up a FEN, or the start position, and plays moves."""
        position = f"fen {fen}" if fen else "startpos"
        self.send(f"position {position}" + (" moves " + " ".join(moves) if moves else ""))

    def move(self, moves, clocks):
        milliseconds = [int(1000 * clock) for clock in clocks]
        increment = int(1000 * INCREMENT)
        self.set_up(None, moves)
        self.send(
            f"go wtime {milliseconds[0]} btime {milliseconds[1]} winc {increment} binc {increment}"
        )
        return self.read_until("bestmove")[-1].split()[1]

    def legal(self, fen, moves):
        """The legal moves after others."""
        self.set_up(fen, moves)
        self.send("go perft 1")
        lines = self.read_until("Nodes searched")[:-1]
        return sorted(line.split(":")[0] for line in lines if line.endswith(": 1"))

    def end(self, fen, moves):
        """The end of the game by the last of the moves, or None."""
        self.set_up(fen, moves[:-1])
        self.send(f"move {moves[-1]}")
        self.send("isready")
        lines = self.read_until("readyok")
        ends = (end for text, end in ENDS.items() if any(text in line for line in lines))
        return next(ends, None)

    def close(self):
        if self.process.poll() is None:
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
            key = position.key()
            seen[key] = seen.get(key, 0) + 1
            end = position.end(seen[key])
            if end:
                return end
            legal = {river.text(move): move for move in position.legal()}
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
        """Compares legal moves and ends of referee and engine in random games."""
        engine, rng = Player(variant), random.Random(variant)
        self.addCleanup(engine.close)
        starts = itertools.cycle(fen for start in STARTS[variant] for fen in (None, start))
        compared = 0
        while compared < positions:
            fen = next(starts)
            position, moves, seen = river.Position(variant, fen), [], {}
            for _ in range(60):
                where = f"{fen or 'startpos'} after {' '.join(moves)}"
                legal = {river.text(move): move for move in position.legal()}
                self.assertEqual(sorted(legal), engine.legal(fen, moves), where)
                key = position.key()
                seen[key] = seen.get(key, 0) + 1
                end = position.end(seen[key])
                if moves:
                    self.assertEqual(end, engine.end(fen, moves), where)
                compared += 1
                if end:
                    break
                move = rng.choice(sorted(legal))
                moves.append(move)
                position = position.play(legal[move])

    def check_ends(self, variant, games):
        """Compares the ends of given games: FEN, moves and how they end."""
        engine = Player(variant)
        self.addCleanup(engine.close)
        for fen, moves, expected in games:
            position, seen = river.Position(variant, fen), {}
            for text in moves.split():
                seen[position.key()] = seen.get(position.key(), 0) + 1
                legal = {river.text(move): move for move in position.legal()}
                position = position.play(legal[text])
            end = position.end(seen.get(position.key(), 0) + 1)
            self.assertEqual(end, expected, f"{fen} {moves}")
            self.assertEqual(engine.end(fen, moves.split()), expected, f"{fen} {moves}")

    def test_swimming_game(self):
        self.compare("guadalete-swim", 600)

    def test_cylindrical_game(self):
        self.compare("guadalete-cylinder", 500)

    def test_ends_of_the_swimming_game(self):
        games = [
            (None, "f2f3 e7e5 g2g4 d8h4", "mate"),
            (None, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "repetition"),
            ("8/8/8/8/8/4k3/5p2/5K2 b - - 0 1", "e3f3", "stalemate"),
            ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "insufficient material"),
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "e1e2", None),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a2", "fifty moves"),
            ("4k3/8/8/8/8/4B3/8/4RK2 w - - 99 90", "e3c5", None),
        ]
        self.check_ends("guadalete-swim", games)

    def test_ends_of_the_cylindrical_game(self):
        def quiet(black, white, end):
            """A game in which White's king moves, with these pieces around the kings."""
            return f"8/8/8/{black}/8/8/8/8/8/8/{white}/8/8 w - - - 0 1", "e4e5", end

        games = [
            ("8/8/8/8/8/8/8/7k/8/8/6R1/R7/4K3/8 w - - - 0 1", "a3h3", "mate"),
            (None, "b4a6 b11a9 a6b4 a9b11 b4a6 b11a9 a6b4 a9b11", "repetition"),
            quiet("4kb1b", "4K3/8", "insufficient material"),
            quiet("4kb2", "4K1B1/8", "insufficient material"),
            quiet("4kbb1", "4K3/8", None),
            quiet("4kb1b", "4K3/7S", None),
            quiet("4k1n1", "4K3/8", "insufficient material"),
            quiet("4k1n1", "4K3/7S", None),
            quiet("4k1n1", "4K1B1/8", None),
            quiet("4k3", "4K3/S6S", "insufficient material"),
            ("8/8/8/4k3/8/8/8/8/8/8/R3K3/8/8/8 w - - - 99 90", "a4a5", "fifty moves"),
            ("8/8/8/4k3/8/8/8/8/8/8/R3K3/7S/8/8 w - - - 99 90", "h3h1", None),
        ]
        self.check_ends("guadalete-cylinder", games)


if __name__ == "__main__":
    unittest.main()
