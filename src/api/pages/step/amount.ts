import { localeOf, showAmount, showNumber } from '../../../domain/local-format.js';
import { exact, show } from '../../../domain/money.js';
import type { Price } from '../../../domain/price.js';
import { Refusal } from '../../../domain/refusal.js';
import type { RemittanceChoice } from '../../../usecases/hosted-session-price.js';
import { href, markup, type Markup } from '../../markup.js';
import { arrivalOf } from '../arrival.js';
import { readAmount, separatorsOf } from '../amount.js';
import { radioField, selectField, textField, type Faults, type Filled, type Values } from '../form.js';
import { currencyOf, optionsOf, payerCountry, routeOf } from '../route.js';
import type { Visit } from '../visit.js';

/** The values that this step stores. The amount is stored in the API's form, independent of the language. */
const names = ['origin', 'target', 'side', 'amount'] as const;

export interface AmountRead {
  readonly values: Values;
  readonly faults: Faults;
}

/** Reads the form as typed in the page's language. */
export function readAmountForm(body: Values, { routes, language, words }: Visit): AmountRead {
  const values = Object.fromEntries(names.map((name) => [name, body[name] ?? '']));
  const faults: Record<string, string> = {};
  const { amount: said } = words;
  const locale = localeOf(language, payerCountry(routes, values));
  const isOffered = (name: 'origin' | 'target'): boolean =>
    optionsOf(routes, name, language).some(({ value }) => value === values[name]);
  if (!isOffered('origin')) faults['origin'] = said.pickOrigin;
  if (!isOffered('target')) faults['target'] = said.pickTarget;
  const route = routeOf(routes, values);
  if (route === undefined && Object.keys(faults).length === 0) faults['target'] = said.noRoute;
  const { side } = values;
  if (side !== 'source' && side !== 'destination') faults['side'] = words.pickOne(said.side);
  const currency = currencyOf(routes, side === 'destination' ? 'target' : 'origin', values);
  const read = readAmount(values['amount'] ?? '', currency ?? 'USD', locale);
  if ('amount' in read) return { values: { ...values, amount: read.amount }, faults };
  faults['amount'] = faultText(read, { said, currency: currency ?? '', locale });
  return { values, faults };
}

type Unread = Exclude<ReturnType<typeof readAmount>, { amount: string }>;

function faultText(
  read: Unread,
  { said, currency, locale }: { said: Visit['words']['amount']; currency: string; locale: string },
): string {
  const formatted = (text: string): string => showNumber(text, locale);
  switch (read.fault) {
    case 'missing':
      return said.missing;
    case 'zero':
      return said.zero;
    case 'too_long':
      return said.tooLong;
    case 'too_fine':
      return said.tooFine(currency, read.decimals);
    case 'other_way':
      return said.otherWay(formatted(read.meanings[0]));
    case 'two_ways':
      return said.twoWays(formatted(read.meanings[0]), formatted(read.meanings[1]));
    case 'unreadable':
      return said.invalid(formatted('1234.50'));
  }
}

/** The remittance described by the answers; undefined if they are incomplete. */
export function chosenOf({ routes, values }: Pick<Visit, 'routes' | 'values'>): RemittanceChoice | undefined {
  const route = routeOf(routes, values);
  const { amount = '', side } = values;
  if (route?.sourceCurrency === undefined || !/^[0-9]+(\.[0-9]+)?$/.test(amount)) return undefined;
  return {
    method: route.method,
    currency: route.currency,
    country: route.country,
    sourceCurrency: route.sourceCurrency,
    sourceMethod: route.sourceMethod,
    sourceCountry: route.sourceCountry,
    amount,
    amountSide: side === 'destination' ? 'destination' : 'source',
  };
}

/** Why there is no price, as an error message of the page. Rethrows any error that is not a refusal. */
export function priceFault(error: unknown, { words }: Pick<Visit, 'words'>): Faults {
  if (!(error instanceof Refusal)) throw error;
  const { amount: said } = words;
  const { code } = error;
  if (code === 'amount_too_small') return { amount: said.tooSmall };
  if (code === 'limit_exceeded') return { amount: said.overLimit };
  if (code === 'invalid_parameter') return { amount: said.tooLong };
  if (code === 'pricing_unavailable') return { target: said.noPrice };
  if (code === 'operation_suspended') return { target: words.paused };
  if (['unsupported_method', 'same_currency'].includes(code)) return { target: said.noRoute };
  throw error;
}

export interface Figures {
  readonly total: string;
  readonly principal: string;
  readonly fee: string;
  readonly arrives: string;
  readonly rate: string;
  /** When the receiver has the money; absent where the method does not declare it. */
  readonly within?: string;
}

/** The figures of a price, formatted for the page. */
export function figuresOf(price: Omit<Price, never>, locale: string): Figures {
  const { sourceCurrency: source, destinationCurrency: destination } = price;
  const amount = (value: Price['total'], currency: string): string =>
    showAmount(show(value, currency), currency, locale);
  return {
    total: amount(price.total, source),
    principal: amount(price.principal, source),
    fee: amount(price.platformFee.plus(price.tenantMarkup), source),
    arrives: amount(price.destinationAmount, destination),
    rate: `1 ${source} = ${showAmount(exact(price.rate).toFixed(), destination, locale)}`,
  };
}

/** The labels of the two sides of the amount; with their currencies once those are chosen. */
export function sideLabels({
  words,
  values,
  routes,
}: Pick<Visit, 'words' | 'values' | 'routes'>): Readonly<Record<'source' | 'destination', string>> {
  const source = currencyOf(routes, 'origin', values);
  const destination = currencyOf(routes, 'target', values);
  const { amount: said } = words;
  return {
    source: source === undefined ? said.sourceAny : said.source(source),
    destination: destination === undefined ? said.destinationAny : said.destination(destination),
  };
}

/** The amount as typed, or the stored amount in the format of this language. */
export function amountInput({ values, locale }: Pick<Visit, 'values' | 'locale'>, faults: Faults): string {
  const { amount = '' } = values;
  if (faults['amount'] !== undefined || !/^[0-9]+(\.[0-9]+)?$/.test(amount)) return amount;
  return amount.replace('.', separatorsOf(locale).decimal);
}

/** `price`: the current price, if there is one. */
export function amountPage(visit: Visit, filled: { faults: Faults; price: Price | undefined }): Markup {
  const { words, language, routes, base, locale } = visit;
  const { amount: said } = words;
  const { faults, price } = filled;
  const labels = sideLabels(visit);
  const form: Filled = {
    values: { side: 'source', ...visit.values, amount: amountInput(visit, faults) },
    faults,
    words,
  };
  const sides = (['source', 'destination'] as const).map((value) => ({ value, label: labels[value] }));
  return markup`<form id="step" method="post" action="${href(`${base}/amount`)}" novalidate>
${selectField({ name: 'origin', label: said.origin }, optionsOf(routes, 'origin', language), form)}
${selectField({ name: 'target', label: said.target }, optionsOf(routes, 'target', language), form)}
${textField({ name: 'amount', label: said.amount, hint: words.example(showNumber('1234.50', locale)), inputMode: 'decimal', width: 'middle' }, form)}
${radioField({ name: 'side', label: said.side }, sides, form)}
${pricePart(visit, price)}
<button class="main" name="go" value="next">${words.next}</button>
<noscript><button class="second" name="go" value="price">${said.show}</button></noscript>
</form>`;
}

/** The figures of the chosen route. */
export function figuresIn(visit: Visit, price: Price): Figures {
  const within = arrivalOf(visit, routeOf(visit.routes, visit.values));
  return { ...figuresOf(price, visit.locale), ...(within !== undefined && { within }) };
}

function pricePart(visit: Visit, price: Price | undefined): Markup {
  const { words, base } = visit;
  const { amount: said } = words;
  const figures = price && figuresIn(visit, price);
  const pairs = (
    [
      ['principal', said.sent],
      ['fee', said.fee],
      ['total', said.youPay],
      ['arrives', said.arrives],
      ['rate', said.rate],
      ['within', said.within],
    ] as const
  ).map(
    ([name, label]) =>
      markup`<div class="${name === 'total' || name === 'arrives' ? 'sum' : ''}" ${figures && figures[name] === undefined ? markup`hidden` : undefined}><dt>${label}</dt><dd data-figure="${name}">${figures?.[name]}</dd></div>`,
  );
  const hidden = markup`hidden`;
  return markup`<section class="price" aria-labelledby="price" data-price="${base}/price">
<h2 id="price">${said.price}</h2>
<dl class="pairs" id="price-figures" aria-live="polite" ${figures ? undefined : hidden}>${pairs}</dl>
<p id="price-none" ${figures ? hidden : undefined}>${said.none}</p>
<p class="note">${said.note}</p>
</section>`;
}
