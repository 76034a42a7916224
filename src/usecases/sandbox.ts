import type { AnyOperation } from '../domain/operation-kind.js';
import { applyEvidence, checkFits } from '../domain/operation-evidence.js';
import { joined } from '../domain/decision.js';
import { isId } from '../domain/id.js';
import { amountFrom } from '../domain/money.js';
import type { Payin } from '../domain/payin.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { PaymentNotice, SandboxBank } from '../ports/provider.js';
import type { KeyUse } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { kindNamed, untilSent, type EvidenceRequest } from './evidence.js';
import { once } from './once.js';
import { absent, lockOwn } from './own.js';
import { ingestPayment, ingestPayments, ingestedUnder, type IngestResult } from './payin.js';
import { lateCauses, overtakenIntents } from './operation-notice.js';

export interface DepositAsk {
  readonly accountId: string;
  readonly fundingAccountId: string;
  readonly amount?: string | undefined;
  readonly reference?: string | undefined;
  readonly outcome?: 'completed' | 'failed' | 'reversed' | undefined;
  readonly delayMs?: number | undefined;
}

export type Deposit =
  { readonly payin: Payin } | { readonly exceptionId: string; readonly fundingAccountId: string };

const waitForEndMs = 3_000;

/** Simulates a payment and takes it in like a provider's notice (supplement §3.10). */
export async function makeDeposit(
  ports: Pick<Ports, 'store' | 'reader' | 'clock' | 'vault' | 'catalogue' | 'bank' | 'wake' | 'log'>,
  ask: DepositAsk,
  use?: KeyUse,
): Promise<CreateResult<Deposit>> {
  const bank = bankOf(ports);
  const { accountId, fundingAccountId: id } = ask;
  const before = use && (await ports.store.transaction((tx) => ingestedUnder(tx, use)));
  if (before) return madeOf(before);
  const known = isId('fundingAccount', id)
    ? await ports.reader.get('fundingAccount', [accountId], id)
    : undefined;
  const account = known ?? absent('fundingAccount', 'funding_account_id');
  if (account.status === 'pending' || account.status === 'failed') {
    refuse(
      'funding_account_not_active',
      `The funding account is ${account.status}; send the id of an active one.`,
    );
  }
  if (ask.amount === undefined && account.amount === null) {
    refuse(
      'invalid_parameter',
      'amount: is required, because the funding account has none; send the amount paid.',
      {
        param: 'amount',
      },
    );
  }
  const amount =
    ask.amount === undefined ? account.amount : amountFrom(ask.amount, account.currency, 'amount');
  // A key identifies one bank payment: a repeat finds the same payment.
  const reference =
    ask.reference?.trim() ??
    (use
      ? `key.${ports.vault.reference(accountId, `${use.key} ${use.fingerprint}`)}`
      : `sim.${ports.vault.randomText(20)}`);
  const { contradicts, ...notice } = await bank.deposit({
    fundingReference: account.reference,
    amount: amount ?? absent('fundingAccount'),
    currency: account.currency,
    bankReference: reference,
    method: account.method,
    outcome: ask.outcome ?? 'completed',
    delayMs: ask.delayMs ?? 0,
  });
  if (contradicts) await untilFinal(ports, notice);
  const ingested = use ? (await ingestPayments(ports, [notice], use))[0] : await ingestPayment(ports, notice);
  if (!ingested) throw new Error('a payment into our own account must be accepted');
  return madeOf(ingested);
}

/**
 * Waits briefly for a pay-in that is being confirmed, so that a contradicting outcome is compared with its final
 * state.
 */
async function untilFinal(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  notice: PaymentNotice,
): Promise<void> {
  const deadline = clock.machineNow().getTime() + waitForEndMs;
  while (clock.machineNow().getTime() < deadline) {
    const { payins } = await store.transaction((tx) => tx.findPayments([notice]));
    if (!payins.some(({ status }) => status === 'processing')) return;
    await clock.sleep(20);
  }
}

function madeOf({ payin, exception, fundingAccountId, how }: IngestResult): CreateResult<Deposit> {
  if (payin) return { resource: { payin }, how };
  if (!exception) throw new Error('a payment becomes a pay-in or an exception');
  return { resource: { exceptionId: exception.id, fundingAccountId }, how };
}

export interface EvidenceAsk extends EvidenceRequest {
  readonly accountId: string;
  readonly id: string;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** Plays the evidence that a provider would give (supplement §3.10). */
export async function giveEvidence(
  ports: Pick<Ports, 'store' | 'reader' | 'bank' | 'clock' | 'operations' | 'wake'>,
  ask: EvidenceAsk,
  use?: KeyUse,
): Promise<CreateResult<AnyOperation>> {
  const bank = bankOf(ports);
  const { spec } = kindNamed(ports, ask.id);
  await untilSent(
    ports,
    ask,
    async ({ sending, reference }) =>
      sending === 'unsent' || (sending === 'open' && !(await bank.isAnswering(reference))),
  );
  const requested = await ports.reader.get(spec.kind, [ask.accountId], ask.id);
  if (requested && ask.outcome === 'not_executed') await bank.willContradict(requested.reference);
  const made = await once(ports, { noun: spec.kind, use, by: ask.by, verb: 'evidence' }, async (tx) => {
    const own = await lockOwn(tx, spec.kind, ask);
    const operation = { spec, row: own };
    const known = (await lateCauses(tx, { spec }, [own])).get(own.id);
    const { outcome, code } = ask;
    // The simulated bank decides: it knows whether each call arrived.
    checkFits(operation, outcome, { mayContradict: false, isLeaving: false, isRestored: false });
    const intents = await overtakenIntents(tx, [own]);
    const { row, ...decided } = applyEvidence(await tx.moment(), operation, { outcome, code, known });
    return { row, decision: joined([decided, ...intents]) };
  });
  await bank.setOutcome(made.resource.reference, ask.outcome, ask.code);
  ports.wake(spec.kind);
  return made;
}

function bankOf({ bank }: Pick<Ports, 'bank'>): SandboxBank {
  return bank ?? refuse('not_found', 'This path does not exist.');
}
