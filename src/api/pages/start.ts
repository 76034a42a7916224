import { isId } from '../../domain/id.js';
import type { HostedPage } from '../../domain/hosted-page.js';
import type { Price } from '../../domain/price.js';
import { previewPrice, type RemittanceChoice } from '../../usecases/hosted-session-price.js';
import { findHostedPage, keepDraft, startPublicSession } from '../../usecases/hosted-session.js';
import { brandOf } from './brand.js';
import { chosenIn } from './body.js';
import type { Faults, Values } from './form.js';
import { languages, type Language } from './language.js';
import { routesOf } from './route.js';
import type { Needs } from './session.js';
import { page } from './shell.js';
import { amountPage, chosenOf, priceFault, readAmountForm } from './step/amount.js';
import { noticeOf, stepPosition, visitOf, type Visit } from './visit.js';

/** The public start page, with the first step. A session is created only once that step is complete. */
export interface Start {
  readonly page: HostedPage;
  readonly accountId: string;
  readonly visit: Visit;
}

export interface StartAsk {
  readonly pageId: string;
  readonly hostname: string | undefined;
  readonly language: Language;
  /** The language was chosen, so the URL contains it. */
  readonly isChosen: boolean;
  readonly sandbox: boolean;
}

export async function findStart(ports: Needs, ask: StartAsk): Promise<Start | undefined> {
  const { pageId, hostname, language } = ask;
  if (!isId('hostedPage', pageId)) return undefined;
  const found = await findHostedPage(ports, hostname === undefined ? { pageId } : { hostname });
  if (found === undefined || found.page.id !== pageId) return undefined;
  const { account } = found;
  const routes = routesOf(ports, found);
  const base = `/p/${pageId}${ask.isChosen ? `/${language}` : ''}`;
  const { sandbox } = ask;
  const brand = brandOf(ports.platform, found);
  const visit = visitOf({
    language,
    brand,
    sandbox,
    base,
    routes,
    values: {},
    hasCustomer: false,
    isPaused: found.isStopped,
  });
  return { page: found.page, accountId: account.id, visit };
}

export async function renderStart(
  ports: Needs,
  { visit, accountId }: Start,
  { values = {}, faults = {} }: { values?: Values; faults?: Faults } = {},
): Promise<string> {
  const filled = visitOf({ ...visit, values });
  const ask = chosenOf(filled);
  const isRight = ask !== undefined && Object.keys(faults).length === 0;
  const price = isRight && !visit.isPaused ? await priceNow(ports, { visit, accountId }, ask) : undefined;
  const { language, brand, sandbox, words } = visit;
  const frame = { language, brand, sandbox, title: words.amount.title, step: stepPosition('amount', visit) };
  const notice = noticeOf(visit);
  return page({ ...frame, notice, faults, switch: { form: 'step' } }, amountPage(filled, { faults, price }));
}

/** The price, or undefined: the reason is shown when the form is sent. */
async function priceNow(
  ports: Needs,
  { visit, accountId }: Pick<Start, 'visit' | 'accountId'>,
  ask: RemittanceChoice,
): Promise<Price | undefined> {
  try {
    return await previewPrice(ports, { accountId, ask });
  } catch (error) {
    priceFault(error, visit);
    return undefined;
  }
}

export type Started =
  | { readonly html: string; readonly status: 200 | 422 }
  | { readonly language: Language; readonly values: Values }
  | { readonly token: string };

/** Creates a session with the answers of the first step, unless they have faults. */
export async function answerStart(ports: Needs, start: Start, body: Values): Promise<Started> {
  const { visit, accountId } = start;
  const language = chosenIn(body, 'language', languages);
  const goal = chosenIn(body, 'go', ['next', 'price']);
  const { values, faults } = readAmountForm(body, visit);
  if (language !== undefined) return { language, values };
  const wrong = async (found: Faults): Promise<Started> => ({
    html: await renderStart(ports, start, { values, faults: found }),
    status: 422,
  });
  if (Object.keys(faults).length > 0) return wrong(faults);
  const ask = chosenOf({ ...visit, values });
  if (ask === undefined) return wrong({ target: visit.words.amount.noRoute });
  try {
    await previewPrice(ports, { accountId, ask });
  } catch (error) {
    return wrong(priceFault(error, visit));
  }
  if (goal === 'price') return { html: await renderStart(ports, start, { values }), status: 200 };
  const { session, token } = await startPublicSession(ports, {
    pageId: start.page.id,
    language: visit.language,
  });
  await keepDraft(ports, { id: session.id, draft: { values } });
  return { token };
}
