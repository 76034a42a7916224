import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agendaStatement } from '../../src/adapters/postgres/backlog.js';
import { Random } from '../fuzz/random.js';
import { withHand } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { archive } from './archive.js';
import { commands, decide, later, review } from './command.js';
import { approve, release } from './treasury.js';
import { judge } from './judge.js';
import { openWorld, type World } from './world.js';

const sequences = sized(12, 300);
const length = sized(40, 60);
/** Up to this many steps sometimes run at once. */
const atOnceMax = 4;
/** One sequence of so many crosses an archive border. */
const archiveEvery = sized(12, 20);
const directory = mkdtempSync(join(tmpdir(), 'psp-model-'));

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

const bag = Object.entries(commands).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

/** Runs a sequence, partly concurrently, and brings everything to its end. */
async function run(world: World, isArchived: boolean): Promise<string[]> {
  const { random } = world;
  const done: string[] = [];
  const step = async (width: number) => {
    const names = Array.from({ length: width }, () => random.pick(bag));
    done.push(...names);
    await Promise.all(names.map(async (name) => commands[name]?.[1](world))).catch((error: unknown) => {
      throw new Error(`after ${done.join(' ')}: ${String(error)}`, { cause: error });
    });
  };
  while (done.length < length) {
    if (isArchived && world.archived === undefined && done.length > length / 2)
      await archive(world, directory, () => step(atOnceMax));
    await step(random.chance(0.25) ? random.whole(2, atOnceMax) : 1);
  }
  // Held payouts are decided, unsent ones are sent, and prices expire.
  await review(world);
  await approve(world);
  await release(world);
  await later(1)(world);
  await decide(world);
  await later(1_801)(world);
  return done;
}

/** What is still due, at the bank, or to be reported by the bank and moves money; contradictions move none. */
const underway = `select 'due' as what from (${agendaStatement.text}) agenda where due > 0
  union select 'being sent' from operation where sending = 'open' and became is null
  union select 'not credited' from payin where status = 'processing'
  union select 'not sent' from simulator.notice n left join operation o on o.reference = n.reference
    where n.delivered_at is null and (o.became is null or o.became = 'paid' and n.outcome <> 'paid')`;
const patienceMs = 60_000;

/** Waits until nothing moves by itself any more; then the ledger is judged once. */
async function settled({ databaseUrl }: RunningService): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const left = await queryRows(databaseUrl, underway);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still ${left.map(({ what }) => what).join(', ')}`);
    await sleep(20);
  }
}

test(
  `${sequences} sequences of ${length} commands keep the ledger balanced and every flow valid`,
  { timeout: sized(600_000, 7_200_000) },
  async () => {
    const seed = seedOf('model');
    const progress = progressOf('model');
    const ends: string[] = [];
    await withHand(service, async (ports) => {
      for (let number = 0; number < sequences; number += 1) {
        const world = await openWorld(service, ports, new Random(seed, number));
        const done = await run(world, number % archiveEvery === 1);
        try {
          // The bank returns some payouts a moment after they were paid.
          await settled(service);
          ends.push(...(await judge(world)));
        } catch (error) {
          throw new Error(`sequence ${number} of seed ${seed}: ${done.join(' ')}`, { cause: error });
        }
        progress(`${number + 1} of ${sequences}`);
      }
    });
    // Ends that random sequences always reach; the few of the check rarely reach each of the others.
    const often = ['completed', 'approval approved', 'archived'];
    const seldom = [
      'returned',
      'quote_expired',
      'late evidence',
      'batch with a return',
      'withdrawal cancelled',
      'settlement failed',
      'settlement completed',
      'approval declined',
      'approval expired',
      'adjustment credit',
      'adjustment debit',
    ];
    const wanted = [...often, 'withdrawal completed', 'withdrawal failed', ...sized([], seldom)];
    expect(
      wanted.filter((each) => !ends.includes(each)),
      'ends that no sequence reached',
    ).toEqual([]);
    expect(await repeatedCalls(service)).toEqual([]);
    await service.check();
  },
);
