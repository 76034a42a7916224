"""A connector in one file, with the standard library of Python 3.10 or later. It passes `psp connector check`.

Replace the class Bank with calls to yours; the rest is the protocol. docs/connector.md explains it.

    python3 connector.py settings.json
"""

import hashlib
import hmac
import json
import re
import secrets
import sqlite3
import sys
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

with open(sys.argv[1] if len(sys.argv) > 1 else "settings.json", encoding="utf-8") as file:
    settings = json.load(file)

BODY_MOST = 256 * 1024
NAME = re.compile(r"[A-Za-z0-9._-]{1,128}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
SIGNATURE = re.compile(r"t=(\d{1,12}),nonce=([A-Za-z0-9_-]{16,64})((?:,v1=[0-9a-f]{64}){1,4})")
FIELDS = {
    "amount": re.compile(r"(?!0+(\.0+)?$)[0-9]{1,18}(\.[0-9]{1,2})?"),
    "currency": re.compile(r"[A-Z]{3,5}"),
    "method": re.compile(r"[a-z][a-z0-9_]{0,39}"),
    "kind": re.compile(r"payout|refund|withdrawal|settlement"),
    "account_id": re.compile(r"acct_[0-9a-z]{1,40}"),
    "send_by": TIME,
    "expires_at": TIME,
}
ORDER = ["kind", "amount", "currency", "method", "details", "send_by", "account_id"]

# What must survive a crash. SQLite writes each statement to the disk before it goes on. One request at a time uses it.
db = sqlite3.connect(settings["database"], check_same_thread=False, isolation_level=None)
db.executescript("""
pragma journal_mode = wal; pragma synchronous = full;
create table if not exists request (path text primary key, body text not null, answer text);
create table if not exists paid (reference text primary key, body text not null);
create table if not exists notice (sequence integer primary key autoincrement, id text unique, body text not null);
create table if not exists line (sequence integer primary key autoincrement, source text unique, body text not null);
""")
lock = threading.Lock()


class Refused(Exception):
    """A fault of the service's request: nothing was done."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.body = {"error": {"code": code, "message": message}}


class Bank:
    """Your bank. This one pays at once; replace each method. All must be idempotent: the reference is the identity."""

    def pay(self, order):
        """Raise if the outcome is unclear: the service then looks the order up, and never sends it again."""
        reference = order["reference"]
        db.execute("insert into paid values (?, ?) on conflict do nothing", (reference, json.dumps(order)))
        tell({"id": f"paid-{reference}", "type": "operation", "reference": reference, "outcome": "paid"})
        return {"outcome": "paid"}

    def find(self, reference):
        """None: the bank does not know the order."""
        row = db.execute("select body from paid where reference = ?", (reference,)).fetchone()
        return row and json.loads(row[0])

    def open(self, reference):
        """The payer's instructions: keys as in the API description of funding accounts."""
        return {"bank_account": "0" * 20, "reference": reference}

    def close(self, reference):
        """Tell the bank that the account takes no more payments."""

    def confirm(self, payment_reference):
        """The payment as find() gives it, if it stands at the bank."""
        return None

    def balances(self):
        """What stands at the bank, by currency and amount; a currency that it does not tell is left out."""
        return []

    def movements(self):
        """Every movement, oldest first; the first of each pair names it for ever."""
        for (body,) in db.execute("select body from paid order by rowid").fetchall():
            order = json.loads(body)
            line = {name: order[name] for name in ("reference", "amount", "currency", "account_id")}
            yield f"paid {order['reference']}", {"kind": "operation", "booked_on": order["at"][:10], **line}


bank = Bank()


def now():
    return datetime.now(timezone.utc)


def tell(notice):
    """Adds to the log of notices, which the service reads; a known id changes nothing."""
    values = (notice["id"], json.dumps(notice))
    db.execute("insert into notice (id, body) values (?, ?) on conflict do nothing", values)


def valid(body, required, optional):
    if not isinstance(body, dict):
        raise Refused(400, "invalid_body", "the body must be an object")
    for name in body:
        if name not in required and name not in optional:
            raise Refused(400, "invalid_body", f"{name}: unknown field")
    for name in required:
        if name not in body:
            raise Refused(400, "invalid_body", f"{name}: required")
    for name, form in FIELDS.items():
        if name in body and not (isinstance(body[name], str) and form.fullmatch(body[name])):
            raise Refused(400, "invalid_body", f"{name}: invalid")
    return body


def once(path, body, act):
    """Stores the request before anything is done, and its first answer after: a repeat gets that answer again."""
    text = json.dumps(body, sort_keys=True)
    known = db.execute("select body, answer from request where path = ?", (path,)).fetchone()
    if known and known[0] != text:
        raise Refused(409, "other_body", "The reference was used with another body.")
    if known and known[1]:
        return json.loads(known[1])
    if not known:
        db.execute("insert into request (path, body) values (?, ?)", (path, text))
    answer = act()
    db.execute("update request set answer = ? where path = ?", (json.dumps(answer), path))
    return answer


def moved(order):
    return {
        "amount": order["amount"],
        "currency": order["currency"],
        "at": order["at"],
        "trace_reference": order["reference"],
    }


def submit(path, reference, body):
    valid(body, ORDER, ["memo"])
    known = db.execute("select answer from request where path = ?", (path,)).fetchone()
    # After a crash an order may come again without an answer: the bank has it, or it is not sent after send_by.
    is_done = known is not None and (known[0] is not None or bank.find(reference) is not None)
    if not is_done and datetime.fromisoformat(body["send_by"].replace("Z", "+00:00")) <= now():
        raise Refused(410, "send_by_passed", "It arrived after send_by; nothing was done.")

    def act():
        answer = bank.pay({**body, "reference": reference, "at": now().isoformat()})
        done = bank.find(reference)
        return {"outcome": "paid", **moved(done)} if answer["outcome"] == "paid" and done else answer

    return once(path, body, act)


def references_of(body):
    names = body.get("references") if isinstance(body, dict) else None
    good = isinstance(names, list) and 1 <= len(names) <= 100
    if not good or not all(isinstance(name, str) and NAME.fullmatch(name) for name in names):
        raise Refused(400, "invalid_body", "references: 1 to 100")
    return names


def finding(reference):
    done = bank.find(reference)
    return {"reference": reference, **({"outcome": "paid", **moved(done)} if done else {"outcome": "not_found"})}


def confirmation(reference):
    payment = bank.confirm(reference)
    if payment is None:
        return {"reference": reference, "outcome": "not_confirmed", "code": "payment_not_found"}
    return {"reference": reference, "outcome": "confirmed", **moved(payment)}


def page(query, table, limit):
    """A cursor is the sequence after which the page starts."""
    after = query.get("after", ["0"])[0]
    if not re.fullmatch(r"\d{1,15}", after):
        raise Refused(400, "invalid_cursor", "after: is not a cursor of this list.")
    sql = f"select sequence, body from {table} where sequence > ? order by sequence limit ?"
    found = db.execute(sql, (int(after), limit)).fetchall()
    items = [{**json.loads(body), "sequence": sequence} for sequence, body in found]
    return items, {"next": str(found[-1][0]) if found else after, "has_more": len(found) == limit}


def add_line(source, line):
    db.execute("insert into line (source, body) values (?, ?) on conflict do nothing", (source, json.dumps(line)))


def close_days(before):
    row = db.execute("select body from line order by sequence desc limit 1").fetchone()
    last = json.loads(row[0]) if row else {"kind": "day_closed"}
    if last["kind"] != "day_closed" and last["booked_on"] < before:
        add_line(f"day {last['booked_on']}", {"kind": "day_closed", "booked_on": last["booked_on"]})


def statement(query):
    """Books what is new, and ends each day with a marker before the first line of the next."""
    for source, line in bank.movements():
        if db.execute("select 1 from line where source = ?", (source,)).fetchone() is None:
            close_days(line["booked_on"])
            add_line(source, line)
    close_days(now().date().isoformat())
    closed = db.execute("select coalesce(max(sequence), 0) from line where source like 'day %'").fetchone()[0]
    lines, rest = page(query, "line", 500)
    return {"lines": lines, **rest, "closed_sequence": closed}


def answer(method, path, query, body):
    _, noun, name, act = (path.split("/") + ["", "", ""])[:4]
    match (method, noun):
        case ("GET", "capabilities"):
            offer = {"method": "bank_transfer", "currency": "PEN"}
            return {
                "protocol_version": 1,
                "environment": settings["environment"],
                "capabilities": [{"product": product, **offer} for product in ("payin", "payout")],
                "features": ["statement"],
                "settling_seconds": 4,
                "concurrency": 8,
            }
        case ("PUT", "operations"):
            return submit(path, name, body)
        case ("POST", "operations") if name == "lookup":
            return {"findings": [finding(reference) for reference in references_of(body)]}
        case ("PUT", "funding-accounts"):
            valid(body, ["method", "currency"], ["amount", "expires_at"])
            return once(path, body, lambda: {"outcome": "opened", "instructions": bank.open(name)})
        case ("POST", "funding-accounts") if act == "close":
            bank.close(name)
            return {"outcome": "closed"}
        case ("POST", "payments") if name == "confirm":
            return {"confirmations": [confirmation(reference) for reference in references_of(body)]}
        case ("GET", "notices"):
            notices, rest = page(query, "notice", 100)
            return {"notices": notices, **rest}
        case ("GET", "statement"):
            return statement(query)
        case ("GET", "balance"):
            return {"balances": bank.balances()}
    raise Refused(404, "not_found", "This path or method does not exist.")


def mac(key, text, body):
    return hmac.new(key.encode(), text.encode() + body, hashlib.sha256).hexdigest()


def json_of(body):
    """None if it is no JSON, or an object in it has a key twice."""

    def unique(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError("a key is repeated")
        return dict(pairs)

    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=unique)
    except ValueError:
        return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def nonce_of(self, body):
        """The nonce of a request that the service signed; None otherwise."""
        found = SIGNATURE.fullmatch(self.headers.get("Connector-Signature", ""))
        if not found or abs(time.time() - int(found[1])) > 300:
            return None
        text = f"{found[1]}.{self.command}.{self.path}.{found[2]}."
        given = found[3].split(",v1=")[1:]
        keys = settings["receiving_keys"]
        good = any(hmac.compare_digest(mac(key, text, body), each) for key in keys for each in given)
        return found[2] if good else None

    def serve(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, 4 * BODY_MOST))
        self.close_connection = length > BODY_MOST
        nonce = None if length > BODY_MOST else self.nonce_of(body)
        url = urlsplit(self.path)
        status = 200
        try:
            if nonce is None:
                raise Refused(401, "bad_signature", "The signature is missing or wrong, or the body is too long.")
            if not all(part == "" or NAME.fullmatch(part) for part in url.path.split("/")):
                raise Refused(400, "invalid_reference", "The reference is invalid.")
            with lock:
                told = answer(self.command, url.path, parse_qs(url.query), json_of(body))
        except Refused as refused:
            status, told = refused.status, refused.body
        text = json.dumps(told).encode()
        etag = f'"{hashlib.sha256(text).hexdigest()[:22]}"'
        if status == 200 and self.command == "GET" and self.headers.get("If-None-Match") == etag:
            status, text = 304, b""
        t, nonce = int(time.time()), nonce or secrets.token_urlsafe(18)
        signed = f"{t}.{self.command}.{self.path}.{nonce}."
        v1 = "".join(f",v1={mac(key, signed, text)}" for key in settings["sending_keys"])
        self.send_response(status)
        if status != 304:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
        self.send_header("ETag", etag)
        self.send_header("Connector-Signature", f"t={t},nonce={nonce}{v1}")
        self.end_headers()
        self.wfile.write(text)

    # An exception ends the connection without an answer: the order is uncertain, and the service looks it up.
    do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = serve

    def log_message(self, format, *args):
        """No request log: references are not for logs."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


server = Server((settings["host"], settings["port"]), Handler)
print(f"The connector is at http://{settings['host']}:{settings['port']}.", flush=True)
server.serve_forever()
