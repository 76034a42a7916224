import { ruleOf } from './field-rule.js';
import type { Capability, FieldSpec } from './capability.js';
import { refuse } from './refusal.js';
import { cut, hiddenFault, isWithin } from './text.js';

type Values = Record<string, string>;
type FieldRules = Pick<FieldSpec, 'name' | 'required' | 'pattern' | 'enum' | 'rule' | 'example'> & {
  readonly type?: string;
  readonly description?: string;
};

/** The longest value. Matching a pattern takes time in proportion to the text, so its length is checked first. */
const maximumLength = 200;

/**
 * Checks a beneficiary's `details` and flattens them to dotted names (contract §2.6, §2.8); a dotted name is a nested
 * object in the request. Refuses an unknown field or wrong JSON type with `invalid_body`, and a missing or bad value
 * with `invalid_parameter`; param `<at>.<dotted name>`.
 */
export function checkDetails(fields: readonly FieldSpec[], details: unknown, at: string): Values {
  const values = flatten(fields, details, at);
  for (const field of fields) {
    const param = `${at}.${field.name}`;
    const fault = faultOf(field, values);
    if (fault !== undefined) refuse('invalid_parameter', `${param}: ${fault}.`, { param });
  }
  return normalisedValues(fields, values);
}

/**
 * The `payer` of a one-payment account, keyed by full dotted names. Every fault has the param `payer` (contract
 * §4.5).
 */
export function checkPayer(fields: readonly FieldSpec[], payer: Readonly<Record<string, unknown>>): Values {
  const fail = (name: string, fault: string): never =>
    refuse('invalid_parameter', `${name}: ${fault}.`, { param: 'payer' });
  const values: Values = {};
  for (const [name, value] of Object.entries(payer)) {
    const isField = (key: string) => fields.some((field) => field.name === key);
    if (!isField(name)) {
      const param = `payer.${name}`;
      if (isField(param)) fail(param, `needs its full name as the key, as in {"payer": {"${param}": …}}`);
      fail(
        cut(name.startsWith('payer.') ? name : param, 86),
        `is not a field of this method; send ${namesOf(fields)}`,
      );
    }
    values[name] = typeof value === 'string' ? value : fail(name, 'has the wrong type; send a string');
  }
  for (const field of fields) {
    const fault = faultOf(field, values);
    if (fault !== undefined) fail(field.name, fault);
  }
  return normalisedValues(fields, values);
}

/** Normalizes each value by the rule of its field. */
function normalisedValues(fields: readonly FieldSpec[], values: Readonly<Values>): Values {
  const rules = new Map(fields.map((field) => [field.name, ruleOf(field)]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      rules.get(name)?.normalize?.(value, values) ?? value,
    ]),
  );
}

function namesOf(fields: readonly FieldSpec[]): string {
  return fields.length === 0 ? 'none' : fields.map(({ name }) => name).join(', ');
}

/**
 * The required customer_fields that the sender lacks or has malformed; all of them without a sender (contract §2.7).
 */
export function missingSenderFields(
  fields: readonly FieldSpec[],
  sender?: { readonly type: string; readonly country: string; readonly profile?: unknown },
): string[] {
  const needed = fields.filter(
    ({ customerType }) => customerType === undefined || sender === undefined || customerType === sender.type,
  );
  // A document is from the customer's country unless the profile says otherwise.
  const profile = { identity_document_country: sender?.country, ...Object(sender?.profile) } as unknown;
  const names = new Set(['identity_document_country', ...needed.map(({ name }) => name)]);
  const values = Object.fromEntries(
    [...names].flatMap((name) => {
      const value = name.split('.').reduce(member, profile);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return needed.filter((field) => faultOf(field, values) !== undefined).map(({ name }) => name);
}

/**
 * The identity of the account in these details, as text to be hashed: different spellings of one account give the
 * same text. Names are not part of it; the caller adds the customer (supplement §10). `country`: the given one if the
 * method has none.
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

/** The last characters of the account number: at most four, and never all. Nothing else of it is ever shown. */
export function accountHint(fields: readonly FieldSpec[], values: Readonly<Values>): string {
  const name = fields.find(({ hint }) => hint)?.name;
  const [account = '', domain] = (name === undefined ? '' : (values[name] ?? '')).split('@');
  // Of an e-mail address, the domain says little, and more than a third of the local part would reveal too much.
  const visibleCount = domain === undefined ? account.length - 1 : Math.floor(account.length / 3);
  return account.slice(account.length - Math.max(0, Math.min(4, visibleCount)));
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
        // A key with a dot could be mistaken for a nested key, or for a longer path.
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
  const name = cut(param, maximumLength);
  return refuse('invalid_body', `${name}: ${fault}.`, { param: name });
}

/** Refuses a dotted name sent as a single key, and shows its nested form. */
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

/** Says what is wrong with a value; undefined if nothing is. The value is personal data and is not repeated. */
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
  return rule?.fault(rule.normalize?.(value, values) ?? value, values);
}

function meantBy({ description = 'text', example }: FieldRules): string {
  return example === undefined ? description : `a value like ${example} (${description})`;
}

/** Matches the whole value, like the `pattern` of an HTML form. */
export function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

/** Case, and punctuation of phone numbers, do not distinguish accounts. */
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
