import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';
import { seedOf, sized } from '../setup/size.js';
import { killAtReceipt, takeOver, type Fault } from './kill/fault.js';
import { buildMutant, type Mistaken, type Mutant } from './kill/mutant.js';
import { run } from './kill/run.js';
import { Server } from './kill/server.js';

const kills = [killAtReceipt, killAtReceipt, killAtReceipt];

const lull: Fault = { nth: 1, afterMs: 4_000, patienceMs: 0 };

/** Plausible mistakes. The database's guards are removed too, so that the harness must detect them. */
const mutants: readonly Mutant[] = [
  {
    name: 'a second send: an old intent without an answer is taken for one that never left',
    standIns: [
      {
        module: 'domain/operation-sending',
        name: 'recordAnswer',
        put: `(moment, operation, answer) =>
          real(moment, operation, answer.reason === 'no answer was recorded' ? { ...answer, outcome: 'not_sent' } : answer)`,
      },
    ],
    load: { faults: [takeOver], tags: [undefined] },
    verdict: 'each reference is called once',
    says: /"calls":"2"/,
  },
  {
    name: 'a capture twice: an answer is recorded without a look at what the payout is by now',
    standIns: [
      {
        module: 'domain/operation-sending',
        name: 'recordAnswer',
        put: `(moment, { row, ...operation }, answer) =>
          real(moment, { ...operation, row: answer.outcome === 'paid' ? { ...row, status: 'processing' } : row }, answer)`,
      },
    ],
    sql: `
      drop index journal_once;
      create index on journal (origin_id);
      alter table balance drop constraint balance_sound;`,
    load: { faults: [takeOver, takeOver, takeOver], tags: [undefined] },
    verdict: 'the invariants hold',
    says: /one capture or reversal/,
  },
  {
    name: 'an event outside the transaction: it is appended by a second one after the first commits',
    standIns: [
      {
        module: 'adapters/postgres/record',
        name: 'recordStatements',
        put: `(...of) => real(...of).flatMap(({ text, values }) => text.startsWith('select record(') && values[6] !== null
          ? [
              { text, values: [...values.slice(0, 5), null, null] },
              { text: 'select append_events($1, $2)', values: values.slice(5) },
            ]
          : [{ text, values }])`,
      },
      {
        module: 'adapters/postgres/connection',
        name: 'Connection.send',
        put: `function (statement, isLate) {
          if (!isLate && statement.text.startsWith('select append_events')) (this.late ??= []).push(statement);
          else real.call(this, statement);
        }`,
      },
      {
        module: 'adapters/postgres/connection',
        name: 'Connection.commit',
        put: `async function () {
          await real.call(this);
          if (this.late === undefined) return;
          (await import('node:diagnostics_channel')).channel('psp:step').publish('commit:after');
          for (const each of [{ text: 'begin', values: [] }, ...this.late]) this.send(each, true);
          await real.call(this);
        }`,
      },
    ],
    load: { faults: kills.map((each) => ({ ...each, step: 'commit:after' })), tags: [undefined] },
    verdict: 'each event once, gapless',
    says: /was sent 0 times/,
  },
  {
    name: 'a missing row lock: of two who decide about one operation the database refuses the second capture',
    standIns: [
      {
        module: 'adapters/postgres/tx',
        name: 'PostgresTx.lock',
        put: `async function (noun, ids, accountId) {
          return ids.length === 0 ? [] : this.find(noun, { id: ids, ...(accountId === undefined ? {} : { accountId }) });
        }`,
      },
    ],
    sql: `
      create or replace function expect_rows(written bigint, wanted bigint, what text) returns void
        language sql as 'select';`,
    load: { faults: [lull], tags: [undefined, 'sim:hold'] },
    verdict: 'no request fails with 500',
    says: /evidence: 500/,
  },
  {
    name: 'a key that is looked up without its lock and then inserted',
    standIns: [],
    sql: `
      create or replace function lock_keys(keys text[]) returns text[] language sql as 'select keys';
      do $do$ begin
        execute replace(pg_get_functiondef('load_payout_asks(jsonb, int, boolean)'::regprocedure),
          $q$where pg_try_advisory_xact_lock(hashtextextended(a.account_id || ':' || a.key, 0))$q$, '');
      end $do$;
      alter table idempotency_key drop constraint idempotency_key_pkey;
      create index on idempotency_key (account_id, key);`,
    load: { faults: [lull], tags: [undefined] },
    verdict: 'one resource a key',
    says: /gave \w+ and/,
  },
];

let server: Server;
let seed: number;
beforeAll(async () => {
  await buildCommandLine();
  seed = seedOf('mutant');
  server = await Server.start();
});
afterAll(() => server.stop());

async function verdictsOn({ load, ...mistaken }: Mistaken & Pick<Mutant, 'load'>, endsWithinMs: number) {
  const { program, remove } = buildMutant(mistaken);
  try {
    const { verdicts, figures } = await run({
      ...load,
      server,
      program,
      seed,
      struck: 1,
      clients: 6,
      twins: 0.5,
      endsWithinMs,
    });
    console.log(figures);
    return verdicts.filter(({ broken }) => broken.length > 0);
  } finally {
    await remove();
  }
}

describe.concurrent('the harness', { timeout: 900_000 }, () => {
  // A mistake shows only at random, so the harness gets three runs.
  // In the check the first and the last: a send too many, and a lock too few.
  test.each(mutants.filter((_, nth) => nth % sized(4, 1) === 0))(
    'detects $name',
    { retry: 2 },
    async ({ verdict, says, ...mutant }) => {
      const verdicts = await verdictsOn(mutant, 10_000);
      console.log(
        JSON.stringify(
          verdicts.map(({ name, broken }) => [name, broken.length, broken.slice(0, 2)]),
          null,
          1,
        ),
      );
      const named = verdicts.find(({ name }) => name === verdict);
      expect(named?.broken.join('\n'), JSON.stringify(verdicts)).toMatch(says);
    },
  );
});
