import { z } from 'zod';
import { idKindOf } from '../../domain/id.js';
import { present, isoTime } from '../../domain/event.js';
import {
  inConsole,
  outputNameOf,
  snake,
  type Declaration,
  type Example,
  type Field,
} from '../../domain/noun/declare.js';
import { fieldsAt } from '../../domain/noun/show.js';
import { amount, components, exampleId, exampleTime, idOf, metadata, money, time } from '../field.js';
import { money as moneyShape, type Part, type Shape } from '../shape.js';

type Schemas = Readonly<Record<string, z.ZodType | undefined>>;

/** The REST schema of a noun. Fields that lists leave out are optional. */
export function schemaOf(declaration: Declaration, schemas: Schemas) {
  const inList = new Set(fieldsAt(declaration, 'list').map(([name]) => name));
  const shape: Record<string, z.ZodType> = { id: idOf(idKindOf(declaration.noun)) };
  for (const [name, field] of fieldsAt(declaration, 'detail', 'once')) {
    const own = schemas[name] ?? schemaOfKind(name, field);
    const isOptional = field.optional === true || !inList.has(name);
    const schema = isOptional ? own.exactOptional() : own;
    const words = saysOf(field);
    // A component that is required has its own description.
    shape[snake(outputNameOf(name, field))] = components.has(schema) ? schema : schema.describe(words);
  }
  return z.object(shape);
}

/** The fields of a shape in REST. Fields in `own` have their own schema or description there. */
export function shapeFields(fields: Shape['fields'], own: Schemas = {}): Record<string, z.ZodType> {
  const schemas = restFields(fields).map(([name, field]) => {
    const usual = field.kind === 'part' ? schemaOfPart(name, field) : schemaOfKind(name, field);
    const schema = field.optional ? usual.exactOptional() : usual;
    return [snake(name), own[name] ?? schema.describe(field.says)] as const;
  });
  return Object.fromEntries(schemas);
}

/** The REST form of an object of a shape, without absent fields. */
export const restShape = ({ fields }: Shape, values: object) =>
  present(
    Object.fromEntries(
      restFields(fields).map(([name]) => {
        const value: unknown = Reflect.get(values, name);
        return [snake(name), value instanceof Date ? isoTime(value) : value];
      }),
    ),
  );

const restFields = (fields: Shape['fields']) =>
  Object.entries(fields).filter(([, field]) => field.kind === 'part' || field.shows !== inConsole);

function schemaOfPart(name: string, { of, isMany }: Part): z.ZodType {
  if (of !== moneyShape) throw new Error(`${name} needs a schema of its own`);
  return isMany ? z.array(money) : money;
}

function schemaOfKind(name: string, { kind, words, link }: Field): z.ZodType {
  if (link !== undefined) return idOf(idKindOf(link.noun));
  if (words !== undefined) return z.enum(words.values);
  if (kind === 'json' && name === 'metadata') return metadata;
  const schema = usualSchemas[kind];
  if (schema === undefined) throw new Error(`${name} needs a schema of its own`);
  return schema();
}

const usualSchemas: Readonly<Partial<Record<Field['kind'], () => z.ZodType>>> = {
  text: () => z.string(),
  decimal: () => z.string(),
  int: () => z.int(),
  flag: () => z.boolean(),
  time: () => time,
  amount: () => amount,
  money: () => money,
  texts: () => z.array(z.string()),
};

/** The description of a field, with its enum values if they are few. */
export function saysOf({ says, words }: Field): string {
  if (words?.name === undefined) return says;
  const meanings = Object.entries(words.meanings).map(([value, means]) => `${value}: ${lower(means)}`);
  return [says, ...meanings].join(' ');
}

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The example of a noun in a list or detail. */
export function exampleAt(declaration: Declaration, view: 'list' | 'detail'): Record<string, Example> {
  const examples = fieldsAt(declaration, view).flatMap(([name, field]) => {
    const value = field.example ?? (field.optional ? undefined : usual(field));
    return value === undefined ? [] : [[snake(outputNameOf(name, field)), value] as const];
  });
  return { id: exampleId(idKindOf(declaration.noun)), ...Object.fromEntries(examples) };
}

function usual({ kind, link, words, says }: Field): Example {
  if (link !== undefined) return exampleId(idKindOf(link.noun));
  if (words !== undefined) return words.values[0] ?? '';
  if (kind === 'time') return exampleTime;
  throw new Error(`a field that is always shown has no example: ${says}`);
}
