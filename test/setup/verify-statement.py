"""Verifies a statement with proofs from docs/seals.md alone: python3 verify-statement.py <statement> <key in base64>."""
import base64, hashlib, json, sys
P = 2**255 - 19; D = -121665 * pow(121666, -1, P) % P; L = 2**252 + 27742317777372353535851937790883648493
def add(a, b):
    (x, y), (u, v) = a, b; k = D * x * u * y * v
    return (x * v + u * y) * pow(1 + k, -1, P) % P, (y * v + x * u) * pow(1 - k, -1, P) % P
def mul(n, a):
    r = (0, 1)
    while n:
        r = add(r, a) if n & 1 else r; a = add(a, a); n >>= 1
    return r
def point(b):
    n = int.from_bytes(b, "little"); y = n % 2**255; q = (y * y - 1) * pow(D * y * y + 1, -1, P)
    x = pow(q, (P + 3) // 8, P); x = x if (x * x - q) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - q) % P == 0
    return (P - x if x & 1 != n >> 255 else x, y)
def signed(key, message, sig):
    h = int.from_bytes(hashlib.sha512(sig[:32] + key + message).digest(), "little") % L
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    return mul(int.from_bytes(sig[32:], "little"), base) == add(point(sig[:32]), mul(h, point(key)))
sha, text = lambda b: hashlib.sha256(b).digest(), lambda v: json.dumps(v, sort_keys=True, separators=(",", ":")).encode()
def root(leaf, index, count, path):
    if count == 1: return sha(b"\0" + leaf)
    half = 1 << (count - 1).bit_length() - 1; beside = bytes.fromhex(path[-1])
    if index < half: return sha(b"\1" + root(leaf, index, half, path[:-1]) + beside)
    return sha(b"\1" + beside + root(leaf, index - half, count - half, path[:-1]))
statement, key, seals, previous = json.load(open(sys.argv[1])), base64.b64decode(sys.argv[2]), {}, None
for seal in statement["seals"]:
    body = text({name: seal[name] for name in seal if name not in ("hash", "signature")})
    assert signed(key, body, base64.b64decode(seal["signature"])), "forged seal"
    assert sha(body).hex() == seal["hash"] and seal["previous"] == (previous or seal["previous"]), "cut chain"
    seals[seal["number"]], previous = seal, seal["hash"]
for line in (each for each in statement["journals"] if each["seal"] is not None):
    seal = seals[line["seal"]]
    assert root(text(line["journal"]), line["index"], seal["journals"], line["path"]).hex() == seal["root"], "changed entry"
entries = sorted(int(e["number"]) for j in statement["journals"] for e in j["journal"]["entries"] if e["currency"] == statement["currency"])
assert entries == list(range(int(statement["opening"]["number"]) + 1, int(statement["closing"]["number"]) + 1)), "missing entry"
print(f"{sum(each['seal'] is not None for each in statement['journals'])} journals proven, {len(seals)} seals")
