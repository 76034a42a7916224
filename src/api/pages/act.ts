import { Refusal } from '../../domain/refusal.js';
import { confirmHostedSession } from '../../usecases/hosted-session-confirm.js';
import { freezePrice, previewPrice } from '../../usecases/hosted-session-price.js';
import { mailLink } from '../../usecases/hosted-session-mail.js';
import { keepDraft, reportPayment } from '../../usecases/hosted-session.js';
import { chosenIn } from './body.js';
import type { Values } from './form.js';
import { languages, type Language } from './language.js';
import { checkedAnswer, checkedValues } from './payee.js';
import { routeOf } from './route.js';
import { findAt, nextStep, render, type Again, type At, type Needs, type SessionAsk } from './session.js';
import { pageNames, seenIn, type PageName } from './standing.js';
import { chosenOf, priceFault, readAmountForm } from './step/amount.js';
import { readPayee } from './step/beneficiary.js';
import { mailPages, readMailForm } from './step/mail.js';
import { readSender } from './step/sender.js';
import { visitOf, type Step } from './visit.js';

/** The outcome of a form: a redirect to another page, the same page with its faults, or the "not found" page. */
export type Outcome =
  { readonly to: PageName | '' } | { readonly html: string; readonly status: 200 | 409 | 422 } | 'missing';

export interface FormAsk {
  readonly session: SessionAsk;
  readonly at: At;
  readonly body: Values;
}

const current: Outcome = { to: '' };

const byName: Readonly<Record<string, (ports: Needs, ask: FormAsk) => Promise<Outcome>>> = {
  amount: (ports, ask) => answerStep(ports, ask, 'amount'),
  sender: (ports, ask) => answerStep(ports, ask, 'sender'),
  beneficiary: (ports, ask) => answerStep(ports, ask, 'beneficiary'),
  review: answerReview,
  language: async (ports, { at, body }) => {
    const language = chosenIn(body, 'language', languages);
    const back = chosenIn(body, 'back', pageNames);
    if (language !== undefined) await keepDraft(ports, { id: at.found.session.id, language });
    return { to: back ?? '' };
  },
  mail: answerMail,
  paid: async (ports, { at }) => {
    await reportPayment(ports, { id: at.found.session.id });
    return { to: 'progress' };
  },
};
/** The forms of the hosted page, by the last part of their path. */
export const forms = new Map(Object.entries(byName));

/** Mails the link of the session. The payer stays on the page. */
async function answerMail(ports: Needs, { at, body }: FormAsk): Promise<Outcome> {
  const back = chosenIn(body, 'back', mailPages) ?? 'progress';
  const { visit, found } = at;
  // A page that the payer has not reached offers no mail: a stranger could send it to another person, who would then
  // enter their data.
  const isSeen = seenIn[back].includes(at.standing) && (back !== 'review' || nextStep(at) === back);
  if (!isSeen) return current;
  const { address, faults, values } = readMailForm(body, visit);
  const wrong = async (all: Values): Promise<Outcome> => ({
    html: await render(ports, at, { name: back, again: { values, faults: all } }),
    status: 422,
  });
  if (address === undefined) return wrong(faults);
  if (visit.mailLink === undefined) return current;
  const { language, country, mailLink: link } = visit;
  const outcome = await mailLink(ports, { id: found.session.id, address, link, language, country });
  if (outcome === 'over') return 'missing';
  return outcome === 'mailed' ? { to: back } : wrong({ email: visit.words.mail.tooMany });
}

async function answerStep(
  ports: Needs,
  ask: FormAsk,
  step: 'amount' | 'sender' | 'beneficiary',
): Promise<Outcome> {
  const { at, body } = ask;
  const language = chosenIn(body, 'language', languages);
  const goal = chosenIn(body, 'go', ['next', 'price']);
  if (at.standing !== 'choosing') return current;
  if (language !== undefined) return inOtherLanguage(ports, ask, { step, language });
  const read = readStep(at, step, body);
  if (read === undefined) return current;
  const { values, faults } = read;
  const wrong = async (again: Again): Promise<Outcome> => ({
    html: await render(ports, at, { name: step, again }),
    status: 422,
  });
  if (read.isOtherForm)
    return { html: await render(ports, at, { name: step, again: { values } }), status: 200 };
  if (Object.keys(faults).length > 0) return wrong({ values, faults });
  let next = withValues(at, values);
  if (step === 'beneficiary') {
    const check = enteredPayee(next);
    if (check === undefined) return current;
    const checked = await checkedValues(ports, at, check);
    if (checked === undefined) return current;
    if (Object.keys(checked.faults).length > 0) return wrong({ values, faults: checked.faults });
    next = withValues(next, checked.values);
  }
  if (step === 'amount') {
    const faulty = await unpriced(ports, next);
    if (faulty) return wrong({ values, faults: faulty });
  }
  const saved = await keepDraft(ports, { id: at.found.session.id, draft: { values: next.visit.values } });
  if (saved.outcome !== 'saved') return current;
  return goal === 'price' ? { to: step } : goOn(ports, next);
}

interface StepRead {
  readonly values: Values;
  readonly faults: Values;
  readonly isOtherForm?: boolean;
}

function readStep({ visit, known }: At, step: Step, body: Values): StepRead | undefined {
  if (step === 'amount') return readAmountForm(body, visit);
  const route = routeOf(visit.routes, visit.values);
  if (route === undefined) return undefined;
  return step === 'sender' ? readSender(body, visit, route) : readPayee(body, visit, { route, known });
}

/** The payee that the customer entered, and the route to it. */
function enteredPayee({ visit, known }: At) {
  const route = routeOf(visit.routes, visit.values);
  const payee = route && readPayee(visit.values, visit, { route, known }).payee;
  return route && payee && { route, payee };
}

function withValues(at: At, values: Values): At {
  return { ...at, visit: visitOf({ ...at.visit, values: { ...at.visit.values, ...values } }) };
}

/** Keeps everything typed. An amount that the old language could read is rewritten for the new one. */
async function inOtherLanguage(
  ports: Needs,
  { at, body }: FormAsk,
  { step, language }: { step: PageName; language: Language },
): Promise<Outcome> {
  await keepDraft(ports, { id: at.found.session.id, language });
  const typed = Object.fromEntries(
    Object.entries(body).filter(([name]) => !['go', 'language', 'quote'].includes(name)),
  );
  const values = step === 'amount' ? readAmountForm(body, at.visit).values : typed;
  const spoken = { ...at, visit: visitOf({ ...at.visit, language }) };
  return { html: await render(ports, spoken, { name: step, again: { values } }), status: 200 };
}

/** Why the chosen route and amount have no price; undefined if they have one. */
async function unpriced(ports: Needs, { found, visit }: At): Promise<Values | undefined> {
  const ask = chosenOf(visit);
  if (ask === undefined) return { target: visit.words.amount.noRoute };
  try {
    await previewPrice(ports, { accountId: found.account.id, ask });
    return undefined;
  } catch (error) {
    return priceFault(error, visit);
  }
}

/** Goes to the next step. If all steps are complete, it freezes a price and goes to the review. */
async function goOn(ports: Needs, at: At): Promise<Outcome> {
  const step = nextStep(at);
  const ask = chosenOf(at.visit);
  if (step !== 'review' || ask === undefined) return { to: step };
  try {
    await freezePrice(ports, { id: at.found.session.id, ask });
    return { to: 'review' };
  } catch (error) {
    const faults = priceFault(error, at.visit);
    return { html: await render(ports, at, { name: 'amount', again: { faults } }), status: 422 };
  }
}

async function answerReview(ports: Needs, ask: FormAsk): Promise<Outcome> {
  const { at, body } = ask;
  const language = chosenIn(body, 'language', languages);
  const goal = chosenIn(body, 'go', ['confirm', 'price']);
  if (at.standing !== 'choosing') return current;
  if (language !== undefined) return inOtherLanguage(ports, ask, { step: 'review', language });
  if (goal === 'price') return goOn(ports, at);
  const { visit, found } = at;
  const route = routeOf(visit.routes, visit.values);
  if (nextStep(at) !== 'review' || route === undefined) return current;
  const [, quoteId = '', version = '0'] =
    /^(quo_[0-9a-z]{26})\.([0-9]{1,9})$/.exec(body['quote'] ?? '') ?? [];
  const { sender, payer } = visit.hasCustomer
    ? { sender: undefined, payer: {} }
    : readSender(visit.values, visit, route);
  const check = enteredPayee(at);
  if (check === undefined) return current;
  const checked = checkedAnswer(ports, visit.values, check);
  try {
    const confirmed = await confirmHostedSession(ports, {
      id: found.session.id,
      quoteId,
      version: Number(version),
      ...(sender && { sender }),
      ...(Object.keys(payer).length > 0 && { payer }),
      beneficiary: 'id' in check.payee ? check.payee : { ...check.payee, checked },
    });
    if (confirmed.outcome === 'confirmed') return { to: 'pay' };
    if (confirmed.outcome === 'expired') return 'missing';
    return confirmed.outcome === 'changed' ? showChanged(ports, ask, quoteId) : refused(ports, at);
  } catch (error) {
    const passes = ['temporarily_unavailable', 'rate_limited'];
    if (!(error instanceof Refusal) || passes.includes(error.code)) throw error;
    if (error.code === 'operation_suspended') return paused(ports, at);
    return refused(ports, at);
  }
}

const refused = async (ports: Needs, at: At): Promise<Outcome> => ({
  html: await render(ports, at, { name: 'review', again: { isRefused: true } }),
  status: 409,
});

/** Nothing was created; the payer can confirm the same later. */
const paused = async (ports: Needs, at: At): Promise<Outcome> => ({
  html: await render(ports, { ...at, visit: { ...at.visit, isPaused: true } }, { name: 'review' }),
  status: 409,
});

/** The price or the answers differ from what the payer agreed to. Shows both prices; nothing was created. */
async function showChanged(ports: Needs, { session, at }: FormAsk, quoteId: string): Promise<Outcome> {
  const before = quoteId === '' ? undefined : await ports.reader.get('quote', [at.found.account.id], quoteId);
  const ask = chosenOf(at.visit);
  if (ask === undefined) return current;
  await freezePrice(ports, { id: at.found.session.id, ask });
  const now = await findAt(ports, session);
  if (now?.standing !== 'choosing') return current;
  return { html: await render(ports, now, { name: 'review', again: { before } }), status: 409 };
}
