import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorSettings } from '../setup/connector-settings.js';
import { openOtherAccount } from '../setup/hand.js';
import { aHandMadeConnector, type HandMade } from '../setup/hand-made-connector.js';
import { enablePage } from '../setup/hosted.js';
import { payable, reviewed, visit } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { openFundingAccount } from '../setup/verbs.js';
import { keyless } from './keyless.js';
import { Pool } from './pool.js';
import { failuresText } from './report.js';
import { fuzz } from './run.js';
import { foreignMark } from './world.js';

const count = sized(2_000, 200_000);
let connector: HandMade;
let service: RunningService;
/** `METHOD path` of every public route, with `:name` for parameters. */
const routes: string[] = [];
const errorLines: string[] = [];

beforeAll(async () => {
  connector = await aHandMadeConnector();
  const opened = { outcome: 'opened', instructions: { account_number: '1' } };
  connector.says('PUT', /^\/funding-accounts\//, { body: opened });
  const onServer = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`);
    });
  };
  subscribe('fastify.initialization', onServer);
  const usd = [{ method: 'ach', currency: 'USD' }];
  service = await openService(
    {
      PSP_CONNECTORS: connectorSettings(connector.url, { routes: usd, notices: 'proof' }),
      // Requests come from many addresses.
      PSP_TRUSTED_PROXIES: '127.0.0.1',
    },
    { write: (line: string) => void errorLines.push(line) },
  );
  unsubscribe('fastify.initialization', onServer);
});
afterAll(async () => {
  await service.stop();
  await connector.close();
});

/** Sessions at every step, and a funding account of the connector. */
async function populated(): Promise<Pool> {
  const own = new Pool();
  own.keepId((await enablePage(service, { public_start: true, font: 'lato' })).get('id'));
  const keep = ({ path }: { readonly path: string }): void => own.keepId(path.replace('/s/', ''));
  for (let nth = 0; nth < 4; nth += 1) {
    const visited = await visit(service);
    keep(visited);
    if (nth > 1) await visited.visitor.send(answers.amount);
    if (nth > 2) await visited.visitor.send(answers.sender);
    const ready = await reviewed(service);
    keep(ready);
    own.keep('quote', ready.visitor.hidden()['quote'] ?? '');
  }
  keep(await payable(service));
  await openFundingAccount(service, 'USD');
  const opening = connector.requests.find(({ method, path }) => method === 'PUT' && path.includes('funding'));
  own.keep('funding reference', opening?.path.split('/').at(-1) ?? '');
  return own;
}

test(
  `${count} requests without a key get an allowed answer`,
  { timeout: sized(600_000, 14_400_000) },
  async () => {
    const seed = seedOf('keyless');
    const other = await openOtherAccount(service);
    const brand = { public_start: true, branding_mode: 'co_branded', brand_name: foreignMark };
    await enablePage(clientOf(service.baseUrl, other.key), brand);
    const own = await populated();
    const nobody = { key: 'x', readKey: 'x', writeKey: 'x', session: 'x' };
    const target = {
      baseUrl: service.baseUrl,
      own,
      other: new Pool(),
      ...nobody,
      stop: async () => undefined,
    };
    const progress = progressOf('keyless');
    const report = await fuzz(target, {
      seed,
      count,
      width: 1,
      operations: keyless,
      onProgress: (sent) => progress(`${sent} of ${count}`),
    });
    expect(report.failures.length, failuresText('keyless.test.ts', report)).toBe(0);
    expect(errorLines, 'nothing is logged as an error').toEqual([]);
    await service.check();
  },
);

test('every route of hosted pages and connectors is requested', () => {
  const requested = keyless.map(({ method, path }) => `${method} ${path}`);
  const isRequested = (route: string): boolean => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
    return requested.some((each) => pattern.test(each));
  };
  const ours = routes.filter((each) => /^(GET|POST) \/([sp]|providers)\/[^*]+$/.test(each));
  expect(ours.length).toBeGreaterThan(15);
  expect(ours.filter((each) => !isRequested(each))).toEqual([]);
});
