import { availability, type Capability, type Catalogue } from '../../domain/capability.js';
import type { Ports } from '../../ports/ports.js';
import type { SendingOptions } from '../../ports/hosted-read.js';
import type { Option, Values } from './form.js';
import type { Language } from './language.js';
import { methodName } from '../../domain/method-name.js';
import { countryName } from './words.js';

/**
 * The routes on which an account can send money now. If they are unchanged, the previous array is returned, so that
 * caches by array work.
 */
export function routesOf(
  { catalogue }: Pick<Ports, 'catalogue'>,
  { terms: { overrides }, suspensions }: SendingOptions,
): readonly Capability[] {
  const open = catalogue.capabilities.filter(
    (each) => each.product === 'remittance' && availability(each, overrides, suspensions).available,
  );
  const last = lastRoutes.get(catalogue);
  if (last?.length === open.length && last.every((each, index) => each === open[index])) return last;
  lastRoutes.set(catalogue, open);
  return open;
}

const lastRoutes = new WeakMap<Catalogue, readonly Capability[]>();

const originOf = ({ sourceCurrency, sourceMethod }: Capability): string =>
  `${sourceCurrency}.${sourceMethod}`;
const targetOf = ({ currency, method }: Capability): string => `${currency}.${method}`;

export const routeOf = (routes: readonly Capability[], { origin, target }: Values): Capability | undefined =>
  routes.find((each) => originOf(each) === origin && targetOf(each) === target);

/**
 * The currency of the chosen option at one end; undefined if no route has that option, whatever its name looks like.
 */
export function currencyOf(
  routes: readonly Capability[],
  end: 'origin' | 'target',
  values: Values,
): string | undefined {
  return end === 'origin'
    ? routes.find((each) => originOf(each) === values['origin'])?.sourceCurrency
    : routes.find((each) => targetOf(each) === values['target'])?.currency;
}

/** Each country with its currency and method, once. The same array for the same routes. */
export function optionsOf(
  routes: readonly Capability[],
  end: 'origin' | 'target',
  language: Language,
): readonly Option[] {
  const known = options.get(routes) ?? new Map<string, readonly Option[]>();
  options.set(routes, known);
  const name = `${end} ${language}`;
  const list = known.get(name) ?? listedOptions(routes, end, language);
  known.set(name, list);
  return list;
}

const options = new WeakMap<readonly Capability[], Map<string, readonly Option[]>>();

function listedOptions(
  routes: readonly Capability[],
  end: 'origin' | 'target',
  language: Language,
): Option[] {
  const ways = routes.map((each): [string, string] =>
    end === 'origin'
      ? [originOf(each), wayName([each.sourceCountry, each.sourceCurrency, each.sourceMethod], language)]
      : [targetOf(each), wayName([each.country, each.currency, each.method], language)],
  );
  return [...new Map(ways)].map(([value, label]) => ({ value, label }));
}

type Way = readonly [country: string | undefined, currency: string | undefined, method: string | undefined];

function wayName([country, currency = '', method = '']: Way, language: Language): string {
  const where = country === undefined ? '' : `${countryName(country, language)}: `;
  return `${where}${currency}, ${methodName(method, language)}`;
}

/** The payer's country, for the number format: from the chosen origin, or else from the first route. */
export function payerCountry(routes: readonly Capability[], { origin }: Values): string | undefined {
  const found = routes.find((each) => originOf(each) === origin) ?? routes[0];
  return found?.sourceCountry;
}

/** The origin or target that the account suggested, if exactly one option matches. */
export function suggested(
  routes: readonly Capability[],
  prefill: {
    readonly source_currency?: string | undefined;
    readonly destination_currency?: string | undefined;
    readonly destination_country?: string | undefined;
    readonly method?: string | undefined;
  },
): Values {
  const {
    source_currency: source,
    destination_currency: currency,
    destination_country: country,
    method,
  } = prefill;
  const origins = [...new Set(routes.filter((each) => each.sourceCurrency === source).map(originOf))];
  const fits = (wanted: string | undefined, own: string | undefined): boolean =>
    wanted === undefined || wanted === own;
  const hasFilter = currency !== undefined || country !== undefined || method !== undefined;
  const to = hasFilter
    ? [
        ...new Set(
          routes
            .filter(
              (each) =>
                fits(currency, each.currency) && fits(country, each.country) && fits(method, each.method),
            )
            .map(targetOf),
        ),
      ]
    : [];
  return {
    ...(origins[0] !== undefined && { origin: origins[0] }),
    ...(to.length === 1 && to[0] !== undefined && { target: to[0] }),
  };
}
