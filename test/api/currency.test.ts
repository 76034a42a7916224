import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { speiBeneficiary } from '../setup/verbs.js';
import { operations, resolved, type Operation, type Schema } from './description.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const named = /currency$/i;
/** An unknown code, a lower-case code, a code that is too short, and an empty one. */
const wrong = ['ZZZ', 'pen', 'PE', ''];
const absent = '0'.repeat(26);

let service: RunningService;
let beneficiaryId: string;
let ask: Ask;
/** The owner's session; only the owner sets the approval policy. */
let session: string;
const mailbox = openMailbox();

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
  session = await signIn(service, mailbox, 'owner@example.com');
  beneficiaryId = await speiBeneficiary(service);
  ({ ask } = await operatorOf(service, 'admin'));
});
afterAll(() => service.stop());

/** Dotted paths of the currency fields in a body. */
function currenciesOf(schemaOfBody: Schema | undefined, at: string[] = []): string[] {
  const { properties = {} } = schemaOfBody === undefined ? {} : resolved(schemaOfBody);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const own = named.test(name) ? [[...at, name].join('.')] : [];
    const { items } = inner as { items?: Schema };
    return [...own, ...currenciesOf(inner, [...at, name]), ...currenciesOf(items, [...at, `${name}[0]`])];
  });
}

/** The body with the value at that path; missing objects are created. */
function withValue(body: object, path: string, value: string): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.replaceAll('[', '.').replaceAll(']', '').split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

const inPath = operations.filter(({ path }) => path.includes('{currency}'));
const inQuery = operations.filter(({ parameters }) =>
  parameters.some(({ in: location, name }) => location === 'query' && named.test(name)),
);
const inBody = operations.flatMap((operation) =>
  currenciesOf(operation.body).map((field) => [operation.id, field, operation] as const),
);
const requiredQuery = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
const needsPeriod = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'from');
/**
 * Contract: funding accounts have their own error code, and another if the method does not support the
 * currency.
 */
const ofFundingAccounts: Readonly<Record<string, unknown>> = {
  currency: [400, 'invalid_request', 'currency'],
  settlement_currency: [422, 'unsupported_method', 'settlement_currency'],
};

describe('an unknown currency', () => {
  it('is tested in every position', () => {
    expect(inPath.map(({ id }) => id)).toEqual(['listBalanceEntries', 'getBalanceStatement']);
    expect(inQuery.length).toBeGreaterThan(5);
    expect(inBody.map(([id, field]) => `${id} ${field}`)).toContain(
      'createPayoutBatch items[0].source_currency',
    );
  });

  it.each(inPath.map((each) => [each.id, each] as const))(
    'in the path of %s is 400',
    async (_, operation) => {
      for (const text of wrong.filter((each) => each !== '')) {
        const path = operation.path.replace('{currency}', text);
        const answer = await service.get(`${path}?${needsPeriod(operation) ? requiredQuery : ''}`);
        expect([answer.status, answer.at('error.code'), answer.at('error.param')], text).toEqual([
          400,
          'invalid_parameter',
          'currency',
        ]);
      }
    },
  );

  it.each(inQuery.map((each) => [each.id, each] as const))(
    'in the query of %s is 400',
    async (_, operation) => {
      for (const text of wrong) {
        const path = operation.path.replace('{name}', 'payouts');
        const period = needsPeriod(operation) ? `&${requiredQuery}` : '';
        const answer = await service.get(`${path}?currency=${text}${period}`);
        expect([answer.status, answer.at('error.code'), answer.at('error.param')], text).toEqual([
          400,
          'invalid_parameter',
          'currency',
        ]);
      }
    },
  );

  it.each(inBody)('in the body of %s at %s is 400', async (id, field, { method, path, example }) => {
    const isFunding = id === 'createFundingAccount';
    for (const text of wrong.filter((each) => each !== '' || field !== 'settlement_currency')) {
      const answer = await service.call(method, path, {
        body: withValue(example ?? {}, field, text),
        idempotencyKey: freshKey(),
        ...(id === 'replaceApprovalPolicy' && { key: session }),
      });
      expect([answer.status, answer.at('error.code'), answer.at('error.param')], text).toEqual(
        isFunding ? ofFundingAccounts[field] : [400, 'invalid_parameter', field],
      );
    }
  });

  it.each(['currency=PEN', 'currency=USDT'])(
    'is refused, unlike %s, which has no balance but exists',
    async (query) => {
      const [, currency = ''] = query.split('=');
      const entries = await service.get(`/v1/balances/${currency}/entries`);
      expect([entries.status, entries.body]).toEqual([200, { data: [], has_more: false }]);
      const report = await service.get(`/v1/reports/payouts?${query}&${requiredQuery}`);
      expect([report.status, report.at('data')]).toEqual([200, []]);
      expect((await service.get(`/v1/settlement-configuration?${query}`)).status).toBe(200);
    },
  );
});

/** Dotted paths of the currency fields in an input. */
function fieldsOf(type: GraphQLInputObjectType): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isInputObjectType(inner)) return fieldsOf(inner).map((each) => `${field.name}.${each}`);
    return named.test(field.name) ? [field.name] : [];
  });
}

/** Arguments that are or contain a currency. `seen` is excluded, because it is only compared. */
const pathsOf = ({ args }: GraphQLField<unknown, unknown>): string[] =>
  args.flatMap(({ name, type }) => {
    if (name === 'seen') return [];
    const inner = getNamedType(type);
    if (isInputObjectType(inner)) return fieldsOf(inner).map((each) => `${name}.${each}`);
    return named.test(name) ? [name] : [];
  });

const fieldsWithPaths = (type: 'Query' | 'Mutation') =>
  Object.values(schema.getType(type)?.astNode === undefined ? {} : fieldsOfRoot(type)).flatMap((field) =>
    pathsOf(field).map((path) => [field.name, path, field] as const),
  );

function fieldsOfRoot(type: 'Query' | 'Mutation') {
  return (type === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {};
}

/** Valid arguments, other than currencies. */
const argsByField: Readonly<Record<string, () => object>> = {
  report: () => ({ name: 'payouts', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
  suspendCapability: () => ({ product: 'payout', method: 'spei', accountId: undefined }),
  resumeCapability: () => ({ product: 'payout', method: 'spei', accountId: undefined }),
  setAccountTerms: () => ({ input: {} }),
  requireApprovals: () => ({ payoutsAbove: { amount: '1' } }),
  putScheduleInForce: () => ({
    accountId: undefined,
    input: { accountId: service.accountId, interval: 'daily' },
  }),
  resolveException: () => ({
    id: `rex_${absent}`,
    note: 'x',
    accountId: undefined,
    adjustment: { bucket: 'available', direction: 'credit', amount: '1' },
  }),
  createQuote: () => ({ input: { method: 'spei', currency: 'MXN', sourceCurrency: 'MXN', ...price } }),
  createPayout: () => ({ input: { beneficiaryId, sourceCurrency: 'MXN', ...price } }),
  previewPayout: () => ({ input: { beneficiaryId, sourceCurrency: 'MXN', ...price } }),
  createPayoutBatch: () => ({ input: { items: [{ beneficiaryId, sourceCurrency: 'MXN', ...price }] } }),
  previewPayoutBatch: () => ({ input: { items: [{ beneficiaryId, sourceCurrency: 'MXN', ...price }] } }),
  createFundingAccount: () => ({ input: { method: 'spei', currency: 'MXN' } }),
};
const price = { amount: '1', amountSide: 'source' };
/** The other fields of a group that must be complete. */
const beside: Readonly<Record<string, object>> = {
  'input.withdrawalFee': { amount: '1' },
  'input.approvalThreshold': { amount: '1' },
  'input.limits': { product: 'payout', method: 'spei' },
  'input.methods': { product: 'payout', method: 'spei', enabled: true },
};

/** The field's arguments with this text as the currency. */
function argumentsOf(field: GraphQLField<unknown, unknown>, path: string, text: string): object {
  const own = argsByField[field.name]?.() ?? {};
  const usual = { accountId: service.accountId, idempotencyKey: freshKey(), reason: 'a test' };
  const known = new Set(field.args.map(({ name }) => name));
  const all = Object.fromEntries(Object.entries({ ...usual, ...own }).filter(([name]) => known.has(name)));
  const group = path.split('.').slice(0, -1).join('.');
  const whole = beside[group] === undefined ? all : withGroup(all, group, beside[group]);
  const inList = path.includes('items.') ? path.replace('items.', 'items[0].') : path;
  const inLists = inList.replace(/(limits|methods)\./, '$1[0].');
  return withValue(whole, inLists, text);
}

function withGroup(all: object, group: string, value: object): object {
  const isList = /limits|methods/.test(group);
  const [first = '', second = ''] = group.split('.');
  const inner = (all as Record<string, object>)[first];
  return { ...all, [first]: { ...inner, [second]: isList ? [value] : value } };
}

function documentOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  values: object,
): string {
  const used = field.args.filter(({ name }) => name in values);
  expect(field.args.filter((each) => isRequiredArgument(each) && !(each.name in values))).toEqual([]);
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  return `${kind} (${declared}) { ${field.name}(${passed}) { __typename } }`;
}

describe.each([
  ['query', fieldsWithPaths('Query')],
  ['mutation', fieldsWithPaths('Mutation')],
] as const)('of a GraphQL %s', (kind, paths) => {
  it.each(paths)('%s: an unknown currency is refused at %s', async (name, path, field) => {
    for (const text of wrong.filter((each) => each !== '' || !path.endsWith('settlementCurrency'))) {
      const values = argumentsOf(field, path, text);
      const response = await ask(documentOf(kind, field, values), values as Record<string, unknown>);
      const [code = ''] = response.codes();
      if (name === 'createFundingAccount') {
        const isSettlement = path.endsWith('settlementCurrency');
        expect(code, response.text).toMatch(
          isSettlement ? /^unsupported_method/ : /^invalid_request .*currency$/i,
        );
      } else expect(code, response.text).toMatch(/^invalid_parameter .*currency$/i);
    }
  });
});
