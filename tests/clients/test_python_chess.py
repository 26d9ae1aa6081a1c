"""The engine driven by python-chess: games, analysis, pondering and options.

python-chess raises an exception for an illegal best move and logs every other line it cannot
parse, illegal variations included; here both fail a test. The variable ENROQUE is the path of the
engine.
"""

import logging
import os
import random
import unittest

import chess
import chess.engine

ENGINE = os.environ["ENROQUE"]
SEED = 960
LOG = "chess.engine"


def orthodox(rng):
    return chess.Board()


def chess960(rng):
    return chess.Board.from_chess960_pos(rng.randrange(960))


def double_chess960(rng):
    """A different shuffle for each side."""
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    black = chess.Board.from_chess960_pos(rng.randrange(960))
    for square in chess.SquareSet(chess.BB_RANK_8):
        board.set_piece_at(square, black.piece_at(square))
    board.castling_rights = board.rooks & (chess.BB_RANK_1 | chess.BB_RANK_8)
    assert board.is_valid()
    return board


STARTS = {"orthodox": orthodox, "Chess960": chess960, "double Fischer random": double_chess960}


class Client(unittest.TestCase):
    """Starts engines; a warning that python-chess logs fails the test."""

    def setUp(self):
        self.random = random.Random(SEED)
        self.enterContext(self.assertNoLogs(LOG, level=logging.WARNING))

    def start(self, **options):
        engine = self.enterContext(chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=20))
        engine.configure(options)
        return engine

    def replay(self, board, info):
        """Plays the variation of an info line, which must be legal to its end."""
        board = board.copy()
        for move in info.get("pv", []):
            self.assertTrue(board.is_legal(move), f"{move} in {board.fen()}: {info}")
            board.push(move)


class Games(Client):
    """Engine against engine, one of them pondering, from all kinds of starts."""

    LIMIT = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02)

    def play(self, board, players, game):
        castlings = 0
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            player = players[board.turn]
            result = player.play(
                board,
                self.LIMIT,
                game=game,
                info=chess.engine.INFO_ALL,
                ponder=board.turn == chess.WHITE,
            )
            self.assertIsNotNone(result.move, board.fen())
            self.replay(board, result.info)
            self.assertEqual(result.info["pv"][0], result.move)
            if result.ponder is not None:
                after = board.copy()
                after.push(result.move)
                self.assertTrue(after.is_legal(result.ponder))
            castlings += board.is_castling(result.move)
            board.push(result.move)
        return castlings

    def test_full_games(self):
        players = {
            chess.WHITE: self.start(Hash=4),
            chess.BLACK: self.start(Hash=8, Threads=2),
        }
        castlings = 0
        for number in range(6):
            name = list(STARTS)[number % len(STARTS)]
            with self.subTest(start=name, game=number):
                board = STARTS[name](self.random)
                castlings += self.play(board, players, game=number)
        self.assertGreater(castlings, 0, "games without any castling show little")


class Analysis(Client):
    def boards(self):
        """Each kind of start, a few random moves later."""
        for start in STARTS.values():
            board = start(self.random)
            for _ in range(self.random.randrange(20)):
                board.push(self.random.choice(list(board.legal_moves)))
            if not board.is_game_over():
                yield board

    def test_every_variation_is_legal(self):
        engine = self.start()
        for board in self.boards():
            with engine.analysis(board, chess.engine.Limit(nodes=20_000), multipv=3) as analysis:
                lines = [info for info in analysis if "pv" in info]
            self.assertTrue(lines)
            for info in lines:
                self.replay(board, info)

    def test_multipv_ranks_different_moves(self):
        engine = self.start()
        for board in self.boards():
            wanted = min(5, board.legal_moves.count())
            infos = engine.analyse(board, chess.engine.Limit(depth=8), multipv=5)
            self.assertEqual([info["multipv"] for info in infos], list(range(1, wanted + 1)))
            self.assertEqual(len({info["pv"][0] for info in infos}), wanted)
            scores = [info["score"].relative for info in infos]
            self.assertEqual(scores, sorted(scores, reverse=True))

    def test_interrupted_search_ends_with_a_full_variation(self):
        """Short variations are bounds: a better move found at the last moment."""
        engine = self.start()
        short = 0
        boards = [board for _ in range(4) for board in self.boards()]
        for board in boards:
            info = engine.analyse(board, chess.engine.Limit(nodes=20_000))
            is_bound = info.get("lowerbound", False)
            self.assertNotIn("upperbound", info)
            short += len(info["pv"]) < 3
            if not is_bound and not info["score"].is_mate():
                self.assertGreater(len(info["pv"]), 1, info)
        self.assertLess(short, len(boards) / 2)

    def test_interrupted_multipv_ends_with_all_lines(self):
        """At one depth, unless a better move was found since."""
        engine = self.start()
        for board in self.boards():
            wanted = min(3, board.legal_moves.count())
            with engine.analysis(board, chess.engine.Limit(nodes=20_000), multipv=3) as analysis:
                lines = [info for info in analysis if "pv" in info and "multipv" in info]
            last = lines[-wanted:]
            self.assertEqual([info["multipv"] for info in last], list(range(1, wanted + 1)))
            depths = [info["depth"] for info in last]
            self.assertEqual(depths, sorted(depths, reverse=True))
            self.assertEqual(len({info["pv"][0] for info in last}), wanted)
            if len(set(depths)) > 1 and not last[0]["score"].is_mate():
                finished = [info for info in lines if info["depth"] == depths[-1]]
                self.assertNotEqual(last[0]["pv"][0], finished[0]["pv"][0])

    def test_more_lines_than_moves(self):
        engine = self.start()
        board = chess.Board("7k/8/8/8/8/8/8/K6R b - - 0 1")
        infos = engine.analyse(board, chess.engine.Limit(depth=5), multipv=200)
        self.assertEqual(len(infos), board.legal_moves.count())

    def test_root_moves(self):
        engine = self.start()
        for board in self.boards():
            moves = self.random.sample(list(board.legal_moves), 2)
            result = engine.play(board, chess.engine.Limit(depth=6), root_moves=moves)
            self.assertIn(result.move, moves)

    def test_mate(self):
        engine = self.start()
        board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(mate=2))
        self.assertEqual(info["score"].relative, chess.engine.Mate(2))
        for move in info["pv"]:
            board.push(move)
        self.assertTrue(board.is_checkmate())

    def test_win_draw_loss(self):
        engine = self.start(UCI_ShowWDL=True)
        for board in self.boards():
            info = engine.analyse(board, chess.engine.Limit(depth=8))
            self.assertEqual(sum(info["wdl"].relative), 1000)
        engine.configure({"UCI_ShowWDL": False})
        self.assertNotIn("wdl", engine.analyse(board, chess.engine.Limit(depth=6)))

    def test_no_move(self):
        engine = self.start()
        for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]:
            result = engine.play(chess.Board(fen), chess.engine.Limit(depth=5))
            self.assertIsNone(result.move)


class Options(Client):
    def test_toggled_between_games(self):
        engine = self.start()
        limit = chess.engine.Limit(nodes=5000)
        for game in range(24):
            engine.configure(
                {
                    "Hash": self.random.choice([1, 3, 16]),
                    "Threads": self.random.choice([1, 2, 3]),
                    "Move Overhead": self.random.choice([0, 20, 100]),
                    "UCI_ShowWDL": self.random.choice([True, False]),
                    "Minimal": self.random.choice([True, False]),
                }
            )
            # python-chess sets UCI_Chess960 according to the board.
            board = self.random.choice(list(STARTS.values()))(self.random)
            for _ in range(10):
                info = chess.engine.INFO_ALL
                result = engine.play(board, limit, game=game, info=info)
                self.replay(board, result.info)
                board.push(result.move)

    def test_configuration_of_lichess_bot(self):
        """Options, opponent and searches as lichess-bot sends them."""
        engine = self.start()
        wanted = {"Move Overhead": 100, "Threads": 4, "Hash": 512, "UCI_ShowWDL": True}
        engine.configure({name: wanted[name] for name in wanted if name in engine.options})
        opponent = chess.engine.Opponent(name="somebody", title="GM", rating=2800, is_engine=False)
        engine.send_opponent_information(opponent=opponent, engine_rating=3000)
        limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
        board = chess.Board()
        for _ in range(4):
            result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=True)
            self.replay(board, result.info)
            board.push(result.move)

    def test_castling_notation_follows_uci_chess960(self):
        engine = self.start()
        fen = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
        limit = chess.engine.Limit(depth=4)
        for is_960, spelling in [(False, "e1g1"), (True, "e1h1"), (False, "e1g1")]:
            board = chess.Board(fen, chess960=is_960)
            castling = board.parse_san("O-O")
            with self.assertLogs(LOG, level=logging.DEBUG) as logs:
                result = engine.play(board, limit, root_moves=[castling])
            self.assertEqual(result.move, castling)
            best = [line for line in logs.output if ">> bestmove" in line]
            self.assertEqual(len(best), 1)
            self.assertIn(f"bestmove {spelling}", best[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
