import { cnpj, cpf } from 'cpf-cnpj-validator';
import type { Capability, FieldSpec } from './capability.js';
import { refuse } from './refusal.js';
import { cut } from './text.js';

type Values = Record<string, string>;
type FieldRules = Pick<FieldSpec, 'name' | 'required' | 'pattern' | 'enum' | 'brazilianTaxId'>;

/** No datum is longer; a pattern's time grows with the text it reads, so the text is bounded first. */
const maximumLength = 200;

/**
 * The beneficiary's `details`, checked and flattened to dotted names (contract §2.6, §2.8). A dotted name is a nested
 * object in the request. Refuses with `invalid_body` for an unknown field or a wrong JSON type, and with
 * `invalid_parameter` for a missing or bad value; param `<at>.<dotted name>`.
 */
export function checkDetails(fields: readonly FieldSpec[], details: unknown, at: string): Values {
  const values = flatten(fields, details, at);
  for (const field of fields) {
    const fault = faultOf(field, values[field.name]);
    if (fault !== undefined) refuse('invalid_parameter', fault, { param: `${at}.${field.name}` });
  }
  return values;
}

/** The `payer` of a one-payment account, keyed by full dotted names; every fault has param `payer` (contract §4.5). */
export function checkPayer(fields: readonly FieldSpec[], payer: Readonly<Record<string, unknown>>): Values {
  const fail = (message: string): never => refuse('invalid_parameter', message, { param: 'payer' });
  const values: Values = {};
  for (const [name, value] of Object.entries(payer)) {
    if (!fields.some((field) => field.name === name)) fail(`payer has an unknown field ${cut(name, 80)}`);
    values[name] = typeof value === 'string' ? value : fail(`${name} must be text`);
  }
  for (const field of fields) {
    const fault = faultOf(field, values[field.name]);
    if (fault !== undefined) fail(fault);
  }
  return values;
}

/** Which required customer_fields the sender lacks or has malformed; no sender lacks them all (contract §2.7). */
export function missingSenderFields(
  fields: readonly FieldSpec[],
  sender?: { type: string; profile: unknown },
): string[] {
  const asked = fields.filter(
    ({ customerType }) => customerType === undefined || sender === undefined || customerType === sender.type,
  );
  return asked
    .filter((field) => {
      const value = field.name.split('.').reduce(member, sender?.profile);
      return faultOf(field, typeof value === 'string' ? value : undefined) !== undefined;
    })
    .map(({ name }) => name);
}

/**
 * The account that these details name, as text to be hashed: two ways of writing one account give the same text.
 * Names are never part of it; the customer is the caller's to add (supplement §10). `country` is the stated one where
 * the method has none.
 */
export function identityOf(
  capability: Capability,
  values: Readonly<Values>,
  country = capability.country ?? '',
): string {
  const fields = (capability.beneficiaryFields ?? []).filter(({ identity }) => identity);
  const account = fields.map(({ name, type }) => [name, normalise(type, values[name] ?? '')]);
  return JSON.stringify([capability.method, capability.currency, country, account]);
}

/** The last characters of the account, four at most and never all of them, which is all that is ever shown of it. */
export function accountHint(fields: readonly FieldSpec[], values: Readonly<Values>): string {
  const name = fields.find(({ hint }) => hint)?.name;
  // Of an e-mail address the domain would hint at nothing.
  const account = name === undefined ? '' : (values[name] ?? '').replace(/@.*$/, '');
  return account.slice(Math.max(1, account.length - 4));
}

function flatten(fields: readonly FieldSpec[], details: unknown, at: string): Values {
  const values: Values = {};
  const walk = (value: unknown, path: readonly string[]): void => {
    const name = path.join('.');
    const param = [at, ...path].join('.');
    const isGroup = path.length === 0 || fields.some((field) => field.name.startsWith(`${name}.`));
    if (isGroup) {
      if (!isObject(value)) refuse('invalid_body', `${param} must be an object`, { param });
      for (const [key, inner] of Object.entries(value)) {
        // A key with a dot in it would pass for a nested one, or for a longer path than it is.
        if (key.includes('.')) unknownField(`${param}.${key}`);
        walk(inner, [...path, key]);
      }
      return;
    }
    if (!fields.some((field) => field.name === name)) unknownField(param);
    if (typeof value !== 'string') refuse('invalid_body', `${param} must be text`, { param });
    values[name] = value;
  };
  walk(details, []);
  return values;
}

function unknownField(param: string): never {
  return refuse('invalid_body', 'This method takes no such field.', {
    param: cut(param, maximumLength),
  });
}

/** What is wrong with a value, in words, or undefined. The value itself is personal data and is not repeated. */
export function faultOf(field: FieldRules, value: string | undefined): string | undefined {
  if (field.required && (value === undefined || value === '')) return `${field.name} is required`;
  if (value === undefined) return undefined;
  if (Array.from(value).length > maximumLength) return `${field.name} is too long`;
  if (field.enum !== undefined && !field.enum.includes(value)) {
    return `${field.name} must be one of ${field.enum.join(', ')}`;
  }
  if (field.pattern !== undefined && !wholePattern(field.pattern).test(value)) {
    return `${field.name} does not match ${field.pattern}`;
  }
  const isTaxId = field.brazilianTaxId && /^([0-9]{11}|[0-9]{14})$/.test(value);
  return isTaxId && !isBrazilianTaxId(value) ? `${field.name} has wrong check digits` : undefined;
}

/** A CPF or CNPJ; one digit all along fits its check digits and is nobody's. The library refuses a valid CPF more. */
function isBrazilianTaxId(value: string): boolean {
  const { verifierDigit } = value.length === 11 ? cpf : cnpj;
  const stem = value.slice(0, -2);
  const first = verifierDigit(stem);
  return value === `${stem}${first}${verifierDigit(`${stem}${first}`)}` && !/^(.)\1*$/.test(value);
}

/** A pattern always means the whole value, as in a browser's form. */
export function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

/** Case, and the punctuation of a phone number, are ways of writing and not part of an account. */
function normalise(type: FieldSpec['type'], value: string): string {
  const isPhone = type === 'phone' || /^\+[0-9 ().-]*$/.test(value);
  return isPhone ? value.replace(/[^0-9]/g, '') : value.normalize('NFKC').toLowerCase();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
