import { exact, zero, type Amount } from './money.js';

/** An entry as a file of the archive has it. */
export interface ArchivedEntry {
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: string;
}

/** Number and sum of the entries of one ledger account, currency and direction. */
export interface EntryTotal {
  readonly ledger: string;
  readonly currency: string;
  readonly direction: string;
  readonly n: number;
  readonly amount: string;
}

const amountForm = /^\d{1,40}(\.\d{1,20})?$/;

/** Adds up the entries of a file. */
export class EntryTotals {
  readonly #sums = new Map<string, { n: number; amount: Amount }>();

  add({ account, currency, direction, amount }: ArchivedEntry): void {
    if (!amountForm.test(amount)) throw new RangeError('an entry has no amount');
    const name = [account, currency, direction].join('\t');
    const { n, amount: sum } = this.#sums.get(name) ?? { n: 0, amount: zero };
    this.#sums.set(name, { n: n + 1, amount: sum.plus(exact(amount)) });
  }

  list(): EntryTotal[] {
    return [...this.#sums].map(([name, { n, amount }]) => {
      const [ledger = '', currency = '', direction = ''] = name.split('\t');
      return { ledger, currency, direction, n, amount: amount.toFixed() };
    });
  }
}
