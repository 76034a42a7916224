import { findPayout, rateOf, type Capability } from '../domain/capability.js';
import type { Decision, Moment } from '../domain/decision.js';
import { amountFrom, show, zero, type Amount } from '../domain/money.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { chargeOf } from '../domain/price.js';
import { refuse } from '../domain/refusal.js';
import { rushed } from '../domain/risk.js';
import { checkDestination } from '../domain/settlement-destination.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import type { AccountTerms } from '../domain/terms.js';
import { asOperation, createWithdrawal, needsApproval } from '../domain/withdrawal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyState, Tx } from '../ports/store.js';
import type { Command, DecidedRow, Facts } from './group.js';
import { sendsFrom } from './operation.js';
import { warnedOwners } from './mail.js';
import { decideEarlyNotices } from './operation-notice.js';
import { absent } from './own.js';
import { checkAvailable, type CapabilityState } from './pricing.js';

export interface WithdrawalCommand extends Command, LabelsAsk {
  readonly destinationId: string;
  readonly amount: string;
  readonly description?: string | undefined;
}

export type WithdrawalNeeds = Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'bank' | 'environment'>;

interface Loaded {
  readonly moment: Moment;
  readonly keys: readonly KeyState[];
  readonly destinations: ReadonlyMap<string, SettlementDestination>;
  readonly standings: ReadonlyMap<string, CapabilityState>;
  readonly terms: ReadonlyMap<string, AccountTerms>;
  /** Remaining balance by account and currency; reduced by each decided withdrawal. */
  readonly available: Map<string, Amount>;
}

const balanceOf = ({ accountId, currency }: Pick<SettlementDestination, 'accountId' | 'currency'>): string =>
  `${accountId} ${currency}`;

/** The withdrawals of one transaction, decided in order: each sees the money taken by earlier ones. */
export class WithdrawalGroup implements Facts<WithdrawalCommand, DecidedRow<Withdrawal>> {
  private constructor(
    private readonly ports: WithdrawalNeeds,
    private readonly tx: Tx,
    private readonly loaded: Loaded,
  ) {}

  /** Locks the free keys, then the destinations, so that none is disabled before the commit, then the balances. */
  static async load(
    ports: WithdrawalNeeds,
    tx: Tx,
    commands: readonly WithdrawalCommand[],
  ): Promise<WithdrawalGroup> {
    const keys = await tx.tryKeys(commands.map(({ use }) => use));
    const isNew = (_: unknown, index: number) => keys[index]?.busy === false && keys[index].bound === null;
    const ids = [...new Set(commands.filter(isNew).map(({ destinationId }) => destinationId))];
    const rows = await tx.lock('settlementDestination', ids);
    const destinations = new Map(rows.map((row) => [row.id, row]));
    const standings = new Map<string, CapabilityState>();
    for (const row of rows) {
      const capability = capabilityOf(ports, row);
      if (capability) standings.set(row.id, await tx.standing(row.accountId, capability));
    }
    const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
    const terms = accountIds.length === 0 ? [] : await tx.find('accountTerms', { accountId: accountIds });
    const available = new Map<string, Amount>();
    const balances = new Map(rows.map((row) => [balanceOf(row), row]));
    for (const [name, { accountId, currency }] of [...balances].sort(([one], [other]) =>
      one < other ? -1 : 1,
    ))
      available.set(name, await tx.lockAvailable(accountId, currency));
    const byAccount = new Map(terms.map((row) => [row.accountId, row]));
    const moment = await tx.moment();
    return new WithdrawalGroup(ports, tx, {
      moment,
      keys,
      destinations,
      standings,
      terms: byAccount,
      available,
    });
  }

  get moment(): Moment {
    return this.loaded.moment;
  }

  get keys(): readonly KeyState[] {
    return this.loaded.keys;
  }

  decide(command: WithdrawalCommand): DecidedRow<Withdrawal> {
    const { accountId, use, description = null, by } = command;
    const { moment, available } = this.loaded;
    const destination = this.destinationOf(command);
    const { currency } = destination;
    const amount = amountFrom(command.amount, currency, 'amount');
    checkDestination(destination, 'destination_id');
    const { provider = null } = this.usableCapability(destination);
    const terms = this.loaded.terms.get(accountId);
    const fee = this.feeOf(terms, currency);
    const balance = balanceOf(destination);
    const left = available.get(balance) ?? zero;
    const isFunded = !amount.plus(fee).isGreaterThan(left);
    const { withdrawal: row, ...decision } = createWithdrawal(
      moment,
      {
        accountId,
        destinationId: destination.id,
        amount,
        fee,
        currency,
        ...labelsOf(command),
        description,
        approvalThresholdAmount: terms?.approvalThresholdAmount ?? null,
        approvalThresholdCurrency: terms?.approvalThresholdCurrency ?? null,
        madeBy: by?.id ?? null,
        reference: this.ports.vault.reference(accountId, use.key),
        provider,
        nextStepAt: sendsFrom(this.ports, moment.now, description),
      },
      {
        available: left,
        needsApproval: needsApproval(amount, this.thresholdOf(terms, currency)),
        reviewReasons: isFunded ? this.reasonsToHold(destination, { amount, description }) : [],
      },
    );
    if (row.heldAt !== null) available.set(balance, left.minus(row.total));
    return { row, decision };
  }

  /** Adds the effects of notices that came before these withdrawals, and warns owners of rushed ones. */
  async beside(made: readonly DecidedRow<Withdrawal>[]): Promise<Decision[]> {
    const { tx } = this;
    const decisions = await decideEarlyNotices(
      tx,
      made.map(({ row }) => asOperation(row)),
    );
    const warnings: Decision[] = [];
    const rows = new Map(made.filter(isRushed).map(({ row }) => [row.destinationId, row]));
    for (const [destinationId, row] of rows) {
      const destination = this.loaded.destinations.get(destinationId);
      if (destination && !(await isWarned(tx, row))) warnings.push(await this.warned({ row, destination }));
    }
    return [...decisions, ...warnings];
  }

  private warned({
    row,
    destination,
  }: {
    readonly row: Withdrawal;
    readonly destination: SettlementDestination;
  }): Promise<Decision> {
    const { accountId, currency } = row;
    const { method, accountHint } = destination;
    const facts = { method, currency, accountHint, amount: show(row.amount, currency) };
    return warnedOwners(this.ports, this.tx, { accountId, kind: 'withdrawal_held', facts });
  }

  private destinationOf({ accountId, destinationId }: WithdrawalCommand): SettlementDestination {
    const found = this.loaded.destinations.get(destinationId);
    return found?.accountId === accountId ? found : absent('settlementDestination', 'destination_id');
  }

  /** Withdrawals use the capabilities of payouts, and suspensions of those stop them too. */
  private usableCapability(destination: SettlementDestination): Capability {
    const capability = capabilityOf(this.ports, destination);
    const standing = this.loaded.standings.get(destination.id);
    if (capability && standing) {
      checkAvailable(capability, standing);
      return capability;
    }
    const { method, currency } = destination;
    return refuse(
      'unsupported_method',
      `Payouts by ${method} in ${currency} are no longer offered; register a destination of another method.`,
    );
  }

  /** The agreed fee in the withdrawal's currency; zero if none is agreed. */
  private feeOf(terms: AccountTerms | undefined, currency: string): Amount {
    const { withdrawalFeeAmount: fee = null, withdrawalFeeCurrency: of = null } = terms ?? {};
    if (fee === null || of === null) return zero;
    const rate = rateOf(this.ports.catalogue, of, currency);
    return rate === undefined
      ? refuse(
          'pricing_unavailable',
          `The fee has no price from ${of} to ${currency} at present; try again later.`,
        )
      : chargeOf(fee, rate, currency);
  }

  /** The agreed approval threshold, and the rate to compare amounts with it. */
  private thresholdOf(terms: AccountTerms | undefined, currency: string) {
    const { approvalThresholdAmount: amount = null, approvalThresholdCurrency: of = null } = terms ?? {};
    if (amount === null || of === null) return undefined;
    return { amount, rate: rateOf(this.ports.catalogue, currency, of) };
  }

  /** The velocity rule does not hold withdrawals: the money goes to the account itself. */
  private reasonsToHold(
    { createdAt, currency }: SettlementDestination,
    { amount, description }: Pick<Withdrawal, 'amount' | 'description'>,
  ): readonly string[] {
    const verdict = this.ports.risk.assess({
      principal: amount,
      sourceCurrency: currency,
      recentCount: 0,
      memo: description,
      destinationAgeMs: this.loaded.moment.now.getTime() - createdAt.getTime(),
    });
    if (verdict.outcome === 'block') {
      refuse('risk_blocked', 'The withdrawal was stopped by risk rules; see reasons.', {
        reasons: verdict.reasons,
      });
    }
    return verdict.outcome === 'review' ? verdict.reasons : [];
  }
}

const capabilityOf = (
  { catalogue }: Pick<Ports, 'catalogue'>,
  { method, currency }: SettlementDestination,
): Capability | undefined => findPayout(catalogue, { method, currency });

const isRushed = ({ decision: { changes } }: DecidedRow<Withdrawal>): boolean =>
  changes.some(({ noun, row }) => noun === 'riskDecision' && row.reasons.includes(rushed));

/** At most this many waiting withdrawals are looked at. */
const reviewsMax = 100;

/**
 * Whether owners were already warned: another rushed withdrawal to the same destination is waiting. Repeated mails
 * are ignored.
 */
async function isWarned(tx: Tx, { accountId, destinationId }: Withdrawal): Promise<boolean> {
  const waiting = await tx.find(
    'withdrawal',
    { accountId, destinationId, riskStatus: 'in_review' },
    reviewsMax,
  );
  const ids = waiting.flatMap(({ riskDecisionId }) => riskDecisionId ?? []);
  const reviews = ids.length === 0 ? [] : await tx.find('riskDecision', { id: ids });
  return reviews.some(({ reasons }) => reasons.includes(rushed));
}
