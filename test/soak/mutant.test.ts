import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';
import { seedOf } from '../setup/size.js';
import { killAtReceipt, takeOver, type Fault } from './kill/fault.js';
import { buildMutant, type Mutant } from './kill/mutant.js';
import { run } from './kill/run.js';
import { Server } from './kill/server.js';

const kills = [killAtReceipt, killAtReceipt, killAtReceipt];

const lull: Fault = { nth: 1, afterMs: 4_000, patienceMs: 0 };

/** Honest mistakes. The database's own guards are off with them, so that the harness must see it. */
const mutants: readonly Mutant[] = [
  {
    name: 'a second send: an old intent without an answer is taken for one that never left',
    changes: [
      {
        file: 'dist/usecases/operation.js',
        find: `outcome: 'uncertain', reason: 'no answer was recorded'`,
        put: `outcome: 'not_sent', reason: 'no answer was recorded'`,
      },
    ],
    load: { faults: [takeOver], tags: [undefined] },
    verdict: 'each reference is called once',
    says: /"calls":"2"/,
  },
  {
    name: 'a capture twice: an answer is recorded without a look at what the payout is by now',
    changes: [
      {
        file: 'dist/domain/operation-sending.js',
        find: 'return applyEvidence(moment, operation, answer);',
        put: `return act(moment, { spec: operation.spec, row: { ...operation.row, status: 'processing' } }, 'complete');`,
      },
      {
        file: 'migrations/0003_ledger.sql',
        find: 'create unique index journal_once',
        put: 'create index journal_once',
      },
      {
        file: 'migrations/functions/amount.sql',
        find: 'least(available, pending, reserved, in_settlement, earnings) >= 0',
        put: 'least(available, pending, in_settlement, earnings) >= 0',
      },
    ],
    load: { faults: [takeOver, takeOver, takeOver], tags: [undefined] },
    verdict: 'the invariants hold',
    says: /one capture or reversal/,
  },
  {
    name: 'an event outside the transaction: it is appended by a second one after the first commits',
    changes: [
      {
        file: 'dist/adapters/postgres/record.js',
        find: `    return [{ text: 'select record($1, $2, $3, $4, $5, $6, $7)', values }];`,
        put: `    const written = { text: 'select record($1, $2, $3, $4, $5, $6, $7)', values: [...values.slice(0, 5), null, null] };
    return events.length === 0 ? [written] : [written, { text: 'select append_events($1, $2)', values: values.slice(5) }];`,
      },
      {
        file: 'dist/adapters/postgres/connection.js',
        find: "        const committed = await this.exchange({ text: 'commit', values: [] });",
        put: `        const isLate = ({ text }) => text.startsWith('select append_events');
        const all = this.#unsent.splice(0);
        this.#unsent.push(...all.filter((each) => !isLate(each)));
        const committed = await this.exchange({ text: 'commit', values: [] });
        const late = all.filter(isLate);
        if (late.length > 0) {
            (await import('node:diagnostics_channel')).channel('psp:step').publish('commit:after');
            this.#unsent.push({ text: 'begin', values: [] }, ...late);
            await this.exchange({ text: 'commit', values: [] });
        }`,
      },
    ],
    load: { faults: kills.map((each) => ({ ...each, step: 'commit:after' })), tags: [undefined] },
    verdict: 'each event once, gapless',
    says: /was told 0 times/,
  },
  {
    name: 'a missing row lock: of two who decide about one operation the database refuses the second capture',
    changes: [
      { file: 'dist/adapters/postgres/tx.js', find: 'order by id for no key update', put: 'order by id' },
      {
        file: 'dist/adapters/postgres/row-write.js',
        find: " and t.version = ${values.get('version')} - 1",
        put: '',
      },
    ],
    load: { faults: [lull], tags: [undefined, 'sim:hold'] },
    verdict: 'no request fails with 500',
    says: /evidence: 500/,
  },
  {
    name: 'a key that is looked up without its lock and then inserted',
    changes: [
      {
        file: 'migrations/functions/record.sql',
        find: 'perform pg_advisory_xact_lock(hashtextextended(k.key, 0)) from',
        put: 'perform k.key from',
      },
      {
        file: 'migrations/functions/payout.sql',
        find: "\n      where pg_try_advisory_xact_lock(hashtextextended(a.account_id || ':' || a.key, 0))",
        put: '',
      },
      {
        file: 'migrations/functions/record.sql',
        find: `if keys is not null then
    insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at) select k.* from key_rows(keys) k;`,
        put: `if keys is not null then
    insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at) select k.* from key_rows(keys) k on conflict do nothing;`,
      },
    ],
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
}, 120_000);
afterAll(() => server.stop());

async function verdictsOn({ changes, load }: Pick<Mutant, 'changes' | 'load'>, endsWithinMs: number) {
  const { program, remove } = buildMutant(changes);
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

describe.concurrent('the harness', { timeout: 300_000 }, () => {
  // A mistake shows by chance: three runs of the harness may name it.
  test.each(mutants)('names $name', { retry: 2 }, async ({ verdict, says, ...mutant }) => {
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
  });
});
