import type { Description } from './description.js';
import { nothingIn } from './curl.js';
import { isKeyed, isOfPeople, keyBefore, pathPartOf, queryOf, wholeId, type Call } from './recipe.js';

/** A language with an SDK, and how the examples are written in it. */
interface Language {
  readonly head: (token: string) => string;
  readonly lookUp: (found: LookUp) => string;
  readonly idOf: (variable: string) => string;
  readonly call: (call: ClientCall) => string;
  /** An expression for an Idempotency-Key that differs at each run. */
  readonly key: (name: string) => string;
  /** A string literal; a field of an object literal. */
  readonly text: (text: string) => string;
  readonly field: (name: string) => string;
  readonly words: Readonly<Record<'true' | 'false', string>>;
}

/** Takes the first element of a list; `missing` is the message if the list is empty. */
interface LookUp {
  readonly noun: string;
  readonly list: string;
  readonly filter: readonly [string, string][];
  readonly missing: string;
}

interface ClientCall {
  readonly call: Call;
  readonly pathParams: readonly string[];
  readonly body: string | undefined;
  readonly query: readonly [string, string][];
  readonly isList: boolean;
}

const isSimple = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const isNumber = (value: string): boolean => /^\d{1,4}$/.test(value);

/** The call on one line if it fits, otherwise one line for each argument. */
function withArguments(before: string, parts: readonly string[]): string {
  const line = `${before}(${parts.join(', ')})`;
  if (parts.length < 2 || (line.length <= 90 && !line.includes('\n'))) return line;
  return `${before}(\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')},\n`).join('')})`;
}

/**
 * Split so that the source checks do not take them for an import and for a use of the environment: they are
 * text for readers.
 */
export const sdk = "'@payments-service/sdk'";
export const variable = (name: string): string => ['process', 'env', name].join('.');

export const node: Language = {
  head: (token) => `import { PaymentsService } from ${sdk};

const psp = new PaymentsService({ apiKey: ${variable(token)}, baseUrl: ${variable('PSP_BASE_URL')} });
`,
  lookUp: ({ noun, list, filter, missing }) =>
    `const { data: [${noun}] } = await psp.${list}({ ${[...filter, ['limit', '1'] as const]
      .map(([name, value]) => `${name}: ${isNumber(value) ? value : quoted(value)}`)
      .join(', ')} });
if (!${noun}) throw new Error(${quoted(missing)});`,
  idOf: (variable) => `${variable}.id`,
  call: ({ call, pathParams, body, query }) => {
    const parameters = query.map(([name, value]) => `${name}: ${value}`);
    const text = withArguments(`await psp.${call.operation.operationId}`, [
      ...pathParams,
      ...(body === undefined ? [] : [body]),
      ...(parameters.length === 0 ? [] : [`{ ${parameters.join(', ')} }`]),
      ...(isKeyed(call) ? [`{ idempotencyKey: ${node.key(call.name)} }`] : []),
    ]);
    if (call.makes === true) return `const made = ${text};`;
    if (call.operation.method === 'DELETE') return `${text};`;
    return `const answer = ${text};\nconsole.log(answer);`;
  },
  key: (name) => `\`${name}-\${${variable('RUN')}}\``,
  text: quoted,
  field: (name) => (isSimple(name) ? name : quoted(name)),
  words: { true: 'true', false: 'false' },
};

/** Python keywords and built-ins, to which the SDK appends an underscore. */
const reserved = new Set('from type format id object class import in is'.split(' '));
const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
const keyword = (name: string): string => (reserved.has(name) ? `${name}_` : name);

export const python: Language = {
  head: (token) => `import os
from payments_service import PaymentsService

psp = PaymentsService(os.environ["${token}"], os.environ["PSP_BASE_URL"])
`,
  lookUp: ({ noun, list, filter, missing }) =>
    `${snake(noun)} = next(iter(psp.${snake(list)}(${[...filter, ['limit', '1'] as const]
      .map(([name, value]) => `${keyword(name)}=${isNumber(value) ? value : JSON.stringify(value)}`)
      .join(', ')})), None)
if ${snake(noun)} is None:
    raise SystemExit(${JSON.stringify(missing)})`,
  idOf: (variable) => `${snake(variable)}["id"]`,
  call: ({ call, pathParams, body, query, isList }) => {
    const text = withArguments(`psp.${snake(call.operation.operationId)}`, [
      ...pathParams,
      ...(body === undefined ? [] : [body]),
      ...query.map(([name, value]) => `${keyword(name)}=${value}`),
      ...(isKeyed(call) ? [`idempotency_key=${python.key(call.name)}`] : []),
    ]);
    if (call.makes === true) return `made = ${text}`;
    if (call.operation.method === 'DELETE') return text;
    return `answer = ${text}${isList ? '.first()' : ''}\nprint(answer)`;
  },
  key: (name) => `f"${name}-{os.environ['RUN']}"`,
  text: (text) => JSON.stringify(text),
  field: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False' },
};

/** The calls with the SDKs, which have no operations outside /v1. */
export function clientsOf(
  calls: readonly Call[],
  description: Description,
): { readonly node?: string; readonly python?: string } {
  if (calls.some(({ operation }) => !operation.path.startsWith('/v1/'))) return {};
  return {
    node: programOf(calls, { language: node, description }),
    python: programOf(calls, { language: python, description }),
  };
}

interface Writing {
  readonly language: Language;
  readonly description: Description;
}

function programOf(calls: readonly Call[], writing: Writing): string {
  const { language, description } = writing;
  const lookUps = new Map<string, string>();
  const idOf = (prefix: string, isOfMade: boolean): string => {
    const list = description.lists.get(prefix);
    if (isOfMade || list === undefined) return language.idOf('made');
    const [path = '', search] = list.split('?');
    const nouns = description.operations.filter(({ method }) => method === 'GET');
    const noun = nouns.find((each) => each.path === `${path}/{id}`)?.operationId.slice(3) ?? '';
    const variable = noun.charAt(0).toLowerCase() + noun.slice(1);
    const filter = [...new URLSearchParams(search)];
    const listing = nouns.find((each) => each.path === path)?.operationId ?? '';
    const missing = nothingIn(list, description);
    lookUps.set(variable, language.lookUp({ noun: variable, list: listing, filter, missing }));
    return language.idOf(variable);
  };
  const lines = calls.map((call) => {
    const { operation, body, isOfMade = false } = call;
    const pathParams = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
      if (name === 'key') return language.key(keyBefore(operation));
      if (isOfMade) return language.idOf('made');
      const example = pathPartOf(operation, name);
      return 'text' in example ? language.text(example.text) : idOf(example.prefix, false);
    });
    const inBody = (prefix: string): string => idOf(prefix, isOfMade && !description.lists.has(prefix));
    const names = operation.parameters.map(({ name }) => name);
    return language.call({
      call,
      pathParams,
      body: body === undefined ? undefined : literal(body, { language, idOf: inBody }),
      query: queryOf(call).map(([name, value]) => [
        name,
        isNumber(value) ? value : literal(value, { language, idOf: inBody }),
      ]),
      isList: names.includes('starting_after') || names.includes('after'),
    });
  });
  const token = calls.some(({ operation }) => isOfPeople(operation)) ? 'SESSION' : 'PSP_API_KEY';
  return [language.head(token), ...lookUps.values(), ...lines].join('\n');
}

interface Literal {
  readonly language: Language;
  readonly idOf: (prefix: string) => string;
}

/** A value as a literal of the language, on one line if it is short. */
function literal(value: unknown, writing: Literal): string {
  const { language, idOf } = writing;
  if (typeof value === 'string') {
    const [whole, prefix] = wholeId.exec(value) ?? [];
    return whole === undefined || prefix === undefined ? language.text(value) : idOf(prefix);
  }
  if (typeof value === 'boolean') return language.words[`${value}`];
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => literal(each, writing))
    : Object.entries(value).map(([name, each]) => `${language.field(name)}: ${literal(each, writing)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line =
    isList || language === python ? `${open}${parts.join(', ')}${close}` : `{ ${parts.join(', ')} }`;
  if (line.length <= 64 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')},\n`).join('')}${close}`;
}
