import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, resolved, type Schema } from '../api/description.js';
import { exampleId } from '../../src/api/field.js';
import { operatorOf } from '../setup/graphql.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { send } from './exchange.js';
import { heavyDocuments, heavyVariables, rootsWithArguments } from './weight-document.js';
import { dearOf, heavy, jsonOf, type Weighed } from './weight.js';

let service: RunningService;
let token: string;
beforeAll(async () => {
  service = await openService();
  ({ token } = await operatorOf(service, 'admin'));
});
afterAll(() => service.stop());

/** The example with each heavy value at each location in turn, and in additional fields. */
function* bodiesOf(example: object, schema: Schema): Generator<Weighed> {
  const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(example)]);
  for (const [what, value] of Object.entries(heavy)) {
    const plain = jsonOf({ ...example, unknown: 'the token' }, value);
    for (const name of names)
      yield { what: `${name}: ${what}`, text: jsonOf({ ...example, [name]: 'the token' }, value), plain };
    yield { what: `unknown: ${what}`, text: plain, plain };
    if (value.startsWith('{'))
      yield { what: `: ${what}`, text: `${JSON.stringify(example).slice(0, -1)},${value.slice(1)}`, plain };
  }
}

test.each(operations.filter(({ body }) => body !== undefined).map((each) => [each.id, each] as const))(
  '%s uses bounded CPU time for any body',
  async (_, { path, method, body, example }) => {
    const client = clientOf(service.baseUrl, service.apiKey);
    const target = path.replace(
      /\{\w+\}/,
      path.includes('beneficiar') ? exampleId('beneficiary') : exampleId('customer'),
    );
    const sent = (text: string) => client.call(method, target, { body: text });
    expect(await dearOf(bodiesOf(example ?? {}, resolved(body ?? {})), sent)).toEqual([]);
  },
);

const ask = (body: string): Promise<unknown> => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${token}`],
  ] as const;
  const target = { method: 'POST', target: '/graphql', headers, bytes: Buffer.from(body), chunked: false };
  return send({ baseUrl: service.internalUrl }, target);
};

test.each(rootsWithArguments.map((root) => [`${root.operation} ${root.field.name}`, root] as const))(
  '%s uses bounded CPU time for any variables',
  async (_, root) => expect(await dearOf(heavyVariables(root), ask)).toEqual([]),
);

test('any document uses bounded CPU time', async () => {
  expect(await dearOf(heavyDocuments(), ask)).toEqual([]);
});
