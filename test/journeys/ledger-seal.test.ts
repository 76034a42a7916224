import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStatement } from '../../src/tools/verify/statement.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { python } from '../setup/python.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary, walk } from '../setup/verbs.js';

const dayMs = 86_400_000;

interface Seal {
  readonly day: string;
  readonly number: number;
  readonly journals: number;
  readonly previous: string;
  readonly hash: string;
  readonly root: string;
  readonly signature: string;
}
interface Line {
  journal: { id: string; entries: { number: string; amount: string }[] };
  seal: number | null;
  index?: number;
}
interface Statement {
  seals: Seal[];
  journals: Line[];
  closing: { number: string; available: string };
}

let service: RunningService;
let key: string;
let text: string;
beforeAll(async () => {
  service = await openService();
  const beneficiary = await speiBeneficiary(service);
  for (const pause of [1, 3, 2]) {
    await fund(service, 'MXN', '500');
    await fund(service, 'PEN', '20');
    await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:paid'));
    const path = '/v1/payouts?status=processing';
    await service.until(path, (each) => (each.at('data') as unknown[]).length === 0);
    await advance(service, pause * 86_400);
  }
  await service.until('/v1/ledger-seals', (each) => (each.at('data') as unknown[]).length === 3);
  await fund(service, 'MXN', '7');
  const keys = (await service.get('/v1/ledger-seal-keys')).at('data') as { id: string; public_key: string }[];
  key = keys.map((each) => `${each.id}:${each.public_key}`).join();
  text = (await service.get(await statementPath())).text;
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const sealsOf = async () =>
  (await walk<Seal>(service, '/v1/ledger-seals?limit=2', 'starting_after')).toReversed();

/** From the first sealed day until tomorrow, or until the end of the last sealed day. */
async function statementPath(from?: string, end: 'now' | 'sealed' = 'now'): Promise<string> {
  const [now = {}] = await queryRows(service.databaseUrl, 'select to_json(business_now()) as now');
  const to = new Date((Math.floor(Date.parse(JSON.parse(now['now'] ?? '') as string) / dayMs) + 1) * dayMs);
  const seals = await sealsOf();
  const sealed = new Date(Date.parse(seals.at(-1)?.day ?? '') + dayMs);
  const until = (end === 'now' ? to : sealed).toISOString();
  return `/v1/balances/MXN/statement?proof=true&from=${from ?? seals[0]?.day}T00:00:00Z&to=${until}`;
}

test('each day with journals has one seal, chained to the one before', async () => {
  const seals = await sealsOf();
  const days = seals.map(({ day }) => Date.parse(day) / dayMs);
  expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 1, 4]);
  expect(seals.map(({ number, journals }) => [number, journals])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
  ]);
  expect(seals.map(({ previous }) => previous)).toEqual([
    '0'.repeat(64),
    ...seals.slice(0, -1).map(({ hash }) => hash),
  ]);
  const [, second] = seals;
  const found = (await service.get(`/v1/ledger-seals?day=${second?.day}`)).at('data') as Seal[];
  expect(found.map(({ hash }) => hash)).toEqual([second?.hash]);
  for (const day of ['zz', '2026-02-30', '2026-2-3', '2026-11-20T00:00:00Z']) {
    const refused = await service.get(`/v1/ledger-seals?day=${day}`);
    expect(refused.at('error'), day).toMatchObject({ code: 'invalid_parameter', param: 'day' });
  }
});

test('another account sees none of them', async () => {
  const other = await openOtherAccount(service);
  expect((await service.get('/v1/ledger-seals', { key: other.key })).at('data')).toEqual([]);
});

test('a statement is proven offline, by our tool and by an independent implementation', async () => {
  expect(await verifyStatement(text, key)).toEqual({
    isProven: false,
    findings: [],
    proven: 9,
    unsealed: 1,
    sealedThrough: (await sealsOf()).at(-1)?.day,
  });
  const sealed = (await service.get(await statementPath(undefined, 'sealed'))).text;
  expect(await verifyStatement(sealed, key)).toMatchObject({
    isProven: true,
    findings: [],
    proven: 9,
    unsealed: 0,
  });
  const file = join(service.dataDir, 'statement.json');
  writeFileSync(file, text);
  const script = join(import.meta.dirname, '../setup/verify-statement.py');
  const publicKey = key.slice(key.indexOf(':') + 1);
  const verified = () =>
    execFileSync('python3', [script, file, publicKey], { encoding: 'utf8', stdio: 'pipe' });
  expect(verified()).toBe('9 journals proven, 3 seals\n');
  writeFileSync(file, text.replace('"amount":"500.00"', '"amount":"500.01"'));
  expect(verified).toThrow('changed entry');
});

test('a statement that starts later includes the seal before its first day', async () => {
  const [, , third] = await sealsOf();
  const later = (await service.get(await statementPath(third?.day, 'sealed'))).text;
  const { seals } = JSON.parse(later) as Statement;
  expect(seals.map(({ number }) => number)).toEqual([2, 3]);
  expect(await verifyStatement(later, key)).toMatchObject({ isProven: true, proven: 3, unsealed: 0 });
});

const line = (statement: Statement, at: number): Line => {
  const found = statement.journals[at];
  if (!found) throw new Error(`no journal at ${at}`);
  return found;
};
const another = 'jrn_01k9zq3v5e8x7m2n4p6r8t0w1y';

const forgeries: [string, string[], (statement: Statement) => void][] = [
  [
    'another amount',
    ['changed_entry'],
    (each) => Object.assign(line(each, 4).journal.entries[0] ?? {}, { amount: '9.00' }),
  ],
  ['another place in the tree', ['changed_entry'], (each) => Object.assign(line(each, 0), { index: 1 })],
  ['a journal left out', ['missing_entry'], (each) => void each.journals.splice(1, 1)],
  ['the last journal of a day left out', ['missing_entry'], (each) => void each.journals.splice(2, 1)],
  [
    'a journal twice under another id',
    ['added_entry'],
    (each) => {
      const copy = structuredClone(line(each, 1));
      each.journals.push({ ...copy, journal: { ...copy.journal, id: another } });
    },
  ],
  [
    'a sealed journal shown as not sealed',
    ['changed_entry'],
    (each) => Object.assign(line(each, 1), { seal: null }),
  ],
  [
    'another root',
    ['forged_seal', 'forged_seal'],
    (each) => Object.assign(each.seals[1] ?? {}, { root: 'a'.repeat(64) }),
  ],
  [
    'another signature',
    ['forged_seal'],
    (each) => Object.assign(each.seals[1] ?? {}, { signature: each.seals[0]?.signature }),
  ],
  ['a seal left out', ['cut_chain', 'cut_chain'], (each) => void each.seals.splice(1, 1)],
  ['the first seal left out', ['cut_chain', 'cut_chain'], (each) => void each.seals.splice(0, 1)],
  [
    'another closing balance',
    ['wrong_balance'],
    (each) => Object.assign(each.closing, { available: '1000000.00' }),
  ],
  [
    'another opening and closing balance of a currency that no seal has',
    ['wrong_balance'],
    (each) => {
      const zeros = Object.fromEntries(Object.keys(each.closing).map((name) => [name, '0']));
      const forged = { ...zeros, available: '1000000.00' };
      Object.assign(each, { currency: 'BRL', journals: [], opening: forged, closing: forged });
    },
  ],
  [
    'no seal left, and another amount',
    [],
    (each) => {
      each.seals = [];
      each.journals = each.journals.map(({ journal }) => ({ journal, seal: null }));
      const entry = each.journals
        .flatMap(({ journal }) => journal.entries)
        .find(({ amount }) => amount === '500.00');
      Object.assign(entry ?? {}, { amount: '900.00' });
      each.closing.available = (Number(each.closing.available) + 400).toFixed(2);
    },
  ],
  [
    'a day cut off at the end, with its seal',
    ['missing_entry'],
    (each) => {
      each.seals.pop();
      each.journals = each.journals.filter(({ seal }) => seal !== 3);
    },
  ],
];

const spoilt = (spoil: (statement: Statement) => void): string => {
  const statement = JSON.parse(text) as Statement;
  spoil(statement);
  return JSON.stringify(statement);
};

test.each(forgeries)('reports what is wrong: %s', async (_, faults, spoil) => {
  const { isProven, findings } = await verifyStatement(spoilt(spoil), key);
  expect([isProven, findings.map(({ fault }) => fault)], JSON.stringify(findings)).toEqual([false, faults]);
});

test('the Python SDK reports the same, in the same words', async () => {
  const statements = [text, ...forgeries.map(([, , spoil]) => spoilt(spoil)), '', '{}', '[]'];
  const file = join(service.dataDir, 'forgeries.json');
  writeFileSync(file, JSON.stringify(statements));
  const code = `
import json, sys
from payments_service import statements
found = [statements.verify(each, ${JSON.stringify(key)}) for each in json.load(open(${JSON.stringify(file)}))]
print(json.dumps([[each.is_proven, each.findings, each.proven, each.unsealed, each.sealed_through] for each in found]))`;
  const results = await Promise.all(
    statements.map(async (each) => {
      const { isProven, findings, proven, unsealed, sealedThrough } = await verifyStatement(each, key);
      const named = findings.map(({ fault, message }) => [fault, message]);
      return [isProven, named, proven, unsealed, sealedThrough];
    }),
  );
  expect(JSON.parse(await python(code))).toEqual(results);
});

test('psp verify needs no service, and exits with 1 if anything is wrong', async () => {
  await buildCommandLine();
  const [good, bad, keys] = ['good.json', 'bad.json', 'keys'].map((name) => join(service.dataDir, name));
  if (good === undefined || bad === undefined || keys === undefined) throw new Error('three names');
  writeFileSync(good, (await service.get(await statementPath(undefined, 'sealed'))).text);
  writeFileSync(bad, text.replace('"amount":"500.00"', '"amount":"500.01"'));
  writeFileSync(keys, `${key}\n`);
  const proven = await runCommand(['verify', good, '--key', key], {});
  expect([proven.code, proven.stderr]).toEqual([0, '']);
  expect(proven.stdout).toMatch(
    /^Result +proven\nJournals proven +9\nNot sealed yet +0\nSealed through +2\d{3}-\d\d-\d\d\n$/,
  );
  const spoiled = await runCommand(['verify', bad, '--key', keys], {});
  expect(spoiled.code).toBe(1);
  expect(spoiled.stdout).toMatch(
    /^Result +NOT PROVEN\n[^]+\nchanged_entry: Journal jrn_\w+ differs from what was sealed on /,
  );
  const unknown = await runCommand(['verify', good, '--key', 'nothing'], {});
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toMatch(/The public key is not 32 bytes in base64/);
});

test('a seal of another key is reported as forged, and other files as no statement', async () => {
  const other = `s1:${Buffer.alloc(32, 7).toString('base64')}`;
  const { findings } = await verifyStatement(text, other);
  expect(findings.map(({ fault }) => fault)).toEqual(['forged_seal', 'forged_seal', 'forged_seal']);
  for (const none of ['', '{}', '[]', 'null', '{"version":1,"seals":[],"journals":[{}]}'])
    expect((await verifyStatement(none, key)).findings).toMatchObject([{ fault: 'not_a_statement' }]);
});

test('a proof covers whole days and every bucket of a balance', async () => {
  const start = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
  for (const [query, param] of [
    ['from=2026-01-01T00:00:01Z&to=2026-02-01T00:00:00Z', 'from'],
    ['from=2026-01-01T00:00:00Z&to=2026-02-01T12:00:00Z', 'to'],
    [`${start}&account=available`, 'account'],
    [`${start}&format=csv`, 'format'],
  ]) {
    const refused = await service.get(`/v1/balances/MXN/statement?proof=true&${query}`);
    expect([refused.status, refused.at('error.param')]).toEqual([400, param]);
  }
  const never = (await service.get(`/v1/balances/BRL/statement?proof=true&${start}`)).text;
  expect(await verifyStatement(never, key)).toMatchObject({ isProven: false, findings: [], proven: 0 });
});

test('the database refuses a journal in a sealed day, and a change of a seal', async () => {
  const [seal] = await sealsOf();
  const late = `with j as (insert into journal select 'jrn_late', account_id, purpose, origin_type, origin_id || 'x',
      '${seal?.day}T12:00:00Z' from journal limit 1 returning id) select id from j`;
  await expect(queryRows(service.databaseUrl, late)).rejects.toThrow(/stands in a day that is sealed/);
  for (const change of [
    `update ledger_seal set root = root`,
    `delete from ledger_seal`,
    `update seal_key set id = id`,
  ])
    await expect(queryRows(service.databaseUrl, change)).rejects.toThrow(/is never changed or deleted/);
});
