import type { Description, Operation, Schema } from './description.ts';

const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
const reserved = new Set(['from', 'type', 'format', 'id', 'object', 'class', 'import', 'in', 'is']);

/** A TypedDict of every named schema: what may be left out is NotRequired, and an enumeration is open text. */
export function pythonTypes({ components: { schemas } }: Description): string {
  const parts = Object.entries(schemas).map(([name, schema]) => declared(name, schema));
  return `"""Made from schema/v1.openapi.json by \`npm run sdk\`."""

from typing import Any, Dict, List, NotRequired, TypedDict, Union

${parts.join('\n\n')}
`;
}

function declared(name: string, schema: Schema): string {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives?.every(({ $ref }) => $ref !== undefined) === true)
    return `${name} = Union[${alternatives.map(typeOf).join(', ')}]`;
  if (alternatives !== undefined) {
    const own = alternatives.map((each, nth) => [`${name}${nth + 1}`, each] as const);
    const parts = own.map(([part, each]) => dictionary(part, each));
    return `${parts.join('\n\n')}\n\n${name} = Union[${own.map(([part]) => part).join(', ')}]`;
  }
  return schema.properties === undefined ? `${name} = ${typeOf(schema)}` : dictionary(name, schema);
}

function dictionary(name: string, { properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema);
    return `    ${JSON.stringify(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`},`;
  });
  return `${name} = TypedDict("${name}", {\n${fields.join('\n')}\n})`;
}

function typeOf(schema: Schema): string {
  const { $ref, type, items, enum: values } = schema;
  if ($ref !== undefined) return `"${$ref.split('/').at(-1)}"`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    const types = [...new Set(alternatives.map(typeOf))];
    return types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`;
  }
  if (values !== undefined || type === 'string') return 'str';
  if (type === 'integer') return 'int';
  if (type === 'number') return 'float';
  if (type === 'boolean') return 'bool';
  if (type === 'array') return `List[${items === undefined ? 'Any' : typeOf(items)}]`;
  return type === 'object' ? 'Dict[str, Any]' : 'Any';
}

/** A method for each operation, named as in the reference, in Python's spelling. */
export function pythonMethods(operations: readonly Operation[]): string {
  return `"""Made from schema/v1.openapi.json by \`npm run sdk\`."""

from typing import Any, Mapping, NamedTuple, Optional

from . import _schema as schema
from ._page import Pages


class Operation(NamedTuple):
    method: str
    path: str
    is_keyed: bool
    is_repeatable: bool
    cursor: Optional[str]


class Methods:
    def _send(self, operation: Operation, **asked: Any) -> Any:
        raise NotImplementedError

    def _list(self, operation: Operation, **asked: Any) -> Pages:
        raise NotImplementedError
${operations.map(methodOf).join('\n')}
`;
}

function methodOf(operation: Operation): string {
  const { id, summary, method, path, places, query, body, cursor, isKeyed, isRepeatable } = operation;
  const named = query.map(({ name, required }) => ({ name, own: ownName(name), needed: required === true }));
  const keywords = [
    ...named.filter(({ needed }) => needed).map(({ own }) => `${own}: str`),
    ...named.filter(({ needed }) => !needed).map(({ own }) => `${own}: Any = None`),
    ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    '**options: Any',
  ];
  const sent = body && nameOf(body.schema);
  const parameters = [
    'self',
    ...places.map((place) => `${ownName(place)}: str`),
    ...(body === undefined ? [] : [`body: ${body.required ? sent : `Optional[${sent}] = None`}`]),
    ...(keywords.length > 1 ? ['*'] : []),
    ...keywords,
  ];
  const asked = [
    ...(places.length === 0 ? [] : [`places=(${places.map((place) => `${ownName(place)},`).join(' ')})`]),
    ...(body === undefined ? [] : ['body=body']),
    ...(named.length === 0
      ? []
      : [`query={${named.map(({ name, own }) => `"${name}": ${own}`).join(', ')}}`]),
    ...(isKeyed ? ['idempotency_key=idempotency_key'] : []),
    '**options',
  ];
  const told = [
    `"${method}"`,
    `"${path}"`,
    isKeyed ? 'True' : 'False',
    isRepeatable ? 'True' : 'False',
    cursor === undefined ? 'None' : `"${cursor}"`,
  ];
  const [answer] = operation.answers;
  const returns = cursor === undefined ? (answer === undefined ? 'Any' : nameOf(answer)) : 'Pages';
  return `
    def ${snake(id)}(${parameters.join(', ')}) -> ${returns}:
        """${summary}: ${method} ${path}."""
        operation = Operation(${told.join(', ')})
        return self.${cursor === undefined ? '_send' : '_list'}(operation, ${asked.join(', ')})`;
}

/** A name that is none of Python's own. */
const ownName = (name: string): string => (reserved.has(name) ? `${name}_` : name);

function nameOf({ $ref }: Schema): string {
  return $ref === undefined ? 'Mapping[str, Any]' : `"schema.${$ref.split('/').at(-1)}"`;
}
