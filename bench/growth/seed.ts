import pg from 'pg';
import type { Catalogue } from '../../src/domain/capability.js';
import type { NewId } from '../../src/domain/id.js';
import type { Vault } from '../../src/ports/vault.js';
import { createEndpoint, exact } from './rule.ts';
import { Book, bookColumns } from './book.ts';
import { openCopy, type Copy } from './copy.ts';
import { deposit, depositOnce, openHolder, registerPayee, type Holder } from './holder.ts';
import { livePayout, type Ending } from './life.ts';
import { Stage } from './stage.ts';

/** Milliseconds between payouts: a million payouts cover thirty days, more payouts a longer time. */
const paceMs = 2_592;
/** As many as would have been created while the accounts were opened. */
const openingPayouts = 1_000;
const pauseEvery = 500;

/** Groups of accounts by size, with their share of all payouts in tenths. */
const sizes = [
  { accounts: 1, tenths: 4 },
  { accounts: 10, tenths: 3 },
  { accounts: 300, tenths: 3 },
];

export interface SeedAsk {
  readonly url: string;
  readonly payouts: number;
  readonly vault: Vault;
  readonly catalogue: Catalogue;
  readonly newId: NewId;
  readonly progress: (made: number) => void;
}

/** Fills an empty database with a history of payouts; returns accounts, the largest first. */
export async function seed(ask: SeedAsk): Promise<Holder[]> {
  const copy = await openCopy(ask.url, bookColumns);
  try {
    const holders = await live(ask, copy);
    await copy.end();
    await addDerived(ask.url);
    return holders;
  } finally {
    await copy.close();
  }
}

/** The running sums of entries and the index of metadata pairs, which the service writes while recording. */
async function addDerived(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select add_marks()');
    await client.query(
      'insert into metadata_pair (pair, id) select metadata_pairs(account_id, metadata), id from payout order by 1, 2',
    );
  } finally {
    await client.end();
  }
}

async function live(ask: SeedAsk, copy: Copy): Promise<Holder[]> {
  const book = new Book(copy);
  const start = Date.now() - (openingPayouts + ask.payouts) * paceMs;
  const stage = new Stage({ ...ask, book }, new Date(start));
  const holders = openHolders(stage);
  const [largest] = holders;
  if (largest) listenTo(stage, largest);
  book.settle();
  for (let nth = 0; nth < ask.payouts; nth += 1) {
    stage.waitUntil(start + (openingPayouts + nth) * paceMs);
    const holder = holders[holderOf(nth)];
    if (!holder) throw new Error('every payout has an account');
    oneMore(stage, holder, { nth, of: ask.payouts });
    if (nth % pauseEvery === 0) {
      await copy.drained();
      ask.progress(nth);
    }
  }
  book.close(holders.map(({ id }) => id));
  return holders;
}

function openHolders(stage: Stage): Holder[] {
  const count = sizes.reduce((sum, { accounts }) => sum + accounts, 0);
  return Array.from({ length: count }, (_, nth) => openHolder(stage, `Holder ${nth + 1}`));
}

/** A webhook endpoint with a delivery for every completed payout. */
function listenTo(stage: Stage, { id: accountId }: Holder): void {
  const { book, vault } = stage;
  const beneficiaryAsk = (id: string) => ({
    id,
    accountId,
    url: vault.encrypt('https://example.com/hook', { noun: 'webhookEndpoint', field: 'url', id }),
    description: null,
    eventTypes: ['payout.completed'],
    secret: vault.encrypt(vault.newWebhookSecret(), { noun: 'webhookEndpoint', field: 'secret', id }),
  });
  book.listen(
    stage.act((moment) =>
      createEndpoint(moment, beneficiaryAsk(moment.newId('webhookEndpoint', moment.now)), 0),
    ).endpoint,
  );
}

/** The account of a payout: the tenths in turn, then the accounts of a group in turn. */
function holderOf(nth: number): number {
  let tenth = nth % 10;
  let first = 0;
  for (const { accounts, tenths } of sizes) {
    if (tenth < tenths) return first + ((Math.floor(nth / 10) * tenths + tenth) % accounts);
    tenth -= tenths;
    first += accounts;
  }
  return 0;
}

/** A payout, sometimes preceded by a new beneficiary or a deposit. */
function oneMore(stage: Stage, holder: Holder, { nth, of }: { nth: number; of: number }): void {
  const { book } = stage;
  if (holder.payouts % 20 === 0) registerPayee(stage, holder);
  if (holder.payees.length === 0) registerPayee(stage, holder);
  if (book.available(holder.id, 'MXN').isLessThan(1_000_000)) deposit(stage, holder, 'MXN', '10000000.00');
  if (book.available(holder.id, 'USDT').isLessThan(1_000)) deposit(stage, holder, 'USDT', '1000000.00');
  if (holder.payouts % 50 === 10) depositOnce(stage, holder, '1000.00');
  const chance = scattered(nth);
  const payee = holder.payees[Math.floor(chance / 1_000) % holder.payees.length];
  if (!payee) throw new Error('every account pays someone');
  const amount = exact(String(100 + (chance % 9_973)))
    .shiftedBy(-2)
    .toFixed(2);
  const ending = endingOf(chance % 1_000, nth / of);
  livePayout(stage, holder, { payee, amount, ending, quoted: chance % 19 === 0 });
}

/** A pseudo-random number, the same in every run. */
function scattered(nth: number): number {
  const mixed = Math.imul(nth ^ (nth >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
}

/** In thousandths; the rest is completed. */
const shares: readonly (readonly [Ending, number])[] = [
  ['refused', 40],
  ['unfunded', 10],
  ['cancelled', 30],
  ['returned', 25],
  ['doubted', 30],
  ['approved', 10],
  ['rejected', 5],
];
/** The endings in the last fiftieth of the history, in thousandths: payouts that have not ended. */
const openShares: readonly (readonly [Ending, number])[] = [
  ['held', 100],
  ['accepted', 200],
  ['uncertain', 100],
];

function endingOf(thousandth: number, age: number): Ending {
  let left = thousandth;
  for (const [ending, share] of age > 0.98 ? [...openShares, ...shares] : shares) {
    if (left < share) return ending;
    left -= share;
  }
  return 'completed';
}
