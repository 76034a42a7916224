"""Statements with proofs (`GET /v1/balances/{currency}/statement?proof=true`), checked offline."""

import base64
import hashlib
import json
import re
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

_PARTS = ("available", "pending", "reserved", "in_settlement", "earnings")
_SHOWN = 10


class Finding(NamedTuple):
    """`fault` is changed_entry, missing_entry, added_entry, forged_seal, cut_chain, wrong_balance or not_a_statement."""

    fault: str
    message: str


class Verdict(NamedTuple):
    """`is_proven`: there is no finding, every journal is proven, and the opening balance follows from a seal."""

    is_proven: bool
    findings: Sequence[Finding]
    proven: int
    unsealed: int
    sealed_through: Optional[str]


def verify(statement: Union[str, bytes], keys: str) -> Verdict:
    """Checks whether a statement agrees with the sealed books.

    `keys` are the platform's public keys: `id:base64`, separated by commas, or one key in base64.
    """
    known = _keys(keys)
    read = _read(statement)
    if read is None:
        message = "The file is not a statement with proofs; download it with proof=true."
        return Verdict(False, [Finding("not_a_statement", message)], 0, 0, None)
    check = _Check(read)
    check.chain(known)
    check.journals()
    is_anchored = check.numbers()
    seals = read["seals"]
    unsealed = sum(line["seal"] is None for line in check.open)
    through = seals[-1]["day"] if seals else None
    is_proven = not check.findings and not check.open and is_anchored
    return Verdict(is_proven, check.findings, len(check.proven), unsealed, through)


def _keys(text: str) -> Dict[str, bytes]:
    keys = {}
    for each in text.strip().split(","):
        found = re.fullmatch(r"\s*(?:([\w-]{1,40}):)?([A-Za-z0-9+/]{43}=)\s*", each)
        if not found:
            raise ValueError("The public key is not 32 bytes in base64, such as s1:11qYAYKx….")
        keys[found.group(1) or ""] = base64.b64decode(found.group(2))
    return keys


def _read(text: Union[str, bytes]) -> Any:
    def numbered(each: Any) -> bool:
        return isinstance(each["number"], str) and re.fullmatch("[0-9]{1,15}", each["number"]) is not None

    try:
        read = json.loads(text)
        ok = read["version"] == 1 and isinstance(read["from"], str)
        ok = ok and numbered(read["opening"]) and numbered(read["closing"])
        ok = ok and all(isinstance(seal["day"], str) and all(map(numbered, seal["balances"])) for seal in read["seals"])
        for line in read["journals"]:
            journal = line["journal"]
            ok = ok and isinstance(journal["occurred_at"], str) and all(map(numbered, journal["entries"]))
            ok = ok and "seal" in line
        return read if ok else None
    except (ValueError, KeyError, TypeError):
        return None


class _Check:
    def __init__(self, statement: Any) -> None:
        self.statement = statement
        self.findings: List[Finding] = []
        self.signed: Dict[int, Any] = {}
        self.proven: List[Any] = []
        self.open: List[Any] = []
        self.failed: List[Any] = []

    def find(self, fault: str, message: str) -> None:
        self.findings.append(Finding(fault, message))

    def chain(self, keys: Dict[str, bytes]) -> None:
        before: Any = None
        start = self.statement["from"][:10]
        for seal in self.statement["seals"]:
            body = _canonical({name: seal[name] for name in seal if name not in ("hash", "signature")})
            key = keys.get(seal["key_id"]) or keys.get("")
            is_own = seal["account_id"] == self.statement["account_id"]
            if is_own and key and _is_signed(key, body, _decoded(seal["signature"])):
                self.signed[seal["number"]] = seal
            else:
                message = f"The seal of {seal['day']} is not signed with the key {seal['key_id']} that was given."
                self.find("forged_seal", message)
            if seal["number"] == 1:
                holds = before is None and not seal["previous"].strip("0")
            elif before is None:
                holds = seal["day"] < start
            else:
                holds = seal["number"] == before["number"] + 1 and seal["day"] > before["day"]
                holds = holds and seal["previous"] == before["hash"]
            if not holds:
                message = f"The seal of {seal['day']} does not continue the chain: a seal is missing before it."
                self.find("cut_chain", message)
            if seal["hash"] != _sha256(body).hex():
                self.find("forged_seal", f"The seal of {seal['day']} has a wrong hash.")
            before = seal

    def journals(self) -> None:
        seals = self.statement["seals"]
        last = seals[-1]["day"] if seals else ""
        absent: Set[Any] = set()
        for line in self.statement["journals"]:
            day = line["journal"]["occurred_at"][:10]
            seal = self.signed.get(line["seal"])
            if line["seal"] is None:
                (self.open if day > last else self.failed).append(line)
            elif seal is None:
                if not any(each["number"] == line["seal"] for each in seals):
                    absent.add(line["seal"])
                self.open.append(line)
            else:
                is_own = seal["day"] == day and line["journal"].get("account_id") == self.statement["account_id"]
                (self.proven if is_own and _leads_to(seal, line) else self.failed).append(line)
        for number in sorted(absent):
            self.find("cut_chain", f"Seal {number} is referenced by journals but missing.")
        self._name_failed()

    def _name_failed(self) -> None:
        numbers = {number for line in self.proven for number in self._numbers(line)}
        ends = [self._balance(seal) for seal in self.signed.values()]
        end = max([int(each["number"]) for each in ends if each], default=0)
        for line in self.failed:
            journal = line["journal"]
            own = self._numbers(line)
            day = journal["occurred_at"][:10]
            if own and all(each not in numbers and each <= end for each in own):
                self.find("changed_entry", f"Journal {journal.get('id')} differs from what was sealed on {day}.")
            else:
                self.find("added_entry", f"Journal {journal.get('id')} was not part of the seal of {day}.")

    def _entries(self, lines: Iterable[Any]) -> List[Any]:
        currency = self.statement["currency"]
        return [entry for line in lines for entry in line["journal"]["entries"] if entry["currency"] == currency]

    def _numbers(self, line: Any) -> List[int]:
        return [int(entry["number"]) for entry in self._entries([line])]

    def _balance(self, seal: Any) -> Any:
        return next((each for each in seal["balances"] if each["currency"] == self.statement["currency"]), None)

    def numbers(self) -> bool:
        """Checks that entry numbers have no gaps and that balances are sums of entries, day by day.

        Returns whether the opening balance follows from a seal.
        """
        statement = self.statement
        start = statement["from"][:10]
        entries = sorted(self._entries(self.proven + self.open), key=lambda entry: int(entry["number"]))
        spoilt = {number for line in self.failed for number in self._numbers(line)}
        ends: List[Tuple[str, Any]] = [(seal["day"], self._balance(seal)) for seal in self.signed.values()]
        before = [balance for day, balance in ends if day < start]
        within = [(day, balance) for day, balance in ends if day >= start]
        opening = statement["opening"]
        is_anchored = bool(self.signed) and _same(before[-1] if before else None, opening)
        if within and not is_anchored:
            message = "The opening balance differs from that of the last sealed day before the statement."
            self.find("wrong_balance", message)
        held = {part: _units(opening[part]) for part in _PARTS}
        at = int(opening["number"])
        for day, balance in [*within, ("", statement["closing"])]:
            if balance is None:
                continue
            end = int(balance["number"])
            missing: List[int] = []
            is_whole = True
            while at < end and len(missing) < _SHOWN:
                at += 1
                if entries and int(entries[0]["number"]) == at:
                    entry = entries.pop(0)
                    sign = 1 if entry["direction"] == "credit" else -1
                    held[entry["account"]] = held.get(entry["account"], 0) + sign * _units(entry["amount"])
                else:
                    is_whole = False
                    missing += [] if at in spoilt else [at]
            while entries and int(entries[0]["number"]) <= end:
                entries.pop(0)
            at = end
            when = f"up to the end of {day}" if day else "at the end of the statement"
            if missing:
                numbers = ", ".join(map(str, missing))
                message = f"Entries are missing {when}: number {numbers} of {statement['currency']}."
                self.find("missing_entry", message)
            elif is_whole and any(held[part] != _units(balance[part]) for part in _PARTS):
                self.find("wrong_balance", f"The balance {when} is not the sum of its entries.")
            held = {part: _units(balance[part]) for part in _PARTS}
        for entry in entries:
            self.find("added_entry", f"Entry {entry.get('id')} is after the end of the statement.")
        return is_anchored


def _same(one: Any, other: Any) -> bool:
    if one is None:
        return bool(other["number"] == "0") and all(_units(other[part]) == 0 for part in _PARTS)
    return one["number"] == other["number"] and all(_units(one[part]) == _units(other[part]) for part in _PARTS)


def _units(decimal: str) -> int:
    found = re.fullmatch(r"(-?)(\d+)(?:\.(\d{1,18}))?", decimal)
    if not found:
        return 0
    sign, whole, path_args = found.groups()
    return int(f"{sign}{whole}{(path_args or '').ljust(18, '0')}")


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _leads_to(seal: Any, line: Any) -> bool:
    """True if a journal's path leads to the root of the tree (RFC 9162, 2.1.3.2)."""
    index, last = line.get("index", -1), seal["journals"] - 1
    if not 0 <= index <= last:
        return False
    node = _sha256(b"\0" + _canonical(line["journal"]))
    for text in line.get("path", []):
        if last == 0:
            return False
        beside = bytes.fromhex(text)
        if index % 2 == 1 or index == last:
            node = _sha256(b"\1" + beside + node)
            while index % 2 == 0 and index != 0:
                index, last = index >> 1, last >> 1
        else:
            node = _sha256(b"\1" + node + beside)
        index, last = index >> 1, last >> 1
    return bool(last == 0 and node.hex() == seal["root"])


# Ed25519 (RFC 8032) in extended coordinates. Nothing here is secret, so timing does not matter.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_Point = Tuple[int, int, int, int]


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(count: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while count > 0:
        if count & 1:
            total = _add(total, point)
        point = _add(point, point)
        count >>= 1
    return total


def _point(data: bytes) -> Optional[_Point]:
    number = int.from_bytes(data, "little")
    y = number % 2**255
    if len(data) != 32 or y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _ROOT % _P
    if (x * x - square) % _P != 0 or (x == 0 and number >> 255):
        return None
    if x & 1 != number >> 255:
        x = _P - x
    return x, y, 1, x * y % _P


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


def _is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    public, first = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or first is None or _BASE is None or len(signature) != 64 or scalar >= _L:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    one, other = _times(scalar, _BASE), _add(first, _times(digest, public))
    is_same_x = (one[0] * other[2] - other[0] * one[2]) % _P == 0
    return is_same_x and (one[1] * other[2] - other[1] * one[2]) % _P == 0
