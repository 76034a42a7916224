import type { Beneficiary } from '../domain/beneficiary.js';
import { findPayin, findPayout, findRemittance, type Capability } from '../domain/capability.js';
import { checkCustomer, type Customer, type Profile } from '../domain/customer.js';
import { decide } from '../domain/decision.js';
import { checkDetails, missingSenderFields } from '../domain/details.js';
import type { FundingAccount } from '../domain/funding-account.js';
import { submitSession, type HostedSession } from '../domain/hosted-session.js';
import { show } from '../domain/money.js';
import { quoteStatus, type Quote } from '../domain/quote.js';
import type { Remittance } from '../domain/remittance.js';
import { payeeFault, recordPayeeCheck } from '../domain/payee-check.js';
import type { Ports } from '../ports/ports.js';
import type { PayeeAnswer } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { registerBeneficiary } from './beneficiary-register.js';
import { registerCustomer, type CustomerAsk } from './customer.js';
import { askFundingAccount } from './funding-account.js';
import { lockSession } from './hosted-session.js';
import type { Outcome } from './once.js';
import { absent, findOwn } from './own.js';
import type { FundingNeeds } from './remittance-funding.js';
import { acceptRemittance } from './remittance.js';

/** The recipient: an existing beneficiary of the customer, or a new one for the method of the price. */
export type PayeeAsk =
  | { readonly id: string }
  | {
      readonly details: Readonly<Record<string, unknown>>;
      readonly label?: string | undefined;
      /** The bank's answer about this account. */
      readonly checked?: PayeeAnswer | undefined;
    };

export interface ConfirmAsk {
  readonly id: string;
  /** The price shown to the customer. */
  readonly quoteId: string;
  /** The session version shown to the customer. If absent, later changes of the answers are accepted. */
  readonly version?: number | undefined;
  /** The sender, if the session has no customer. */
  readonly sender?: Omit<CustomerAsk, 'accountId' | 'externalId'> | undefined;
  /** Payer data by the full field names of the pay-in method. */
  readonly payer?: Readonly<Record<string, string>> | undefined;
  readonly beneficiary: PayeeAsk;
}

export type Confirmed =
  | { readonly outcome: 'confirmed'; readonly session: HostedSession; readonly remittance: Remittance }
  /** The shown price is no longer the session's price, or has expired: nothing was created. */
  | { readonly outcome: 'changed'; readonly session: HostedSession; readonly quote?: Quote }
  /** `incomplete`: the method needs more data about the sender. */
  | { readonly outcome: 'incomplete' | 'expired'; readonly session: HostedSession };

type Needs = FundingNeeds & Pick<Ports, 'store' | 'vault' | 'wake'>;

/**
 * The customer accepts the price shown. Everything the remittance needs is created once, under the lock of the
 * session: customer, beneficiary, funding account, and the remittance that waits for the payment.
 */
export async function confirmHostedSession(ports: Needs, ask: ConfirmAsk): Promise<Confirmed> {
  const confirmed = await ports.store.transaction(async (tx): Promise<Confirmed> => {
    const { session, status } = await lockSession(tx, ask.id);
    if (session.remittanceId !== null) {
      const remittance = await findOwn(tx, 'remittance', {
        accountId: session.accountId,
        id: session.remittanceId,
      });
      return { outcome: 'confirmed', session, remittance };
    }
    if (status === 'expired') return { outcome: 'expired', session };
    const [quote] = session.quoteId === null ? [] : await tx.lock('quote', [session.quoteId]);
    const isOpen = quote !== undefined && quoteStatus(quote, (await tx.moment()).now) === 'open';
    const isCurrent = quote?.id === ask.quoteId && (ask.version ?? session.version) === session.version;
    if (!isOpen || !isCurrent) return { outcome: 'changed', session, ...(quote && { quote }) };
    return submit(ports, tx, { session, ask, quote });
  });
  ports.wake('fundingAccount');
  ports.wake('remittance');
  return confirmed;
}

interface ConfirmContext {
  readonly session: HostedSession;
  readonly ask: ConfirmAsk;
  readonly quote: Quote;
}

async function submit(ports: Needs, tx: Tx, whole: ConfirmContext): Promise<Confirmed> {
  const { session, quote } = whole;
  const sender = await senderOf(ports, tx, whole);
  if (sender === 'missing') return { outcome: 'incomplete', session };
  const payee = await payeeOf(ports, tx, { ...whole, sender });
  const account = await accountOf(ports, tx, whole);
  const { row: remittance, decision } = await acceptRemittance(ports, tx, {
    accountId: session.accountId,
    quoteId: quote.id,
    clientReference: session.clientReference ?? undefined,
    metadata: session.metadata,
    requestedBy: session.requestedBy ?? undefined,
    beneficiary: payee.row,
    source: { id: account.row.id, check: async () => undefined },
    reference: ports.vault.reference(session.accountId, `${session.id}:remittance`),
  });
  const { session: submitted, ...end } = submitSession(await tx.moment(), session, {
    customerId: payee.row.customerId ?? sender?.row.id ?? null,
    beneficiaryId: payee.row.id,
    fundingAccountId: account.row.id,
    remittanceId: remittance.id,
  });
  await tx.record([sender?.decision ?? decide({}), payee.decision, account.decision, decision, end]);
  return { outcome: 'confirmed', session: submitted, remittance };
}

/** The session's customer, or a new one from the request; undefined if the method needs no sender. */
async function senderOf(
  ports: Needs,
  tx: Tx,
  { session, ask: { sender }, quote }: ConfirmContext,
): Promise<Outcome<Customer> | 'missing' | undefined> {
  const { accountId, customerId: id } = session;
  const fields = capabilityOf(ports, quote)?.customerFields ?? [];
  if (id !== null) {
    const row = await findOwn(tx, 'customer', { accountId, id });
    checkCustomer(row);
    const profile = profileOf(ports, row);
    // Otherwise the payout would fail after the customer has paid.
    return missingSenderFields(fields, { ...row, profile }).length > 0
      ? 'missing'
      : { row, decision: decide({}), how: 'existing' };
  }
  if (missingSenderFields(fields, sender).length > 0) return 'missing';
  if (sender === undefined) return undefined;
  return registerCustomer(ports, tx, { ...sender, accountId, externalId: `hosted:${session.id}` });
}

function profileOf({ vault }: Pick<Ports, 'vault'>, { id, profile }: Customer): Profile | null {
  const known =
    profile === null ? undefined : vault.decrypt(profile, { noun: 'customer', field: 'profile', id });
  return known === undefined ? null : (JSON.parse(known) as Profile);
}

const capabilityOf = ({ catalogue }: Pick<Ports, 'catalogue'>, quote: Quote): Capability | undefined =>
  findRemittance(catalogue, {
    method: quote.method,
    currency: quote.destinationCurrency,
    country: quote.country,
    sourceCurrency: quote.sourceCurrency,
    sourceMethod: quote.sourceMethod ?? undefined,
  });

/** An existing beneficiary of the session's customer, or a new one from the request. */
async function payeeOf(
  ports: Needs,
  tx: Tx,
  { session, ask, quote, sender }: ConfirmContext & { readonly sender: Outcome<Customer> | undefined },
): Promise<Outcome<Beneficiary>> {
  const { accountId, customerId } = session;
  if ('id' in ask.beneficiary) {
    const { id } = ask.beneficiary;
    const row = await findOwn(tx, 'beneficiary', { accountId, id });
    if (customerId === null || row.customerId !== customerId) return absent('beneficiary');
    return { row, decision: decide({}), how: 'existing' };
  }
  const { details, label, checked } = ask.beneficiary;
  const outcome = await registerBeneficiary(ports, tx, {
    accountId,
    method: quote.method,
    currency: quote.destinationCurrency,
    details,
    ...(quote.country !== null && { country: quote.country }),
    ...(label !== undefined && { label }),
    ...(sender !== undefined && { sender: sender.row }),
    payee: checked,
  });
  return checked === undefined || outcome.how !== 'existing'
    ? outcome
    : recheckedPayee(ports, tx, { outcome, expected: details, checked });
}

/**
 * Records the bank's answer on an existing beneficiary, if the bank was asked about the same details and no earlier
 * check is still valid.
 */
async function recheckedPayee(
  { catalogue, vault }: Pick<Ports, 'catalogue' | 'vault'>,
  tx: Tx,
  {
    outcome,
    expected,
    checked,
  }: {
    readonly outcome: Outcome<Beneficiary>;
    readonly expected: Readonly<Record<string, unknown>>;
    readonly checked: PayeeAnswer;
  },
): Promise<Outcome<Beneficiary>> {
  const [found] = await tx.lock('beneficiary', [outcome.row.id]);
  if (!found) return absent('beneficiary');
  const moment = await tx.moment();
  const { id } = found;
  const fields = findPayout(catalogue, found)?.beneficiaryFields ?? [];
  const details = vault.decrypt(found.details, { noun: 'beneficiary', field: 'details', id });
  const isSame = details === JSON.stringify(checkDetails(fields, expected, 'details'));
  if (!isSame || payeeFault(found, moment.now) === undefined) return { ...outcome, row: found };
  const sealedField = { noun: 'beneficiary', field: 'payeeHint', id } as const;
  const hint = checked.holderHint === undefined ? null : vault.encrypt(checked.holderHint, sealedField);
  const { beneficiary: row, ...decision } = recordPayeeCheck(moment, found, { result: checked.result, hint });
  return { ...outcome, row, decision };
}

/** For one payment of exactly the price, if the method supports that. It expires with the price. */
function accountOf(
  ports: Needs,
  tx: Tx,
  { session, ask, quote }: ConfirmContext,
): Promise<Outcome<FundingAccount>> {
  const { accountId, id } = session;
  const { sourceMethod, sourceCurrency: currency, fundingCurrency } = quote;
  const method = sourceMethod ?? '';
  const takesOne = findPayin(ports.catalogue, method, currency)?.collection?.includes('payment') === true;
  return askFundingAccount(ports, tx, {
    accountId,
    method,
    currency,
    ...(fundingCurrency !== null && { settlementCurrency: fundingCurrency }),
    ...(takesOne && {
      amount: show(quote.total, currency),
      payer: ask.payer ?? {},
      endsAt: quote.expiresAt,
    }),
    reference: ports.vault.reference(accountId, `${id}:funding`),
  });
}
