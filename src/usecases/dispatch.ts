import type { Beneficiary } from '../domain/beneficiary.js';
import { findPayout } from '../domain/capability.js';
import { isBlockedSince, type Customer } from '../domain/customer.js';
import { decide, type Decision, type Moment } from '../domain/decision.js';
import { missingSenderFields } from '../domain/details.js';
import {
  applyEvidence,
  lookAgain,
  recordAnswer,
  settleReturn,
  takeIntent,
  type Answer,
  type Evidence,
} from '../domain/dispatch.js';
import type { Intent } from '../domain/intent.js';
import type { Payout } from '../domain/payout.js';
import { actOnPayout, carryOutCancel, isFinal, noteOnPayout } from '../domain/payout-action.js';
import type { Ports } from '../ports/ports.js';
import type { Finding, Submission } from '../ports/provider.js';
import type { DueAsk, Tx } from '../ports/store.js';
import { heedNotices, lateCauses } from './payout-notice.js';

/** An intent that is committed, and the submission that may follow it, once. */
export interface Send {
  readonly intent: Intent;
  readonly provider: string;
  readonly submission: Submission;
}

export interface DueWork {
  readonly sends: readonly Send[];
  /** Payouts whose outcome the provider is to be asked for. */
  readonly lookUps: readonly Payout[];
  readonly found: number;
  /** Business milliseconds since the last of what was found fell due. */
  readonly lateMs: number;
}

const lookUpLeaseMs = 15_000;

type Needs = Pick<Ports, 'store' | 'vault' | 'catalogue' | 'providers' | 'clock'>;

/** Takes payouts that are due: each is cancelled, failed, settled, doubted, looked up, or given its intent to send. */
export function takeDuePayouts(ports: Needs, limit: number, ask: DueAsk): Promise<DueWork> {
  return ports.store.transaction(async (tx) => {
    const found = await tx.lockDue('payout', limit, ask);
    const last = found.at(-1);
    if (!last) return { sends: [], lookUps: [], found: 0, lateMs: 0 };
    const { payouts, heeded } = await untold(tx, found);
    const due = await DuePayouts.load(ports, tx, payouts);
    const taken = payouts.map((payout) => due.decide(payout));
    const intents = await openIntents(tx, payouts);
    await tx.record([...heeded, ...taken, ...intents]);
    const { now } = await tx.moment();
    const lateMs = now.getTime() - (last.nextStepAt ?? now).getTime();
    return { sends: due.sends, lookUps: due.lookUps, found: found.length, lateMs };
  });
}

/** Those that the bank has not told of already; of the others the notices that were kept decide instead of a send. */
async function untold(
  tx: Tx,
  found: readonly Payout[],
): Promise<{ payouts: readonly Payout[]; heeded: readonly Decision[] }> {
  const unsent = found.filter(({ sending }) => sending === 'unsent');
  const kept = await tx.takeKept(
    'operation',
    unsent.map(({ reference }) => reference),
  );
  const told = new Set(kept.map(({ reference }) => reference));
  const payouts = found.filter(({ reference }) => !told.has(reference));
  return { payouts, heeded: await heedNotices(tx, found, kept) };
}

/**
 * An intent found open after its window: its answer was lost, so it is uncertain and is never sent again. One that
 * was overtaken by evidence has its payout due for something else, and its answer may still come.
 */
async function openIntents(tx: Tx, payouts: readonly Payout[]): Promise<Decision[]> {
  const lost = payouts.filter(({ status, sending }) => status === 'processing' && sending === 'open');
  const ids = lost.map(({ id }) => id);
  if (ids.length === 0) return [];
  const moment = await tx.moment();
  const open = await tx.find('intent', { payoutId: ids, state: 'open' });
  const locked = await tx.lock(
    'intent',
    open.map(({ id }) => id),
  );
  return locked.flatMap((intent) => {
    const payout = payouts.find(({ id }) => id === intent.payoutId);
    if (intent.state !== 'open' || !payout) return [];
    return [
      recordAnswer(moment, { payout, intent }, { outcome: 'uncertain', reason: 'no answer was recorded' }),
    ];
  });
}

interface DueState {
  readonly stopped: boolean;
  readonly beneficiaries: ReadonlyMap<string, Beneficiary>;
  readonly customers: ReadonlyMap<string, Customer>;
}

class DuePayouts {
  readonly sends: Send[] = [];
  readonly lookUps: Payout[] = [];

  private constructor(
    private readonly ports: Needs,
    private readonly moment: Moment,
    private readonly state: DueState,
  ) {}

  static async load(ports: Needs, tx: Tx, payouts: readonly Payout[]): Promise<DuePayouts> {
    const beneficiaryIds = [...new Set(payouts.map((payout) => payout.beneficiaryId))];
    const [beneficiaries, { stopped }] = await Promise.all([
      tx.find('beneficiary', { id: beneficiaryIds }),
      tx.standing('', { product: 'payout', method: '', currency: '' }),
    ]);
    const customerIds = beneficiaries.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
    const customers = customerIds.length === 0 ? [] : await tx.find('customer', { id: customerIds });
    return new DuePayouts(ports, await tx.moment(), {
      stopped,
      beneficiaries: new Map(beneficiaries.map((row) => [row.id, row])),
      customers: new Map(customers.map((row) => [row.id, row])),
    });
  }

  decide(payout: Payout): Decision {
    if (payout.status === 'returned') return settleReturn(this.moment, payout);
    if (payout.sending === 'open') return decide({});
    if (payout.sending !== 'unsent') return this.lookUp(payout);
    if (payout.cancelRequestedAt !== null) return carryOutCancel(this.moment, payout);
    return this.send(payout);
  }

  private lookUp(payout: Payout): Decision {
    this.lookUps.push(payout);
    return noteOnPayout(payout, { nextStepAt: this.later(lookUpLeaseMs) });
  }

  private send(payout: Payout): Decision {
    const beneficiary = this.state.beneficiaries.get(payout.beneficiaryId);
    if (!beneficiary) throw new Error(`${payout.id} has no beneficiary`);
    const failureCode = this.obstacle(payout, beneficiary);
    if (failureCode !== undefined) return actOnPayout(this.moment, { ...payout, failureCode }, 'fail');
    // The kill switch holds back what has not left yet.
    if (this.state.stopped) return noteOnPayout(payout, { nextStepAt: this.later(5_000) });
    const { intent, ...decision } = takeIntent(this.moment, this.ports.clock.machineNow(), payout);
    this.sends.push({
      intent,
      provider: payout.provider ?? '',
      submission: {
        reference: payout.reference,
        kind: 'payout',
        method: payout.method,
        amount: payout.destinationAmount,
        currency: payout.destinationCurrency,
        details: JSON.parse(this.ports.vault.decrypt(beneficiary.details)) as Record<string, string>,
        ...(payout.description !== null && { memo: payout.description }),
        sendBy: intent.sendBy,
      },
    });
    return decision;
  }

  private obstacle(payout: Payout, beneficiary: Beneficiary): string | undefined {
    const customer = this.state.customers.get(beneficiary.customerId ?? '');
    if (customer && isBlockedSince(customer, payout.createdAt)) return 'customer_blocked';
    if (payout.provider === null || !this.ports.providers.has(payout.provider)) return 'no_route';
    const fields = findPayout(this.ports.catalogue, beneficiary)?.customerFields ?? [];
    if (fields.length === 0) return undefined;
    const profile = customer?.profile
      ? (JSON.parse(this.ports.vault.decrypt(customer.profile)) as unknown)
      : {};
    const missing = missingSenderFields(fields, customer && { type: customer.type, profile });
    return missing.length > 0 ? 'invalid_instruction' : undefined;
  }

  private later(ms: number): Date {
    return new Date(this.moment.now.getTime() + ms);
  }
}

/** Records the answers to sends; a payout that a notice decided meanwhile is not decided again. */
export function recordAnswers(
  ports: Pick<Ports, 'store'>,
  answers: readonly { intent: Intent; answer: Answer }[],
): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const payoutIds = answers.map(({ intent }) => intent.payoutId);
    const intentIds = answers.map(({ intent }) => intent.id);
    const [payouts, intents] = await Promise.all([
      tx.lock('payout', payoutIds),
      tx.lock('intent', intentIds),
    ]);
    const known = await lateCauses(tx, payouts);
    const moment = await tx.moment();
    const decisions = answers.map(({ intent: { id, payoutId }, answer }) => {
      const payout = payouts.find((row) => row.id === payoutId);
      const intent = intents.find((row) => row.id === id);
      if (!payout || !intent) throw new Error(`intent ${id} is gone`);
      return recordAnswer(moment, { payout, intent }, { ...answer, known: known.get(payoutId) });
    });
    await tx.record(decisions);
  });
}

/** What look-ups found. "Not found" proves "not executed" only after send_by plus the provider's settling time. */
export function recordFindings(
  ports: Pick<Ports, 'store' | 'providers' | 'clock'>,
  findings: readonly { payout: Payout; finding: Finding }[],
): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const byId = new Map(findings.map(({ payout, finding }) => [payout.id, finding]));
    const payouts = await tx.lock('payout', [...byId.keys()]);
    const known = await lateCauses(tx, payouts);
    const moment = await tx.moment();
    const decisions = payouts.map((payout) => {
      const finding = byId.get(payout.id) ?? { outcome: 'unknown' };
      const evidence = evidenceOf(ports, payout, finding);
      if (evidence) return applyEvidence(moment, payout, { ...evidence, known: known.get(payout.id) });
      // What was decided while it was looked up may have something due of its own, as a return has.
      return isFinal(payout) ? decide({}) : lookAgain(moment, payout);
    });
    await tx.record(decisions);
  });
}

function evidenceOf(
  ports: Pick<Ports, 'providers' | 'clock'>,
  payout: Payout,
  finding: Finding,
): Evidence | undefined {
  if (finding.outcome === 'paid' || finding.outcome === 'returned') {
    return { outcome: finding.outcome, amount: finding.amount };
  }
  if (finding.outcome === 'not_executed') return { outcome: 'not_executed', code: finding.code };
  if (finding.outcome !== 'not_found' || payout.sendBy === null) return undefined;
  const settlingMs = ports.providers.get(payout.provider ?? '')?.settlingMs ?? Number.POSITIVE_INFINITY;
  const proven = ports.clock.machineNow().getTime() > payout.sendBy.getTime() + settlingMs;
  return proven ? { outcome: 'not_executed', code: 'not_submitted' } : undefined;
}
