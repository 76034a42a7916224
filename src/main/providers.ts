import { cancelGivenUp } from '../adapters/postgres/cancel.js';
import { hostsOf, WritingClient } from '../adapters/postgres/hosts.js';
import type { Pooler } from '../adapters/postgres/orm.js';
import { PooledClient } from '../adapters/postgres/pooled-client.js';
import { poolSettings } from '../adapters/postgres/server-setting.js';
import { openConnector } from '../adapters/providers/connector.js';
import { openSimulator, type Simulator } from '../adapters/providers/simulator.js';
import type { Capability, CapabilityKey, Catalogue } from '../domain/capability.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Trace } from '../ports/trace.js';
import type { Ports } from '../ports/ports.js';
import type { Provider } from '../ports/provider.js';
import { ConfigError, type Config } from './config.js';
import { watchedProvider, type OnCalled } from './watched.js';

interface Opening {
  readonly databaseUrl: string;
  readonly pooler: Pooler | undefined;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly log: Log;
  readonly onCalled: OnCalled;
  /** Whether connectors are checked for their environment and monitored. */
  readonly serves: boolean;
  readonly trace: Trace | undefined;
}

export interface Providers {
  readonly simulator: Simulator | undefined;
  readonly all: ReadonlyMap<string, Provider>;
  /** The catalogue; each capability names the provider it is routed to, if that provider serves it. */
  readonly catalogue: Catalogue;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
/**
 * With a pooler, a call of the simulated bank has the pooled role's time limit, plus a second for its commit.
 */
const pooledSettlingMsMin = Number(poolSettings['statement_timeout']) + 1_000;

/**
 * Opens the simulated bank of a sandbox and every connector. A connector of the other environment ends the
 * start.
 */
export async function openProviders(config: Config, opening: Opening): Promise<Providers> {
  const { catalogue, clock, log, onCalled, serves, trace } = opening;
  const { environment, connectors } = config;
  const remote = connectors.map((each) =>
    watchedProvider(
      openConnector({ ...each, environment, clock, log, traceparent: () => trace?.parent() }),
      onCalled,
    ),
  );
  const closeRemote = () => Promise.all(remote.map((each) => each.stop()));
  const checked = serves ? remote : [];
  const checks = await Promise.allSettled(checked.map(async (each) => each.remote?.assertEnvironment()));
  const wrong = checks.flatMap((each, at) =>
    each.status === 'rejected'
      ? [`PSP_CONNECTORS ${remote[at]?.name}: ${(each.reason as Error).message}`]
      : [],
  );
  if (wrong.length > 0) {
    await closeRemote();
    throw new ConfigError(wrong);
  }
  const simulator = environment === 'sandbox' ? await openBank(config.simulatorUrl, opening) : undefined;
  const look = setInterval(() => {
    for (const each of checked) void each.remote?.refresh();
  }, lookEveryMs);
  look.unref();
  const here = simulator ? [watchedProvider(simulator, onCalled)] : [];
  const all = new Map<string, Provider>([...here, ...remote].map((each) => [each.name, each]));
  return {
    simulator,
    all,
    catalogue: routed(catalogue, config, all),
    async stop() {
      clearInterval(look);
      await Promise.all([simulator?.stop(), closeRemote()]);
    },
  };
}

/** All current connector alarms. */
export const bankTroubles = ({ providers }: Pick<Ports, 'providers'>): string[] =>
  [...providers.values()].flatMap(({ name, remote }) =>
    (remote?.troubles() ?? []).map((trouble) => `the connector ${name}: ${trouble}`),
  );

/** Routes by method and currency; in a sandbox the simulated bank has the rest. */
function routed(
  catalogue: Catalogue,
  { connectors }: Pick<Config, 'connectors'>,
  all: ReadonlyMap<string, Provider>,
): Catalogue {
  const led = new Map(
    connectors.flatMap(({ name, routes }) =>
      routes.map(({ method, currency }) => [`${method} ${currency}`, name] as const),
    ),
  );
  const providerOf = ({ product, method, currency }: CapabilityKey, own?: string): string | undefined => {
    const name = led.get(`${method} ${currency}`) ?? own;
    const provider = name === undefined ? undefined : all.get(name);
    const serves = provider?.remote?.offers(product, method, currency) ?? provider !== undefined;
    return serves ? name : undefined;
  };
  const limitsOf = ({ product, method, currency }: CapabilityKey, own?: string) => {
    const name = led.get(`${method} ${currency}`) ?? own;
    const remote = name === undefined ? undefined : all.get(name)?.remote;
    return remote?.limits(product === 'remittance' ? 'payout' : product, method, currency);
  };
  const lead = ({ provider: own, features, ...rest }: Capability): Capability => {
    const { product, method, currency, sourceMethod = '', sourceCurrency = '' } = rest;
    return Object.defineProperties({ ...rest } as Capability, {
      provider: {
        enumerable: true,
        get() {
          if (product !== 'remittance') return providerOf(rest, own);
          const source = { product: 'payin', method: sourceMethod, currency: sourceCurrency };
          const from = providerOf(source, own);
          return from && providerOf({ product: 'payout', method, currency }, own);
        },
      },
      providerLimits: { enumerable: true, get: () => limitsOf(rest, own) },
      ...(features && {
        features: {
          enumerable: true,
          get() {
            const name = providerOf(rest, own);
            const remote = name === undefined ? undefined : all.get(name)?.remote;
            return features.filter((feature) => remote?.has(feature) ?? true);
          },
        },
      }),
    });
  };
  return { ...catalogue, capabilities: catalogue.capabilities.map(lead) };
}

/** In a database of its own, or in the service's, through its pooler. */
async function openBank(
  apart: string | undefined,
  { databaseUrl, pooler, catalogue, clock, log }: Opening,
): Promise<Simulator> {
  const url = apart ?? databaseUrl;
  const pooled = apart === undefined ? pooler : undefined;
  await hostsOf(url).found();
  if (pooled) await hostsOf(pooled.url).found();
  const isShort = pooled?.mode !== 'transaction';
  const settlingMs = catalogue.settlingSeconds * 1000;
  return openSimulator({
    url,
    poolUrl: pooled?.url,
    clock,
    settlingMs: isShort ? settlingMs : Math.max(settlingMs, pooledSettlingMsMin),
    keepsSession: isShort,
    onPool: cancelGivenUp,
    Connecting: isShort ? WritingClient : PooledClient,
    report: (error) => log.error({ provider: 'sandbox', err: error }, 'simulated bank failed; retrying'),
  });
}
