type Json = Readonly<Record<string, unknown>>;

/** A schema that is compared, with the document in which its references lead. */
interface Side {
  readonly schema: Json;
  readonly document: Json;
}

type Words = readonly string[];

/**
 * How a description of an API takes less than the one before, or promises less: each sentence names the place, by the
 * component where there is one. Additions are no faults; enumerations of answers are open where they say so.
 */
export function incompatible(before: Json, after: Json): string[] {
  return [...new Set(new Comparison(before, after).faults())];
}

const entriesOf = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>);
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const textOf = (value: unknown): string => JSON.stringify(value);
const at = (value: unknown, ...names: string[]): Json =>
  names.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value) as Json;

class Comparison {
  readonly #seen = new Set<string>();

  constructor(
    private readonly before: Json,
    private readonly after: Json,
  ) {}

  faults(): string[] {
    const paths = entriesOf(this.before['paths']).flatMap(([path, methods]) =>
      entriesOf(methods).flatMap(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`;
        const now = at(this.after, 'paths', path, method);
        return now === undefined ? [`${name} is gone`] : this.#operation(name, operation, now);
      }),
    );
    const webhooks = entriesOf(this.before['webhooks']).flatMap(([type, webhook]) => {
      const now = at(this.after, 'webhooks', type);
      if (now === undefined) return [`The event ${type} is gone`];
      const bodies = [webhook, now].map((each) =>
        at(each, 'post', 'requestBody', 'content', 'application/json', 'schema'),
      );
      return this.#promised(`The event ${type}`, ...this.#sides(bodies));
    });
    return [...paths, ...webhooks];
  }

  #sides([before, after]: readonly unknown[]): [Side, Side] {
    return [
      { schema: (before ?? {}) as Json, document: this.before },
      { schema: (after ?? {}) as Json, document: this.after },
    ];
  }

  #operation(name: string, before: Json, after: Json): string[] {
    const [parameters, present] = [parametersOf(before, this.before), parametersOf(after, this.after)];
    const findings = [...parameters].flatMap(([key, parameter]) => {
      const now = present.get(key);
      if (now === undefined) return [`${name} takes no ${key} any more`];
      const isNew = now['required'] === true && parameter['required'] !== true;
      return [
        ...(isNew ? [`${name} needs ${key}`] : []),
        ...this.#taken(`${name}, ${key}`, ...this.#sides([parameter['schema'], now['schema']])),
      ];
    });
    const needed = [...present].filter(([key, { required }]) => required === true && !parameters.has(key));
    const who = this.#security(name, before, after);
    return [
      ...findings,
      ...needed.map(([key]) => `${name} needs ${key}`),
      ...who,
      ...this.#body(name, before, after),
      ...this.#answers(name, before, after),
    ];
  }

  #security(name: string, before: Json, after: Json): string[] {
    const of = (operation: Json, document: Json): string[] => {
      const all = listOf(operation['security'] ?? document['security']);
      return all.length === 0 ? ['nothing'] : all.map((each) => Object.keys(each as Json).join('+'));
    };
    const now = of(after, this.after);
    if (now.includes('nothing')) return [];
    return of(before, this.before)
      .filter((scheme) => !now.includes(scheme))
      .map((scheme) => `${name} is not open to ${scheme} any more`);
  }

  #body(name: string, before: Json, after: Json): string[] {
    const [was, now] = [before['requestBody'] as Json | undefined, after['requestBody'] as Json | undefined];
    if (was === undefined) return now?.['required'] === true ? [`${name} needs a body`] : [];
    if (now === undefined) return [`${name} takes no body any more`];
    const isNew = now['required'] === true && was['required'] !== true;
    const schemas = [was, now].map((each) => at(each, 'content', 'application/json', 'schema'));
    return [
      ...(isNew ? [`${name} needs a body`] : []),
      ...this.#taken(`The body of ${name}`, ...this.#sides(schemas)),
    ];
  }

  #answers(name: string, before: Json, after: Json): string[] {
    const successes = entriesOf(before['responses']).filter(([status]) => status.startsWith('2'));
    return successes.flatMap(([status, answer]) => {
      const now = at(after, 'responses', status);
      if (now === undefined) return [`${name} does not answer ${status} any more`];
      return entriesOf(answer['content']).flatMap(([type, { schema }]) => {
        const content = at(now, 'content', type);
        if (content === undefined) return [`${name} does not answer ${type} any more`];
        return this.#promised(`The ${status} of ${name}`, ...this.#sides([schema, content['schema']]));
      });
    });
  }

  /** Of what is asked for: everything that was taken must still be. */
  #taken(path: string, before: Side, after: Side): string[] {
    const [name, was, now] = this.#resolved(path, 'taken', [before, after]);
    if (was === undefined || now === undefined) return [];
    const [old, present] = [alternativesOf(was), alternativesOf(now)];
    if (old.length > 1 || present.length > 1) {
      const lost = old.filter(
        (each) => !present.some((other) => this.#trial(() => this.#taken(name, each, other))),
      );
      if (old.length > 1) return lost.map((each) => `${name} does not take ${titleOf(each)} any more`);
      return lost.length === 0 ? [] : [`${name} does not take all that it took`];
    }
    return [
      ...typesLost(was, now).map((type) => `${name} may not be ${type} any more`),
      ...valuesLost(was, now).map((value) => `${name} may not be ${value} any more`),
      ...bounds
        .filter(([key, isTighter]) => isTighter(was.schema[key], now.schema[key]))
        .map(([key]) => `${name} has another ${key}`),
      ...this.#fieldsTaken(name, was, now),
    ];
  }

  #fieldsTaken(name: string, before: Side, after: Side): string[] {
    const [was, now] = [before.schema, after.schema];
    const fields = entriesOf(now['properties']).map(([field]) => field);
    const needs = listOf(was['required']);
    const newly = listOf(now['required']).filter((field) => !needs.includes(field));
    const closed =
      now['additionalProperties'] === false &&
      was['additionalProperties'] !== false &&
      was['type'] === 'object';
    return [
      ...newly.map((field) => `${name} needs ${String(field)}`),
      ...(closed ? [`${name} takes no other fields any more`] : []),
      ...entriesOf(was['properties']).flatMap(([field, schema]) =>
        fields.includes(field)
          ? this.#taken(
              `${name}.${field}`,
              { ...before, schema },
              { ...after, schema: at(now, 'properties', field) },
            )
          : [`${name}.${field} is not taken any more`],
      ),
      ...['items', 'additionalProperties', 'propertyNames'].flatMap((key) =>
        isSchema(was[key]) && isSchema(now[key])
          ? this.#taken(`${name}[]`, { ...before, schema: was[key] }, { ...after, schema: now[key] })
          : [],
      ),
    ];
  }

  /** Of answers and events: nothing may come that could not before, beside what is open. */
  #promised(path: string, before: Side, after: Side): string[] {
    const [name, was, now] = this.#resolved(path, 'promised', [before, after]);
    if (was === undefined || now === undefined) return [];
    const [old, present] = [alternativesOf(was), alternativesOf(now)];
    if (old.length > 1 || present.length > 1) {
      const added = present.filter(
        (each) => !old.some((other) => this.#trial(() => this.#promised(name, other, each))),
      );
      return added.length === 0 ? [] : [`${name} may be ${added.map(titleOf).join(' or ')}`];
    }
    const [needed, needs] = [listOf(was.schema['required']), listOf(now.schema['required'])];
    const fields = entriesOf(now.schema['properties']).map(([field]) => field);
    return [
      ...typesLost(now, was).map((type) => `${name} may be ${type}`),
      ...valuesLost(now, was).map((value) => `${name} may be ${value}`),
      ...['pattern', 'format']
        .filter((key) => was.schema[key] !== undefined && was.schema[key] !== now.schema[key])
        .map((key) => `${name} has another ${key}`),
      ...needed
        .filter((field) => fields.includes(String(field)) && !needs.includes(field))
        .map((field) => `${name}.${String(field)} may be absent`),
      ...entriesOf(was.schema['properties']).flatMap(([field, schema]) =>
        fields.includes(field)
          ? this.#promised(
              `${name}.${field}`,
              { ...was, schema },
              { ...now, schema: at(now.schema, 'properties', field) },
            )
          : [`${name}.${field} is gone`],
      ),
      ...['items', 'additionalProperties'].flatMap((key) =>
        isSchema(was.schema[key]) && isSchema(now.schema[key])
          ? this.#promised(
              `${name}[]`,
              { ...was, schema: was.schema[key] },
              { ...now, schema: now.schema[key] },
            )
          : [],
      ),
    ];
  }

  /** Whether nothing is found; what it looked at is looked at again where it counts. */
  #trial(faults: () => string[]): boolean {
    const seen = new Set(this.#seen);
    const isFree = faults().length === 0;
    if (!isFree) {
      this.#seen.clear();
      for (const each of seen) this.#seen.add(each);
    }
    return isFree;
  }

  /** Behind references, with the component's name for the place; nothing where both were compared before. */
  #resolved(path: string, how: string, sides: readonly [Side, Side]): [string, Side?, Side?] {
    const [before, after] = sides;
    const [ref, now] = [before.schema['$ref'], after.schema['$ref']];
    const name = typeof ref === 'string' && ref === now ? `${ref.split('/').at(-1)}` : path;
    const key = `${how} ${String(ref)} ${String(now)}`;
    if (ref !== undefined && now !== undefined) {
      if (this.#seen.has(key)) return [name];
      this.#seen.add(key);
    }
    return [name, flattened(before), flattened(after)];
  }
}

function parametersOf(operation: Json, document: Json): Map<string, Json> {
  const all = listOf(operation['parameters']).map((each) => referred(each as Json, document));
  return new Map(all.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]));
}

function referred(schema: Json, document: Json): Json {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  return referred(at(document, ...ref.slice(2).split('/')), document);
}

/** One schema of it and all that it is joined from. */
function flattened({ schema, document }: Side): Side {
  const own = referred(schema, document);
  const parts = listOf(own['allOf']).map((each) => flattened({ schema: each as Json, document }).schema);
  if (parts.length === 0) return { schema: own, document };
  const merged = [own, ...parts].reduce((joined, each) => ({
    ...joined,
    ...each,
    properties: { ...(joined['properties'] as Json), ...(each['properties'] as Json) },
    required: [...listOf(joined['required']), ...listOf(each['required'])],
  }));
  return { schema: merged, document };
}

function alternativesOf(side: Side): Side[] {
  const all = [...listOf(side.schema['oneOf']), ...listOf(side.schema['anyOf'])] as Json[];
  return all.length === 0 ? [side] : all.map((schema) => ({ ...side, schema }));
}

const titleOf = ({ schema }: Side): string =>
  textOf(schema['$ref'] ?? schema['required'] ?? schema['enum'] ?? schema['type'] ?? 'anything');

function typesLost(was: Side, now: Side): Words {
  const types = listOf(now.schema['type']).flatMap((type) =>
    type === 'number' ? [type, 'integer'] : [type],
  );
  if (types.length === 0) return [];
  const before = listOf(was.schema['type']);
  if (before.length === 0 && was.schema['const'] === undefined && was.schema['enum'] === undefined)
    return ['of any type'];
  return before.filter((type) => !types.includes(type)).map(String);
}

const valuesOf = ({ schema }: Side): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

function valuesLost(was: Side, now: Side): Words {
  const [before, present] = [valuesOf(was), valuesOf(now)];
  if (present === undefined) return [];
  if (before === undefined) return ['any value'];
  return before.filter((value) => !present.includes(value)).map(textOf);
}

type IsTighter = (was: unknown, now: unknown) => boolean;
const isOther: IsTighter = (was, now) => now !== undefined && textOf(was) !== textOf(now);
const isLess: IsTighter = (was, now) => now !== undefined && (was === undefined || Number(now) < Number(was));
const isMore: IsTighter = (was, now) => now !== undefined && Number(now) > Number(was ?? 0);
const bounds: readonly [string, IsTighter][] = [
  ['pattern', isOther],
  ['format', isOther],
  ['not', isOther],
  ['default', (was, now) => was !== undefined && textOf(was) !== textOf(now)],
  ...['maxLength', 'maximum', 'maxItems', 'maxProperties'].map((key): [string, IsTighter] => [key, isLess]),
  ...['minLength', 'minimum', 'minItems', 'minProperties'].map((key): [string, IsTighter] => [key, isMore]),
];

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;
