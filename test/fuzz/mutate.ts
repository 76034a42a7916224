import { operations } from '../api/description.js';
import { signatureHeader } from '../../src/adapters/providers/connector/signature.js';
import {
  amounts,
  headerTexts,
  names,
  otherHeaders,
  pumped,
  pumpedHeaders,
  segments,
  texts,
} from './corpus.js';
import { isOfNobody, idPrefix, messageOf, type Draft } from './draft.js';
import { bodiless, framings } from './framing.js';
import { bodyMutations } from './mutate-body.js';
import type { Draw } from './recipe.js';

/** Makes one change to the draft; returns false if there is nothing to change. */
export type Mutation = (draft: Draft, draw: Draw) => boolean;

/** Text encoded for a query; lone surrogates are replaced. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const queryMutations: Readonly<Record<string, Mutation>> = {
  'query: unknown parameter': (draft, { random }) => {
    const name = random.pick(names);
    const known = draft.operation.parameters.some((each) => each.in === 'query' && each.name === name);
    draft.query.push([encoded(name), random.pick(['', '1', '%00', '%ff'])]);
    draft.mustRefuse = !known && draft.operation.method === 'GET';
    return true;
  },
  'query: parameter given twice': (draft, { random }) => {
    if (draft.query.length === 0) return false;
    draft.query.push([...random.pick(draft.query)]);
    draft.mustRefuse = true;
    return true;
  },
  'query: nasty value': (draft, { random }) => {
    const known = draft.operation.parameters.filter((each) => each.in === 'query');
    if (known.length === 0) return false;
    const { name } = random.pick(known);
    const value = random.pick([
      encoded(random.pick(texts)),
      encoded(random.pick(amounts)),
      random.pick(segments).replaceAll('#', ''),
      '%',
      '%ed%a0%80',
      '1&&',
      '=',
      '+',
      'x'.repeat(4000),
      '%00',
      encoded(pumped('2026-11-01T00:00:00Z', 3_000, random)),
    ]);
    draft.query = [
      ...draft.query.filter(([each]) => each !== name),
      [name, value.replace(/[^\x21-\x7e]/g, '')],
    ];
    return true;
  },
  "query: another account's id": (draft, { random, other }) => {
    const known = draft.operation.parameters.filter((each) => each.in === 'query');
    const wanted = known.filter(
      ({ name, schema }) => idPrefix(schema, random) !== undefined || /resource_id|after$/.test(name),
    );
    if (wanted.length === 0) return false;
    const { name, schema } = random.pick(wanted);
    const id = other.pick(idPrefix(schema, random) ?? random.pick(['pout', 'evt', 'ent', 'cursor']), random);
    if (id === undefined) return false;
    draft.query = [...draft.query.filter(([each]) => each !== name), [name, encoded(id)]];
    return true;
  },
};

const headerMutations: Readonly<Record<string, Mutation>> = {
  'header: no key': (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Authorization');
    draft.mustRefuse = !isOfNobody(draft.operation);
    return true;
  },
  'header: a wrong key': (draft, { random, key }) => {
    const wrong = random.pick([
      '',
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      `Bearer ${key}0`,
      `Bearer ${key.slice(0, -1)}0`,
      key,
      `Bearer ${key.replace('test', 'live')}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key} ${key}`,
      ...headerTexts.map((text) => `Bearer ${text}`),
    ]);
    draft.mustRefuse = wrong !== `Bearer ${key}` && !isOfNobody(draft.operation);
    return setHeader(draft, 'Authorization', wrong);
  },
  'header: a key without the scope': (draft, { readKey, writeKey }) => {
    draft.mustRefuse = !isOfNobody(draft.operation);
    return setHeader(draft, 'Authorization', `Bearer ${draft.method === 'GET' ? writeKey : readKey}`);
  },
  "header: another account's id": (draft, { random, other }) => {
    // What is a person's own, such as their sessions, belongs to no account.
    const { parameters } = draft.operation;
    draft.mustRefuse = parameters.some(({ name }) => name === 'Platform-Account');
    return setHeader(draft, 'Platform-Account', other.pick('acct', random) ?? 'acct_0');
  },
  'header: nasty correlation': (draft, { random }) =>
    setHeader(draft, 'X-Correlation-Id', random.pick(headerTexts)),
  'header: nasty Idempotency-Key': (draft, { random }) =>
    draft.method !== 'GET' && setHeader(draft, 'Idempotency-Key', random.pick(headerTexts)),
  'header: Idempotency-Key of another request': (draft, { random, own }) =>
    draft.method !== 'GET' && setHeader(draft, 'Idempotency-Key', own.pick('key', random) ?? 'used-key-1'),
  'header: no Idempotency-Key': (draft) => {
    if (draft.method === 'GET') return false;
    draft.mustRefuse = draft.operation.parameters.some(
      (each) => each.name === 'Idempotency-Key' && each.required === true,
    );
    draft.headers = draft.headers.filter(([name]) => name !== 'Idempotency-Key');
    return true;
  },
  'header: a value that goes on and on': (draft, { random }) => {
    const [name, valid] = random.pick(pumpedHeaders);
    return setHeader(draft, name, pumped(valid, 8_000, random).replaceAll(/[^\x20-\x7e]/g, '~'));
  },
  'header: a wrong signature': (draft, { random }) => {
    const { sign } = draft.operation;
    if (sign === undefined) return false;
    const message = messageOf(draft);
    const bytes = Buffer.concat([message.bytes ?? Buffer.alloc(0), Buffer.from(' ')]);
    const [, good] = sign(message);
    const wrong = random.pick([
      ...headerTexts,
      sign({ ...message, bytes })[1],
      sign({ ...message, target: `${message.target}?` })[1],
      good.replace('v1=', 'v0='),
      good.replace(/t=\d+/, (t) => `t=${Number(t.slice(2)) - random.pick([301, -301])}`),
      good.toUpperCase(),
      good.replace(/.$/, 'g'),
    ]);
    draft.mustRefuse = true;
    return setHeader(draft, signatureHeader, wrong);
  },
  'header: given twice': (draft, { random }) => {
    const [name, value] = random.pick(
      draft.headers.length > 0 ? draft.headers : [['Accept', '*/*'] as const],
    );
    draft.headers.push([name, value]);
    return true;
  },
  'header: another that servers know': (draft, { random }) => {
    // A cached and compressed path answers some of these differently: test/api/document.test.ts.
    if (draft.operation.id === 'getDescription') return false;
    draft.headers.push([...random.pick(otherHeaders)]);
    return true;
  },
};

const pathMutations: Readonly<Record<string, Mutation>> = {
  "path: another account's id": (draft, draw) => {
    const parameter = draft.operation.parameters.find((each) => each.in === 'path');
    const prefix = idPrefix(parameter?.schema, draw.random);
    const id = prefix === undefined ? undefined : draw.other.pick(prefix, draw.random);
    if (id === undefined) return false;
    draft.path = draft.operation.path.replace(/\{\w+\}/, id);
    draft.mustRefuse = true;
    return true;
  },
  'path: nasty segment': (draft, { random }) => {
    if (!draft.operation.path.includes('{')) return false;
    draft.path = draft.operation.path.replace(/\{\w+\}/, () => random.pick(segments));
    draft.elsewhere = true;
    return true;
  },
  'path: bent': (draft, { random }) => {
    const { path } = draft;
    draft.path = random.pick([
      `${path}/`,
      `/${path}`,
      path.replace('/v1', '/V1'),
      path.replace('/v1/', '/v1//'),
      path.toUpperCase(),
      path.replace('/v1/', '/v1/./'),
      path.replace('/v1/', '/v1/x/../'),
      `${path}%00`,
      `${path}%2f`,
      `${path};x`,
      path.replace('v1', '%76%31'),
      `${path}/${random.pick(segments)}`,
      `${path}.json`,
      `${path}#x`,
      `${path}?`,
    ]);
    draft.elsewhere = true;
    return true;
  },
  HEAD: (draft, { random }) => {
    if (draft.method !== 'GET') return false;
    draft.method = 'HEAD';
    draft.framed = bodiless;
    if (random.chance(0.2)) draft.headers.push(['X-Long', 'x'.repeat(17_000)]);
    return true;
  },
  'another method': (draft, { random }) => {
    const here = operations.filter(({ path }) => path === draft.operation.path).map(({ method }) => method);
    const others = ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY', 'PURGE'];
    draft.method = random.pick(others.filter((method) => !here.includes(method)));
    draft.elsewhere = true;
    draft.mustRefuse = true;
    return true;
  },
};

const framingMutations = Object.entries(framings).map(([name, framing]): [string, Mutation] => [
  `body: ${name}`,
  (draft, { random }) => {
    const { bytes } = messageOf(draft);
    if (bytes === undefined || bytes.length < 2) return false;
    draft.framed = framing(bytes, random);
    draft.mustRefuse = draft.framed.kind !== 'legal';
    return true;
  },
]);

const families: readonly (readonly [weight: number, mutations: readonly (readonly [string, Mutation])[]])[] =
  [
    [10, Object.entries(bodyMutations)],
    [5, Object.entries(queryMutations)],
    [4, Object.entries(headerMutations)],
    [3, Object.entries(pathMutations)],
    [2, framingMutations],
  ];

/** Applies one mutation to a valid draft. */
export function mutate(draft: Draft, draw: Draw): void {
  const bag = families.flatMap(([weight, mutations]) => Array.from({ length: weight }, () => mutations));
  for (;;) {
    const [name, mutation] = draw.random.pick(draw.random.pick(bag));
    if (!mutation(draft, draw)) continue;
    draft.mutation = name;
    const { refuses } = draft.operation;
    const isBroken = draft.framed !== undefined && draft.framed.kind !== 'legal';
    if (refuses !== undefined) draft.mustRefuse &&= isBroken || refuses.has(name);
    return;
  }
}

function setHeader(draft: Draft, name: string, value: string): boolean {
  draft.headers = [...draft.headers.filter(([each]) => each !== name), [name, value]];
  return true;
}
