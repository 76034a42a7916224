import { nameOf, type Shape } from './description.js';
import { joined, markup, type Markup, type Part } from '../markup.js';
import { phrase } from './prose.js';

/** How fields are shown: a request marks required fields, a response optional ones. */
export interface View {
  readonly side: 'request' | 'answer';
  readonly schemas: Readonly<Record<string, Shape>>;
  /** Schemas with their own section on the page, to which fields link. */
  readonly placed: ReadonlySet<string>;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** Where a parameter is sent, such as path or query; undefined for body fields. */
  readonly location?: string;
}

/** The fields of an object, nested ones below their parent. */
export function fieldsOf(shape: Shape, view: View): Markup {
  if (shape.oneOf) return alternatives(shape.oneOf, view);
  if (shape.anyOf) {
    const choices = shape.anyOf.map((each) =>
      each.$ref ? markup`<p>${typeOf(each, view)}, or</p>` : fieldsOf(each, view),
    );
    return markup`${choices}`;
  }
  return fieldList(ownFields(shape), view);
}

function ownFields({ properties = {}, required }: Shape): Field[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    shape: field,
    required: required?.includes(name) === true,
  }));
}

/** The common fields of all alternatives, then those of each. */
function alternatives(choices: readonly Shape[], view: View): Markup {
  const isCommon = ({ name }: Field): boolean =>
    choices.every(({ properties = {} }) => Object.hasOwn(properties, name));
  const own = choices.map((choice) => {
    const fields = ownFields(choice).filter((field) => !isCommon(field));
    return markup`<p>${choice.title}:</p>
${fieldList(fields, view)}`;
  });
  const [first = {}] = choices;
  return markup`${fieldList(ownFields(first).filter(isCommon), view)}
<p>And one of these, without the fields of the other:</p>
${own}`;
}

export function fieldList(fields: readonly Field[], view: View): Markup {
  return markup`<ul class="fields">${fields.map((field) => fieldItem(field, view))}</ul>`;
}

function fieldItem({ name, shape, required, location }: Field, view: View): Markup {
  const inner = resolved(shape.items ?? shape, view);
  const description = shape.description ?? inner.description;
  const need = view.side === 'request' ? required && 'required' : !required && 'may be absent';
  const facts: Part[] = [
    markup`<code class="name">${name}</code> <span class="type">${typeOf(shape, view)}</span>`,
    location === undefined ? undefined : markup` <span class="type">in the ${location}</span>`,
    need === false ? undefined : markup` <span class="need">${need}</span>`,
  ];
  return markup`<li><p>${facts}</p>
${description === undefined ? undefined : markup`<p>${phrase(description)}</p>`}${rules(shape, inner)}
${inner.properties === undefined || isPlaced(shape.items ?? shape, view) ? undefined : fieldsOf(inner, view)}</li>`;
}

function resolved(shape: Shape, { schemas }: View): Shape {
  return shape.$ref === undefined ? shape : (schemas[nameOf(shape.$ref)] ?? shape);
}

function isPlaced({ $ref }: Shape, { placed }: View): boolean {
  return $ref !== undefined && placed.has(nameOf($ref));
}

/** The type in words, with a link if the schema has its own section. */
export function typeOf(shape: Shape, view: View): Markup {
  if (shape.$ref !== undefined && isPlaced(shape, view)) {
    const name = nameOf(shape.$ref);
    return markup`<a href="#schema-${name}">${name}</a>`;
  }
  const { type, format, items, additionalProperties, anyOf } = resolved(shape, view);
  if (anyOf?.[0]?.enum !== undefined) return markup`${anyOf[0].type}`;
  if (items !== undefined) return markup`array of ${typeOf(items, view)}`;
  if (additionalProperties) return markup`object with any ${additionalProperties.type ?? 'field'}s`;
  return markup`${type ?? 'object'}${format === undefined ? '' : `, ${format}`}`;
}

function rules(shape: Shape, inner: Shape): Markup | undefined {
  const values = shape.items ? inner : shape;
  const { pattern: keys, not: noKeys } = shape.propertyNames ?? {};
  const each = shape.additionalProperties ? shape.additionalProperties.maxLength : undefined;
  const known = values.anyOf?.[0]?.enum;
  const said: Part[] = [
    values.enum && ['One of ', joined(values.enum.map(code), ', ')],
    known && ['One of ', joined(known.map(code), ', '), ', or a value added later'],
    values.const === undefined ? undefined : ['Always ', code(values.const)],
    values.pattern === undefined ? undefined : ['Matches ', code(values.pattern)],
    values.not === undefined ? undefined : ['Does not match ', code(values.not.pattern)],
    span(values.minLength, values.maxLength, ' characters'),
    span(boundText(values.minimum), boundText(values.maximum), ''),
    keys === undefined ? undefined : ['Keys match ', code(keys)],
    noKeys === undefined ? undefined : ['Keys do not match ', code(noKeys.pattern)],
    each === undefined ? undefined : `Values of at most ${each} characters`,
    shape.maxProperties === undefined ? undefined : `At most ${shape.maxProperties} keys`,
    shape.default === undefined
      ? undefined
      : ['Default: ', code(shape.default === '' ? 'blank' : shape.default)],
  ].filter((rule) => rule !== undefined);
  return said.length === 0 ? undefined : markup`<p class="rule">${joined(said, '. ')}.</p>`;
}

const code = (value: unknown): Markup => markup`<code>${String(value)}</code>`;

/** Undefined for the bounds of "any integer", which tell a reader nothing. */
function boundText(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
}

function span(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (max !== undefined) return `At most ${max}${unit}`;
  return min === undefined ? undefined : `At least ${min}${unit}`;
}
