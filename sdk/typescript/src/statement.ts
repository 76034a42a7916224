// Has no imports, because `npm run sdk` copies this file into the TypeScript SDK. The format is described in
// docs/seals.md.

export type ProofFault =
  /** A journal differs from the sealed one. */
  | 'changed_entry'
  /** An entry number is missing. */
  | 'missing_entry'
  /** A journal was not in the books when they were sealed. */
  | 'added_entry'
  /** No given key verifies a seal's signature. */
  | 'forged_seal'
  /** A seal does not name the seal before it. */
  | 'cut_chain'
  /** A balance differs from the sum of its entries. */
  | 'wrong_balance'
  /** The file is not a statement with proofs. */
  | 'not_a_statement';

export interface ProofFinding {
  readonly fault: ProofFault;
  readonly message: string;
}

export interface ProofVerdict {
  /** There is no finding, every journal is proven, and the opening balance follows from a seal. */
  readonly isProven: boolean;
  readonly findings: readonly ProofFinding[];
  /** Journals that are proven, and journals of unsealed days. */
  readonly proven: number;
  readonly unsealed: number;
  /** The last sealed day of the statement. */
  readonly sealedThrough: string | null;
}

interface Entry {
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: string;
  readonly id: string;
  readonly number: string;
}

interface Journal {
  readonly account_id: string;
  readonly entries: readonly Entry[];
  readonly id: string;
  readonly occurred_at: string;
}

interface Line {
  readonly journal: Journal;
  readonly seal: number | null;
  readonly index?: number;
  readonly path?: readonly string[];
}

const parts = ['available', 'pending', 'reserved', 'in_settlement', 'earnings'] as const;
type Balance = { readonly number: string } & Readonly<Record<(typeof parts)[number], string>>;

interface Seal {
  readonly account_id: string;
  readonly balances: readonly (Balance & { readonly currency: string })[];
  readonly day: string;
  readonly hash: string;
  readonly journals: number;
  readonly key_id: string;
  readonly number: number;
  readonly previous: string;
  readonly root: string;
  readonly signature: string;
}

interface Statement {
  readonly version: 1;
  readonly account_id: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly opening: Balance;
  readonly closing: Balance;
  readonly seals: readonly Seal[];
  readonly journals: readonly Line[];
}

type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Bytes = Uint8Array<ArrayBuffer>;
type Signed = ReadonlyMap<number, Seal>;
type Find = (fault: ProofFault, message: string) => void;

/** Most missing entry numbers that a finding lists. */
const reportedMax = 10;
const utf8 = new TextEncoder();
const dayOf = (time: string): string => time.slice(0, 10);

/**
 * Checks a statement with proofs (`GET /v1/balances/{currency}/statement?proof=true`) offline. `keys` are the platform's
 * public keys: `id:base64`, separated by commas, or one key in base64.
 */
export async function verifyStatement(text: string, keys: string): Promise<ProofVerdict> {
  const findings: ProofFinding[] = [];
  const find: Find = (fault, message) => void findings.push({ fault, message });
  const known = await keysOf(keys);
  const statement = read(text);
  if (statement === undefined) {
    find('not_a_statement', 'The file is not a statement with proofs; download it with proof=true.');
    return { isProven: false, findings, proven: 0, unsealed: 0, sealedThrough: null };
  }
  const seals = await checkChain(statement, known, find);
  const { proven, open, failed } = await checkJournals(statement, seals, find);
  const isAnchored = checkNumbers(statement, seals, { lines: [...proven, ...open], failed, find });
  return {
    isProven: findings.length === 0 && open.length === 0 && isAnchored,
    findings,
    proven: proven.length,
    unsealed: open.filter(({ seal }) => seal === null).length,
    sealedThrough: statement.seals.at(-1)?.day ?? null,
  };
}

/** Public keys by id. A key under the empty id may verify any seal. */
async function keysOf(text: string): Promise<ReadonlyMap<string, PublicKey>> {
  const keys = new Map<string, PublicKey>();
  for (const each of text.trim().split(',')) {
    const [, id = '', base64 = ''] = /^\s*(?:([\w-]{1,40}):)?([A-Za-z0-9+/]{43}=)\s*$/.exec(each) ?? [];
    if (base64 === '') throw new Error('The public key is not 32 bytes in base64, such as s1:11qYAYKx….');
    const bytes = bytesOf(base64);
    keys.set(id, await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']));
  }
  return keys;
}

function read(text: string): Statement | undefined {
  try {
    const statement = JSON.parse(text) as Statement;
    const { from, opening, closing, seals, journals } = statement;
    const isNumbered = ({ number }: Pick<Balance, 'number'>): boolean => /^\d{1,15}$/.test(number);
    const fits =
      statement.version === 1 &&
      typeof from === 'string' &&
      [opening, closing].every(isNumbered) &&
      seals.every(({ day, balances }) => typeof day === 'string' && balances.every(isNumbered)) &&
      journals.every(
        ({ journal }) => typeof journal.occurred_at === 'string' && journal.entries.every(isNumbered),
      );
    return fits ? statement : undefined;
  } catch {
    return undefined;
  }
}

/** The correctly signed seals of the statement, by number. */
async function checkChain(
  statement: Statement,
  keys: ReadonlyMap<string, PublicKey>,
  find: Find,
): Promise<Signed> {
  const seals = new Map<number, Seal>();
  let before: Seal | undefined;
  for (const seal of statement.seals) {
    const { hash, signature, ...body } = seal;
    const bytes = utf8.encode(canonical(body));
    const key = keys.get(seal.key_id) ?? keys.get('');
    const isSigned =
      key !== undefined &&
      (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), bytes)) &&
      seal.account_id === statement.account_id;
    if (isSigned) seals.set(seal.number, seal);
    else
      find(
        'forged_seal',
        `The seal of ${seal.day} is not signed with the key ${seal.key_id} that was given.`,
      );
    const follows = before ? seal.number === before.number + 1 && seal.day > before.day : true;
    const starts =
      seal.number === 1 ? /^0+$/.test(seal.previous) : before !== undefined || isFirst(statement, seal);
    if (!follows || !starts || (before && seal.previous !== before.hash))
      find('cut_chain', `The seal of ${seal.day} does not continue the chain: a seal is missing before it.`);
    if (hash !== hex(await sha256(bytes))) find('forged_seal', `The seal of ${seal.day} has a wrong hash.`);
    before = seal;
  }
  return seals;
}

/** Whether this is the seal before the period. A statement starts with it, unless the account had no seal then. */
const isFirst = ({ from, seals }: Statement, seal: Seal): boolean =>
  seal === seals[0] && seal.day < dayOf(from);

interface Sorted {
  readonly proven: readonly Line[];
  /** Journals of unsealed days, or under a seal that already has a finding. */
  readonly open: readonly Line[];
  readonly failed: readonly Line[];
}

/** Sorts the journals: proven by their seal's tree, not provable yet, or failed. Reports the failed ones. */
async function checkJournals(statement: Statement, signed: Signed, find: Find): Promise<Sorted> {
  const { account_id: accountId, currency, journals, seals } = statement;
  const last = seals.at(-1)?.day ?? '';
  const lines = { proven: [] as Line[], open: [] as Line[], failed: [] as Line[] };
  const absent = new Set<number>();
  for (const line of journals) {
    const { journal, seal: number } = line;
    const day = dayOf(journal.occurred_at);
    const seal = signed.get(number ?? 0);
    if (number === null) lines[day > last ? 'open' : 'failed'].push(line);
    else if (seal === undefined) {
      if (!seals.some((each) => each.number === number)) absent.add(number);
      lines.open.push(line);
    } else {
      const isOwn = seal.day === day && journal.account_id === accountId;
      lines[isOwn && (await leadsTo(seal, line)) ? 'proven' : 'failed'].push(line);
    }
  }
  for (const number of absent) find('cut_chain', `Seal ${number} is referenced by journals but missing.`);
  nameFailed(lines, { currency, signed, find });
  return lines;
}

/** Reports journals that failed: changed, if no other journal has their entry numbers; otherwise added. */
function nameFailed(
  { proven, failed }: Sorted,
  { currency, signed, find }: { readonly currency: string; readonly signed: Signed; readonly find: Find },
): void {
  const numbers = new Set(proven.flatMap((line) => numbersOf(line, currency)));
  const end = Math.max(
    0,
    ...[...signed.values()].map((seal) => Number(balanceAt(seal, currency)?.number ?? 0)),
  );
  for (const line of failed) {
    const { id, occurred_at: at } = line.journal;
    const own = numbersOf(line, currency);
    if (own.length > 0 && own.every((each) => !numbers.has(each) && each <= end))
      find('changed_entry', `Journal ${id} differs from what was sealed on ${dayOf(at)}.`);
    else find('added_entry', `Journal ${id} was not part of the seal of ${dayOf(at)}.`);
  }
}

const numbersOf = ({ journal }: Line, currency: string): number[] =>
  journal.entries.flatMap((entry) => (entry.currency === currency ? [Number(entry.number)] : []));

const balanceAt = ({ balances }: Seal, currency: string): Balance | undefined =>
  balances.find((each) => each.currency === currency);

/** Whether the path leads from the journal to the seal's root (RFC 9162 §2.1.3.2). */
async function leadsTo({ journals, root }: Seal, { journal, index = -1, path = [] }: Line): Promise<boolean> {
  if (index < 0 || index >= journals) return false;
  let [first, last] = [index, journals - 1];
  let node = await sha256(joined([0], utf8.encode(canonical(journal))));
  for (const beside of path) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      node = await sha256(joined([1], fromHex(beside), node));
      while (first % 2 === 0 && first !== 0) [first, last] = [first >>> 1, last >>> 1];
    } else {
      node = await sha256(joined([1], node, fromHex(beside)));
    }
    [first, last] = [first >>> 1, last >>> 1];
  }
  return last === 0 && hex(node) === root;
}

interface Numbered {
  readonly lines: readonly Line[];
  readonly failed: readonly Line[];
  readonly find: Find;
}

/**
 * Checks that entries have no gaps, and that balances are sums of entries at the end of each sealed day and of the
 * period. Returns whether the opening balance follows from a seal.
 */
function checkNumbers(
  { currency, from, opening, closing }: Statement,
  seals: Signed,
  { lines, failed, find }: Numbered,
): boolean {
  const spoilt = new Set(failed.flatMap((line) => numbersOf(line, currency)));
  const entries = lines
    .flatMap(({ journal }) => journal.entries.filter((entry) => entry.currency === currency))
    .sort((one, other) => Number(one.number) - Number(other.number));
  const ends = [...seals.values()].map((seal) => ({ day: seal.day, balance: balanceAt(seal, currency) }));
  const before = ends.filter(({ day }) => day < dayOf(from)).at(-1)?.balance;
  const within = ends.filter(({ day }) => day >= dayOf(from));
  const isAnchored = seals.size > 0 && sameBalance(before, opening);
  // Without a seal in the period, earlier days may be unsealed too.
  if (within.length > 0 && !isAnchored)
    find(
      'wrong_balance',
      'The opening balance differs from that of the last sealed day before the statement.',
    );
  const held = new Map(parts.map((part) => [part as string, units(opening[part])]));
  let at = Number(opening.number);
  const bounds = [...within, { day: '', balance: closing }];
  for (const { day, balance } of bounds) {
    if (balance === undefined) continue;
    const end = Number(balance.number);
    const missing: number[] = [];
    let isWhole = true;
    for (let number = at + 1; number <= end && missing.length < reportedMax; number += 1) {
      const found = entries[0] && Number(entries[0].number) === number ? entries.shift() : undefined;
      if (found) held.set(found.account, (held.get(found.account) ?? 0n) + moved(found));
      else if (!spoilt.has(number)) missing.push(number);
      isWhole &&= found !== undefined;
    }
    while (entries[0] && Number(entries[0].number) <= end) entries.shift();
    at = end;
    const when = day === '' ? 'at the end of the statement' : `up to the end of ${day}`;
    if (missing.length > 0)
      find('missing_entry', `Entries are missing ${when}: number ${missing.join(', ')} of ${currency}.`);
    else if (isWhole && parts.some((part) => held.get(part) !== units(balance[part])))
      find('wrong_balance', `The balance ${when} is not the sum of its entries.`);
    for (const part of parts) held.set(part, units(balance[part]));
  }
  for (const entry of entries) find('added_entry', `Entry ${entry.id} is after the end of the statement.`);
  return isAnchored;
}

/** A balance that no seal contains never moved, so all its parts are zero. */
const sameBalance = (one: Balance | undefined, other: Balance): boolean =>
  (one?.number ?? '0') === other.number &&
  parts.every((part) => units(one?.[part] ?? '0') === units(other[part]));

const moved = ({ direction, amount }: Entry): bigint =>
  direction === 'credit' ? units(amount) : -units(amount);

/** A decimal with up to 18 decimals, as an integer. */
function units(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(18, '0')}`);
}

/** JSON with sorted keys and without white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

function joined(...all: readonly (readonly number[] | Uint8Array)[]): Bytes {
  return Uint8Array.from(all.flatMap((each) => [...each]));
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
