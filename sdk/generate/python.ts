import type { Operation, Parameter, Schema } from './description.ts';
import { literalOf, plainType } from './python-types.ts';

/** How the methods of a client are called: one after another, or awaited. */
interface Manner {
  readonly name: string;
  readonly pages: string;
  readonly isAsync: boolean;
}

const blocking: Manner = { name: '', pages: 'Pages', isAsync: false };
const awaited: Manner = { name: 'Async', pages: 'AsyncPages', isAsync: true };

const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
const reserved = new Set(['from', 'type', 'format', 'id', 'object', 'class', 'import', 'in', 'is']);

/** A name that is none of Python's own. */
const ownName = (name: string): string => (reserved.has(name) ? `${name}_` : name);

/** The methods of both clients, named as in the reference, in Python's spelling. */
export function pythonMethods(operations: readonly Operation[]): string {
  const kinds = [blocking, awaited].flatMap((manner) => [
    classOf(
      `${manner.name}Methods`,
      manner,
      operations.filter(({ isSignIn }) => !isSignIn),
    ),
    classOf(
      `${manner.name}SignInMethods`,
      manner,
      operations.filter(({ isSignIn }) => isSignIn),
    ),
  ]);
  return `"""Made from schema/v1.openapi.json by \`npm run sdk\`."""

from typing import Any, Awaitable, Dict, Literal, Mapping, Optional, Sequence, Union, overload

from . import types
from ._call import FileBody, OnAnswer, Operation, Options
from ._page import AsyncPages, Pages

${operations.map(tableEntry).join('\n')}


${kinds.join('\n\n\n')}
`;
}

const tableName = ({ id }: Operation): string => `_${snake(id).toUpperCase()}`;

function tableEntry(operation: Operation): string {
  const { method, path, isKeyed, isRepeatable, cursor, proof, texts } = operation;
  const tuple = (names: readonly string[]): string =>
    names.length === 0 ? '()' : `(${names.map((name) => `"${name}",`).join(' ')})`;
  const parts = [
    `"${method}"`,
    `"${path}"`,
    ...(isKeyed ? ['is_keyed=True'] : []),
    ...(isRepeatable ? ['is_repeatable=True'] : []),
    ...(cursor === undefined ? [] : [`cursor="${cursor}"`]),
    ...(proof === undefined ? [] : [`proof=${tuple(proof)}`]),
    ...(texts.length === 0 ? [] : [`texts=${tuple(texts)}`]),
  ];
  return `${tableName(operation)} = Operation(${parts.join(', ')})`;
}

function classOf(name: string, manner: Manner, operations: readonly Operation[]): string {
  const send = `${manner.isAsync ? 'async ' : ''}def _send(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:`;
  const list = `def _list(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None) -> ${manner.pages}[Any, Any]:`;
  const needed = operations.some(({ cursor }) => cursor !== undefined) ? [send, list] : [send];
  return `class ${name}:
${needed.map((line) => `    ${line}\n        raise NotImplementedError`).join('\n\n')}
${operations.map((operation) => methodOf(operation, manner)).join('\n')}`;
}

function methodOf(operation: Operation, manner: Manner): string {
  const { id, summary, method, path, cursor, textFormats } = operation;
  const isList = cursor !== undefined;
  const answer = isList ? listType(operation, manner) : answerType(operation);
  const note = `        """${summary}: ${method} ${path}."""`;
  const define = (parameters: string, returns: string): string =>
    `    ${manner.isAsync && !isList ? 'async ' : ''}def ${snake(id)}(${parameters}) -> ${returns}:`;
  if (textFormats !== undefined) return methodOfFormats({ operation, manner, note });
  const call = callOf(operation, isList ? '_list' : '_send');
  const waited = manner.isAsync && !isList ? 'await ' : '';
  return `
${define(parametersOf(operation), answer)}
${note}
        answer: ${answer} = ${waited}${call}
        return answer`;
}

interface MethodParts {
  readonly operation: Operation;
  readonly manner: Manner;
  readonly note: string;
}

/** What it answers depends on the format that is asked for. */
function methodOfFormats({ operation, manner, note }: MethodParts): string {
  const name = snake(operation.id);
  const list = listType(operation, manner);
  const text = manner.isAsync ? 'Awaitable[str]' : 'str';
  const texts = literalOf(operation.textFormats ?? []);
  return `
    @overload
    def ${name}(${parametersOf(operation, `format_: ${texts}`)}) -> ${text}: ...

    @overload
    def ${name}(${parametersOf(operation, 'format_: Optional[Literal["json"]] = None')}) -> ${list}: ...

    def ${name}(${parametersOf(operation)}) -> Union[${text}, ${list}]:
${note}
        if format_ is not None and format_ != "json":
            text: ${text} = ${callOf(operation, '_send')}
            return text
        answer: ${list} = ${callOf(operation, '_list')}
        return answer`;
}

/** The parameters; \`format\` in the place of the one of the description. */
function parametersOf({ pathParameters, query, body, isKeyed }: Operation, format?: string): string {
  const typed = query.map((parameter) => ({
    isNeeded: parameter.required === true || (parameter.name === 'format' && format?.includes('=') === false),
    text: parameter.name === 'format' && format !== undefined ? format : keywordOf(parameter),
  }));
  return [
    'self',
    ...pathParameters.map(({ name, schema }) => `${ownName(name)}: ${valueType(schema)}`),
    ...(body === undefined ? [] : [bodyOf(body)]),
    '*',
    ...typed.filter(({ isNeeded }) => isNeeded).map(({ text }) => text),
    ...typed.filter(({ isNeeded }) => !isNeeded).map(({ text }) => text),
    ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    'correlation_id: Optional[str] = None',
    'max_retries: Optional[int] = None',
    'timeout: Optional[float] = None',
    'deadline: Optional[float] = None',
    'on_answer: Optional[OnAnswer] = None',
  ].join(', ');
}

const valueType = (schema: Schema): string =>
  schema.enum === undefined ? plainType(schema) : literalOf(schema.enum);

const keywordOf = ({ name, required, schema }: Parameter): string =>
  required === true
    ? `${ownName(name)}: ${valueType(schema)}`
    : `${ownName(name)}: Optional[${valueType(schema)}] = None`;

function bodyOf({ schema, required, files }: NonNullable<Operation['body']>): string {
  const type = files.length === 0 ? nameOf(schema) : `Union[${nameOf(schema)}, FileBody]`;
  return required ? `body: ${type}` : `body: Optional[${type}] = None`;
}

function callOf(operation: Operation, name: string): string {
  const { pathParameters, query, body, isKeyed } = operation;
  const options = ['correlation_id', 'max_retries', 'timeout', 'deadline', 'on_answer'];
  const optionTexts = [...(isKeyed ? ['idempotency_key'] : []), ...options].map((each) => `${each}=${each}`);
  const argumentTexts = [
    tableName(operation),
    `Options(${optionTexts.join(', ')})`,
    ...(pathParameters.length === 0
      ? []
      : [`path_args=(${pathParameters.map((parameter) => `${ownName(parameter.name)},`).join(' ')})`]),
    ...(query.length === 0
      ? []
      : [`query={${query.map((each) => `"${each.name}": ${ownName(each.name)}`).join(', ')}}`]),
    ...(body === undefined ? [] : ['body=body']),
  ];
  return `self.${name}(${argumentTexts.join(', ')})`;
}

function answerType({ answers, texts }: Operation): string {
  const names = answers.map(nameOf);
  if (names.length > 1) return `Union[${names.join(', ')}]`;
  return names[0] ?? (texts.length > 0 ? 'str' : 'None');
}

function listType(operation: Operation, { pages }: Manner): string {
  return `${pages}[${nameOf(operation.item ?? {})}, ${answerType({ ...operation, texts: [] })}]`;
}

function nameOf({ $ref, additionalProperties }: Schema): string {
  if ($ref !== undefined) return `types.${$ref.split('/').at(-1)}`;
  const values = typeof additionalProperties === 'object' ? plainType(additionalProperties) : 'Any';
  return `Dict[str, ${values}]`;
}
