import BigNumber from 'bignumber.js';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStorage } from '../../../src/adapters/postgres/storage.js';
import { postgresReader } from '../../../src/adapters/postgres/reader.js';
import { graphqlSchema } from '../../../src/api/graphql/schema.js';
import { requestApproval } from '../../../src/domain/approval.js';
import { reportNames, reports } from '../../../src/domain/report.js';
import { closedUntil } from '../../../src/domain/ledger-seal.js';
import { keepSealKey, sealAccount } from '../../../src/usecases/ledger-seal.js';
import { act, newId } from '../../setup/fixture.js';
import { openConsole, type Console } from '../../setup/console.js';
import { withoutErrors, type Ask } from '../../setup/graphql.js';
import { logRequest } from '../../setup/logged.js';
import { queryRows } from '../../setup/rows.js';
import { enumFilters, rootFieldsOf, selectionOf } from '../../setup/selection.js';
import { makeWebhooks } from '../../setup/webhook.js';
import { makeWorld, type World } from '../../setup/world.js';

const schema = graphqlSchema();
const fields = rootFieldsOf(schema);
const isList = ({ type }: (typeof fields)[number]) => getNamedType(type).name.endsWith('Connection');
const lists = fields.filter(isList);

let console: Console;
let world: World;
let get: Ask;

beforeAll(async () => {
  console = await openConsole();
  world = await makeWorld(console.fixture.store);
  await makeWebhooks(console.fixture, world.accountId);
  await logRequest(console.fixture.orm, world.accountId);
  const request = { resourceType: 'account', requestedBy: 'mem_1', required: 1, expiresIn: 3_600 } as const;
  const { accountId } = world;
  await act(console.fixture.store, (moment) =>
    requestApproval(moment, newId('approval', moment.now), { ...request, accountId, resourceId: accountId }),
  );
  const used = { accountId, key: 'key-of-a-payout', fingerprint: 'f', resourceId: world.completed };
  await console.fixture.store.transaction((tx) => tx.record([], [used]));
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  await keepSealKey(console.ports);
  await sealAccount(console.ports, accountId, closedUntil(tomorrow));
  get = withoutErrors(console.as('admin'));
});
afterAll(async () => {
  expect(console.faults).toEqual([]);
  await console.close();
});

/** Tables by the kind of id that a field takes. */
const tables: Readonly<Record<string, string>> = {
  account: 'account',
  apiKey: 'api_key',
  approval: 'approval',
  beneficiary: 'beneficiary',
  auditEntry: 'audit_entry',
  suspension: 'suspension',
  customer: 'customer',
  delivery: 'webhook_delivery',
  event: 'event',
  fundingAccount: 'funding_account',
  hostedDomain: 'hosted_domain',
  hostedPage: 'hosted_page',
  hostedSession: 'hosted_session',
  journal: 'journal',
  ledgerSeal: 'ledger_seal',
  member: 'member',
  payin: 'payin',
  payout: 'payout',
  payoutBatch: 'payout_batch',
  payoutBatchItem: 'payout_batch_item',
  quote: 'quote',
  refund: 'refund',
  request: 'request',
  settlementDestination: 'settlement_destination',
  settlementSchedule: 'settlement_schedule',
  settlement: 'settlement',
  withdrawal: 'withdrawal',
  remittance: 'remittance',
  reconciliationException: 'exception',
  riskDecision: 'risk_decision',
  webhookEndpoint: 'webhook_endpoint',
  timeline: 'payout',
};

/** A period as the arguments of a report. */
const year = 'from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z"';

const ofAnAccount = new Set(['balances', 'balanceHistory', 'capabilities']);

async function argumentsOf(name: string): Promise<string> {
  const table = tables[name];
  if (table !== undefined) {
    const [row] = await queryRows(console.fixture.url, `select max(id) as id from ${table}`);
    return `(id: "${row?.['id']}")`;
  }
  if (name === 'idempotencyKey') return `(accountId: "${world.accountId}", key: "key-of-a-payout")`;
  if (name === 'balance') return `(accountId: "${world.accountId}", currency: "PEN")`;
  if (name === 'platformAccounts') {
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    return `(from: "${from}", to: "${to}")`;
  }
  if (name === 'report') return `(name: fees, accountId: "${world.accountId}", ${year})`;
  const priced = `beneficiaryId: "${world.beneficiaryId}", sourceCurrency: "PEN", amount: "1", amountSide: source`;
  if (name === 'previewPayout') return `(accountId: "${world.accountId}", input: { ${priced} })`;
  if (name === 'previewPayoutBatch')
    return `(accountId: "${world.accountId}", input: { items: [{ ${priced} }] })`;
  if (name === 'previewRefund') {
    const [row] = await queryRows(console.fixture.url, 'select max(id) as id from payin');
    return `(accountId: "${world.accountId}", input: { payinId: "${row?.['id']}" })`;
  }
  if (/To|^blocked|^failing/.test(name)) return '(first: 2)';
  if (name === 'search') return '(text: "owner@example.com")';
  if (ofAnAccount.has(name)) return `(accountId: "${world.accountId}")`;
  return '';
}

describe('every query', () => {
  it.each(fields.map((field) => [field.name, field] as const))(
    '%s returns all of its fields',
    async (name, field) => {
      const selection = selectionOf(getNamedType(field.type), name.endsWith('s') ? 3 : 2);
      const args = isList(field) ? '(first: 10)' : await argumentsOf(name);
      const response = await get(`{ ${name}${args} ${selection} }`);
      expect(response.at(name)).not.toBeNull();
    },
  );

  it.each(lists.map((field) => [field.name, field] as const))(
    '%s accepts every value of its filters',
    async (name, field) => {
      for (const filter of enumFilters(field))
        expect((await get(`{ ${name}(filter: ${filter}) { nodes { __typename } } }`)).status).toBe(200);
    },
  );
});

describe('a report', () => {
  it.each(reportNames)('%s returns the same rows as REST, page by page', async (name) => {
    const ask = {
      name,
      accountId: world.accountId,
      from: new Date('2026-01-01'),
      to: new Date('2026-12-31'),
    };
    const { rows: wanted } = await console.ports.reports.page(ask, 1_000);
    const rows: unknown[] = [];
    let after: unknown = null;
    do {
      const response = await get(
        `query ($after: String) { report(name: ${name}, accountId: "${world.accountId}", ${year}, first: 7, after: $after) {
          name source columns rows hasNextPage endCursor } }`,
        { after },
      );
      expect(response.at('report')).toMatchObject({
        name,
        source: reports[name].source,
        columns: reports[name].columns,
      });
      rows.push(...(response.at('report.rows') as unknown[]));
      after = response.at('report.endCursor');
    } while (after !== null);
    expect(rows).toEqual(wanted);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('a payout', () => {
  it('returns the fields of REST, and the related objects', async () => {
    const response = await get(
      `query ($id: ID!) { payout(id: $id) {
        status riskStatus description failureCode
        source { currency principal platformFee tenantMarkup total } destination { amount currency } rate
        beneficiary { displayName accountHint customer { displayName profile } }
        dispatch { provider sending attempts intents { number state } }
        events { type position data } journals { purpose entries { ledger platform direction money { amount currency } } }
        return { status } cancellation { requestedAt } quote { id } riskDecision { id }
      } }`,
      { id: world.completed },
    );
    expect(response.at('payout')).toMatchObject({
      status: 'completed',
      riskStatus: 'allowed',
      description: null,
      source: {
        currency: 'PEN',
        principal: '10.00',
        platformFee: '1.00',
        tenantMarkup: '0.50',
        total: '11.50',
      },
      destination: { amount: '10.00', currency: 'PEN' },
      rate: '1',
      beneficiary: {
        displayName: 'Ana Torres',
        accountHint: '0017',
        customer: { displayName: 'Ana Torres', profile: { email: 'ana@example.com' } },
      },
      dispatch: {
        provider: 'sandbox',
        sending: 'accepted',
        attempts: 1,
        intents: [{ number: 1, state: 'accepted' }],
      },
      events: [{ type: 'payout.created', data: { status: 'processing' } }, { type: 'payout.completed' }],
      journals: [
        {
          purpose: 'payout_reserve',
          entries: [
            {
              ledger: 'available',
              platform: false,
              direction: 'debit',
              money: { amount: '11.50', currency: 'PEN' },
            },
            {
              ledger: 'reserved',
              platform: false,
              direction: 'credit',
              money: { amount: '11.50', currency: 'PEN' },
            },
          ],
        },
        {
          purpose: 'payout_capture',
          entries: expect.arrayContaining([
            expect.objectContaining({ ledger: 'fees', platform: true }),
          ]) as unknown,
        },
      ],
      return: null,
      cancellation: null,
      quote: null,
      riskDecision: null,
    });
  });

  it.each([
    ['a malformed id', 'pout_!'],
    ['an absent one', `pout_${'0'.repeat(26)}`],
    ['one of another kind', `pin_${'0'.repeat(26)}`],
  ])('an absent %s is null with not_found', async (_what, id) => {
    const response = await console.as('viewer')('query ($id: ID!) { payout(id: $id) { id } }', { id });
    expect([response.status, response.codes(), response.at('payout')]).toEqual([200, ['not_found id'], null]);
  });
});

describe('people', () => {
  const profile = 'query ($id: ID!) { beneficiary(id: $id) { customer { profile displayName } } }';
  it.each(['viewer', 'support'] as const)('shows %s the fields that their role may see', async (role) => {
    const response = await console.as(role)(profile, { id: world.beneficiaryId });
    expect(response.at('beneficiary.customer')).toEqual({
      displayName: 'Ana Torres',
      profile: role === 'viewer' ? null : { email: 'ana@example.com' },
    });
  });

  it('the schema never shows full account numbers, payers or addresses of owners', async () => {
    const secrets = ['00219300000000000017', 'owner@example.com', 'Luz'];
    for (const field of fields) {
      const { text } = await get(
        `{ ${field.name}${await argumentsOf(field.name)} ${selectionOf(getNamedType(field.type), 2)} }`,
      );
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });
});

describe('lists', () => {
  const idsOf = async (args: string, list = 'payouts'): Promise<string[]> => {
    const response = await get(`{ ${list}(${args}) { nodes { id } } }`);
    return (response.at(`${list}.nodes`) as { id: string }[]).map(({ id }) => id);
  };
  const stored = async (where: string): Promise<(string | null | undefined)[]> => {
    const rows = await queryRows(
      console.fixture.url,
      `select id from payout where ${where} order by id desc`,
    );
    return rows.map(({ id }) => id);
  };

  it.each([
    ['of all accounts', 'first: 100', 'true'],
    [
      'with one of some statuses',
      'filter: { status: [failed, returned] }',
      `status in ('failed', 'returned')`,
    ],
    [
      'of an account with one of some statuses',
      'accountId: "<account>", filter: { status: [completed, cancelled] }',
      `status in ('completed', 'cancelled')`,
    ],
    [
      'held or once held',
      'filter: { riskStatus: [in_review, approved] }',
      `risk_status in ('in_review', 'approved')`,
    ],
    ['to a beneficiary', 'filter: { beneficiaryId: "<beneficiary>" }', 'true'],
    [
      'by the amount that arrives',
      'filter: { amountMin: "37", amountMax: "37.00" }',
      'destination_amount = 37',
    ],
    ['by letters of the id', 'filter: { idContains: "<letters>" }', `id like '%<letters>%'`],
    ['from a time on', 'filter: { createdFrom: "<time>" }', `created_at >= '<time>'`],
    ['up to a time', 'filter: { createdTo: "<time>" }', `created_at < '<time>'`],
    [
      'of a status and a currency',
      'filter: { status: failed, sourceCurrency: "PEN" }',
      `status = 'failed' and source_currency = 'PEN'`,
    ],
    ['of an account that is not there', `accountId: "acct_${'0'.repeat(26)}"`, 'false'],
  ])('lists with filters return only matching rows: %s', async (_what, args, where) => {
    const [middle] = await queryRows(
      console.fixture.url,
      `select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from payout order by id offset 5 limit 1`,
    );
    const put = (text: string): string =>
      text
        .replaceAll('<account>', world.accountId)
        .replaceAll('<beneficiary>', world.beneficiaryId)
        .replaceAll('<letters>', world.completed.slice(-9, -2))
        .replaceAll('<time>', middle?.['at'] ?? '');
    const expected = await stored(put(where));
    expect(await idsOf(put(args))).toEqual(expected);
    if (where !== 'false') expect(expected.length).toBeGreaterThan(0);
  });

  it('lists are paged, each element once', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const response = await get(
        'query ($after: String) { payouts(first: 3, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage endCursor hasPreviousPage } } }',
        { after },
      );
      const edges = response.at('payouts.edges') as { cursor: string; node: { id: string } }[];
      seen.push(...edges.map(({ node }) => node.id));
      expect(response.at('payouts.pageInfo')).toMatchObject({
        hasPreviousPage: false,
        endCursor: edges.at(-1)?.cursor,
      });
      if (response.at('payouts.pageInfo.hasNextPage') !== true) break;
      after = response.at('payouts.pageInfo.endCursor') as string;
    }
    expect(seen).toEqual(await stored('true'));
  });

  it('a cursor continues only the same list', async () => {
    const response = await get('{ payouts(first: 1) { pageInfo { endCursor } } }');
    const cursor = response.at('payouts.pageInfo.endCursor');
    const others = [
      'payouts(after: $after, filter: { status: failed })',
      `payouts(after: $after, accountId: "${world.accountId}")`,
      'payins(after: $after)',
    ];
    for (const other of others) {
      const answer = await console.as('admin')(`query ($after: String) { ${other} { nodes { id } } }`, {
        after: cursor,
      });
      expect(answer.codes()).toEqual(['invalid_parameter after']);
    }
  });

  it.each([
    ['payouts', '', 'filter: {}'],
    ['payouts', 'filter: null', 'filter: { idContains: null }'],
    ['payouts', 'filter: { status: [failed, completed] }', 'filter: { status: [completed, failed, failed] }'],
    ['payouts', '', 'filter: { status: [] }'],
    ['payouts', 'filter: { amountMin: "1" }', 'filter: { amountMin: "1.0" }'],
    ['events', 'filter: { types: ["payout.created", "a"] }', 'filter: { types: ["a", "payout.created"] }'],
    [
      'journals',
      'filter: { purposes: ["a", "payout_reserve"] }',
      'filter: { purposes: ["payout_reserve", "a"] }',
    ],
  ])('a cursor continues the same filter, however it is written: %s %s', async (list, one, other) => {
    const page = async (filter: string, after = 'null') => {
      const response = await get(
        `{ ${list}(first: 1, ${filter} after: ${after}) { nodes { id } pageInfo { endCursor } } }`,
      );
      return {
        nodes: response.at(`${list}.nodes`),
        end: JSON.stringify(response.at(`${list}.pageInfo.endCursor`)),
      };
    };
    const first = await page(one);
    expect(await page(other)).toMatchObject({ nodes: first.nodes });
    const second = await page(one, first.end);
    expect(second.nodes).toHaveLength(1);
    expect(await page(other, first.end)).toMatchObject({ nodes: second.nodes });
  });

  it.each([
    ['first: 0', 'invalid_parameter first'],
    ['first: 101', 'invalid_parameter first'],
    ['after: "x"', 'invalid_parameter after'],
    ['accountId: "acct"', 'invalid_parameter accountId'],
    ['filter: { beneficiaryId: "x" }', 'invalid_parameter filter.beneficiaryId'],
    ['filter: { amountMin: "1e3" }', 'invalid_parameter filter.amountMin'],
    ['filter: { idContains: "%" }', 'invalid_parameter filter.idContains'],
  ])('refuse %s', async (args, code) => {
    expect((await console.as('viewer')(`{ payouts(${args}) { nodes { id } } }`)).codes()).toEqual([code]);
  });
});

describe('the ledger', () => {
  it('lists the journals of one operation, newest first', async () => {
    const query =
      'query ($id: ID, $owner: ID) { journals(accountId: $owner, filter: { originId: $id }) { nodes { purpose originId } } }';
    const row = (purpose: string) => ({ purpose, originId: world.completed });
    for (const owner of [null, world.accountId]) {
      const response = await get(query, { id: world.completed, owner });
      expect(response.at('journals.nodes')).toEqual([row('payout_capture'), row('payout_reserve')]);
    }
    const foreign = await get(query, { id: world.completed, owner: world.otherAccountId });
    expect(foreign.at('journals.nodes')).toEqual([]);
  });

  it('leads from a platform account to the journals posted there in its period', async () => {
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const response = await get(
      `{ platformAccounts(from: "${from}", to: "${to}") { ledger currency credits } }`,
    );
    const accounts = response.at('platformAccounts') as {
      ledger: string;
      currency: string;
      credits: string;
    }[];
    expect(accounts.length).toBeGreaterThan(2);
    const query = `query ($filter: JournalFilter) { journals(first: 100, filter: $filter) {
      nodes { id entries { ledger direction money { amount currency } } } } }`;
    interface Entry {
      readonly ledger: string;
      readonly direction: string;
      readonly money: { readonly amount: string; readonly currency: string };
    }
    for (const { ledger, currency, credits } of accounts) {
      const filter = { ledger, currency, occurredFrom: from, occurredTo: to };
      const nodes = (await get(query, { filter })).at('journals.nodes') as { entries: Entry[] }[];
      const own = nodes.map(({ entries }) =>
        entries.filter((each) => each.ledger === ledger && each.money.currency === currency),
      );
      expect(
        own.filter((each) => each.length === 0),
        ledger,
      ).toEqual([]);
      const sum = own
        .flat()
        .filter(({ direction }) => direction === 'credit')
        .reduce((total, { money }) => total.plus(money.amount), new BigNumber(0));
      expect(sum.eq(credits), `${ledger} ${currency}: ${sum.toFixed()} of ${credits}`).toBe(true);
      const before = { ...filter, occurredFrom: null, occurredTo: from };
      expect((await get(query, { filter: before })).at('journals.nodes')).toEqual([]);
    }
    const member = console.confinedTo(world.accountId);
    const refused = await member(query, { filter: { ledger: 'fees' } });
    expect(refused.codes()).toEqual(['invalid_parameter filter.ledger']);
    const balance = await member(query, { filter: { ledger: 'available' } });
    expect((balance.at('journals.nodes') as object[]).length).toBeGreaterThan(0);
  });
});

describe('the event log', () => {
  it('of one account is ordered by position', async () => {
    const response = await get(
      `{ events(first: 100, accountId: "${world.accountId}") { nodes { position type } } }`,
    );
    const nodes = response.at('events.nodes') as { position: string; type: string }[];
    const rows = await queryRows(
      console.fixture.url,
      'select position, type from event where account_id = $1 order by position desc',
      [world.accountId],
    );
    expect(nodes).toEqual(rows.slice(0, 100));
  });

  it('can be filtered by type and by resource, for any owner', async () => {
    const response = await get(
      `query ($id: ID) { events(filter: { resourceId: $id, types: ["payout.created", "payout.returned"] }) { nodes { type resourceId accountId } } }`,
      { id: world.returned },
    );
    const row = (type: string) => ({ type, resourceId: world.returned, accountId: world.accountId });
    expect(response.at('events.nodes')).toEqual([row('payout.returned'), row('payout.created')]);
  });
});

describe('the capabilities of an account', () => {
  it('are listed one by one, as in REST', async () => {
    const response = await get(`{ capabilities(accountId: "${world.accountId}") {
      product method currency collection paymentCurrency settlementAsset settlementCurrencies sourceCountry sourceCurrency
      sourceMethod features beneficiaryFields { name required enum } customerFields { name }
      paymentMethodFields { name type required description pattern example note } } }`);
    const rows = response.at('capabilities') as Readonly<Record<string, unknown>>[];
    const { capabilities } = console.ports.catalogue;
    const identity = ({ product, method, currency, sourceMethod, sourceCurrency }: (typeof rows)[number]) =>
      [product, method, currency, sourceMethod, sourceCurrency].join();
    expect(new Set(rows.map(identity)).size).toBe(capabilities.length);
    for (const [at, row] of rows.entries()) {
      const known = capabilities[at] as Readonly<Record<string, unknown>> | undefined;
      for (const [name, value] of Object.entries(row).filter(([name]) => !name.endsWith('Fields')))
        expect([name, value]).toEqual([name, known?.[name] ?? null]);
      const fields = capabilities[at]?.paymentMethodFields;
      const fieldRows = fields?.map(
        ({ name, type, required, description, pattern, example, note = null }) => ({
          name,
          type,
          required,
          description,
          pattern,
          example,
          note,
        }),
      );
      expect(row['paymentMethodFields']).toEqual(fieldRows ?? null);
    }
  });
});

describe('a pay-in', () => {
  it('shows the paid and the refundable amount, by the books', async () => {
    const response = await get(
      '{ payins(first: 100) { nodes { id status amount { amount currency } refunded { amount } refundable { amount } } } }',
    );
    const nodes = response.at('payins.nodes') as { id: string; status: string; amount: object }[];
    expect(nodes.map(({ status }) => status)).toContain('completed');
    const rows = await queryRows(
      console.fixture.url,
      `select p.id, to_char(t.refunded, fm) as refunded, to_char(
           case when p.status = 'completed' and not t.is_reversed then p.amount - t.claimed - t.spent else 0 end, fm) as refundable
         from payin p join taken_of(array(select id from payin)) t on t.payin_id = p.id,
           lateral (select 'FM9999990.' || repeat('0', currency_decimals(p.currency)) as fm) f`,
    );
    const books = new Map(rows.map((row) => [row['id'], row]));
    expect(rows.filter(({ refunded }) => Number(refunded) > 0)).not.toEqual([]);
    for (const { id, ...node } of nodes) {
      const { refunded, refundable } = books.get(id) ?? {};
      expect(node).toMatchObject({ refunded: { amount: refunded }, refundable: { amount: refundable } });
    }
  });
});

describe('the platform', () => {
  it('shows its clock, its backlog and its invariants', async () => {
    const response = await get(
      '{ platform { environment payoutsStopped primaryTreasuryAsset } backlog { due waiting { kind count oldestSeconds } } invariants { holds checks { number holds } } }',
    );
    expect(response.at('platform')).toEqual({
      environment: 'sandbox',
      payoutsStopped: false,
      primaryTreasuryAsset: 'USDT',
    });
    expect(response.at('invariants.holds')).toBe(true);
    expect((response.at('invariants.checks') as unknown[]).length).toBeGreaterThan(20);
    expect(response.at('backlog.due')).toEqual(expect.any(Number));
    const waiting = response.at('backlog.waiting') as { kind: string; count: number }[];
    const kinds = await postgresReader(console.fixture.orm).backlog();
    expect(waiting.map(({ kind, count }) => [kind, count])).toEqual(
      kinds.map(({ name, count }) => [name, count]),
    );
  });

  it('shows size and growth of the database, and the days until its volume is full', async () => {
    const { url } = console.fixture;
    await postgresStorage(console.fixture.orm).recordSizes();
    await queryRows(
      url,
      'insert into table_size select day - 5, name, greatest(bytes - 5000, 0) from table_size',
    );
    const response = await get(`{ storage { databaseBytes growthBytes freeBytes daysLeft
      tables { name rows bytes growthBytes keptDays } days { day bytes } } }`);
    const tables = response.at('storage.tables') as { name: string; bytes: number }[];
    const names = await queryRows(
      url,
      `select relname as tablename from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
    );
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(names.map(({ tablename }) => tablename)));
    expect(tables.map(({ bytes }) => bytes)).toEqual(
      tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
    );
    expect(tables).toContainEqual(
      expect.objectContaining({ name: 'request', growthBytes: 1_000, keptDays: 30 }),
    );
    expect(tables).toContainEqual(
      expect.objectContaining({ name: 'entry', growthBytes: 1_000, keptDays: null }),
    );
    const days = response.at('storage.days') as { bytes: number }[];
    const growth = ((days[1]?.bytes ?? 0) - (days[0]?.bytes ?? 0)) / 5;
    expect([days.length, response.at('storage.growthBytes'), response.at('storage.freeBytes')]).toEqual([
      2,
      growth,
      1e12,
    ]);
    expect(response.at('storage.daysLeft')).toBeCloseTo(1e12 / growth);
  });

  it('shows the movements of its own ledger accounts', async () => {
    const response = await get(
      `{ platformAccounts${await argumentsOf('platformAccounts')} { ledger currency credits debits } }`,
    );
    const rows = await queryRows(
      console.fixture.url,
      `select ledger, currency, coalesce(sum(amount) filter (where direction = 'credit'), 0)::numeric(30,2)::text as credits from entry where seq is null and currency = 'PEN' group by 1, 2 order by 1`,
    );
    const pen = (response.at('platformAccounts') as { currency: string }[]).filter(
      ({ currency }) => currency === 'PEN',
    );
    expect(pen).toMatchObject(rows);
    expect(pen.length).toBeGreaterThan(1);
  });

  it.each([
    ['viewer', 'invariants { holds }'],
    ['support', 'operators { id }'],
  ] as const)('refuses a %s without access: %s', async (role, field) => {
    const response = await console.as(role)(`{ ${field} }`);
    expect([response.status, response.codes()]).toEqual([403, ['insufficient_role']]);
  });
});
