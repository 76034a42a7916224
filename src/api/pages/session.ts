import type { Capability } from '../../domain/capability.js';
import type { Price } from '../../domain/price.js';
import { payeeName } from '../../domain/method-name.js';
import { quoteStatus } from '../../domain/quote.js';
import { mailsMost } from '../../domain/hosted-session.js';
import type { Ports } from '../../ports/ports.js';
import { hostedProgress, type HostedProgress } from '../../usecases/hosted-progress.js';
import { previewPrice, isPriceOf } from '../../usecases/hosted-session-price.js';
import { findHostedSession, type FoundSession } from '../../usecases/hosted-session.js';
import { arrivalOf } from './arrival.js';
import { brandOf } from './brand.js';
import type { Markup } from '../markup.js';
import type { Faults, Values } from './form.js';
import type { Language } from './language.js';
import { routeOf, routesOf, suggested } from './route.js';
import { checkedAnswer, holderHint } from './payee.js';
import { page, type Switch } from './shell.js';
import {
  pageOf,
  progressOf,
  standingOf,
  stateOf,
  untilOf,
  type PageName,
  type Standing,
} from './standing.js';
import { amountPage, chosenOf } from './step/amount.js';
import { payeePage, readPayee, type KnownPayee } from './step/beneficiary.js';
import { payPage, payTitle, preparingPage, type Paying } from './step/pay.js';
import { mailPart, type MailForm } from './step/mail.js';
import { isWaiting, progressPage, progressTitle } from './step/progress.js';
import { reviewPage } from './step/review.js';
import { readSender, senderPage } from './step/sender.js';
import { noticeOf, stepPosition, visitOf, type Step, type Visit } from './visit.js';
import { show } from '../../domain/money.js';

export type Needs = Pick<
  Ports,
  | 'bank'
  | 'catalogue'
  | 'clock'
  | 'environment'
  | 'log'
  | 'platform'
  | 'providers'
  | 'quoteSeconds'
  | 'reader'
  | 'risk'
  | 'store'
  | 'vault'
  | 'wake'
>;

/** A requested session, with everything that its pages show. */
export interface At {
  readonly found: FoundSession;
  readonly visit: Visit;
  readonly rows: HostedProgress;
  readonly standing: Standing;
  readonly known: readonly KnownPayee[];
}

export interface SessionAsk {
  readonly token: string;
  readonly hostname: string | undefined;
  /** The language if the payer has not chosen one. */
  readonly language: Language;
  readonly sandbox: boolean;
  /** The origin of the request. */
  readonly origin?: string | undefined;
}

/** Reads only, because mail scanners open links too. */
export async function findAt(ports: Needs, ask: SessionAsk): Promise<At | undefined> {
  const found = await findHostedSession(ports, ask);
  return found && atOf(ports, ask, found);
}

export async function atOf(ports: Needs, ask: SessionAsk, found: FoundSession): Promise<At> {
  const { session } = found;
  const routes = session.remittanceId === null ? routesOf(ports, found) : [];
  const rows = await hostedProgress(ports, session);
  const { amount, amount_side: side } = session.prefill ?? {};
  const prefilled = { ...(amount !== undefined && { amount }), ...(side !== undefined && { side }) };
  const values = { ...prefilled, ...suggested(routes, session.prefill ?? {}), ...found.draft.values };
  const visit = visitOf({
    language: session.language ?? ask.language,
    brand: brandOf(ports.platform, found),
    sandbox: ask.sandbox,
    base: `/s/${ask.token}`,
    routes: rows.remittance ? routesPaid(ports, rows) : routes,
    values,
    hasCustomer: session.customerId !== null,
    isPaused: found.isStopped,
    mailLink: ask.origin && `${ask.origin}/s/${ask.token}`,
  });
  const known = await knownPayees(ports, found, routeOf(routes, values));
  return { found, visit, rows, standing: standingOf(rows), known };
}

/** After confirmation, the payer's country follows from the chosen route, even if that route is no longer offered. */
const routesPaid = ({ catalogue }: Needs, { quote }: HostedProgress): readonly Capability[] =>
  catalogue.capabilities.filter(
    ({ product, sourceCurrency, sourceMethod }) =>
      product === 'remittance' &&
      sourceCurrency === quote?.sourceCurrency &&
      sourceMethod === quote?.sourceMethod,
  );

async function knownPayees(
  { reader }: Pick<Ports, 'reader'>,
  { session, account, status }: FoundSession,
  route: Capability | undefined,
): Promise<KnownPayee[]> {
  const { customerId } = session;
  if (customerId === null || route === undefined || status !== 'open') return [];
  const { method, currency } = route;
  const where = { customerId, method, currency, status: 'active' as const };
  const page = { sight: [account.id], where, limit: 10 } as const;
  return [...(await reader.page('beneficiary', page)).rows];
}

/** The first step with incomplete answers. */
export function nextStep({ visit, known }: Pick<At, 'visit' | 'known'>): Step {
  const { values, hasCustomer } = visit;
  const route = routeOf(visit.routes, values);
  if (route === undefined || chosenOf(visit) === undefined) return 'amount';
  if (!hasCustomer && readSender(values, visit, route).sender === undefined) return 'sender';
  return readPayee(values, visit, { route, known }).payee === undefined ? 'beneficiary' : 'review';
}

/** The page to show if the request names none. */
export const ownPage = (at: At): PageName =>
  at.standing === 'choosing'
    ? nextStep(at)
    : pageOf(at.standing, at.found.session.paymentReportedAt !== null);

/** A form that is shown again as it was sent. */
export interface Again {
  readonly values?: Values;
  readonly faults?: Faults;
  /** The price that the payer agreed to, which no longer holds. */
  readonly before?: Price | undefined;
  readonly isRefused?: boolean;
}

export async function render(ports: Needs, at: At, ask: { name: PageName; again?: Again }): Promise<string> {
  const { name, again = {} } = ask;
  const { values, faults = {} } = again;
  const visit = values ? visitOf({ ...at.visit, values: { ...at.visit.values, ...values } }) : at.visit;
  const here = { ...at, visit };
  if (name === 'pay') return payOrPrepare(ports, here, faults);
  if (name === 'progress') return progress(ports, here, faults);
  const frame = frameOf(visit, name);
  const route = routeOf(visit.routes, visit.values);
  if (name === 'amount' || route === undefined) {
    const price = Object.keys(faults).length > 0 ? undefined : await priceOf(ports, here);
    return page({ ...frameOf(visit, 'amount'), faults }, amountPage(visit, { faults, price }));
  }
  if (name === 'sender') return page({ ...frame, faults }, senderPage(visit, route, faults));
  if (name === 'beneficiary')
    return page({ ...frame, faults }, payeePage(visit, { route, known: at.known, faults }));
  return review(ports, here, { route, again });
}

function frameOf(visit: Visit, name: Step) {
  const { words, brand, language, sandbox, base } = visit;
  const [number, of] = stepPosition(name, visit);
  const titles = {
    amount: words.amount.title,
    sender: words.sender.title,
    beneficiary: words.beneficiary.title,
    review: words.review.title,
  };
  const before: Partial<Record<Step, Step>> = {
    sender: 'amount',
    beneficiary: visit.hasCustomer ? 'amount' : 'sender',
    review: 'beneficiary',
  };
  const back = before[name];
  const to: Switch = { form: 'step' };
  return {
    language,
    brand,
    sandbox,
    title: titles[name],
    step: [number, of] as const,
    back: back && `${base}/${back}`,
    switch: to,
    notice: noticeOf(visit),
  };
}

/** The current price, which is not frozen; undefined if there is none. */
export async function priceOf(
  ports: Needs,
  { found, visit }: Pick<At, 'found' | 'visit'>,
): Promise<Price | undefined> {
  const ask = chosenOf(visit);
  if (ask === undefined) return undefined;
  try {
    return await previewPrice(ports, { accountId: found.account.id, ask });
  } catch {
    // The reason is shown when the form is sent.
    return undefined;
  }
}

async function review(
  ports: Needs,
  at: At,
  { route, again }: { route: Capability; again: Again },
): Promise<string> {
  const { visit, found, rows, known } = at;
  const { quote } = rows;
  const ask = chosenOf(visit);
  const { payee } = readPayee(visit.values, visit, { route, known });
  const holds = quote && ask && quoteStatus(quote, found.now) === 'open' && isPriceOf(quote, ask);
  const agreed = again.before ?? (holds || quote?.usedBy !== null ? undefined : quote);
  // An equal price with a later expiry has not changed.
  const before = holds && agreed && isSamePrice(agreed, quote) ? undefined : agreed;
  const content = reviewPage(visit, {
    route,
    quote: holds ? quote : undefined,
    before,
    present: holds ? undefined : await priceOf(ports, at),
    version: found.session.version,
    payee: known.find(({ id }) => id === visit.values['payee']),
    holder: payee && checkedAnswer(ports, visit.values, { payee, route }),
    isRefused: again.isRefused === true,
    now: found.now,
  });
  const { faults = {} } = again;
  return page({ ...frameOf(visit, 'review'), faults }, [content, mailForm(at, { back: 'review', faults })]);
}

const isSamePrice = (one: Price, other: Price): boolean =>
  one.total.eq(other.total) && one.destinationAmount.eq(other.destinationAmount);

function mailForm(
  { visit, found: { session } }: At,
  form: Pick<MailForm, 'back' | 'faults'>,
): Markup | undefined {
  const { mails } = session;
  return mailPart(visit, { ...form, isMailed: mails > 0, isMore: mails < mailsMost });
}

function payOrPrepare(ports: Needs, at: At, faults: Faults): string {
  const { visit, rows, standing, found } = at;
  const { base, words, language, brand, sandbox } = visit;
  const to: Switch = { action: `${base}/language`, back: 'pay' };
  const shell = { language, brand, sandbox, switch: to, live: { path: base, state: stateOf(rows) } };
  if (standing === 'preparing') return page({ ...shell, title: words.pay.preparing }, preparingPage(visit));
  const { remittance, fundingAccount } = rows;
  if (!remittance || !fundingAccount) throw new Error('nothing was confirmed');
  const paying: Paying = {
    amount: show(remittance.sourceAmount, remittance.sourceCurrency),
    currency: remittance.sourceCurrency,
    instructions: fundingAccount.instructions ?? {},
    until: untilOf(rows),
    now: found.now,
    arrives: {
      amount: show(remittance.destinationAmount, remittance.destinationCurrency),
      currency: remittance.destinationCurrency,
    },
    receiver: receiverOf(visit, rows),
    holder: rows.beneficiary && holderHint(ports, rows.beneficiary),
    within: arrivalOf(visit, routePaid(visit, rows)),
  };
  return page({ ...shell, faults, title: payTitle(visit, paying) }, [
    payPage(visit, paying),
    mailForm(at, { back: 'pay', faults }),
  ]);
}

/** The route of a confirmed remittance, as the catalogue has it now. */
const routePaid = ({ routes }: Visit, { quote }: HostedProgress): Capability | undefined =>
  routes.find(({ method, currency }) => method === quote?.method && currency === quote.destinationCurrency);

/**
 * The paid account: its label and last digits. Customers see the label that the account, or they themselves, gave it.
 */
function receiverOf({ language }: Visit, { beneficiary }: HostedProgress): string | undefined {
  if (beneficiary === undefined) return undefined;
  const { label, accountHint: hint, method } = beneficiary;
  return payeeName({ label, hint, method }, language);
}

function senderOf({ vault }: Needs, { customer }: HostedProgress): string | undefined {
  if (customer === undefined) return undefined;
  const { id, displayName } = customer;
  return vault.decrypt(displayName, { noun: 'customer', field: 'displayName', id });
}

function progress(ports: Needs, at: At, faults: Faults): string {
  const { visit, rows, found } = at;
  const { language, brand, sandbox, base } = visit;
  const { page: own } = found;
  const again = own.enabled && own.publicStart ? `/p/${own.id}` : undefined;
  const progress = {
    ...progressOf(rows),
    again,
    sender: senderOf(ports, rows),
    receiver: receiverOf(visit, rows),
    within: arrivalOf(visit, routePaid(visit, rows)),
  };
  return page(
    {
      language,
      brand,
      sandbox,
      title: progressTitle(visit, progress),
      switch: { action: `${base}/language`, back: 'progress' },
      live: { path: base, state: stateOf(rows) },
      faults,
    },
    [progressPage(visit, progress), isWaiting(progress) && mailForm(at, { back: 'progress', faults })],
  );
}
