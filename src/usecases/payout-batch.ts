import { catchesBatch, noPolicy } from '../domain/approval-policy.js';
import { rateOf } from '../domain/capability.js';
import type { Beneficiary } from '../domain/beneficiary.js';
import { joined, type Decision } from '../domain/decision.js';
import { amountFrom } from '../domain/money.js';
import {
  createBatch,
  noteItemsChanged,
  requestBatchCancel,
  requestedOf,
  type BatchCounts,
  type BatchMessage,
  type NewItem,
  type PayoutBatch,
} from '../domain/payout-batch.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, KeyUse, Tx } from '../ports/store.js';
import { audited, auditedFor, type Operator } from './audit.js';
import { registerBeneficiaries, type BeneficiaryAsk } from './beneficiary-register.js';
import { checkNotStopped } from './kill-switch.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { lockOwn } from './own.js';

/** An item with the id of a beneficiary, or with a beneficiary to find or register with the batch. */
export interface BatchItemAsk extends Pick<NewItem, 'reference'> {
  readonly ask: Omit<NewItem['ask'], 'beneficiaryId'> & { readonly beneficiaryId?: string };
  readonly payee?: Omit<BeneficiaryAsk, 'accountId' | 'by'> | undefined;
  /** The currency stated in the request for a beneficiary given by id. */
  readonly paidIn?: string | undefined;
}

export interface BatchAsk extends LabelsAsk {
  readonly accountId: string;
  readonly description?: string | undefined;
  readonly items: readonly BatchItemAsk[];
  /** The ISO 20022 message of the batch; its id is accepted once. */
  readonly message?: BatchMessage | undefined;
  /** The operator who asks on behalf of the account. */
  readonly by?: Operator | undefined;
  /** The API key, member or operator that asks. */
  readonly requestedBy?: string | undefined;
}

/** `counts` is set for a new batch. */
export type BatchCreated = CreateResult<PayoutBatch> & { readonly counts?: BatchCounts };

/** Contract §4.9: accepts the whole batch; workers turn its items into payouts. */
export async function createPayoutBatch(
  ports: Pick<Ports, 'store' | 'wake' | 'log' | 'catalogue' | 'vault'>,
  ask: BatchAsk,
  use: KeyUse,
): Promise<BatchCreated> {
  let counts: BatchCounts | undefined;
  const made = await once(ports, { noun: 'payoutBatch', use, by: ask.by }, async (tx) => {
    const { batch, counts: asMade, ...decision } = await acceptBatch({ ...ports, tx }, ask, use);
    counts = asMade;
    return { row: batch, decision };
  });
  ports.wake('payoutBatch');
  const { id, repeatsId } = made.resource;
  if (made.how === 'created' && repeatsId !== null)
    ports.log.warn(
      { resource_id: id, repeats_id: repeatsId },
      'payout batch repeats an earlier one under another key',
    );
  return counts === undefined ? made : { ...made, counts };
}

/** Decides on a batch as a whole. Without a fingerprint it is not compared with earlier batches. */
export async function acceptBatch(
  { tx, ...ports }: Pick<Ports, 'catalogue' | 'vault'> & { readonly tx: Tx },
  ask: BatchAsk,
  { key: idempotencyKey, fingerprint }: Pick<KeyUse, 'key' | 'fingerprint'>,
) {
  checkNotStopped(await tx.killSwitch.isOn());
  const { catalogue } = ports;
  const { accountId, description = null, requestedBy = null } = ask;
  await checkMessage(tx, accountId, ask.message);
  const same = await findSameBody(tx, accountId, fingerprint);
  const { registered, named } = await withPayees(ports, tx, ask);
  const items = await withAmounts(tx, accountId, { items: named, registered });
  const [terms] = await tx.find('accountTerms', { accountId });
  const { approvals: required, expiresIn, ...policy } = terms?.approvalPolicy ?? noPolicy;
  const totals = requestedOf(items).map(({ requested: amount, currency }) => ({ amount, currency }));
  const rates = (from: string, to: string) => rateOf(catalogue, from, to);
  const isCaught = catchesBatch(policy, totals, rates);
  const approval = isCaught ? { requestedBy: requestedBy ?? accountId, required, expiresIn } : undefined;
  const fields = {
    accountId,
    description,
    idempotencyKey,
    requestedBy,
    message: ask.message,
    ...labelsOf(ask),
    ...same,
    items,
    approval,
  };
  const moment = await tx.moment();
  const { batch, counts, ...created } = createBatch(moment, fields);
  const entries = registered.flatMap(({ row, how }) =>
    how === 'existing' ? [] : auditedFor(moment, ask.by, { noun: 'beneficiary', row }),
  );
  const decisions = [...registered.map(({ decision }) => decision), created, ...entries];
  return { ...joined(decisions), batch, counts };
}

type NamedItem = Omit<NewItem, 'source'> & Pick<BatchItemAsk, 'paidIn'>;

/** Finds or registers the beneficiaries described by items. */
async function withPayees(
  ports: Pick<Ports, 'catalogue' | 'vault'>,
  tx: Tx,
  { accountId, items }: BatchAsk,
): Promise<{
  readonly registered: readonly Outcome<Beneficiary>[];
  readonly named: readonly NamedItem[];
}> {
  const described = items.flatMap(({ payee }, index) =>
    payee === undefined ? [] : [{ ...payee, accountId, at: `items[${index}].beneficiary` }],
  );
  const registered = described.length === 0 ? [] : await registerBeneficiaries(ports, tx, described);
  const rows = registered.map(({ row }) => row).values();
  const named = items.map(({ ask, payee, ...item }) => {
    const beneficiaryId = payee === undefined ? ask.beneficiaryId : rows.next().value?.id;
    if (beneficiaryId === undefined) throw new Error('an item has no beneficiary');
    return { ...item, ask: { ...ask, beneficiaryId } };
  });
  return { registered, named };
}

/** A message id can be used once per account (supplement §11.11). */
async function checkMessage(tx: Tx, accountId: string, message: BatchMessage | undefined): Promise<void> {
  if (message === undefined) return;
  tx.lockNames([`${accountId}:message ${message.id}`]);
  const [used] = await tx.find('payoutBatch', { accountId, messageId: message.id }, 1);
  if (used === undefined) return;
  const words = `message_id: ${message.id} was used for batch ${used.id}; give each file an id of its own.`;
  refuse('message_id_reused', words, { param: 'message_id' });
}

/** An identical earlier body does not refuse the batch: people decide whether it was meant twice. */
async function findSameBody(tx: Tx, accountId: string, fingerprint: string) {
  if (fingerprint === '') return { bodyFingerprint: null, repeatsId: null };
  tx.lockNames([`${accountId}:payout batch ${fingerprint}`]);
  const where = { accountId, bodyFingerprint: fingerprint, repeatsId: null };
  const [first] = await tx.find('payoutBatch', where, 1);
  return { bodyFingerprint: fingerprint, repeatsId: first?.id ?? null };
}

/**
 * Adds the exact amount of each item, if its beneficiary or quote is found and gives the currency. An amount invalid
 * for that currency is a malformed request and refuses the whole batch (contract §4.9).
 */
async function withAmounts(
  tx: Tx,
  accountId: string,
  {
    items,
    registered,
  }: {
    readonly items: readonly NamedItem[];
    readonly registered: readonly Outcome<Beneficiary>[];
  },
): Promise<NewItem[]> {
  const known = new Set(registered.map(({ row }) => row.id));
  const ids = (of: (item: (typeof items)[number]) => string | undefined): string[] => [
    ...new Set(items.flatMap((item) => of(item) ?? [])),
  ];
  const quoteIds = ids(({ ask }) => ask.quoteId);
  const payeeIds = ids(({ ask, paidIn }) =>
    ask.amountSide === 'destination' || paidIn !== undefined ? ask.beneficiaryId : undefined,
  ).filter((id) => !known.has(id));
  const [quotes, payees] = await Promise.all([
    quoteIds.length === 0 ? [] : tx.find('quote', { accountId, id: quoteIds }),
    payeeIds.length === 0 ? [] : tx.find('beneficiary', { accountId, id: payeeIds }),
  ]);
  const priced = new Map(quotes.map((quote) => [quote.id, quote]));
  const rows = [...payees, ...registered.map(({ row }) => row)];
  const currencies = new Map(rows.map(({ id, currency }) => [id, currency]));
  return items.map(({ paidIn, ...item }, index): NewItem => {
    const receives = currencies.get(item.ask.beneficiaryId);
    if (paidIn !== undefined && receives !== undefined && receives !== paidIn) {
      const param = `items[${index}].currency`;
      refuse('invalid_parameter', `${param}: is ${paidIn}; the beneficiary receives ${receives}.`, { param });
    }
    const { quoteId, amount, amountSide, sourceCurrency, beneficiaryId } = item.ask;
    const quote = priced.get(quoteId ?? '');
    if (quote) return { ...item, source: { amount: quote.principal, currency: quote.sourceCurrency } };
    const currency = amountSide === 'destination' ? currencies.get(beneficiaryId) : sourceCurrency;
    if (amount === undefined || currency === undefined) return { ...item, source: null };
    return { ...item, source: { amount: amountFrom(amount, currency, `items[${index}].amount`), currency } };
  });
}

/** Recorded at once and carried out item by item. Cancelling the same batch again changes nothing. */
export async function cancelPayoutBatch(
  ports: Pick<Ports, 'store' | 'wake'>,
  ask: { accountId: string; id: string; by?: Operator | undefined },
  use: KeyUse,
): Promise<{ batch: PayoutBatch; counts: BatchCounts; isNew: boolean; replayed: boolean }> {
  const outcome = await ports.store.transaction(async (tx) => {
    const bound = await tx.claimKey(use);
    const batch = await lockOwn(tx, 'payoutBatch', ask);
    const counts = await tx.countBatch(batch.id);
    if (bound !== undefined) return { batch, counts, isNew: false, replayed: true };
    const isNew = batch.cancelRequestedAt === null;
    const moment = await tx.moment();
    const { batch: next, ...decision } = requestBatchCancel(moment, batch, counts);
    const { id, accountId, status } = batch;
    const act = { action: 'payoutBatch.cancel', accountId, subjectId: id, before: { status } };
    const entry = ask.by && audited(moment, ask.by, { ...act, after: { status, cancellation: 'requested' } });
    await tx.record([decision, ...(entry ? [entry] : [])], [{ ...use, resourceId: id }]);
    return { batch: next, counts, isNew, replayed: false };
  });
  ports.wake('payoutBatch');
  return outcome;
}

/**
 * Updates the batch of a returned payout in the same transaction. The batch is locked whether or not it is finished:
 * either finishing it counts the return, or the return finds it finished. No other payout changes its batch.
 */
export const followReturns: Follow = async (tx, decisions) => {
  const returned = decisions
    .flatMap(({ changes }) => changes)
    .flatMap((change) =>
      change.noun === 'payout' && !change.isNew && change.row.status === 'returned' ? [change.row] : [],
    );
  const byBatch = Map.groupBy(returned, ({ batchId }) => batchId);
  const batches = await tx.lock(
    'payoutBatch',
    [...byBatch.keys()].filter((id) => id !== null),
  );
  const following: Decision[] = [];
  for (const batch of batches.filter(({ status }) => status !== 'processing')) {
    const counts = await tx.countBatch(batch.id, byBatch.get(batch.id));
    following.push(noteItemsChanged(await tx.moment(), batch, counts));
  }
  return following;
};
