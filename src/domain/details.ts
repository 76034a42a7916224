import { ruleOf } from './field-rule.js';
import type { Capability, FieldSpec } from './capability.js';
import { refuse } from './refusal.js';
import { cut, hiddenFault, isWithin } from './text.js';

type Values = Record<string, string>;
type FieldRules = Pick<FieldSpec, 'name' | 'required' | 'pattern' | 'enum' | 'rule' | 'example'> & {
  readonly type?: string;
  readonly description?: string;
};

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
    const param = `${at}.${field.name}`;
    const fault = faultOf(field, values);
    if (fault !== undefined) refuse('invalid_parameter', `${param}: ${fault}.`, { param });
  }
  return written(fields, values);
}

/** The `payer` of a one-payment account, keyed by full dotted names; every fault has param `payer` (contract §4.5). */
export function checkPayer(fields: readonly FieldSpec[], payer: Readonly<Record<string, unknown>>): Values {
  const fail = (name: string, fault: string): never =>
    refuse('invalid_parameter', `${name}: ${fault}.`, { param: 'payer' });
  const values: Values = {};
  for (const [name, value] of Object.entries(payer)) {
    const isField = (key: string) => fields.some((field) => field.name === key);
    if (!isField(name)) {
      const given = `payer.${name}`;
      if (isField(given)) fail(given, `needs its full name as the key, as in {"payer": {"${given}": …}}`);
      fail(
        cut(name.startsWith('payer.') ? name : given, 86),
        `is not a field of this method; send ${namesOf(fields)}`,
      );
    }
    values[name] = typeof value === 'string' ? value : fail(name, 'has the wrong type; send a string');
  }
  for (const field of fields) {
    const fault = faultOf(field, values);
    if (fault !== undefined) fail(field.name, fault);
  }
  return written(fields, values);
}

/** Each value in the one way of writing it that its rule knows. */
function written(fields: readonly FieldSpec[], values: Readonly<Values>): Values {
  const rules = new Map(fields.map((field) => [field.name, ruleOf(field)]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, rules.get(name)?.written?.(value, values) ?? value]),
  );
}

function namesOf(fields: readonly FieldSpec[]): string {
  return fields.length === 0 ? 'none' : fields.map(({ name }) => name).join(', ');
}

/** Which required customer_fields the sender lacks or has malformed; no sender lacks them all (contract §2.7). */
export function missingSenderFields(
  fields: readonly FieldSpec[],
  sender?: { readonly type: string; readonly country: string; readonly profile?: unknown },
): string[] {
  const asked = fields.filter(
    ({ customerType }) => customerType === undefined || sender === undefined || customerType === sender.type,
  );
  // A document is of the customer's own country unless the profile says otherwise.
  const profile = { identity_document_country: sender?.country, ...Object(sender?.profile) } as unknown;
  const names = new Set(['identity_document_country', ...asked.map(({ name }) => name)]);
  const values = Object.fromEntries(
    [...names].flatMap((name) => {
      const value = name.split('.').reduce(member, profile);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return asked.filter((field) => faultOf(field, values) !== undefined).map(({ name }) => name);
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

/** The last characters of the account, four at most and never all of them: nothing else is ever shown of it. */
export function accountHint(fields: readonly FieldSpec[], values: Readonly<Values>): string {
  const name = fields.find(({ hint }) => hint)?.name;
  const [account = '', domain] = (name === undefined ? '' : (values[name] ?? '')).split('@');
  // Of an e-mail address the domain would hint at nothing, and more than a third of the rest would be read as the whole.
  const shown = domain === undefined ? account.length - 1 : Math.floor(account.length / 3);
  return account.slice(account.length - Math.max(0, Math.min(4, shown)));
}

function flatten(fields: readonly FieldSpec[], details: unknown, at: string): Values {
  const values: Values = {};
  const walk = (value: unknown, path: readonly string[]): void => {
    const name = path.join('.');
    const param = [at, ...path].join('.');
    const isGroup = path.length === 0 || fields.some((field) => field.name.startsWith(`${name}.`));
    if (isGroup) {
      if (!isObject(value)) misshapen(param, `has the wrong type; send an object`);
      for (const [key, inner] of Object.entries(value)) {
        // A key with a dot in it would pass for a nested one, or for a longer path than it is.
        if (key.includes('.')) flatName(fields, `${param}.${key}`, [...path, key]);
        walk(inner, [...path, key]);
      }
      return;
    }
    if (!fields.some((field) => field.name === name)) unknownField(fields, param);
    if (typeof value !== 'string') misshapen(param, 'has the wrong type; send a string');
    values[name] = value;
  };
  walk(details, []);
  return values;
}

function misshapen(param: string, fault: string): never {
  const shown = cut(param, maximumLength);
  return refuse('invalid_body', `${shown}: ${fault}.`, { param: shown });
}

/** The name as capabilities write it, sent as a key. */
function flatName(fields: readonly FieldSpec[], param: string, path: readonly string[]): never {
  if (!fields.some(({ name }) => name === path.join('.'))) unknownField(fields, param);
  const nested = path
    .join('.')
    .split('.')
    .reduceRight((inner, key) => `{"${key}": ${inner}}`, '…');
  return misshapen(param, `must be nested; send ${nested}`);
}

function unknownField(fields: readonly FieldSpec[], param: string): never {
  return misshapen(param, `is not a field of this method; send ${namesOf(fields)}`);
}

/** The fault of a value, in words, or undefined. The value itself is personal data and is not repeated. */
export function faultOf(field: FieldRules, values: Readonly<Values>): string | undefined {
  const value = values[field.name];
  if (value === undefined || value === '') {
    if (field.required) return `is required; send ${meantBy(field)}`;
    if (value === undefined) return undefined;
  }
  if (!isWithin(value, maximumLength)) return `is too long; send at most ${maximumLength} characters`;
  const hidden = hiddenFault(value);
  if (hidden !== undefined) return hidden;
  if (field.enum !== undefined && !field.enum.includes(value)) {
    return `is not an allowed value; send one of ${field.enum.join(', ')}`;
  }
  if (field.pattern !== undefined && !wholePattern(field.pattern).test(value)) {
    return `has the wrong format; send ${meantBy(field)}`;
  }
  const rule = ruleOf(field);
  return rule?.fault(rule.written?.(value, values) ?? value, values);
}

function meantBy({ description = 'text', example }: FieldRules): string {
  return example === undefined ? description : `a value like ${example} (${description})`;
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
