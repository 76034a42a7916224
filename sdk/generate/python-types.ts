import type { Description, Schema } from './description.ts';

const head = `"""The shapes of the API: requests, answers and events. Made from schema/v1.openapi.json by \`npm run sdk\`."""

from typing import Any, Dict, List, Literal, NotRequired, Optional, TypedDict, Union`;

/** A TypedDict of every shape, nested ones included, and a Literal of every enumeration: each by a name of its own. */
export function pythonTypes({ components: { schemas } }: Description): string {
  const writer = new Writer(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) writer.declare(name, schema);
  return `${head}\n\n${writer.parts.join('\n\n')}\n`;
}

/** `funding_account`, or a title of several words, as the name of a type. */
const pascal = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replaceAll(/ ?\b([a-z0-9])/gi, (_all, first: string) => first.toUpperCase());

class Writer {
  readonly parts: string[] = [];
  readonly #names: Set<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  declare(name: string, schema: Schema): void {
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) {
      // An event of a later type is left out: a union narrows by `type` where every type in it is known.
      const known = alternatives.filter(({ $ref }) => $ref?.endsWith('/OtherEvent') !== true);
      const types = known.map((each, nth) => this.#typeOf(each, each.title ?? String(nth + 1), name));
      this.parts.push(`${name} = Union[${types.join(', ')}]`);
    } else if (schema.properties === undefined) {
      this.parts.push(`${name} = ${this.#typeOf(schema, 'value', name)}`);
    } else {
      this.#dictionary(name, schema);
    }
  }

  #dictionary(name: string, { properties = {}, required = [] }: Schema): void {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, field, name);
      return `    ${JSON.stringify(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    this.parts.push(`${name} = TypedDict("${name}", {\n${fields.join('\n')}\n})`);
  }

  /** The type of a field of `parent`; a nested shape is declared beside it. */
  #typeOf(schema: Schema, field: string, parent: string): string {
    const { $ref, items, enum: values, properties, additionalProperties } = schema;
    if ($ref !== undefined) return `"${$ref.split('/').at(-1)}"`;
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) {
      const types = alternatives.map((each, nth) =>
        this.#typeOf(
          each,
          each.properties === undefined ? field : `${field} ${each.title ?? nth + 1}`,
          parent,
        ),
      );
      const distinct = [...new Set(types)];
      return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
    }
    if (values !== undefined) return this.#literal(this.#own(parent, field), values);
    if (properties !== undefined) {
      const name = this.#own(parent, field);
      this.#dictionary(name, schema);
      return `"${name}"`;
    }
    if (items !== undefined) return `List[${this.#typeOf(items, field, parent)}]`;
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
      return `Dict[str, ${this.#typeOf(additionalProperties, field, parent)}]`;
    return plainType(schema);
  }

  #literal(name: string, values: readonly unknown[]): string {
    this.parts.push(`${name} = ${literalOf(values)}`);
    return name;
  }

  #own(parent: string, field: string): string {
    const name = `${parent}${pascal(field)}`;
    const free = this.#names.has(name) ? `${name}Value` : name;
    if (this.#names.has(free)) throw new Error(`${free} would name two types of Python`);
    this.#names.add(free);
    return free;
  }
}

export const literalOf = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** The type of a value without fields. */
export function plainType({ type }: Schema): string {
  if (Array.isArray(type)) {
    const others = type
      .filter((each: string) => each !== 'null')
      .map((each: string) => plainType({ type: each }));
    return type.includes('null') ? `Optional[${others.join(', ')}]` : 'Any';
  }
  if (type === 'string') return 'str';
  if (type === 'integer') return 'int';
  if (type === 'number') return 'float';
  if (type === 'boolean') return 'bool';
  if (type === 'array') return 'List[Any]';
  return type === 'object' ? 'Dict[str, Any]' : 'Any';
}
