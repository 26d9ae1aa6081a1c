"""The engine at a terminal: a pseudo-terminal for input and output.

The variable ENROQUE is the path of the engine.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unittest

ENGINE = os.environ["ENROQUE"]
PATIENCE = 20


class Terminal(unittest.TestCase):
    def setUp(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execv(ENGINE, [ENGINE])
        self.resize(80)
        # Cleanups run in reverse order.
        self.addCleanup(os.close, self.terminal)
        self.addCleanup(self.quit)
        self.greeting = self.read_until("'quit'.\r\n")

    def quit(self):
        os.write(self.terminal, b"quit\n")
        deadline = time.monotonic() + PATIENCE
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                self.fail("the engine does not end")
            time.sleep(0.01)

    def resize(self, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))

    def read_until(self, end):
        text = ""
        deadline = time.monotonic() + PATIENCE
        while end not in text:
            left = max(0, deadline - time.monotonic())
            ready, _, _ = select.select([self.terminal], [], [], left)
            self.assertTrue(ready, f"no {end!r} in {text!r}")
            text += os.read(self.terminal, 4096).decode()
        # A search that panics still answers with a legal move.
        self.assertNotIn("panicked", text)
        return text

    def ask(self, command, end):
        os.write(self.terminal, command.encode() + b"\n")
        text = self.read_until(end)
        while not text.endswith("\n"):
            text += self.read_until("\n")
        return text

    def test_greeting_names_the_first_commands(self):
        self.assertRegex(self.greeting, r"^Enroque \d+\.\d+\.\d+")
        self.assertEqual(self.greeting.count("\n"), 1)
        self.assertLessEqual(len(self.greeting), 80)
        self.assertIn("'help'", self.greeting)

    def test_uci_ends_the_table_and_waits_for_work(self):
        self.ask("uci", "uciok")
        self.assertIn("info depth 5 ", self.ask("go depth 5", "bestmove"))
        text = self.ask("position fen nonsense", "info string error")
        self.assertIn("; no position is set", text)
        self.assertIn("(none)", self.ask("go depth 5", "bestmove"))
        text = self.ask("position startpos\nperft 5\ngo depth 3", "bestmove")
        self.assertIn("Nodes searched: 4865609", text)

    def test_table_fits_the_window(self):
        for columns, lines in [(80, 1), (80, 4), (120, 3)]:
            self.resize(columns)
            self.ask(f"setoption name MultiPV value {lines}\nisready", "readyok")
            text = self.ask("go depth 9", "bestmove")
            rows = [row for row in text.splitlines() if re.search(r" \d/\d", row)]
            self.assertGreater(len(rows), 5, text)
            for row in rows:
                self.assertLessEqual(len(row), columns, row)
            if columns == 120:
                self.assertTrue(any(len(row) > 90 for row in rows), text)
            self.assertNotIn("info depth", text)
            self.assertIn("Scores for White", text)

    def test_refused_position_leaves_the_last_one(self):
        self.ask("move e4", "\n")
        text = self.ask("position fen nonsense", "info string error")
        self.assertIn("; the position stays as it was", text)
        text = self.ask("d", "Checkers")
        self.assertIn("RNBQKBNR b KQkq", text)
        text = self.ask("go depth 5", "bestmove")
        self.assertIn("Scores for Black", text)
        self.assertNotIn("(none)", text)

    def test_game_is_played(self):
        self.ask("move f3 e5 g4", "\n")
        text = self.ask("go depth 6", "bestmove")
        self.assertIn("#1", text)
        self.assertIn("Black wins by checkmate", self.ask("move", "checkmate"))
        self.ask("undo", "\n")
        self.assertIn("b KQkq - 0 2", self.ask("d", "Checkers"))

    def test_commands_stop_other_work(self):
        for work in ["perft 12", "bench 40"]:
            text = self.ask(f"{work}\ngo depth 3", "bestmove")
            self.assertIn("was stopped", text)

    def test_quit_stops_other_work(self):
        # The cleanup fails if the engine does not end in time.
        self.ask("perft 12\nisready", "readyok")


if __name__ == "__main__":
    unittest.main()
