import type { Decision, Moment } from '../domain/decision.js';
import { isServed, mailsMost, rewriteSession, type HostedSession } from '../domain/hosted-session.js';
import { plainName } from '../domain/letter.js';
import type { MailBrand } from '../domain/letter-part.js';
import type { Receipt } from '../domain/letter-payer.js';
import { exact, show } from '../domain/money.js';
import type { HostedPage } from '../domain/noun/hosted-page.js';
import type { Payin } from '../domain/noun/payin.js';
import type { Remittance } from '../domain/noun/remittance.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, Tx } from '../ports/store.js';
import { lockSession } from './hosted-session.js';
import { mailed } from './mail.js';
import { emailHashOf } from './sign-in.js';

type Needs = Pick<Ports, 'vault' | 'environment' | 'platform'>;

/** The payer's e-mail address and country, sealed until the receipt is sent. */
interface Contact {
  readonly to: string;
  readonly country?: string | undefined;
}

export interface LinkAsk {
  readonly id: string;
  /** Normalised as in `domain/email.ts`. */
  readonly address: string;
  /** The full URL of the session. It is written into the mail and stored nowhere else. */
  readonly link: string;
  readonly language: 'en' | 'es' | 'pt';
  readonly country?: string | undefined;
}

/** `too_many`: the session or the address has reached its limit of mails. */
export type LinkMailed = 'mailed' | 'too_many' | 'over';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Mails with a link to one address, whichever sessions ask for them. */
const ofOneAddress = { anHour: 5, aDay: 10 };

/**
 * Mails the session's link to the payer, who can leave and come back with it. The receipt goes to the same address once
 * the money has arrived.
 */
export async function mailLink(
  ports: Needs & Pick<Ports, 'store' | 'wake'>,
  ask: LinkAsk,
): Promise<LinkMailed> {
  const { vault, environment } = ports;
  const outcome = await ports.store.transaction(async (tx): Promise<LinkMailed> => {
    const emailHash = emailHashOf(vault, ask.address);
    tx.lockNames([`hosted-mail:${emailHash}`]);
    const { session, status } = await lockSession(tx, ask.id);
    const moment = await tx.moment();
    if (!isServed(session, moment.now)) return 'over';
    const newest = await tx.find('mail', { emailHash, kind: 'transfer_link' }, mailsToCount);
    const within = (ms: number): number =>
      newest.filter(({ createdAt }) => createdAt.getTime() > moment.now.getTime() - ms).length;
    const isTooMany = within(hourMs) >= ofOneAddress.anHour || within(dayMs) >= ofOneAddress.aDay;
    if (session.mails >= mailsMost || isTooMany) return 'too_many';
    const [page] = await tx.find('hostedPage', { id: session.pageId });
    if (!page) throw new Error(`${session.id} has no page`);
    const { address: to, country, link } = ask;
    const brand = brandOf(ports, page);
    const isConfirmed = status === 'submitted';
    const until = session.expiresAt.toISOString();
    const mail = mailed(vault, moment, {
      kind: 'transfer_link',
      facts: { to, brand, environment, link, until, country, isConfirmed },
      language: ask.language,
      expiresAt: new Date(moment.now.getTime() + hourMs),
      accountId: session.accountId,
      emailHash,
    });
    const contact = (await hasEnded(tx, session)) ? null : { to, country };
    const language = session.language ?? ask.language;
    await tx.record([keepContact(ports, moment, { session, contact, language }), mail]);
    return 'mailed';
  });
  if (outcome === 'mailed') ports.wake('mail');
  return outcome;
}

/** More mails than the limits of one address, so they are always found among them. */
const mailsToCount = 500;

function keepContact(
  { vault }: Pick<Ports, 'vault'>,
  moment: Moment,
  {
    session,
    contact,
    language,
  }: {
    readonly session: HostedSession;
    readonly contact: Contact | null;
    readonly language: LinkAsk['language'];
  },
): Decision {
  const sealedField = { noun: 'hostedSession', field: 'payerContact', id: session.id } as const;
  const payerContact = contact && vault.encrypt(JSON.stringify(contact), sealedField);
  return rewriteSession(moment, session, { payerContact, language, mails: session.mails + 1 });
}

/** The brand of an account's mails, without text that a mail program would turn into a link. */
function brandOf({ platform }: Pick<Ports, 'platform'>, page: HostedPage): MailBrand {
  const { brandingMode, brandName, support, legal } = page;
  const contact = [support.email, support.phone].filter((each) => each !== undefined).join(' · ');
  return {
    name: brandingMode === 'platform' ? platform.name : plainName(brandName),
    ...(contact !== '' && { contact }),
    ...(legal.name !== undefined && { legal: plainName(legal.name) }),
  };
}

/** The statuses after which no receipt follows. */
const ends: readonly Remittance['status'][] = ['completed', 'failed', 'returned'];

/** Whether the session's remittance has ended, so that no receipt follows. */
async function hasEnded(tx: Tx, { remittanceId }: HostedSession): Promise<boolean> {
  if (remittanceId === null) return false;
  const [remittance] = await tx.find('remittance', { id: remittanceId });
  return remittance !== undefined && ends.includes(remittance.status);
}

/**
 * Deletes the address of each payer whose remittance has ended, and mails a receipt to those whose money has arrived. The
 * session is locked first, so that an address given at this moment is not missed.
 */
export const mailReceipts =
  (needs: Needs): Follow =>
  async (tx, decisions) => {
    const ended = decisions.flatMap(({ changes }) =>
      changes.flatMap((change) =>
        change.noun === 'remittance' && ends.includes(change.row.status) ? [change.row] : [],
      ),
    );
    if (ended.length === 0) return [];
    const found = await tx.find('hostedSession', { remittanceId: ended.map(({ id }) => id) });
    if (found.length === 0) return [];
    const sessions = await tx.lock(
      'hostedSession',
      found.map(({ id }) => id),
    );
    const moment = await tx.moment();
    const mails: Decision[] = [];
    for (const session of sessions.filter(({ payerContact }) => payerContact !== null)) {
      const remittance = ended.find(({ id }) => id === session.remittanceId);
      mails.push(rewriteSession(moment, session, { payerContact: null }));
      if (remittance?.status === 'completed')
        mails.push(...(await receiptOf(needs, tx, { session, remittance })));
    }
    return mails;
  };

interface Ended {
  readonly session: HostedSession;
  readonly remittance: Remittance;
}

async function receiptOf(needs: Needs, tx: Tx, { session, remittance }: Ended): Promise<Decision[]> {
  const { vault, environment } = needs;
  const { id, payerContact } = session;
  const opened =
    payerContact && vault.decrypt(payerContact, { noun: 'hostedSession', field: 'payerContact', id });
  if (!opened) return [];
  const { to, country } = JSON.parse(opened) as Contact;
  const moment = await tx.moment();
  const [page] = await tx.find('hostedPage', { id: session.pageId });
  const receipt = await receiptText(needs, tx, { session, remittance, arrivedAt: moment.now, country });
  if (!page || !receipt) return [];
  return [
    mailed(vault, moment, {
      kind: 'transfer_receipt',
      facts: { to, brand: brandOf(needs, page), environment, receipt },
      language: session.language ?? 'en',
      expiresAt: new Date(moment.now.getTime() + dayMs),
      accountId: session.accountId,
      emailHash: emailHashOf(vault, to),
    }),
  ];
}

async function receiptText(
  { vault }: Pick<Ports, 'vault'>,
  tx: Tx,
  facts: Ended & { readonly arrivedAt: Date; readonly country: string | undefined },
): Promise<Receipt | undefined> {
  const { session, remittance, country } = facts;
  const { accountId } = session;
  const [quote] = await tx.find('quote', { accountId, id: remittance.quoteId });
  const [payin]: readonly (Payin | undefined)[] =
    remittance.payinId === null ? [] : await tx.find('payin', { accountId, id: remittance.payinId });
  const [customer] =
    session.customerId === null ? [] : await tx.find('customer', { accountId, id: session.customerId });
  const [payee] = await tx.find('beneficiary', { accountId, id: remittance.beneficiaryId });
  if (!quote) return undefined;
  const { sourceCurrency, destinationCurrency } = quote;
  const sender =
    customer &&
    vault.decrypt(customer.displayName, { noun: 'customer', field: 'displayName', id: customer.id });
  const fee = quote.platformFee.plus(quote.tenantMarkup);
  return {
    number: remittance.id,
    paid: { amount: show(remittance.sourceAmount, sourceCurrency), currency: sourceCurrency },
    fee: { amount: show(fee, sourceCurrency), currency: sourceCurrency },
    rate: exact(quote.rate).toFixed(),
    received: {
      amount: show(remittance.destinationAmount, destinationCurrency),
      currency: destinationCurrency,
    },
    ...(sender !== undefined && { sender: plainName(sender) }),
    ...(payee && {
      receiver: { label: plainName(payee.label ?? ''), hint: payee.accountHint, method: payee.method },
    }),
    confirmedAt: remittance.createdAt.toISOString(),
    ...(payin?.completedAt && { paidAt: payin.completedAt.toISOString() }),
    arrivedAt: (remittance.completedAt ?? facts.arrivedAt).toISOString(),
    country,
  };
}
