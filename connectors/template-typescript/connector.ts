/**
 * A connector in one file, for Node 24 without dependencies. It passes `psp connector check`. Replace the class Bank with
 * calls to yours; the rest is the protocol. docs/connector.md explains it.
 *
 *   node connector.ts settings.json
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/** `sending_keys` sign this connector's messages; they are the `receiving_keys` of the service. */
type Settings = Record<'environment' | 'host' | 'database', string> &
  Record<'sending_keys' | 'receiving_keys', string[]> & { port: number };
type Body = Readonly<Record<string, unknown>>;
type Answer = [status: number, body: object];
type Order = Record<'reference' | 'amount' | 'currency' | 'at' | 'account_id', string>;

type Stored = { sequence: number; body: string; answer: string | null };

const settings = JSON.parse(readFileSync(process.argv[2] ?? 'settings.json', 'utf8')) as Settings;

// What must survive a crash. SQLite writes each statement to the disk before it goes on.
const db = new DatabaseSync(settings.database);
db.exec(`
  pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists request (path text primary key, body text not null, answer text);
  create table if not exists paid (reference text primary key, body text not null);
  create table if not exists notice (sequence integer primary key autoincrement, id text unique, body text not null);
  create table if not exists line (sequence integer primary key autoincrement, source text unique, body text not null);
`);
const rows = <T>(sql: string, ...values: (string | number)[]): T[] => db.prepare(sql).all(...values) as T[];
const run = (sql: string, ...values: (string | number)[]): void => void db.prepare(sql).run(...values);

/** Your bank. This one pays at once; replace each method. All must be idempotent: the reference is the identity. */
class Bank {
  /** Throw if the outcome is unclear: the service then looks the order up, and never sends it again. */
  pay(order: Order): { outcome: string; code?: string } {
    const { reference } = order;
    run('insert into paid values (?, ?) on conflict do nothing', reference, JSON.stringify(order));
    publish({ id: `paid-${reference}`, type: 'operation', reference, outcome: 'paid' });
    return { outcome: 'paid' };
  }

  /** Undefined: the bank does not know the order. */
  find(reference: string): Order | undefined {
    const [row] = rows<Stored>('select body from paid where reference = ?', reference);
    return row && (JSON.parse(row.body) as Order);
  }

  /** The payer's instructions: keys as in the API description of funding accounts. */
  open(reference: string): Record<string, string> {
    return { bank_account: '0'.repeat(20), reference };
  }

  close(_reference: string): void {
    // Tell the bank that the account takes no more payments.
  }

  /** Whether a payment that was announced stands at the bank. */
  confirm(_paymentReference: string): Order | undefined {
    return undefined;
  }

  /** What stands at the bank; a currency that it does not tell is left out. */
  balances(): { currency: string; amount: string }[] {
    return [];
  }

  /** Every movement, oldest first; `source` names it for ever. */
  movements(): { source: string; line: object }[] {
    return rows<Stored>('select body from paid order by rowid').map(({ body }) => {
      const { reference, amount, currency, at, account_id } = JSON.parse(body) as Order;
      const line = { kind: 'operation', reference, amount, currency, account_id, booked_on: at.slice(0, 10) };
      return { source: `paid ${reference}`, line };
    });
  }
}
const bank = new Bank();

/** Adds to the log of notices, which the service reads; a known id changes nothing. */
function publish(notice: { id: string } & Body): void {
  const body = JSON.stringify(notice);
  run('insert into notice (id, body) values (?, ?) on conflict do nothing', notice.id, body);
}

function refuse(status: number, code: string, message: string): Answer {
  return [status, { error: { code, message } }];
}
const invalid = (message: string): Answer => refuse(400, 'invalid_body', message);
const noCursor = refuse(400, 'invalid_cursor', 'after: is not a cursor of this list.');

const fields = {
  amount: /^(?!0+(\.0+)?$)[0-9]{1,18}(\.[0-9]{1,2})?$/,
  currency: /^[A-Z]{3,5}$/,
  method: /^[a-z][a-z0-9_]{0,39}$/,
  kind: /^(payout|refund|withdrawal|settlement)$/,
  account_id: /^acct_[0-9a-z]{1,40}$/,
  send_by: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};

/** What is wrong with a body; undefined if nothing is. */
function faultOf(body: unknown, required: string[], optional: string[]): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body must be an object';
  const unknown = Object.keys(body).find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown !== undefined) return `${unknown}: unknown field`;
  const missing = required.find((name) => !(name in body));
  if (missing !== undefined) return `${missing}: required`;
  const wrong = Object.entries(fields).find(([name, form]) => {
    const value = (body as Body)[name];
    return value !== undefined && (typeof value !== 'string' || !form.test(value));
  });
  return wrong && `${wrong[0]}: invalid`;
}

/** Canonical text of a body: the order of its fields makes no difference. */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Stores the request before anything is done, and its first answer after: a repeat gets that answer again. */
function once(path: string, body: Body, act: () => object): Answer {
  const text = canonical(body);
  const [known] = rows<Stored>('select * from request where path = ?', path);
  if (known && known.body !== text)
    return refuse(409, 'other_body', 'The reference was used with another body.');
  if (known?.answer) return [200, JSON.parse(known.answer) as object];
  if (!known) run('insert into request (path, body) values (?, ?)', path, text);
  const answer = act();
  run('update request set answer = ? where path = ?', JSON.stringify(answer), path);
  return [200, answer];
}

const moved = ({ reference: trace_reference, amount, currency, at }: Order) => ({
  amount,
  currency,
  at,
  trace_reference,
});

const orderFields = ['kind', 'amount', 'currency', 'method', 'details', 'send_by', 'account_id'];

function submit(path: string, reference: string, body: Body): Answer {
  const fault = faultOf(body, orderFields, ['memo']);
  if (fault !== undefined) return invalid(fault);
  const [known] = rows<Stored>('select * from request where path = ?', path);
  // After a crash an order may come again without an answer: the bank has it, or it is not sent after send_by.
  const isDone = known !== undefined && (known.answer !== null || bank.find(reference) !== undefined);
  if (!isDone && new Date(String(body['send_by'])) <= new Date())
    return refuse(410, 'send_by_passed', 'It arrived after send_by; nothing was done.');
  const order = { ...body, reference, at: new Date().toISOString() } as unknown as Order;
  return once(path, body, () => {
    const answer = bank.pay(order);
    const done = bank.find(reference);
    return answer.outcome === 'paid' && done ? { outcome: 'paid', ...moved(done) } : answer;
  });
}

const nameForm = /^[A-Za-z0-9._-]{1,128}$/;

function referencesOf(body: unknown): string[] | undefined {
  const list = (body as { references?: unknown } | null | undefined)?.references;
  const isGood = Array.isArray(list) && list.length > 0 && list.length <= 100;
  return isGood && list.every((each) => nameForm.test(String(each))) ? (list as string[]) : undefined;
}

/** A cursor is the sequence after which the page starts. */
function page(query: URLSearchParams, table: 'notice' | 'line', limit: number) {
  const after = query.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(after)) return undefined;
  const found = rows<Stored>(
    `select sequence, body from ${table} where sequence > ? order by sequence limit ?`,
    Number(after),
    limit,
  );
  const list = found.map(({ sequence, body }) => ({ ...(JSON.parse(body) as object), sequence }));
  return { list, next: String(found.at(-1)?.sequence ?? after), has_more: found.length === limit };
}

/** Books what is new, and ends each day with a marker before the first line of the next. */
function bookLines(): void {
  const add = (source: string, line: object): void =>
    run('insert into line (source, body) values (?, ?) on conflict do nothing', source, JSON.stringify(line));
  const closePast = (before: string): void => {
    const [last] = rows<Stored>('select body from line order by sequence desc limit 1');
    const { kind, booked_on: day } = last ? (JSON.parse(last.body) as Record<string, string>) : {};
    if (day !== undefined && kind !== 'day_closed' && day < before)
      add(`day ${day}`, { kind: 'day_closed', booked_on: day });
  };
  for (const { source, line } of bank.movements()) {
    if (rows('select 1 from line where source = ?', source).length > 0) continue;
    closePast((line as { booked_on: string }).booked_on);
    add(source, line);
  }
  closePast(new Date().toISOString().slice(0, 10));
}

const lastMarker = `select sequence from line where source like 'day %' order by sequence desc limit 1`;

function answer(method: string, path: string, ask: { query: URLSearchParams; body: unknown }): Answer {
  const { query, body } = ask;
  const [, noun = '', name = '', act = ''] = path.split('/');
  const references = referencesOf(body);
  switch (`${method} /${noun}`) {
    case 'GET /capabilities': {
      const { environment } = settings;
      const offer = { method: 'bank_transfer', currency: 'PEN' };
      const capabilities = ['payin', 'payout'].map((product) => ({ product, ...offer }));
      const limits = { settling_seconds: 4, concurrency: 8 };
      return [200, { protocol_version: 1, environment, capabilities, features: ['statement'], ...limits }];
    }
    case 'PUT /operations':
      return submit(path, name, body as Body);
    case 'POST /operations':
      if (name !== 'lookup' || !references) return invalid('references: 1 to 100');
      return [200, { findings: references.map((reference) => findingOf(reference)) }];
    case 'PUT /funding-accounts': {
      const fault = faultOf(body, ['method', 'currency'], ['amount', 'expires_at']);
      if (fault !== undefined) return invalid(fault);
      return once(path, body as Body, () => ({ outcome: 'opened', instructions: bank.open(name) }));
    }
    case 'POST /funding-accounts':
      if (act !== 'close') break;
      bank.close(name);
      return [200, { outcome: 'closed' }];
    case 'POST /payments': {
      if (name !== 'confirm' || !references) return invalid('references: 1 to 100');
      const confirmations = references.map((reference) => {
        const payment = bank.confirm(reference);
        if (!payment) return { reference, outcome: 'not_confirmed', code: 'payment_not_found' };
        return { reference, outcome: 'confirmed', ...moved(payment) };
      });
      return [200, { confirmations }];
    }
    case 'GET /notices': {
      const found = page(query, 'notice', 100);
      if (!found) return noCursor;
      return [200, { notices: found.list, ...found, list: undefined }];
    }
    case 'GET /statement': {
      bookLines();
      const found = page(query, 'line', 500);
      if (!found) return noCursor;
      const [last] = rows<Stored>(lastMarker);
      return [200, { lines: found.list, ...found, list: undefined, closed_sequence: last?.sequence ?? 0 }];
    }
    case 'GET /balance':
      return [200, { balances: bank.balances() }];
  }
  return refuse(404, 'not_found', 'This path or method does not exist.');
}

function findingOf(reference: string): object {
  const done = bank.find(reference);
  return done ? { reference, outcome: 'paid', ...moved(done) } : { reference, outcome: 'not_found' };
}

const mac = (key: string, text: string, body: Buffer): string =>
  createHmac('sha256', key).update(text).update(body).digest('hex');

/** The nonce of a request that the service signed; undefined otherwise. */
function nonceOf(request: IncomingMessage, body: Buffer): string | undefined {
  const header = String(request.headers['connector-signature']);
  const found = /^t=(\d{1,12}),nonce=([A-Za-z0-9_-]{16,64})((?:,v1=[0-9a-f]{64}){1,4})$/.exec(header);
  const [, t = '', nonce = '', rest = ''] = found ?? [];
  if (!found || Math.abs(Date.now() / 1000 - Number(t)) > 300) return undefined;
  const text = `${t}.${request.method}.${request.url}.${nonce}.`;
  const signatures = rest.split(',v1=').slice(1);
  const isGood = settings.receiving_keys.some((key) => {
    const expected = Buffer.from(mac(key, text, body));
    return signatures.some((each) => timingSafeEqual(Buffer.from(each), expected));
  });
  return isGood ? nonce : undefined;
}

/** Undefined if it is no JSON, or an object in it has a key twice. */
function jsonOf(body: Buffer): unknown {
  try {
    let keys = 0;
    const text = body.toString('utf8');
    const value = JSON.parse(text, (_key, part: unknown) => {
      if (typeof part === 'object' && part !== null && !Array.isArray(part)) keys += Object.keys(part).length;
      return part;
    }) as unknown;
    return keys === (text.match(/"(?:\\.|[^"\\])*"\s*(?=:)/g)?.length ?? 0) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= 256 * 1024) parts.push(part);
  }
  const body = Buffer.concat(parts);
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = url.split('?');
  const nonce = length > 256 * 1024 ? undefined : nonceOf(request, body);
  const isName = path.split('/').every((part) => part === '' || nameForm.test(part));
  let [status, answerBody] = refuse(
    401,
    'bad_signature',
    'The signature is missing or wrong, or the body is too long.',
  );
  if (nonce !== undefined)
    [status, answerBody] = isName
      ? answer(method, path, { query: new URLSearchParams(query), body: jsonOf(body) })
      : refuse(400, 'invalid_reference', 'The reference is invalid.');
  let text = Buffer.from(JSON.stringify(answerBody));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  if (method === 'GET' && status === 200 && request.headers['if-none-match'] === etag) {
    status = 304;
    text = Buffer.alloc(0);
  }
  const t = Math.floor(Date.now() / 1000);
  const own = nonce ?? randomBytes(18).toString('base64url');
  const v1 = settings.sending_keys.map((key) => `,v1=${mac(key, `${t}.${method}.${url}.${own}.`, text)}`);
  response.writeHead(status, {
    ...(status !== 304 && { 'content-type': 'application/json' }),
    etag,
    'connector-signature': `t=${t},nonce=${own}${v1.join('')}`,
  });
  response.end(text);
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    // Without an answer the order is uncertain, and the service looks it up.
    console.error(error);
    response.destroy();
  });
});
server.listen(settings.port, settings.host, () => {
  console.log(`The connector is at http://${settings.host}:${settings.port}.`);
});
