import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { statementsOf } from '../../bench/growth/explain.ts';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpFetcher } from '../../src/adapters/http/fetcher.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import { logMailer } from '../../src/adapters/mail/log.js';
import { localMessaging } from '../../src/adapters/local/messaging.js';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { postgresReports } from '../../src/adapters/postgres/report/reports.js';
import { postgresRequestLog } from '../../src/adapters/postgres/request-log.js';
import { defaultRetention } from '../../src/domain/retention.js';
import { postgresStorage } from '../../src/adapters/postgres/storage.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import { opensWith } from '../../src/main/keys.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { thresholdRisk } from '../../src/adapters/risk/threshold.js';
import { confinedCaller, operatorCaller, type Caller } from '../../src/api/graphql/caller.js';
import { clientsBehind } from '../../src/api/address.js';
import { buildGraphql } from '../../src/api/graphql/server.js';
import { operatorRoles, type OperatorRole } from '../../src/domain/operator.js';
import { refuse } from '../../src/domain/refusal.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import { machineClock } from '../../src/main/clock.js';
import type { Log } from '../../src/ports/log.js';
import type { Ports } from '../../src/ports/ports.js';
import { newId, openCustomer, openFixture, operations, vault, type Fixture } from './fixture.js';
import { asker, type Ask } from './graphql.js';
import { logOf } from './log.js';
import { plainProof } from './step-up.js';

/** The internal API over a database that nothing else works on: what it reads can be counted. */
export interface Console {
  readonly url: string;
  readonly fixture: Fixture;
  readonly ports: Ports;
  /** By an operator of that role. */
  as(role: OperatorRole): Ask;
  /** By one who sees these accounts alone. */
  confinedTo(...accountIds: string[]): Ask;
  /** The statements that were sent while `work` ran. */
  statements(work: () => Promise<unknown>): Promise<readonly string[]>;
  /** Lines of the request log. */
  readonly requests: object[];
  /** Logged faults. */
  readonly faults: unknown[];
  close(): Promise<void>;
}

export async function openConsole(environment: 'sandbox' | 'live' = 'sandbox'): Promise<Console> {
  const fixture = await openFixture();
  const faults: unknown[] = [];
  const requests: object[] = [];
  const log: Log = {
    info: (facts, message) => void (message === 'request' && requests.push(facts)),
    // A query that the database does not answer in time is no fault of this API.
    warn: ({ err }, message) => void (/no answer/.test(message) || faults.push(err)),
    error: ({ err }) => void faults.push(err),
  };
  const ports = portsOf(fixture, environment, log);
  const identity = {
    identify: async (credential: string | undefined) => callerOf(credential ?? ''),
    forget: () => undefined,
  };
  const { clientOf } = clientsBehind([]);
  const api = await buildGraphql(ports, { environment, newId, log, identity, clientOf });
  const server = createServer((request, response) => {
    api.handle(request, response).catch((error: unknown) => faults.push(error));
  });
  server.on('upgrade', (...upgrade) => api.sockets.upgrade(...upgrade));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    fixture,
    ports,
    requests,
    faults,
    as: (role) => asker(url, role),
    confinedTo: (...accountIds) => asker(url, accountIds.join()),
    statements: async (work) => (await statementsOf(await poolOf(fixture.orm), work)).map(({ text }) => text),
    async close() {
      await api.stop();
      server.close();
      server.closeAllConnections();
      await fixture.close();
    },
  };
}

/** One more event of the account, on its way. */
export async function happen({ fixture, ports }: Console, accountId: string): Promise<void> {
  await openCustomer(fixture.store, accountId);
  await ports.messaging.publish((await logOf(fixture.url, accountId)).slice(-1));
}

/** The token is the role, or the accounts. */
function callerOf(authorization: string): Caller {
  const token = authorization.replace(/^Bearer /, '');
  const role = operatorRoles.find((each) => each === token);
  if (role !== undefined) return operatorCaller({ id: `op_${role}`, name: `the ${role}`, role });
  if (!token.startsWith('acct_')) refuse('invalid_api_key', 'no such token');
  return confinedCaller(
    'sess_1',
    token.split(',').map((accountId) => ({ id: 'mem_1', accountId, role: 'viewer', proof: plainProof })),
  );
}

function portsOf(fixture: Fixture, environment: 'sandbox' | 'live', log: Log): Ports {
  const catalogue = loadCatalogue(undefined);
  return {
    store: fixture.store,
    reader: postgresReader(fixture.orm, 4),
    reports: postgresReports(fixture.orm, () => Promise.resolve()),
    requestLog: postgresRequestLog(fixture.orm),
    storage: postgresStorage(fixture.orm),
    freeBytes: async () => 1e12,
    retention: defaultRetention,
    checkInvariants: () => checkInvariants(fixture.url, { opens: opensWith(vault) }),
    vault,
    risk: thresholdRisk(catalogue, true),
    clock: machineClock,
    log,
    catalogue,
    providers: new Map(),
    operations,
    bank: undefined,
    wake: () => undefined,
    twoOperators: false,
    messaging: localMessaging(log),
    webhooks: postgresWebhooks(fixture.orm),
    sender: httpSender({ dns: systemDns(), allowInsecure: true }),
    fetcher: httpFetcher({ dns: systemDns(), allowInsecure: true }),
    mailer: logMailer(log),
    allowInsecureWebhooks: true,
    records: { texts: async () => undefined },
    hostedHosts: [],
    platform: { name: 'Payments service' },
    environment,
    quoteSeconds: 300,
    sendWindowMs: 10_000,
  };
}
