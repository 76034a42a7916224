import { rateOf } from '../domain/capability.js';
import type { Decision, Moment } from '../domain/decision.js';
import type { FundingAccount } from '../domain/funding-account.js';
import { seeAgain, seePayment, type PaymentResult, type Payin } from '../domain/payin.js';
import { tracedBy } from '../domain/noun/bank-reference.js';
import {
  applyPaymentEvidence,
  verdictOf,
  withPayinTrace,
  type PaymentEvidence,
} from '../domain/payin-evidence.js';
import { worthOf } from '../domain/price.js';
import type { Exception } from '../domain/reconciliation.js';
import type { Ports } from '../ports/ports.js';
import type { PaymentNotice } from '../ports/provider.js';
import type { KeyUse, KnownPayments, Tx } from '../ports/store.js';
import { gatherFor } from './gather.js';
import type { CreateResult } from './made.js';
import { exceptionsAbout, applyEarlyReversals } from './payin-result.js';

/**
 * The result of a payment: a pay-in or an exception, from now or from an earlier notice; neither for an unknown
 * account.
 */
export interface IngestResult {
  readonly fundingAccountId: string;
  readonly payin?: Payin | undefined;
  readonly exception?: Exception | undefined;
  readonly how: CreateResult<unknown>['how'];
}

type Needs = Pick<Ports, 'store' | 'catalogue' | 'wake'>;

/** Claims the key. If it was used before, returns the current result of the payment it was used for. */
export async function ingestedUnder(tx: Tx, use: KeyUse): Promise<IngestResult | undefined> {
  const bound = await tx.claimKey(use);
  if (bound === undefined) return undefined;
  const [payin] = await tx.find('payin', { id: bound });
  if (payin) return { fundingAccountId: payin.fundingAccountId, payin, how: 'replayed' };
  const [exception] = await tx.find('exception', { id: bound });
  if (!exception) throw new Error(`key bound to ${bound}, which is no payment`);
  const { resourceType, resourceId } = exception;
  const [contradicted] = resourceType === 'payin' ? await tx.find('payin', { id: resourceId }) : [];
  return { fundingAccountId: contradicted?.fundingAccountId ?? resourceId, exception, how: 'replayed' };
}

/**
 * Takes in payments seen by a provider, each once: the bank's own reference and the amount identify a payment. A key
 * may only be used with a single payment.
 */
export async function ingestPayments(
  ports: Needs,
  notices: readonly PaymentNotice[],
  use?: KeyUse,
): Promise<(IngestResult | undefined)[]> {
  return ingest(ports, notices, { use, wait: true });
}

/** Without `wait`, the result is undefined for a payment into an account that another transaction has locked. */
async function ingest(
  ports: Needs,
  own: readonly PaymentNotice[],
  { use, wait }: { readonly use?: KeyUse | undefined; readonly wait: boolean },
): Promise<(IngestResult | undefined)[]> {
  const notices = own.map((notice) => ({ ...notice, bankReference: notice.bankReference.trim() }));
  const ingested = await ports.store.transaction(async (tx) => {
    const before = use && (await ingestedUnder(tx, use));
    if (before) return [before];
    // Sent as one round trip, answered in order: known payments are read after the locks are granted.
    const where = { reference: notices.map((notice) => notice.fundingReference) };
    const [accounts, known, named] = await Promise.all([
      wait ? tx.lockFound('fundingAccount', where) : tx.lockFree('fundingAccount', where),
      tx.findPayments(notices),
      tx.find('payin', { paymentReference: notices.map((notice) => notice.paymentReference) }),
    ]);
    const locked = await tx.lock('payin', openToDoubt(notices, { accounts, known }));
    const reported = await exceptionsAbout(tx, locked);
    const intake = new Intake(ports, await tx.moment(), { accounts, known, named, locked, reported });
    const results = notices.map((notice) => intake.take(notice));
    const made = results[0]?.payin ?? results[0]?.exception;
    await tx.record(intake.decisions, use && made ? [{ ...use, resourceId: made.id }] : []);
    return results;
  });
  ports.wake('payin');
  await applyEarlyReversals(
    ports,
    ingested.flatMap((each) => each?.exception?.paymentReference ?? []),
  );
  return ingested;
}

/** Takes in one payment to an existing account, in one transaction with others that arrive at the same time. */
export const ingestPayment = gatherFor<Needs & Pick<Ports, 'log'>, PaymentNotice, IngestResult>((ports) => ({
  group: async (notices) =>
    (await ingest(ports, notices, { wait: false })).map((value) => value && { value }),
  keyOf: ({ fundingReference }) => fundingReference,
  groupMax: 100,
  // Two groups at once would be half as large, and each would cost nearly as much.
  atOnce: 1,
  log: ports.log,
}));

/** Whether a payment is a known pay-in: the same account, bank reference, amount and currency. */
const isOf = (
  { bankReference, amount, currency }: PaymentNotice,
  account: FundingAccount,
  payin: Payin,
): boolean =>
  payin.fundingAccountId === account.id &&
  payin.bankReference === bankReference &&
  payin.paidCurrency === currency &&
  payin.paidAmount.isEqualTo(amount);

const evidenceOf = ({ outcome, amount, currency }: PaymentNotice): PaymentEvidence =>
  outcome === 'completed' ? { outcome, amount, currency } : { outcome: outcome ?? 'seen' };

/** Ids of pay-ins that a notice may contradict, or for which it reports another bank reference. */
function openToDoubt(
  notices: readonly PaymentNotice[],
  { accounts, known }: { accounts: readonly FundingAccount[]; known: KnownPayments },
): string[] {
  const accountOf = new Map(accounts.map((account) => [account.reference, account]));
  const reported = known.payins.filter((payin) =>
    notices.some((notice) => {
      const account = accountOf.get(notice.fundingReference);
      if (!account || !isOf(notice, account, payin)) return false;
      return verdictOf(payin, evidenceOf(notice)) !== 'agrees' || tracedBy(payin, notice.trace) !== payin;
    }),
  );
  return reported.map(({ id }) => id);
}

/**
 * The state on which payments are taken in. `named`: pay-ins that share a provider reference with one of the
 * payments. `locked`: pay-ins that one of them may contradict.
 */
interface IntakeState {
  readonly accounts: readonly FundingAccount[];
  readonly known: KnownPayments;
  readonly named: readonly Payin[];
  readonly locked: readonly Payin[];
  readonly reported: ReadonlyMap<string, readonly Exception[]>;
}

/** The payments of one transaction, in order: a second one on the same account sees the first. */
class Intake {
  readonly decisions: Decision[] = [];
  private readonly accounts: Map<string, FundingAccount>;
  private readonly seen = new Map<string, PaymentResult[]>();
  private readonly names: Set<string | null>;
  private readonly locked: Map<string, Payin>;
  private readonly reported: Map<string, readonly Exception[]>;

  constructor(
    private readonly ports: Pick<Ports, 'catalogue'>,
    private readonly moment: Moment,
    { accounts, known, named, locked, reported }: IntakeState,
  ) {
    this.accounts = new Map(accounts.map((account) => [account.reference, account]));
    this.names = new Set(named.map(({ paymentReference }) => paymentReference));
    this.locked = new Map(locked.map((payin) => [payin.id, payin]));
    this.reported = new Map(reported);
    for (const payin of known.payins) {
      this.remember(`${payin.fundingAccountId} ${payin.bankReference ?? ''}`, { payin });
    }
    // Later notices are compared with the first fact: a pay-in, or else the exception that preceded any mismatch.
    const misfits = known.exceptions.toSorted(
      (one, other) => Number(one.type === 'provider_mismatch') - Number(other.type === 'provider_mismatch'),
    );
    for (const exception of misfits) {
      // A reversal says nothing about a payment that happens to have this reference.
      if (exception.type === 'payin_reversed') continue;
      this.remember(`${exception.resourceId} ${exception.cause}`, { exception });
    }
  }

  take(notice: PaymentNotice): IngestResult | undefined {
    const account = this.accounts.get(notice.fundingReference);
    if (!account) return undefined;
    const name = `${account.id} ${notice.bankReference}`;
    const known = this.seen.get(name);
    const payment = { ...notice, isNameTaken: this.names.has(notice.paymentReference) };
    if (known) {
      const { fact, decision } = seeAgain(this.moment, account, { payment, known });
      if (!decision) return this.again(account, notice, fact);
      this.decisions.push(decision);
      this.remember(name, fact);
      return { fundingAccountId: account.id, ...fact, how: 'created' };
    }
    const rate = rateOf(this.ports.catalogue, account.currency, account.settlementCurrency);
    if (rate === undefined)
      throw new Error(`no price from ${account.currency} to ${account.settlementCurrency}`);
    const credited = worthOf(notice.amount, rate, account.settlementCurrency);
    const { payin, exception, ...decision } = seePayment(this.moment, account, { ...payment, credited });
    this.decisions.push(decision);
    if (payin) this.names.add(payin.paymentReference);
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

  /** The same payment again: returns the existing fact, or an exception if its outcome contradicts it. */
  private again(account: FundingAccount, notice: PaymentNotice, fact: PaymentResult): IngestResult {
    const payin = this.locked.get(fact.payin?.id ?? '');
    if (!payin) return { fundingAccountId: account.id, ...fact, how: 'existing' };
    const known = this.reported.get(payin.id) ?? [];
    const evidence = evidenceOf(notice);
    const { exception, ...decision } = withPayinTrace(payin, {
      trace: notice.trace,
      decideOn: (traced) => applyPaymentEvidence(this.moment, traced, { evidence, known }),
    });
    if (!exception) {
      // Ask once, however many notices of the group need it.
      this.locked.delete(payin.id);
      this.decisions.push(decision);
      return { fundingAccountId: account.id, payin, how: 'existing' };
    }
    if (known.includes(exception)) return { fundingAccountId: account.id, exception, how: 'existing' };
    this.decisions.push(decision);
    const [change] = decision.changes.filter(({ noun }) => noun === 'payin');
    if (change) this.locked.set(payin.id, change.row as Payin);
    this.reported.set(payin.id, [...known, exception]);
    return { fundingAccountId: account.id, exception, how: 'created' };
  }

  private remember(name: string, fact: PaymentResult): void {
    this.seen.set(name, [...(this.seen.get(name) ?? []), fact]);
  }
}
