import { idKindOf } from '../../domain/id.js';
import { snake, type Declaration, type Filter } from '../../domain/noun/declare.js';
import {
  countryParameter,
  currencyParameter,
  idParameter,
  oneOf,
  resourceParameter,
  textParameter,
  wholeParameter,
  type Parameter,
} from './query.js';

const ofRest = ({ filters = {} }: Declaration) =>
  Object.entries(filters).filter(([, { inConsole }]) => !inConsole);

/** The query parameters of the filters of a noun. */
export function filterParameters(declaration: Declaration): Record<string, Parameter<string>> {
  return Object.fromEntries(
    ofRest(declaration).map(([name, filter]) => [snake(name), parameterOf(declaration, name, filter)]),
  );
}

function parameterOf({ noun, fields }: Declaration, name: string, filter: Filter): Parameter<string> {
  const { says, max } = filter;
  const field = fields[name];
  if (field?.words !== undefined) return oneOf(field.words.values, says);
  if (field?.link !== undefined) return idParameter(idKindOf(field.link.noun), says);
  if (field?.linkBy !== undefined || field?.isId) return resourceParameter(says);
  if (field?.format === 'currency') return { ...currencyParameter, description: says };
  if (field?.format === 'country') return { ...countryParameter, description: says };
  if (field?.kind === 'int') return wholeParameter(says);
  if (max === undefined) throw new Error(`the filter ${name} of ${noun} needs a greatest length`);
  return textParameter(max, says);
}

/** The columns and values that a query filters by. */
export function whereOf(
  declaration: Declaration,
  query: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    ofRest(declaration).flatMap(([name]) => {
      const value = query[snake(name)];
      return value === undefined ? [] : [[name, value as string]];
    }),
  );
}
