import { rateOf } from '../domain/capability.js';
import type { Decision, Moment } from '../domain/decision.js';
import type { FundingAccount } from '../domain/funding-account.js';
import { seeAgain, seePayment, type Fact, type Payin } from '../domain/payin.js';
import { worthOf } from '../domain/price.js';
import type { Exception } from '../domain/reconciliation.js';
import type { Ports } from '../ports/ports.js';
import type { PaymentNotice } from '../ports/provider.js';
import type { KeyUse, KnownPayments, Tx } from '../ports/store.js';
import { gatherFor } from './gather.js';
import type { Made } from './made.js';
import { heedReversals } from './payin-result.js';

/** The result of a payment: a pay-in or an exception, now or when it was first told; nothing for an unknown account. */
export interface Ingested {
  readonly fundingAccountId: string;
  readonly payin?: Payin | undefined;
  readonly exception?: Exception | undefined;
  readonly how: Made<unknown>['how'];
}

type Needs = Pick<Ports, 'store' | 'catalogue' | 'wake'>;

/** Claims the key; what the payment became that it brought before, as it is now. */
export async function ingestedUnder(tx: Tx, use: KeyUse): Promise<Ingested | undefined> {
  const bound = await tx.claimKey(use);
  if (bound === undefined) return undefined;
  const [payin] = await tx.find('payin', { id: bound });
  if (payin) return { fundingAccountId: payin.fundingAccountId, payin, how: 'replayed' };
  const [exception] = await tx.find('exception', { id: bound });
  if (!exception) throw new Error(`key bound to ${bound}, which is no payment`);
  return { fundingAccountId: exception.resourceId, exception, how: 'replayed' };
}

/**
 * Payments seen by a provider, each taken once: the bank's own reference and the amount decide what is the same
 * payment. A key stands for a single one of them.
 */
export async function ingestPayments(
  ports: Needs,
  told: readonly PaymentNotice[],
  use?: KeyUse,
): Promise<(Ingested | undefined)[]> {
  const notices = told.map((notice) => ({ ...notice, bankReference: notice.bankReference.trim() }));
  const ingested = await ports.store.transaction(async (tx) => {
    const before = use && (await ingestedUnder(tx, use));
    if (before) return [before];
    // Sent together, and answered in turn: what is known is read once the locks are had.
    const [accounts, known] = await Promise.all([
      tx.lockFound('fundingAccount', { reference: notices.map((notice) => notice.fundingReference) }),
      tx.findPayments(notices),
    ]);
    const intake = new Intake(ports, await tx.moment(), { accounts, known });
    const results = notices.map((notice) => intake.take(notice));
    const made = results[0]?.payin ?? results[0]?.exception;
    await tx.record(intake.decisions, use && made ? [{ ...use, resourceId: made.id }] : []);
    return results;
  });
  ports.wake('payin');
  await heedReversals(
    ports,
    ingested.flatMap((each) => each?.exception?.paymentReference ?? []),
  );
  return ingested;
}

/** One payment, taken in together with those that were seen at the same time. */
export const ingestPayment = gatherFor<Needs & Pick<Ports, 'log'>, PaymentNotice, Ingested | undefined>(
  (ports) => ({
    group: async (notices) => (await ingestPayments(ports, notices)).map((value) => ({ value })),
    alone: async (notice) => (await ingestPayments(ports, [notice]))[0],
    keyOf: ({ fundingReference }) => fundingReference,
    groupMax: 100,
    // A second one makes the groups smaller, and costs each of them. One account whose row stays locked holds the
    // others up until its lock is given up: only the sandbox's own deposits come this way.
    atOnce: 1,
    log: ports.log,
  }),
);

/** The payments of one transaction, in order: a second one on the same account sees the first. */
class Intake {
  readonly decisions: Decision[] = [];
  private readonly accounts: Map<string, FundingAccount>;
  private readonly seen = new Map<string, Fact[]>();

  constructor(
    private readonly ports: Pick<Ports, 'catalogue'>,
    private readonly moment: Moment,
    { accounts, known }: { accounts: readonly FundingAccount[]; known: KnownPayments },
  ) {
    this.accounts = new Map(accounts.map((account) => [account.reference, account]));
    for (const payin of known.payins) {
      this.remember(`${payin.fundingAccountId} ${payin.bankReference ?? ''}`, { payin });
    }
    // The first fact is what the others differ from: a pay-in, or else the exception that came before any mismatch.
    const misfits = known.exceptions.toSorted(
      (one, other) => Number(one.type === 'provider_mismatch') - Number(other.type === 'provider_mismatch'),
    );
    for (const exception of misfits) {
      // That one was taken back says nothing of a payment that has such a name.
      if (exception.type === 'payin_reversed') continue;
      this.remember(`${exception.resourceId} ${exception.cause}`, { exception });
    }
  }

  take(notice: PaymentNotice): Ingested | undefined {
    const account = this.accounts.get(notice.fundingReference);
    if (!account) return undefined;
    const name = `${account.id} ${notice.bankReference}`;
    const known = this.seen.get(name);
    if (known) {
      const { fact, decision } = seeAgain(this.moment, account, { payment: notice, known });
      if (!decision) return { fundingAccountId: account.id, ...fact, how: 'existing' };
      this.decisions.push(decision);
      this.remember(name, fact);
      return { fundingAccountId: account.id, ...fact, how: 'created' };
    }
    const rate = rateOf(this.ports.catalogue, account.currency, account.settlementCurrency);
    if (rate === undefined)
      throw new Error(`no price from ${account.currency} to ${account.settlementCurrency}`);
    const credited = worthOf(notice.amount, rate, account.settlementCurrency);
    const { payin, exception, ...decision } = seePayment(this.moment, account, { ...notice, credited });
    this.decisions.push(decision);
    if (payin && account.amount !== null) {
      this.accounts.set(account.reference, {
        ...account,
        payinId: payin.id,
        nextStepAt: null,
        version: account.version + 1,
      });
    }
    const fact = payin ? { payin } : { exception };
    this.remember(name, fact);
    return { fundingAccountId: account.id, ...fact, how: 'created' };
  }

  private remember(name: string, fact: Fact): void {
    this.seen.set(name, [...(this.seen.get(name) ?? []), fact]);
  }
}
