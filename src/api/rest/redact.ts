import { cut } from '../../domain/text.js';
import type { StoredJson } from '../../domain/noun/request.js';
import type { JsonObject as Json } from '../json.js';
import { personalMark } from '../personal.js';

/** Stands where something was that is not kept. */
export const redacted = '[redacted]';

/** Characters of one body, and of one text in it. */
const bodyMax = 8_192;
const textMax = 500;
const elementsMax = 10;
/** Of an error whose request has more texts than these that are not kept, the words are not kept either. */
export const withheldMost = 2_000;
/** The keys of pairs of the caller's own, as metadata has them. */
const usualKey = /^[A-Za-z0-9._-]{1,40}$/;

/** A mistyped name of a field may be told, which helps; anything else may be a value in the wrong place. */
export const fieldName = /^[a-z][a-z0-9_]{0,39}$/;

/** As callers write times, too. */
const timeOnly = /^\d{4}-\d\d-\d\d[T ][\d:.Z+-]{5,30}$/i;

/** The state of one redaction: how much is kept, and the texts that were not, where somebody asks for them. */
interface Redaction {
  weight: number;
  /** The service took it: what it holds in the open is kept elsewhere too. Of anything else only few words are kept. */
  readonly isTaken: boolean;
  readonly withheld?: string[] | undefined;
}

type Keep = (value: unknown, redaction: Redaction) => unknown;

/** Keeps what the schema knows and does not mark as personal; undefined where nothing is kept. */
export type Redact = (body: unknown, withheld?: string[]) => StoredJson | undefined;

/** The code of a method, a currency or an event: no number, and no name as people write it. */
const isCode = (text: string): boolean => /^[a-z][a-z_.]{0,39}$/.test(text);

/** How bodies are kept whose schemas stand in this description. */
export function redactionBy(description: Json): (schema: unknown) => Redact {
  const known = new Map<unknown, Keep>();
  const keepOf = (schema: unknown): Keep => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    // A schema may hold itself: it is looked up when it is used.
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
      const kept = keep(body, redaction);
      return typeof kept === 'object' && kept !== null && redaction.weight <= bodyMax
        ? (kept as StoredJson)
        : undefined;
    };
  };
}

/** The schema and all that it is put together from, without references and alternatives. */
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

/** One schema is its own name, so that what is compiled once is not again. */
const oneOf = (schemas: readonly unknown[]): unknown =>
  schemas.length === 1 ? schemas[0] : { anyOf: schemas };

interface Shape {
  readonly known: ReadonlyMap<string, Keep>;
  readonly keepOther: Keep | undefined;
}

/** One that is too heavy by now is kept no further. */
function objectOf(value: object, redaction: Redaction, { known, keepOther }: Shape): StoredJson {
  const kept: Record<string, unknown> = {};
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
    if (left !== undefined) kept[name] = left;
  }
  return kept;
}

/** Notes the texts that are not kept. */
function withhold(value: unknown, redaction: Redaction): string {
  redaction.weight += redacted.length;
  if (redaction.withheld !== undefined) noteTexts(value, redaction.withheld);
  return redacted;
}

/** Names that no field has may be values, too. */
function noteTexts(value: unknown, withheld: string[]): void {
  if (withheld.length > withheldMost) return;
  if (typeof value === 'string' || typeof value === 'number') withheld.push(String(value));
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      if (!Array.isArray(value) && !fieldName.test(name)) withheld.push(name);
      noteTexts(each, withheld);
    }
}

/** Whether a text, a number or a flag is one that the schema knows; of free text what is not taken has to be a code. */
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
