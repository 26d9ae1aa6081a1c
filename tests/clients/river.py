"""The rules of the river games, written only for clarity: positions are dictionaries.

A move is (origin, nominal destination, promotion letter); squares are (file, rank) from (0, 0).
"""

STARTS = {
    "guadalete-swim": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "guadalete-cylinder": "8/8/ssssssss/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/SSSSSSSS/8/8"
    " w KQkq - - 0 1",
}
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
LINES = {"r": STRAIGHT, "b": OBLIQUE, "q": STRAIGHT + OBLIQUE, "a": STRAIGHT + OBLIQUE}
LEAPS = {"n": JUMPS, "a": JUMPS, "k": STRAIGHT + OBLIQUE}


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def squares(field):
    """The squares in a field of a FEN."""
    names = field.split(",") if field != "-" else []
    return [("abcdefgh".index(name[0]), int(name[1:]) - 1) for name in names]


def text(move):
    return name(move[0]) + name(move[1]) + move[2]


class Position:
    """A position of either game, read from a FEN; `play` returns a new one."""

    def __init__(self, variant, fen=None):
        fields = (fen or STARTS[variant]).split()
        self.cylinder = variant == "guadalete-cylinder"
        self.ranks = 14 if self.cylinder else 8
        self.river = (0, 13) if self.cylinder else (3, 4)
        self.home = (3, 10) if self.cylinder else (0, 7)
        self.pieces = {}
        for rank, row in zip(range(self.ranks - 1, -1, -1), fields[0].split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.pieces[file, rank] = letter
                    file += 1
        self.white = fields[1] == "w"
        self.rights = frozenset(fields[2]) - {"-"}
        self.passed = next(iter(squares(fields[3])), None)
        self.planks = frozenset(squares(fields[4]) if self.cylinder else [])
        self.clock = int(fields[-2])

    def copy(self):
        new = object.__new__(Position)
        new.__dict__.update(self.__dict__)
        new.pieces = dict(self.pieces)
        return new

    def key(self):
        """All that must be equal for a repetition; the en passant square only if it can be used."""
        usable = self.passed is not None and any(
            to == self.passed and self.pieces[origin].lower() == "p" and origin[0] != to[0]
            for origin, to, _ in self.legal()
        )
        passed = self.passed if usable else None
        pieces = frozenset(self.pieces.items())
        return pieces, self.white, self.rights, passed, self.planks

    def step(self, square, way):
        file, rank = square[0] + way[0], square[1] + way[1]
        if self.cylinder:
            rank %= self.ranks
        return (file, rank) if 0 <= file < 8 and 0 <= rank < self.ranks else None

    def bears(self, letter, square):
        """True if a piece of this kind can stand on the square."""
        if square[1] not in self.river or letter == "a":
            return True
        return letter != "k" and (not self.cylinder or square in self.planks)

    def reach(self, square, piece):
        """Squares a piece other than a pawn attacks."""
        letter = piece.lower()
        found = set()
        for way in LEAPS.get(letter, []):
            target = self.step(square, way)
            if target and self.bears(letter, target):
                found.add(target)
        for way in LINES.get(letter, []):
            target = self.step(square, way)
            while target and target != square and self.bears(letter, target):
                found.add(target)
                if target in self.pieces:
                    break
                target = self.step(target, way)
        return found

    def attacked(self, square, by_white):
        for origin, piece in self.pieces.items():
            if piece.isupper() != by_white or piece in "sS":
                continue
            if piece in "pP":
                up = 1 if by_white else -1
                if square in (self.step(origin, (-1, up)), self.step(origin, (1, up))):
                    return True
            elif square in self.reach(origin, piece):
                return True
        return False

    def king(self, white):
        letter = "K" if white else "k"
        return next(square for square, piece in self.pieces.items() if piece == letter)

    def in_check(self):
        return self.attacked(self.king(self.white), not self.white)

    def current(self):
        enemies = sum(piece.isupper() != self.white for piece in self.pieces.values())
        return max(0, 16 - enemies)

    def own(self, square):
        return square in self.pieces and self.pieces[square].isupper() == self.white

    def pawn_moves(self, origin):
        up = 1 if self.white else -1
        first = (4, 9) if self.cylinder else (1, 6)
        targets = []
        one = (origin[0], origin[1] + up)
        if one not in self.pieces:
            targets.append(one)
            two = (origin[0], origin[1] + 2 * up)
            if origin[1] == first[not self.white] and two not in self.pieces:
                targets.append(two)
        for side in (-1, 1):
            target = self.step(origin, (side, up))
            if target and (target == self.passed or target in self.pieces and not self.own(target)):
                targets.append(target)
        last = self.ranks - 1 if self.white else 0
        letters = "a" if self.cylinder else "qrbn"
        for target in targets:
            for letter in letters if target[1] == last else [""]:
                yield origin, target, letter

    def rear_pawn_moves(self, origin):
        back = -1 if self.white else 1
        one, two = (origin[0], origin[1] + back), (origin[0], origin[1] + 2 * back)
        if one not in self.pieces:
            yield origin, one, ""
            if origin[1] == (2 if self.white else 11) and two not in self.pieces:
                yield origin, two, ""

    def candidates(self):
        for origin, piece in self.pieces.items():
            if piece.isupper() != self.white:
                continue
            if piece in "pP":
                yield from self.pawn_moves(origin)
            elif piece in "sS":
                yield from self.rear_pawn_moves(origin)
            else:
                for target in self.reach(origin, piece):
                    if not self.own(target):
                        yield origin, target, ""
        yield from self.castling()

    def castling(self):
        rank = self.home[not self.white]
        for right, way, crossed, target in (("K", (5, 6), 5, 6), ("Q", (1, 2, 3), 3, 2)):
            right = right if self.white else right.lower()
            free = all((file, rank) not in self.pieces for file in way)
            if right in self.rights and free:
                if not any(self.attacked((f, rank), not self.white) for f in (4, crossed)):
                    yield (4, rank), (target, rank), ""

    def landing(self, origin, target):
        """The square to which the current carries a piece; None off the board."""
        entering = target[1] in self.river and origin[1] not in self.river
        if self.cylinder or not entering:
            return target
        file = target[0] + self.current()
        return (file, target[1]) if file < 8 else None

    def play(self, move):
        """The position after a candidate, or None if it is not legal."""
        origin, target, letter = move
        new = self.copy()
        piece = new.pieces.pop(origin)
        square = self.landing(origin, target)
        if square is not None and self.own(square):
            return None
        spent = piece.lower() in "ps" or square is None or square in self.pieces
        if piece in "pP" and target == self.passed and origin[0] != target[0]:
            del new.pieces[target[0], origin[1]]
        if piece in "sS" and square[1] in self.river:
            new.planks = self.planks | {square}
        elif square is not None:
            shown = letter or piece
            new.pieces[square] = shown.upper() if self.white else shown.lower()
        if piece in "kK" and abs(origin[0] - target[0]) == 2:
            rook = (7, 5) if target[0] == 6 else (0, 3)
            new.pieces[rook[1], origin[1]] = new.pieces.pop((rook[0], origin[1]))
        lost = set()
        for rank, king, queen in ((self.home[0], "K", "Q"), (self.home[1], "k", "q")):
            for touched in (origin, square):
                if touched is not None and touched[1] == rank:
                    lost |= {4: {king, queen}, 7: {king}, 0: {queen}}.get(touched[0], set())
        new.rights = self.rights - lost
        double = piece in "pP" and abs(origin[1] - target[1]) == 2 and square == target
        new.passed = (origin[0], (origin[1] + target[1]) // 2) if double else None
        new.clock = 0 if spent else self.clock + 1
        if new.attacked(new.king(self.white), not self.white):
            return None
        new.white = not self.white
        return new

    def legal(self):
        return [move for move in self.candidates() if self.play(move) is not None]

    def is_dead(self):
        """True if neither side can mate, in the cases that the rules list."""
        others = [square for square, piece in self.pieces.items() if piece.lower() != "k"]
        kinds = {self.pieces[square].lower() for square in others}
        if kinds <= {"s"} or (len(others) == 1 and kinds <= {"n", "b"}):
            return True
        colors = {(file + rank) % 2 for file, rank in others}
        return self.cylinder and kinds == {"b"} and len(colors) == 1

    def end(self, occurrences):
        """The end of the game at this position and number of occurrences, or None."""
        if not self.legal():
            return "mate" if self.in_check() else "stalemate"
        if self.is_dead():
            return "insufficient material"
        if occurrences >= 3:
            return "repetition"
        return "fifty moves" if self.clock >= 100 else None
