import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.js';
import type { Values } from './form.js';

/**
 * Reads the fields of a form or a query by name. A browser sends each of our fields once, as valid text. Repeated
 * fields, U+0000 and invalid UTF-8 are refused here, so that no later step meets them.
 */
function valuesOf(text: string): Values {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) malformed('A form field is sent twice.');
    if (/[\0\ufffd]/.test(name + value)) malformed('A form field is not valid UTF-8 text.');
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Refuses a form that our pages cannot have sent. */
function malformed(message: string): never {
  throw new Refusal('invalid_request', message);
}

/** The value of a button or a hidden field. People cannot type it, so an unknown value is refused. */
export function chosenIn<const V extends string>(
  body: Values,
  name: string,
  values: readonly V[],
): V | undefined {
  const entered = body[name];
  if (entered === undefined) return undefined;
  return values.find((value) => value === entered) ?? malformed(`${name} is not an option of this page.`);
}

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export function formOf({ body, headers }: FastifyRequest): Values {
  if (!(body instanceof Buffer)) return {};
  if (formType.test(headers['content-type'] ?? '')) return valuesOf(body.toString());
  throw new Refusal('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
}

export const queryOf = ({ raw }: FastifyRequest): Values => valuesOf((raw.url ?? '').split('?')[1] ?? '');
