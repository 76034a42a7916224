import type { IncomingMessage } from 'node:http';
import {
  getOperationAST,
  GraphQLError,
  parse,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { present } from '../../domain/event.js';
import { refuse } from '../../domain/refusal.js';
import { checkMediaType, readWhole } from '../body.js';
import { readJson, type JsonObject } from '../json.js';
import { typed } from '../wording.js';
import { bounds } from './bound.js';

/** The media types of a response (GraphQL over HTTP). With the first one, an invalid document is answered with 200. */
const answerTypes = ['application/json', 'application/graphql-response+json'] as const;
type AnswerType = (typeof answerTypes)[number];

/** The media type that the caller prefers. A caller that names neither gets plain JSON. */
export function answerTypeOf({ headers: { accept = '' } }: IncomingMessage): AnswerType {
  const [plain = 0, own = 0] = answerTypes.map((type) => weightOf(accept, type));
  return own > 0 && own >= plain ? 'application/graphql-response+json' : 'application/json';
}

function weightOf(accept: string, type: AnswerType): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return Number(weight) || 0;
  }
  return 0;
}

interface Named {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** GET and HEAD are allowed for queries, never for mutations. */
export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

export function checkMethod(request: IncomingMessage): void {
  if (request.method !== 'POST' && !isRead(request))
    refuse('method_not_allowed', 'This path supports only GET and POST.');
}

/** A person opens the URL in a browser. Programs ask for another media type. */
export function isBrowser(request: IncomingMessage): boolean {
  return isRead(request) && request.headers.accept?.includes('text/html') === true;
}

/** Reads the members of a request that have a meaning here; others are ignored. */
export async function readOperation(request: IncomingMessage): Promise<JsonObject> {
  if (isRead(request)) return operationInQuery(request);
  checkMediaType(request.headers, true);
  return operationIn(await readWhole(request));
}

/** The operation in a body. */
export const operationIn = (bytes: Uint8Array): JsonObject => operationOf(readJson(bytes).value);

function operationInQuery({ url = '' }: IncomingMessage): JsonObject {
  const search = new URLSearchParams(url.split('?').slice(1).join('?'));
  const entries = [...new Set(search.keys())].map((name): [string, unknown] => {
    const [value = '', second] = search.getAll(name);
    if (second !== undefined)
      refuse('invalid_parameter', `${name.slice(0, 40)}: is sent twice; send it once.`);
    const isJson = name === 'variables' || name === 'extensions';
    return [name, isJson ? readJson(Buffer.from(value)).value : value];
  });
  const body = operationOf(Object.fromEntries(entries));
  if (operationNamed(body)?.operation.operation === 'mutation')
    refuse('method_not_allowed', 'Mutations need POST.');
  return body;
}

function operationOf({ query, variables, operationName, extensions }: JsonObject): JsonObject {
  if (typeof query !== 'string') refuseType('query', query, 'a string');
  if (typeof (variables ?? {}) !== 'object' || Array.isArray(variables))
    refuseType('variables', variables, 'an object');
  if (typeof (extensions ?? {}) !== 'object' || Array.isArray(extensions))
    refuseType('extensions', extensions, 'an object');
  if (typeof (operationName ?? '') !== 'string') refuseType('operationName', operationName, 'a string');
  return present({ query, variables, operationName });
}

function refuseType(param: string, input: unknown, wanted: string): never {
  return refuse('invalid_body', `${param}: ${typed(wanted)({ input })}.`, { param });
}

/** The operation to run, with its document. Undefined if the execution has to report the error. */
function operationNamed({ query, operationName }: JsonObject): Named | undefined {
  const document = parsed(String(query));
  const operation = document && getOperationAST(document, operationName as string | undefined);
  return document && operation ? { document, operation } : undefined;
}

/** Text that is not GraphQL is refused when it is executed. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query, { maxTokens: bounds.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
