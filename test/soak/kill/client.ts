import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../fuzz/random.js';
import type { Answer } from '../../setup/running.js';
import { completeProfile } from '../../setup/sender.js';
import { paths, type Book, type Noun } from './book.js';

/** An account of the run with its beneficiaries and funding accounts. */
export interface Account {
  readonly id: string;
  readonly apiKey: string;
  readonly beneficiaries: string[];
  /** Funding accounts, with the amount of one-payment accounts. */
  readonly fundingAccounts: { readonly id: string; readonly amount?: string }[];
}

/** A description; undefined is none. */
export type Tag = string | undefined;

/** Every outcome of the simulated bank, the plain one most often. */
export const everyTag: readonly Tag[] = [
  undefined,
  undefined,
  undefined,
  'sim:paid',
  'sim:mismatch',
  'sim:fail',
  'sim:fail:account_closed',
  'sim:fail:late',
  'sim:uncertain',
  'sim:uncertain:paid',
  'sim:uncertain:fail',
  'sim:return',
  'sim:slow:700 sim:return',
  'sim:slow:300',
  'sim:slow:1500 sim:fail',
  'sim:hold',
  'sim:queue:600',
  'sim:queue:2500',
  'sim:unsent',
  'sim:review',
  'sim:block',
];

/** A client of one account that does one thing after another. */
export class Client {
  constructor(
    private readonly book: Book,
    private readonly account: Account,
    private readonly random: Random,
    private readonly tags: readonly Tag[] = everyTag,
  ) {}

  /** Works until told to stop. */
  async work(over: () => boolean): Promise<void> {
    while (!over()) {
      await this.turn();
      await sleep(this.random.whole(5, 60));
    }
  }

  private turn(): Promise<unknown> {
    const { random } = this;
    const chance = random.fraction();
    if (chance < 0.36) return this.pay();
    if (chance < 0.45) return this.payQuote();
    if (chance < 0.55) return this.remit();
    if (chance < 0.7) return this.deposit();
    if (chance < 0.75) return this.openFunding();
    if (chance < 0.8) return this.openCustomer();
    return this.look();
  }

  /** Creates a resource; undefined if refused. */
  make(noun: keyof typeof paths, body: object, mayBe: readonly string[] = []): Promise<Answer | undefined> {
    const path = noun === 'payin' ? '/v1/sandbox/deposits' : paths[noun];
    return this.ask(noun, path, { body, mayBe });
  }

  private ask(noun: Noun, path: string, rest: { body: object | undefined; mayBe: readonly string[] }) {
    return this.book.ask({ noun, apiKey: this.account.apiKey, path, ...rest }, this.random);
  }

  private async pay(): Promise<void> {
    const { random } = this;
    const tag = random.pick(this.tags);
    const price = random.chance(0.5)
      ? { source_currency: 'USDT', amount: `${random.whole(1, 30)}.50`, amount_side: 'destination' }
      : {
          source_currency: 'MXN',
          amount: `${random.whole(1, 60)}.${random.whole(10, 99)}`,
          amount_side: 'source',
        };
    // Out of MXN there are no prices but for MXN itself.
    const [spei = ''] = this.account.beneficiaries;
    const beneficiary = price.source_currency === 'MXN' ? spei : random.pick(this.account.beneficiaries);
    const body = { beneficiary_id: beneficiary, ...price, ...(tag !== undefined && { description: tag }) };
    await this.after(await this.make('payout', body, ['risk_blocked']));
  }

  private async payQuote(): Promise<void> {
    const { random } = this;
    const beneficiary = random.pick(this.account.beneficiaries);
    const quote = await this.make('quote', {
      beneficiary_id: beneficiary,
      source_currency: 'USDT',
      amount: `${random.whole(1, 20)}.25`,
      amount_side: random.pick(['source', 'destination']),
    });
    if (quote === undefined) return;
    const tag = random.pick(this.tags);
    const body = {
      beneficiary_id: beneficiary,
      quote_id: quote.get('id'),
      ...(tag !== undefined && { description: tag }),
    };
    // Two payouts of one quote: only one may use it.
    const pays = random.chance(0.2) ? 2 : 1;
    const made = Array.from({ length: pays }, () =>
      this.make('payout', body, ['risk_blocked', 'quote_already_used']),
    );
    for (const payout of await Promise.all(made)) await this.after(payout);
  }

  /** Cancels many at once and some later, and reads some. */
  private async after(payout: Answer | undefined): Promise<void> {
    if (payout === undefined) return;
    const id = payout.get('id');
    if (this.random.chance(0.3)) {
      if (this.random.chance(0.3)) await sleep(this.random.whole(20, 400));
      await this.ask('cancel', `${paths.payout}/${id}/cancel`, {
        body: undefined,
        mayBe: ['payout_not_cancellable'],
      });
    } else if (this.random.chance(0.2)) {
      await this.book.read(`${paths.payout}/${id}`, this.account.apiKey, this.random);
    }
  }

  private async deposit(): Promise<void> {
    const { random, account } = this;
    const { id, amount } = random.pick(account.fundingAccounts);
    const outcome = random.pick(['completed', 'completed', 'completed', 'failed', 'reversed']);
    const body = {
      funding_account_id: id,
      amount: amount ?? `${random.whole(5, 120)}.00`,
      outcome,
      ...(random.chance(0.3) && { delay_ms: random.whole(1, 1_500) }),
    };
    await this.make('payin', body, ['funding_account_not_active']);
  }

  /** Uses a future or a credited deposit; another remittance may want the same one. */
  private async remit(): Promise<void> {
    const { random, account } = this;
    // A pair of equal currencies is in no catalogue.
    const beneficiary = random.pick(account.beneficiaries.slice(1));
    const price = await this.make('quote', {
      product: 'remittance',
      beneficiary_id: beneficiary,
      source_currency: 'MXN',
      amount: `${random.whole(10, 90)}.${random.whole(10, 99)}`,
      amount_side: 'source',
    });
    const into = await this.openActive();
    if (price === undefined || into === undefined) return;
    const amount = price.get('source.total');
    const pay = () => this.make('payin', { funding_account_id: into, amount });
    const isPaid = random.chance(0.4);
    const payin = isPaid ? await pay() : undefined;
    if (payin !== undefined) await this.until(`${paths.payin}/${payin.get('id')}`, 'processing');
    const tag = random.pick(this.tags);
    const ask = {
      quote_id: price.get('id'),
      beneficiary_id: beneficiary,
      source: payin ? { payin_id: payin.get('id') } : { funding_account_id: into },
      ...(tag !== undefined && { description: tag }),
    };
    const mayBe = ['risk_blocked', 'quote_already_used', 'payin_already_used', 'funding_account_in_use'];
    const made = await Promise.all(
      Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => this.make('remittance', ask, mayBe)),
    );
    const remittance = made.find((each) => each !== undefined);
    // Two deposits at once: only one pays it.
    if (!isPaid) await Promise.all(Array.from({ length: random.whole(1, 2) }, pay));
    if (remittance !== undefined && random.chance(0.3))
      await this.book.read(`${paths.remittance}/${remittance.get('id')}`, account.apiKey, random);
  }

  private async openActive(): Promise<string | undefined> {
    const body = { method: 'spei', currency: 'MXN', settlement_currency: 'USDT' };
    const made = await this.make('funding_account', body);
    if (made !== undefined) await this.until(`${paths.funding_account}/${made.get('id')}`, 'pending');
    return made?.get('id');
  }

  /** Polls until the status changes. */
  private async until(path: string, status: string): Promise<void> {
    for (;;) {
      const read = await this.book.read(path, this.account.apiKey, this.random);
      if (read?.at('status') !== status) return;
      await sleep(20);
    }
  }

  /** Opens a funding account, reusable or for one payment, which may be paid at once. */
  private async openFunding(): Promise<void> {
    const { random } = this;
    const amount = random.chance(0.5) ? { amount: `${random.whole(10, 40)}.00` } : {};
    const settlement = { settlement_currency: random.pick(['MXN', 'USDT']) };
    const made = await this.make('funding_account', {
      method: 'spei',
      currency: 'MXN',
      ...settlement,
      ...amount,
    });
    if (made === undefined) return;
    const { fundingAccounts } = this.account;
    fundingAccounts.push({ id: made.get('id'), ...amount });
    // Keeps the first and the latest ones.
    if (fundingAccounts.length > 8) fundingAccounts.splice(1, 1);
  }

  /** A customer whose name changes with each call. */
  async openCustomer(): Promise<Answer | undefined> {
    return this.make('customer', {
      external_id: `person-${this.random.whole(1, 2 ** 31)}-${this.random.whole(1, 2 ** 31)}`,
      type: 'individual',
      country: 'PE',
      display_name: 'Carlos Rojas',
      profile: completeProfile,
    });
  }

  private async look(): Promise<void> {
    const path = this.random.pick([
      '/v1/balances',
      '/v1/payouts?limit=50',
      '/v1/payins',
      '/v1/balances/MXN/entries',
    ]);
    const answer = await this.book.read(path, this.account.apiKey, this.random);
    if (answer === undefined || path !== '/v1/balances') return;
    for (const each of answer.at('data') as Record<string, string>[]) this.addUp(each);
  }

  private addUp(balance: Readonly<Record<string, string>>): void {
    const units = (name: string): bigint => BigInt((balance[name] ?? '').replace('.', ''));
    const parts = (['available', 'pending', 'reserved', 'in_settlement'] as const).map(units);
    if (parts.some((part) => part < 0n) || parts.reduce((sum, part) => sum + part) !== units('total')) {
      this.book.note('every balance read adds up', JSON.stringify(balance));
    }
  }
}

/** Follows the event log of an account by cursor. */
export class Follower {
  readonly events: { readonly id: string; readonly type: string; readonly data: { readonly id: string } }[] =
    [];
  #cursor = '';

  constructor(
    private readonly book: Book,
    readonly account: Account,
    private readonly random: Random,
  ) {}

  async work(over: () => boolean): Promise<void> {
    while (!over()) {
      if (!(await this.step())) await sleep(100);
    }
  }

  /** Reads one page; returns whether there is another. */
  async step(): Promise<boolean> {
    const page = await this.book.read(
      `/v1/events?limit=100${this.#cursor}`,
      this.account.apiKey,
      this.random,
    );
    if (page === undefined) return false;
    this.events.push(...(page.at('data') as Follower['events']));
    this.#cursor = `&after=${page.get('next_cursor')}`;
    return page.at('has_more') === true;
  }
}
