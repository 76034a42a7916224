import type * as tablesOf from '../../src/adapters/postgres/table.js';
import type * as admitting from '../../src/api/admission.js';
import type { Parameter } from '../../src/api/rest/query.js';
import type * as routed from '../../src/api/rest/route.js';
import type * as routing from '../../src/api/rest/routes.js';
import type { ApiKey } from '../../src/domain/account.js';
import type * as ids from '../../src/domain/id.js';
import type * as refusing from '../../src/domain/refusal.js';
import type { Wired } from '../../src/main/wire.js';
import { built } from '../built.ts';
import { explained, type Explained } from './explain.ts';

type Route = routed.Route;

const { nounsInOrder, tables } = await built<typeof tablesOf>('adapters/postgres/table.js');
const { Slots } = await built<typeof admitting>('api/admission.js');
const { routes } = await built<typeof routing>('api/rest/routes.js');
const { idKindsOf } = await built<typeof routed>('api/rest/route.js');
const { idFloor } = await built<typeof ids>('domain/id.js');
const { Refusal } = await built<typeof refusing>('domain/refusal.js');

/** A read of one operation, and the statements it sent. */
export interface ReadPlan {
  /** As in a request: `listPayouts?status=processing`. */
  readonly read: string;
  readonly plans: readonly Explained[];
}

type Search = Readonly<Record<string, string>>;

/** The newest value among some thousand rows: a column that is always empty must not be searched whole. */
const newest = (column: string, table: string): string =>
  `select ${column} from (select ${column} from ${table} where account_id = $1 order by id desc limit 5000) newest
    where ${column} is not null limit 1`;
const before = (interval: string): string =>
  `select to_char(created_at - interval '${interval}', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from payout where account_id = $1
    order by id desc limit 1`;

/** Values for parameters that are not enums; a new parameter needs a line here. */
const examples: Readonly<Record<string, string>> = {
  beneficiary_id: newest('beneficiary_id', 'payout'),
  customer_id: newest('customer_id', 'beneficiary'),
  funding_account_id: newest('funding_account_id', 'payin'),
  external_id: newest('external_id', 'customer'),
  country: newest('country', 'customer'),
  method: newest('method', 'beneficiary'),
  currency: newest('currency', 'beneficiary'),
  payin_id: newest('id', 'payin'),
  payout_id: newest('id', 'payout'),
  reference: `select 'order-1042'`,
  message_id: `select 'WAGES-2026-11'`,
  bank_reference: `select 'SIM202611206K2M4P6R8T0W1YA'`,
  amount_gte: `select '10'`,
  amount_lte: `select '10'`,
  day: `select '2026-11-20'`,
  metadata: `select '1042'`,
  resource_id: newest('id', 'payout'),
  // A history without rows is read with the same plan.
  destination_id: `select 'sdst_00000000000000000000000000'`,
  status: `select '400'`,
  path: `select '/v1/payouts'`,
  idempotency_key: `select 'payout-1'`,
  api_key_prefix: `select 'psp_test_000000000000'`,
  created_after: before('1 day'),
  created_before: before('1 hour'),
  type: `select unnest(array['payout.', 'payout.returned'])`,
};

/**
 * Every list without a filter and with each value of each filter, first page and next, and every retrieve.
 * The operations' own handlers read, so the explained statements are the service's. Reports read a period,
 * not a page, and are left out.
 */
export async function readPlans(wired: Wired, accountId: string): Promise<ReadPlan[]> {
  const asker = await askerOf(wired, accountId);
  const found: ReadPlan[] = [];
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    if (route.names !== undefined) continue;
    if (route.query?.['limit'] !== undefined) found.push(...(await listPlans(asker, route)));
    else if (route.idKind !== undefined)
      found.push((await asker.read(route, {}, await asker.idOf(route))).plan);
  }
  return found;
}

/** Amount bounds need a currency and the reverse. A wide range reads more; its limit is in plan.test.ts. */
function besideOf(name: string, { query = {} }: Route): Search {
  const range = { currency: 'MXN', amount_gte: '10', amount_lte: '10' };
  return name.startsWith('amount_') || (name === 'currency' && 'amount_gte' in query) ? range : {};
}

/** These filters have no index: they read an account's log, which is at most 100,000 lines long. */
const readsLog = ({ operationId }: Route, name: string): boolean =>
  operationId === 'listRequests' && ['status', 'method', 'path', 'api_key_prefix'].includes(name);

interface Asker {
  valuesOf(name: string, parameter: Parameter<unknown>): Promise<readonly string[]>;
  idOf(route: Route): Promise<string>;
  read(route: Route, search: Search, id?: string): Promise<{ plan: ReadPlan; next: string | undefined }>;
}

async function listPlans(asker: Asker, route: Route): Promise<ReadPlan[]> {
  const cursor = 'after' in (route.query ?? {}) ? 'after' : 'starting_after';
  const filters = Object.entries(route.query ?? {}).filter(
    ([name]) => name !== 'limit' && name !== cursor && !readsLog(route, name),
  );
  const searches: Search[] = [{}];
  for (const [name, parameter] of filters) {
    const values = await asker.valuesOf(name, parameter);
    const parameterName = name === 'metadata' ? 'metadata[order]' : name;
    searches.push(...values.map((value) => ({ ...besideOf(name, route), [parameterName]: value })));
  }
  const id = route.idKind === undefined ? undefined : await asker.idOf(route);
  const found: ReadPlan[] = [];
  for (const search of searches) {
    const { plan, next } = await asker.read(route, search, id);
    found.push(plan);
    if (next !== undefined) found.push((await asker.read(route, { ...search, [cursor]: next }, id)).plan);
  }
  return found;
}

async function askerOf({ orm, ports }: Wired, accountId: string): Promise<Asker> {
  const account = await ports.reader.get('account', [accountId], accountId);
  if (!account) throw new Error(`there is no account ${accountId}`);
  const texts = async (sql: string): Promise<string[]> => {
    const rows = (await orm.em.getConnection().execute(sql.replaceAll('$1', `'${accountId}'`))) as object[];
    return rows.flatMap((row) => Object.values(row) as string[]);
  };
  return {
    valuesOf(name, { schema }) {
      if (Array.isArray(schema['enum'])) return Promise.resolve(schema['enum'] as string[]);
      const example = examples[name];
      if (example === undefined) throw new Error(`bench/growth/plan.ts has no example of ${name}`);
      return texts(example);
    },
    async idOf(operation) {
      const [idKind = ''] = idKindsOf(operation);
      const noun = nounsInOrder.find((each) => each === idKind);
      const [id] = await texts(newest('id', noun ? tables[noun].name : idKind));
      // A history without rows is read with the same plan and finds nothing.
      return id ?? idFloor(idKind as Parameters<typeof ids.idFloor>[0], new Date());
    },
    async read(route, search, id = 'MXN') {
      let next: string | undefined;
      const credential = { type: 'api_key', key: {} as ApiKey } as const;
      const caller = { account, scopes: ['read'] as const, id: '', credential };
      const query = new URLSearchParams(search).toString();
      const plans = await explained(orm, async () => {
        const answer = await route
          .run(
            { ports, environment: 'sandbox', streams: new Slots(1, 'account') },
            { caller, id, search: query, body: { value: {} }, use: undefined, language: () => 'en' },
          )
          .catch((error: unknown) => {
            if (error instanceof Refusal && error.code === 'not_found') return { body: {}, text: undefined };
            throw error;
          });
        const body = (answer.text === undefined ? answer.body : JSON.parse(answer.text)) as {
          next_cursor?: string;
        };
        next = body.next_cursor;
      });
      return { plan: { read: `${route.operationId}?${query}`, plans }, next };
    },
  };
}
