import { cut } from '../../domain/text.js';
import type { StoredJson } from '../../domain/noun/request.js';
import type { JsonObject as Json } from '../json.js';
import { personalMark } from '../personal.js';

/** Replaces a value that is not stored. */
export const redacted = '[redacted]';

/** Most characters of a stored body, and of one text in it. */
const bodyMax = 8_192;
const textMax = 500;
const elementsMax = 10;
/** If a request has more withheld texts than this, its error message is withheld too. */
export const withheldMost = 2_000;
/** Metadata keys. */
const usualKey = /^[A-Za-z0-9._-]{1,40}$/;

/**
 * An unknown name of this form is probably a mistyped field and is shown; any other could be a misplaced
 * value.
 */
export const fieldName = /^[a-z][a-z0-9_]{0,39}$/;

/** Times, in the variants that callers write. */
const timeOnly = /^\d{4}-\d\d-\d\d[T ][\d:.Z+-]{5,30}$/i;

/** The state of one redaction: the size stored so far, and the withheld texts if they are needed. */
interface Redaction {
  weight: number;
  /**
   * The request succeeded, so its non-personal values are stored elsewhere anyway. Otherwise free text is
   * kept only if it looks like a code.
   */
  readonly isTaken: boolean;
  readonly withheld?: string[] | undefined;
}

type Keep = (value: unknown, redaction: Redaction) => unknown;

/** Keeps the values that the schema knows and does not mark as personal; undefined if nothing is kept. */
export type Redact = (body: unknown, withheld?: string[]) => StoredJson | undefined;

/** A code of a method, currency or event: without digits, and not like a person's name. */
const isCode = (text: string): boolean => /^[a-z][a-z_.]{0,39}$/.test(text);

/** Returns the redaction for each schema of this API description. */
export function redactionBy(description: Json): (schema: unknown) => Redact {
  const known = new Map<unknown, Keep>();
  const keepOf = (schema: unknown): Keep => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    // A schema may reference itself, so the lookup happens when it is used.
    known.set(schema, (value, redaction) => known.get(schema)?.(value, redaction));
    const made = compiled(partsOf(schema, description), keepOf);
    known.set(schema, made);
    return made;
  };
  return (schema) => {
    const keep = keepOf(schema);
    return (body, withheld) => {
      if (typeof body !== 'object' || body === null) return undefined;
      const redaction: Redaction = { weight: 0, withheld, isTaken: withheld === undefined };
      const logged = keep(body, redaction);
      return typeof logged === 'object' && logged !== null && redaction.weight <= bodyMax
        ? (logged as StoredJson)
        : undefined;
    };
  };
}

/** The schema's parts, with references and alternatives resolved. */
function partsOf(schema: unknown, description: Json): Json[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const part = schema as Json;
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = part;
  const others = [allOf, oneOf, anyOf].flat();
  const target = typeof $ref === 'string' ? [resolved($ref, description)] : [];
  return [part, ...[...target, ...others].flatMap((each) => partsOf(each, description))];
}

const resolved = (ref: string, description: Json): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], description);

function compiled(parts: readonly Json[], keepOf: (schema: unknown) => Keep): Keep {
  if (parts.some((part) => part[personalMark] === true)) return withhold;
  const fields = new Map<string, unknown[]>();
  for (const { properties } of parts)
    for (const [name, schema] of Object.entries(Object(properties) as Json))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  const known = new Map([...fields].map(([name, schemas]) => [name, keepOf(oneOf(schemas))]));
  const items = parts.flatMap(({ items: each }) => (each === undefined ? [] : [each]));
  const others = parts.flatMap(({ additionalProperties: each }) => (Object(each) === each ? [each] : []));
  const keepItem = items.length > 0 ? keepOf(oneOf(items)) : withhold;
  const keepOther = others.length > 0 ? keepOf(oneOf(others)) : undefined;
  const isKept = scalarsOf(parts);
  return (value, redaction) => {
    if (Array.isArray(value)) {
      if (redaction.withheld !== undefined) noteTexts(value.slice(elementsMax), redaction.withheld);
      return value.slice(0, elementsMax).map((each) => keepItem(each, redaction) ?? redacted);
    }
    if (typeof value === 'object' && value !== null) return objectOf(value, redaction, { known, keepOther });
    if (!isKept(value, redaction.isTaken)) return withhold(value, redaction);
    redaction.weight += String(value).length;
    return typeof value === 'string' ? cut(value, textMax) : value;
  };
}

/** A single schema stays the same object, so that it is compiled only once. */
const oneOf = (schemas: readonly unknown[]): unknown =>
  schemas.length === 1 ? schemas[0] : { anyOf: schemas };

interface Shape {
  readonly known: ReadonlyMap<string, Keep>;
  readonly keepOther: Keep | undefined;
}

/** Once the stored size exceeds the limit, further fields are dropped. */
function objectOf(value: object, redaction: Redaction, { known, keepOther }: Shape): StoredJson {
  const redacted: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const each = (value as Json)[name];
    if (redaction.weight > bodyMax) {
      if (redaction.withheld === undefined) break;
      noteTexts({ [name]: each }, redaction.withheld);
      continue;
    }
    const keep = known.get(name) ?? (usualKey.test(name) ? keepOther : undefined);
    if (keep === undefined) {
      if (!fieldName.test(name)) redaction.withheld?.push(name);
      withhold(each, redaction);
      continue;
    }
    redaction.weight += name.length;
    const left = each === null ? undefined : keep(each, redaction);
    if (left !== undefined) redacted[name] = left;
  }
  return redacted;
}

/** Records withheld texts. */
function withhold(value: unknown, redaction: Redaction): string {
  redaction.weight += redacted.length;
  if (redaction.withheld !== undefined) noteTexts(value, redaction.withheld);
  return redacted;
}

/** Unknown field names are recorded too, because they may be misplaced values. */
function noteTexts(value: unknown, withheld: string[]): void {
  if (withheld.length > withheldMost) return;
  if (typeof value === 'string' || typeof value === 'number') withheld.push(String(value));
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      if (!Array.isArray(value) && !fieldName.test(name)) withheld.push(name);
      noteTexts(each, withheld);
    }
}

/**
 * Returns a test whether the schema knows a scalar value. Free text of a request that failed must look like a
 * code.
 */
export function scalarsOf(parts: readonly Json[]): (value: unknown, isTaken: boolean) => boolean {
  const closed = new Set(parts.flatMap(({ enum: values, const: value }) => [values ?? value ?? []].flat()));
  const patterns = parts.flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
  );
  if (parts.some(({ format }) => format === 'date-time')) patterns.push(timeOnly);
  const types = new Set(parts.flatMap(({ type }) => [type ?? []].flat()));
  const isOpen = parts.some(
    ({ type, enum: values, const: value, pattern }) =>
      [type].flat().includes('string') &&
      values === undefined &&
      value === undefined &&
      pattern === undefined,
  );
  return (value, isTaken) => {
    if (typeof value === 'string') {
      if (closed.has(value)) return true;
      if (value.includes('\0') || !value.isWellFormed()) return false;
      return (isOpen && (isTaken || isCode(value))) || patterns.some((pattern) => pattern.test(value));
    }
    if (typeof value === 'number') return types.has('number') || types.has('integer') || closed.has(value);
    return typeof value === 'boolean' && (types.has('boolean') || closed.has(value));
  };
}
