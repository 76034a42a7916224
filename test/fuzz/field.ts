import { resolved, type Schema } from '../api/description.js';
import type { Draft } from './draft.js';
import type { Draw } from './recipe.js';

/** A field of a body: its location, value and schema, if documented. */
export interface Field {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly value: unknown;
  readonly schema: Schema | undefined;
  readonly required: boolean;
  /** A field of a list element: a batch is accepted with invalid items, and refuses only the item. */
  readonly isOfElement: boolean;
}

/** Every field of the body, its objects and the objects in its lists. */
export function fieldsOf(draft: Draft): Field[] {
  return isObject(draft.body) ? within(draft.body, draft.operation.body, false) : [];
}

function within(
  holder: Record<string, unknown>,
  reference: Schema | undefined,
  isOfElement: boolean,
): Field[] {
  const schema = reference === undefined ? undefined : resolved(reference);
  return Object.entries(holder).flatMap(([name, value]) => {
    const described = schema?.properties?.[name];
    const field = {
      holder,
      name,
      value,
      schema: described === undefined ? undefined : resolved(described),
      required: schema?.required?.includes(name) === true,
      isOfElement,
    };
    const objects = Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
    const schemaOfEach = Array.isArray(value) ? field.schema?.items : described;
    return [
      field,
      ...objects.flatMap((each) => within(each, schemaOfEach, isOfElement || Array.isArray(value))),
    ];
  });
}

/** A random field of the body that satisfies the predicate. */
export function someField(
  draft: Draft,
  { random }: Draw,
  holds: (field: Field) => boolean,
): Field | undefined {
  const fields = fieldsOf(draft).filter(holds);
  return fields.length === 0 ? undefined : random.pick(fields);
}

/** The body with a raw JSON token as the field's value. */
export function putToken(
  draft: Draft,
  { holder, name }: Pick<Field, 'holder' | 'name'>,
  token: string,
): void {
  if (draft.operation.isPage) {
    define(holder, name, token.startsWith('"') ? JSON.parse(token) : token);
    return;
  }
  const mark = 'the token stands here';
  define(holder, name, mark);
  draft.bytes = Buffer.from(JSON.stringify(draft.body).replace(`"${mark}"`, () => token));
}

/** Sets a field of any name, even `__proto__`. */
export function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
