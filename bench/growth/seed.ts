import type { Sent } from '../load.ts';
import { openPayers, type Payer } from '../payers.ts';
import type { Subject } from '../subject.ts';

const dayMs = 86_400_000;

export interface SeedAsk {
  readonly subject: Subject;
  readonly payouts: number;
  /** Sends each request once; each must be answered with this status. */
  readonly send: (requests: readonly Sent[], status: 201 | 202) => Promise<unknown>;
  /** Moves business time. */
  readonly advance: (ms: number) => Promise<unknown>;
  readonly progress: (made: number) => void;
}

/**
 * Creates a history of at most thirty days through the API of a sandbox service, day by day of business time. Returns
 * the accounts, the largest first.
 */
export async function seed(ask: SeedAsk): Promise<Payer[]> {
  const { subject, advance, payouts, progress } = ask;
  const groups = groupsOf(payouts);
  const payers = await openPayers(
    subject,
    groups.reduce((sum, { accounts }) => sum + accounts, 0),
  );
  const history = new History(ask, payers, groups);
  const days = Math.min(30, Math.ceil(payouts / 300));
  for (let day = 0, made = 0; day < days; day += 1) {
    if (day > 0) await advance(dayMs);
    const until = Math.round((payouts * (day + 1)) / days);
    await history.addDay(
      Array.from({ length: until - made }, (_, nth) => made + nth),
      day === days - 1,
    );
    made = until;
    progress(made);
  }
  return payers;
}

interface Group {
  readonly accounts: number;
  /** Its share of all payouts. */
  readonly tenths: number;
}

const groupsOf = (payouts: number): readonly Group[] => [
  { accounts: 1, tenths: 4 },
  { accounts: 10, tenths: 3 },
  { accounts: Math.min(300, Math.ceil(payouts / 30)), tenths: 3 },
];

/** A row that another request needs. */
interface Owned {
  readonly id: string;
  readonly account_id: string;
}

interface Payee extends Owned {
  readonly currency: string;
}

/** How payouts end, by the sandbox's tag in the description, in thousandths; the rest is completed. */
const endings = { 'sim:fail': 40, 'sim:queue:86400000': 30, 'sim:return': 25, 'sim:uncertain:paid': 30 };
/** On the last day many wait for a risk review. */
const lastEndings = { 'sim:review': 300, ...endings };

const once = { method: 'spei', currency: 'MXN', amount: '5000.00' };

class History {
  readonly #subject: Subject;
  readonly #send: SeedAsk['send'];
  readonly #payers: readonly Payer[];
  readonly #groups: readonly Group[];
  readonly #keys: ReadonlyMap<string, string>;

  constructor({ subject, send }: SeedAsk, payers: readonly Payer[], groups: readonly Group[]) {
    this.#subject = subject;
    this.#send = send;
    this.#payers = payers;
    this.#groups = groups;
    this.#keys = new Map(payers.map(({ accountId, apiKey }) => [accountId, apiKey]));
  }

  /** Payouts with these numbers, and what comes with them: customers, beneficiaries, pay-ins, cancellations. */
  async addDay(numbers: readonly number[], isLast: boolean): Promise<void> {
    await this.#addBeneficiaries(numbers.filter((nth) => nth % 20 === 0));
    await this.#addPayins(numbers.filter((nth) => nth % 50 === 0));
    const payees = Map.groupBy(
      await this.#subject.rows<Payee>('select id, account_id, currency from beneficiary'),
      (each) => each.account_id,
    );
    const shares = isLast ? lastEndings : endings;
    await this.#send(
      numbers.map((nth) => this.#payout(nth, payees, shares)),
      201,
    );
    await this.#cancelQueued();
    await this.#subject.settled();
  }

  /** Customers, each with a beneficiary. */
  async #addBeneficiaries(numbers: readonly number[]): Promise<void> {
    const customer = (number: number, nth: number): object => ({
      external_id: `customer-${number}`,
      type: nth % 5 === 0 ? 'business' : 'individual',
      country: nth % 3 === 0 ? 'PE' : 'MX',
      display_name: `Customer ${number}`,
    });
    await this.#send(
      numbers.map((number, nth) => post('/v1/customers', this.#payer(nth).apiKey, customer(number, nth))),
      201,
    );
    const customers = await this.#subject.rows<Owned>(
      'select id, account_id from customer c where not exists (select from beneficiary b where b.customer_id = c.id)',
    );
    await this.#sendOwn('/v1/beneficiaries', customers, ({ id }, nth) => ({
      customer_id: id,
      ...rails(nth),
    }));
  }

  /** Pay-ins into USDT through accounts for one payment; payouts in PEN are paid from them. */
  async #addPayins(numbers: readonly number[]): Promise<void> {
    await this.#send(
      numbers.map((_, nth) => post('/v1/funding-accounts', this.#payer(nth).apiKey, once)),
      201,
    );
    await this.#subject.settled();
    const open = await this.#subject.rows<Owned>(
      "select id, account_id from funding_account where amount is not null and status = 'active'",
    );
    await this.#sendOwn('/v1/sandbox/deposits', open, ({ id }) => ({
      funding_account_id: id,
      amount: once.amount,
    }));
    await this.#subject.settled();
  }

  #payout(
    nth: number,
    payees: ReadonlyMap<string, readonly Payee[]>,
    shares: Readonly<Record<string, number>>,
  ): Sent {
    const chance = scattered(nth);
    const { accountId, apiKey } = this.#payer(nth);
    const own = payees.get(accountId) ?? [];
    const payee = own[Math.floor(chance / 1_000) % own.length];
    return post('/v1/payouts', apiKey, {
      beneficiary_id: payee?.id,
      source_currency: payee?.currency === 'PEN' ? 'USDT' : 'MXN',
      amount: `${1 + (chance % 9)}.${10 + (chance % 90)}`,
      amount_side: 'source',
      reference: `order-${nth}`,
      metadata: { order: String(nth) },
      description: tagOf(chance % 1_000, shares) ?? `Invoice ${nth}`,
    });
  }

  /** Cancels all but the newest of the payouts that are queued. */
  async #cancelQueued(): Promise<void> {
    const queued = await this.#subject.rows<Owned>(
      `select id, account_id from payout where status = 'processing' and description like 'sim:queue:%'
        order by id desc offset 5`,
    );
    const cancel = ({ id, account_id }: Owned): Sent =>
      post(`/v1/payouts/${id}/cancel`, this.#keys.get(account_id), {});
    await this.#send(queued.map(cancel), 202);
  }

  #sendOwn(path: string, rows: readonly Owned[], bodyOf: (row: Owned, nth: number) => object) {
    return this.#send(
      rows.map((row, nth) => post(path, this.#keys.get(row.account_id), bodyOf(row, nth))),
      201,
    );
  }

  /** The account of a payout: the tenths in turn, then the accounts of a group in turn. */
  #payer(nth: number): Payer {
    let tenth = nth % 10;
    let first = 0;
    for (const { accounts, tenths } of this.#groups) {
      const payer = this.#payers[first + ((Math.floor(nth / 10) * tenths + tenth) % accounts)];
      if (tenth < tenths && payer) return payer;
      tenth -= tenths;
      first += accounts;
    }
    throw new Error('there are too few accounts');
  }
}

const post = (path: string, apiKey: string | undefined, body: object): Sent => ({
  method: 'POST',
  path,
  ...(apiKey !== undefined && { apiKey }),
  body: JSON.stringify(body),
  idempotencyKey: 'fresh',
});

const rails = (nth: number): object =>
  nth % 10 === 0
    ? {
        method: 'bank_transfer',
        currency: 'PEN',
        details: {
          first_name: 'Luz',
          last_name: 'Quispe',
          cci: '00219300223311100017',
          document_number: '45678912',
        },
      }
    : { method: 'spei', currency: 'MXN', details: { name: 'Rosa Campos', clabe: '032180000118359719' } };

function tagOf(thousandth: number, shares: Readonly<Record<string, number>>): string | undefined {
  let left = thousandth;
  for (const [tag, share] of Object.entries(shares)) {
    if (left < share) return tag;
    left -= share;
  }
  return undefined;
}

/** A pseudo-random number, the same in every run. */
function scattered(nth: number): number {
  const mixed = Math.imul(nth ^ (nth >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
}
