import { idKindOf } from '../../domain/id.js';
import { exact, type Amount } from '../../domain/money.js';
import { refuse } from '../../domain/refusal.js';
import { outputNameOf, snake, type Declaration, type Filter } from '../../domain/noun/declare.js';
import {
  amountParameter,
  countryParameter,
  currencyParameter,
  dayParameter,
  idParameter,
  metadataParameter,
  oneOf,
  resourceParameter,
  textParameter,
  wholeParameter,
  type Parameter,
} from './query.js';

const ofRest = ({ filters = {} }: Declaration) =>
  Object.entries(filters).filter(([, { inConsole }]) => !inConsole);

/** Query parameters for the filters of a noun. */
export function filterParameters(declaration: Declaration): Record<string, Parameter<string>> {
  const own = ofRest(declaration).map(
    ([name, filter]) => [parameterName(declaration, name), parameterOf(declaration, name, filter)] as const,
  );
  return { ...(declaration.sums && sumParameters(declaration)), ...Object.fromEntries(own) };
}

const sumParameters = ({ amounts }: Declaration): Record<string, Parameter<string>> => {
  const says = amounts?.[1] ?? '';
  const words = (of: string) => `${of} Needs currency. ${says}`.trim();
  return {
    currency: {
      ...currencyParameter,
      description: 'Currency of amount_gte and amount_lte.',
    },
    amount_gte: amountParameter(words('Only with at least this amount.')),
    amount_lte: amountParameter(words('Only with at most this amount.')),
  };
};

/** Amount bounds in a query, and the currency column. Refuses bounds without a currency, and the reverse. */
export function amountsOf(
  { sums, filters = {} }: Declaration,
  query: Readonly<Record<string, unknown>>,
): Amounts {
  if (sums === undefined) return { where: {} };
  const {
    currency,
    amount_gte: least,
    amount_lte: most,
  } = query as Readonly<Record<string, string | undefined>>;
  const isFiltered = least !== undefined || most !== undefined;
  if (isFiltered && currency === undefined)
    refuse(
      'invalid_parameter',
      'currency: is required with amount_gte and amount_lte; send their currency.',
      {
        param: 'currency',
      },
    );
  const [, column] = sums;
  const isFilter = filters[column] !== undefined && filters[column].inConsole !== true;
  if (!isFiltered && currency !== undefined && !isFilter)
    refuse('invalid_parameter', 'currency: needs an amount; send amount_gte or amount_lte too.', {
      param: 'currency',
    });
  return {
    where: currency === undefined ? {} : { [column]: currency },
    ...(least !== undefined && { amountMin: exact(least) }),
    ...(most !== undefined && { amountMax: exact(most) }),
  };
}

export interface Amounts {
  readonly where: Readonly<Record<string, string>>;
  readonly amountMin?: Amount;
  readonly amountMax?: Amount;
}

/** The public name of a filter; the currency of an amount has no field of its own. */
const parameterName = ({ fields }: Declaration, name: string): string =>
  snake(fields[name] === undefined ? name : outputNameOf(name, fields[name]));

function parameterOf({ noun, fields }: Declaration, name: string, filter: Filter): Parameter<string> {
  const { says, max } = filter;
  const field = fields[name];
  if (field?.words !== undefined) return oneOf(field.words.values, says);
  if (field?.link !== undefined) return idParameter(idKindOf(field.link.noun), says);
  if (field?.linkBy !== undefined || field?.isId) return resourceParameter(says);
  if (field?.format === 'currency') return { ...currencyParameter, description: says };
  if (field?.format === 'country') return { ...countryParameter, description: says };
  if (field?.format === 'day') return dayParameter(says);
  if (field?.kind === 'json') return metadataParameter(says);
  if (field?.kind === 'int') return wholeParameter(says);
  if (max === undefined) throw new Error(`the filter ${name} of ${noun} needs a maximum length`);
  return textParameter(max, says);
}

/** Columns and values of a query's filters. */
export function whereOf(
  declaration: Declaration,
  query: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    ofRest(declaration).flatMap(([name]) => {
      const value = query[parameterName(declaration, name)];
      return value === undefined ? [] : [[name, value as string]];
    }),
  );
}
