import { getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confinedCaller, sightOf } from '../../../src/api/graphql/caller.js';
import {
  memberMutations,
  mutationRoles,
  platformQueries,
  previewQueries,
} from '../../../src/api/graphql/role.js';
import { graphqlSchema } from '../../../src/api/graphql/schema.js';
import { openConsole, type Console } from '../../setup/console.js';
import type { Ask } from '../../setup/graphql.js';
import { logRequest } from '../../setup/logged.js';
import { queryRows } from '../../setup/rows.js';
import { idPaths, rootFieldsOf, selectionOf, someValue } from '../../setup/selection.js';
import { makeWebhooks } from '../../setup/webhook.js';
import { makeWorld, type World } from '../../setup/world.js';
import { sized } from '../../setup/size.js';
import { plainProof } from '../../setup/step-up.js';

const fields = rootFieldsOf(graphqlSchema());
/** Those that ask for the role of what would be done are seen with it, in preview.test.ts and member.test.ts. */
const closed = { ...platformQueries, ...previewQueries };
const own = fields.filter(({ name }) => closed[name] === undefined);

let console: Console;
/** Whose everything is foreign: the caller sees the other account alone, in which a beneficiary is registered. */
let world: World;
let member: Ask;
/** Every id of the foreign account, of every kind, by the prefix. */
const foreign = new Map<string, string[]>();

beforeAll(async () => {
  console = await openConsole();
  world = await makeWorld(console.fixture.store);
  await makeWebhooks(console.fixture, world.accountId);
  await logRequest(console.fixture.orm, world.accountId);
  member = console.confinedTo(world.otherAccountId);
  const tables = [
    'api_key',
    'customer',
    'beneficiary',
    'settlement_destination',
    'settlement_schedule',
    'settlement',
    'withdrawal',
    'quote',
    'funding_account',
    'payin',
    'payout',
    'payout_batch',
    'payout_batch_item',
    'refund',
    'remittance',
    'request',
    'risk_decision',
    'intent',
    'exception',
    'journal',
    'entry',
    'event',
    'audit_entry',
    'suspension',
    'hosted_page',
    'hosted_domain',
    'hosted_session',
    'webhook_endpoint',
    'webhook_delivery',
  ];
  for (const table of tables) {
    const rows = await queryRows(
      console.fixture.url,
      `select id from ${table} where account_id = $1 order by id limit ${sized(1, 2)}`,
      [world.accountId],
    );
    foreign.set(
      table,
      rows.map(({ id }) => id ?? ''),
    );
  }
  foreign.set('account', [world.accountId]);
});
afterAll(() => console.close());

const everyForeign = (): string[] => [...foreign.values()].flat();
const absentLike = (id: string): string => `${id.split('_')[0]}_${'0'.repeat(26)}`;

/** `filter.beneficiaryId` as an argument with that id; the other arguments that the field needs stand beside it. */
function put(field: (typeof fields)[number], path: string, id: string): string {
  const [name = '', inner] = path.split('.');
  const value = inner === undefined ? `"${id}"` : `{ ${inner}: "${id}" }`;
  const needs = neededOf(field).filter((each) => each.name !== name);
  return `${field.name}(${[`${name}: ${value}`, ...needs.map(argumentText)].join(', ')})`;
}

type Argument = (typeof fields)[number]['args'][number];
const neededOf = ({ args }: (typeof fields)[number]): Argument[] =>
  args.filter((each) => String(each.type).endsWith('!') && each.defaultValue === undefined);

/** An argument that the field needs, with a value of the caller's own. */
function argumentText({ name, type }: Argument): string {
  const texts: Record<string, string> = {
    accountId: world.otherAccountId,
    currency: 'PEN',
    from: '2026-01-01T00:00:00Z',
    to: '2026-12-31T00:00:00Z',
  };
  return `${name}: ${texts[name] === undefined ? someValue(type) : `"${texts[name]}"`}`;
}

const positions = own.flatMap((field) => idPaths(field).map((path) => [field.name, path, field] as const));

describe('a caller with one account', () => {
  it('tests every id argument of the schema', () => {
    expect(positions.length).toBeGreaterThan(30);
    expect([...foreign].filter(([, ids]) => ids.length === 0).map(([table]) => table)).toEqual([]);
  });

  it.each(positions)('%s: a foreign id at %s looks like an absent one', async (_name, path, field) => {
    const selection = selectionOf(getNamedType(field.type), 1);
    for (const id of everyForeign()) {
      const [foreignAnswer, absent] = await Promise.all(
        [id, absentLike(id)].map((each) => member(`{ ${put(field, path, each)} ${selection} }`)),
      );
      const bare = (text = ''): string => text.replaceAll(/"request_id":"[^"]*"/g, '');
      expect(bare(foreignAnswer?.text)).toBe(bare(absent?.text));
      expect(foreignAnswer?.text).not.toContain(id);
    }
  });

  it.each(own.map((field) => [field.name, field] as const))(
    '%s: without an id, returns nothing of other accounts',
    async (_name, field) => {
      const needs = neededOf(field);
      if (needs.some(({ name }) => name === 'id')) return expect(idPaths(field)).toContain('id');
      const args = needs.length === 0 ? '' : `(${needs.map(argumentText).join(', ')})`;
      const response = await member(`{ ${field.name}${args} ${selectionOf(getNamedType(field.type), 2)} }`);
      expect(response.errors).toEqual([]);
      expect(everyForeign().filter((id) => response.text.includes(id))).toEqual([]);
    },
  );

  it('sees its own resources', async () => {
    const response = await member('{ accounts { nodes { id } } beneficiaries { nodes { id accountId } } }');
    expect(response.data).toEqual({
      accounts: { nodes: [{ id: world.otherAccountId }] },
      beneficiaries: { nodes: [{ id: world.otherBeneficiaryId, accountId: world.otherAccountId }] },
    });
  });

  it('sees its own part of an operation, and not the internal objects', async () => {
    const response = await console.confinedTo(world.accountId)(
      'query ($id: ID!) { payout(id: $id) { dispatch { provider } entries { ledger platform } journals { entries { ledger } } } payins(first: 1) { nodes { paymentName } } }',
      { id: world.completed },
    );
    expect(response.at('payout.dispatch')).toBeNull();
    const entries = response.at('payout.entries') as { ledger: string; platform: boolean }[];
    expect(new Set(entries.map(({ ledger }) => ledger))).toEqual(
      new Set(['available', 'reserved', 'earnings']),
    );
    expect(response.text).not.toMatch(/clearing|fees/);
    expect(response.at('payins.nodes.0.paymentName')).toBeNull();
  });

  it('may see several accounts in one list', async () => {
    const both = console.confinedTo(world.accountId, world.otherAccountId);
    const response = await both(
      '{ beneficiaries { nodes { accountId } } customers(filter: { status: [active, blocked] }) { nodes { id } } }',
    );
    const owners = (response.at('beneficiaries.nodes') as { accountId: string }[]).map(
      ({ accountId }) => accountId,
    );
    expect(new Set(owners)).toEqual(new Set([world.accountId, world.otherAccountId]));
    expect(response.at('customers.nodes')).toHaveLength(3);
  });

  it.each(Object.keys(closed))('may not query %s', async (name) => {
    const field = fields.find((each) => each.name === name);
    const needs = field === undefined ? [] : neededOf(field).map(argumentText);
    const args = needs.length === 0 ? '' : `(${needs.join(', ')})`;
    const selection = field && selectionOf(getNamedType(field.type), 1);
    expect((await member(`{ ${name}${args} ${selection} }`)).codes()).toEqual(['insufficient_role']);
  });

  it.each(rootFieldsOf(graphqlSchema(), 'mutation').map(({ name, args }) => [name, args] as const))(
    'may not run %s',
    async (name, args) => {
      const argTexts = args
        .filter(({ type }) => String(type).endsWith('!'))
        .map(({ name: each, type }) => `${each}: ${someValue(type)}`);
      const response = await member(`mutation { ${name}(${argTexts.join(', ')}) { __typename } }`);
      expect(mutationRoles[name] ?? memberMutations.has(name)).toBeTruthy();
      expect(response.codes()).toEqual(['insufficient_role']);
    },
  );
});

it('visibility depends on the requested account and on the accounts of the caller', () => {
  const [one, other] = [`acct_${'1'.repeat(26)}`, `acct_${'2'.repeat(26)}`];
  const caller = confinedCaller('m', [{ id: 'mem_1', accountId: one, role: 'viewer', proof: plainProof }]);
  expect([sightOf(caller), sightOf(caller, one), sightOf(caller, other)]).toEqual([[one], [one], []]);
});
