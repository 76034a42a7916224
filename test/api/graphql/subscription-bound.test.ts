import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlSchema } from '../../../src/api/graphql/schema.js';
import { openConsole, type Console } from '../../setup/console.js';
import { queryRows } from '../../setup/rows.js';
import { idPaths, rootFieldsOf } from '../../setup/selection.js';
import { enter, type Socket } from '../../setup/socket.js';
import { makeWorld, type World } from '../../setup/world.js';
import { abusive } from './abuse.js';

let console: Console;
let world: World;
const patience = { timeout: 60_000, interval: 5 };

beforeAll(async () => {
  console = await openConsole();
  world = await makeWorld(console.fixture.store);
});
afterAll(async () => {
  expect(console.faults).toEqual([]);
  await console.close();
});

const account = `acct_${'1'.repeat(26)}`;
const watch = (inside: string, name = ''): string =>
  `subscription ${name} { events(accountId: "${account}") { ${inside} } }`;
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

/** The documents that ask too much only as a subscription. */
const watched: Readonly<Record<string, string>> = {
  'two fields at its root': `subscription { a: events(accountId: "${account}") { id } b: events(accountId: "${account}") { id } }`,
  'two fields by a fragment': `subscription { ...f } fragment f on Subscription { events(accountId: "${account}") { id } payoutChanged(id: "x") { id } }`,
  'one field and introspection': `subscription { __schema { types { name } } }`,
  'only its own name': 'subscription { __typename }',
  'its root left out': `subscription { events(accountId: "${account}") @skip(if: true) { id } }`,
  'its root under a condition': `subscription ($b: Boolean!) { events(accountId: "${account}") @include(if: $b) { id } }`,
  'its root left out by a fragment': `subscription { ... @include(if: false) { events(accountId: "${account}") { id } } }`,
  'its root left out in a fragment': `subscription { ...f } fragment f on Subscription { events(accountId: "${account}") @skip(if: true) { id } }`,
  depth: watch(`account { ${'balances { entries(first: 1) { nodes { '.repeat(6)}id${' } } }'.repeat(6)} }`),
  cost: `subscription { payoutChanged(id: "pout_1") { beneficiary { payouts(first: 100) { events(first: 100) { id body } } } } }`,
  aliases: watch(times(31, (n) => `a${n}: id`)),
  tokens: watch(times(2_000, () => 'id')),
  'fragments in a ring': `${watch('...f')} fragment f on Event { ...g } fragment g on Event { ...f }`,
  'no account': 'subscription { events { id } }',
  'a variable that is not given': 'subscription ($a: ID!) { events(accountId: $a) { id } }',
  'an operation among several that none is named of': `${watch('id', 'a')} ${watch('id', 'b')}`,
};

const corpus = [
  ...abusive,
  ...Object.entries(watched).map(([name, query]) => ({
    name: `a subscription: ${name}`,
    body: JSON.stringify({ query }),
  })),
  {
    name: 'a null in a condition',
    body: JSON.stringify({
      query: `subscription ($b: Boolean = true) { events(accountId: "${account}") { id type @include(if: $b) } }`,
      variables: { b: null },
    }),
  },
  { name: 'a query', body: '{"query":"{ payouts { nodes { id } } }"}' },
  {
    name: 'a mutation',
    body: '{"query":"mutation { setPayoutKillSwitch(on: true, reason: \\"x\\") { payoutsStopped } }"}',
  },
];

describe('by WebSocket', () => {
  it.each(corpus.map(({ name, body }) => [name, body] as const))(
    '%s is refused before anything runs',
    async (_name, body) => {
      const socket = await enter(console.url, 'admin');
      const messages: string[] = [];
      socket.ws.on('message', (data: Buffer) => messages.push(data.toString()));
      const closed = socket.closed.then(({ code }) => messages.push(`{"type":"closed","code":${code}}`));
      const began = performance.now();
      const sent = await console.statements(async () => {
        socket.send(`{"id":"1","type":"subscribe","payload":${body}}`);
        await expect.poll(() => messages.length, patience).toBeGreaterThan(0);
      });
      expect(sent).toEqual([]);
      const [first = ''] = messages;
      const { type, code, payload } = JSON.parse(first) as {
        type: string;
        code?: number;
        payload?: object[];
      };
      if (type === 'closed') expect(code).toBe(4400);
      else expect([type, payload]).toEqual(['error', [expect.objectContaining({ extensions: refusedAs })]]);
      expect(first).not.toMatch(/node_modules|\bat \w+ \(/);
      expect(performance.now() - began).toBeLessThan(3_000);
      await socket.close();
      await closed;
    },
  );
});

const refusedAs = expect.objectContaining({
  code: expect.stringMatching(/^(GRAPHQL_|BAD_USER_INPUT|OPERATION_)/) as string,
  request_id: expect.stringMatching(/^req_/) as string,
}) as object;

const fields = rootFieldsOf(graphqlSchema(), 'subscription');
const positions = fields.flatMap((field) => idPaths(field).map((path) => [field.name, path] as const));

describe('a caller with one account', () => {
  const foreign = async (): Promise<string[]> => {
    const tables = [
      'account',
      'payout',
      'payout_batch',
      'refund',
      'remittance',
      'payin',
      'customer',
      'event',
      'beneficiary',
    ];
    const rows = await Promise.all(
      tables.map((table) =>
        queryRows(
          console.fixture.url,
          `select id from ${table} where ${table === 'account' ? 'id' : 'account_id'} = $1 limit 2`,
          [world.accountId],
        ),
      ),
    );
    return rows.flat().map(({ id }) => id ?? '');
  };
  const absentLike = (id: string): string => `${id.split('_')[0]}_${'0'.repeat(26)}`;

  it('tests every id argument of the schema', () => expect(positions.length).toBe(5));

  it.each(positions)('%s: a foreign id at %s looks like an absent one', async (name, path) => {
    const socket = await enter(console.url, world.otherAccountId);
    const answer = async (id: string): Promise<string> => {
      const args = { ...(name === 'events' && { accountId: world.otherAccountId }), [path]: id };
      const argTexts = Object.entries(args).map(([each, value]) => `${each}: "${value}"`);
      return answerTo(
        socket,
        `subscription { ${name}(${argTexts.join(', ')}) { __typename } }`,
        path === 'resourceId',
      );
    };
    for (const id of await foreign()) {
      const [foreignAnswer, absent] = [await answer(id), await answer(absentLike(id))];
      expect(foreignAnswer).toBe(absent);
      expect(foreignAnswer).not.toContain(id);
    }
    await socket.close();
  });

  it('cannot start after an event of another account', async () => {
    const socket = await enter(console.url, world.otherAccountId);
    const [row] = await queryRows(console.fixture.url, 'select id from event where account_id = $1 limit 1', [
      world.accountId,
    ]);
    const after = (id: string) => answerTo(socket, eventsAfter(id));
    expect(await after(row?.['id'] ?? '')).toBe(await after(absentLike('evt_1')));
    await socket.close();
  });

  it('can watch its own resources', async () => {
    const socket = await enter(console.url, world.otherAccountId);
    const [first] = await queryRows(
      console.fixture.url,
      'select id from event where account_id = $1 order by position',
      [world.otherAccountId],
    );
    const query =
      'subscription ($a: ID!, $after: String) { events(accountId: $a, after: $after) { accountId } }';
    const own = socket.subscribe(query, { a: world.otherAccountId, after: first?.['id'] });
    await expect.poll(() => own.received.length, patience).toBeGreaterThan(0);
    expect(own.received[0]).toEqual({ data: { events: { accountId: world.otherAccountId } } });
    await socket.close();
  });
});

const eventsAfter = (id: string): string =>
  `subscription { events(accountId: "${world.otherAccountId}", after: "${id}") { id } }`;

/** The errors that answer it; or nothing, where it is one that is taken, and one asked later is refused already. */
async function answerTo(socket: Socket, query: string, isTaken = false): Promise<string> {
  const subscription = socket.subscribe(query);
  if (isTaken) await answerTo(socket, eventsAfter('evt_0'));
  else await expect.poll(() => subscription.messages.length, patience).toBe(1);
  subscription.complete();
  return JSON.stringify(subscription.messages).replaceAll(/"request_id":"[^"]*"/g, '');
}
