import { idKindOf } from '../../domain/id.js';
import { shownName, snake, type Declaration, type Filter } from '../../domain/noun/declare.js';
import {
  countryParameter,
  currencyParameter,
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

/** The query parameters of the filters of a noun. */
export function filterParameters(declaration: Declaration): Record<string, Parameter<string>> {
  return Object.fromEntries(
    ofRest(declaration).map(([name, filter]) => [
      parameterName(declaration, name),
      parameterOf(declaration, name, filter),
    ]),
  );
}

/** By the name that callers see; an amount's currency has no field of its own. */
const parameterName = ({ fields }: Declaration, name: string): string =>
  snake(fields[name] === undefined ? name : shownName(name, fields[name]));

function parameterOf({ noun, fields }: Declaration, name: string, filter: Filter): Parameter<string> {
  const { says, max } = filter;
  const field = fields[name];
  if (field?.words !== undefined) return oneOf(field.words.values, says);
  if (field?.link !== undefined) return idParameter(idKindOf(field.link.noun), says);
  if (field?.linkBy !== undefined || field?.isId) return resourceParameter(says);
  if (field?.format === 'currency') return { ...currencyParameter, description: says };
  if (field?.format === 'country') return { ...countryParameter, description: says };
  if (field?.kind === 'json') return metadataParameter(says);
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
      const value = query[parameterName(declaration, name)];
      return value === undefined ? [] : [[name, value as string]];
    }),
  );
}
