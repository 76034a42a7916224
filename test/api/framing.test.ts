import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientsBehind } from '../../src/api/address.js';
import { consoleFiles } from '../../src/api/console.js';
import { Shutdown } from '../../src/api/connection.js';
import { operatorsAndMembers } from '../../src/api/graphql/caller.js';
import { buildGraphql, type GraphqlApi } from '../../src/api/graphql/server.js';
import { Pages } from '../../src/api/pages/server.js';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { noticesPath } from '../../src/api/rest/provider-notice.js';
import { descriptionPath, docsPath, landings, operationsOf } from '../../src/api/rest/routes.js';
import { startInternal, type InternalListener } from '../../src/main/http-internal.js';
import type { Ports } from '../../src/ports/ports.js';
import { inParallel } from '../setup/parallel.js';
import { answersIn, receivedUntilClose, openSocket, type RawAnswer } from '../setup/raw-http.js';
import { openSandbox, type Sandbox } from './sandbox.js';

/** Time limit for a request to arrive in this test. */
const requestMs = 2_000;
const environment = 'sandbox';
const clients = clientsBehind([]);
const pagesOf = (ports: Ports) =>
  new Pages(ports, { environment, hostNames: [], clientOf: clients.clientOf });

let sandbox: Sandbox;
let graphql: GraphqlApi;
let internal: InternalListener;
beforeAll(async () => {
  const far = 1_000_000;
  sandbox = await openSandbox({ requestMs, pagesOf, rateLimitPerSecond: far, connectionsOfOne: far });
  const { ports, newId } = sandbox.wired;
  const identity = operatorsAndMembers(ports);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  graphql = await buildGraphql(ports, { environment, newId, log, identity, clientOf: clients.clientOf });
  internal = await startInternal({
    host: '127.0.0.1',
    names: [],
    port: 0,
    ready: async () => [],
    registry: new Registry(),
    isVerified: async () => false,
    shutdown: new Shutdown(),
    requestMs,
    graphql,
    consoleAnswer: consoleFiles('dist/console', { environment }),
    signIn: (request, answer) => sandbox.api.server.routing(request, answer),
  });
});
afterAll(async () => {
  await internal.close();
  await graphql.stop();
  await sandbox.close();
});

type Target = readonly [method: string, path: string];

/**
 * Every path of the public listener with each of its methods and with POST; page paths are read from the
 * pages.
 */
async function publicTargets(): Promise<Target[]> {
  const pages: Target[] = [];
  const probe = fastify({ exposeHeadRoutes: false });
  probe.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) pages.push([each, url]);
  });
  pagesOf(sandbox.wired.ports).serve(probe);
  await probe.ready();
  await probe.close();
  const named = [...operationsOf(environment), ...dashboardRoutes, { method: 'POST', path: noticesPath }];
  const documents = [descriptionPath, docsPath, ...landings].map((path): Target => ['GET', path]);
  const unknown = ['/v1/nothing', '/nothing', '/v1/payouts/'].map((path): Target => ['GET', path]);
  return withPost([
    ...named.map(({ method, path }): Target => [method, path]),
    ...pages,
    ...documents,
    ...unknown,
  ]);
}

const internalTargets = (): Target[] =>
  withPost([
    ...['/healthz', '/readyz', '/metrics', '/ask?domain=a.example', '/graphql', '/console', '/nothing'].map(
      (path): Target => ['GET', path],
    ),
    ...dashboardRoutes.map(({ method, path }): Target => [method, path]),
    ['POST', '/dashboard/nothing'],
  ]);

function withPost(targets: readonly Target[]): Target[] {
  const texts = targets.flatMap(([method, pattern]) => {
    const path = pattern.replaceAll(/:\w+|\{\w+\}|\*/g, 'x');
    return [`${method} ${path}`, `POST ${path}`];
  });
  // A response to HEAD has the Content-Length of a body that is not sent.
  const known = [...new Set(texts)].filter((text) => !text.startsWith('HEAD '));
  return known.map((text) => text.split(' ') as [string, string]);
}

/** Further header lines, and what is sent after 100 Continue. */
interface Framing {
  readonly head: readonly string[];
  readonly body: string;
  /** Content-Type; JSON by default. */
  readonly type?: string;
  readonly hasExpect?: true;
}

const whole: Readonly<Record<'length' | 'chunked' | 'empty' | 'expected', Framing>> = {
  length: { head: ['Content-Length: 2'], body: '{}' },
  chunked: { head: ['Transfer-Encoding: chunked'], body: '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n' },
  empty: { head: ['Content-Length: 0'], body: '' },
  expected: { head: ['Content-Length: 2', 'Expect: 100-continue'], body: '{}', hasExpect: true },
};
const cut: Readonly<Record<'length' | 'chunked', Framing>> = {
  length: { head: ['Content-Length: 9'], body: '{' },
  chunked: { head: ['Transfer-Encoding: chunked'], body: '9\r\n{' },
};

async function sent(
  port: number,
  [method, path]: Target,
  framing: Framing & { close?: true },
): Promise<Socket> {
  const socket = await openSocket({ port });
  const { head, body, type = 'application/json', hasExpect, close } = framing;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${sandbox.key}`,
    `Content-Type: ${type}`,
    ...(close ? ['Connection: close'] : []),
    ...head,
  ];
  if (hasExpect)
    socket.once('data', (text: string) => text.startsWith('HTTP/1.1 100 ') && socket.write(body));
  socket.write([...lines, '', hasExpect ? '' : body].join('\r\n'));
  return socket;
}

/** The responses on a connection that the service must close. */
async function answers(
  port: number,
  target: Target,
  framing: Framing & { close?: true },
): Promise<RawAnswer[]> {
  const received = receivedUntilClose(await sent(port, target, framing));
  const problem = `${target.join(' ')}, ${framing.head.join(', ')}: the connection is open`;
  const late = new Promise<never>((_, reject) => {
    // Far above the time limit of a request, and below that of an idle connection.
    setTimeout(() => reject(new Error(problem)), 60_000).unref();
  });
  return answersIn(await Promise.race([received, late]));
}

describe.each([
  ['public', publicTargets, () => (sandbox.api.server.server.address() as AddressInfo).port],
  ['internal', async () => internalTargets(), () => internal.port],
])('every route of the %s listener', (name, targetsOf, portOf) => {
  it('answers every body framing once, and the same with or without a length', async () => {
    const targets = await targetsOf();
    expect(targets.length).toBeGreaterThan(name === 'public' ? 150 : 10);
    const wrong = await inParallel(targets, 8, async (target) => {
      const found: Record<string, number[]> = {};
      for (const [framing, how] of Object.entries(whole)) {
        const got = await answers(portOf(), target, { ...how, close: true });
        found[framing] = got.map(({ status }) => status);
      }
      const statuses = Object.values(found);
      const isAnswered = statuses.every(([status = 0, ...more]) => status < 500 && more.length === 0);
      // A client that sends many requests without a key gets 429 for a while.
      const limited = [found['length'], found['chunked'], found['expected']].filter(
        (each) => each?.[0] !== 429,
      );
      const isAlike = new Set(limited.map((each) => each?.[0])).size <= 1;
      return isAnswered && isAlike ? [] : [`${target.join(' ')} ${JSON.stringify(found)}`];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it('treats an empty or unreadable Content-Type like an unsupported one', async () => {
    const statusOf = async (target: Target, type: string): Promise<number | undefined> =>
      (await answers(portOf(), target, { ...whole.length, type, close: true }))[0]?.status;
    const wrong = await inParallel(await targetsOf(), 8, async (target) => {
      const all = [
        await statusOf(target, 'text/plain'),
        await statusOf(target, ''),
        await statusOf(target, 'json'),
        await statusOf(target, 'undefined'),
      ];
      // A client that sends many requests without a key gets 429 for a while.
      const others = all.filter((status) => status !== 429);
      const isAlike = new Set(others.filter((status) => status !== 415)).size <= 1;
      return isAlike ? [] : [`${target.join(' ')} ${all.join()}`];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it.each(Object.entries(cut))(
    'answers an interrupted body (%s) at most once, and closes its connection',
    async (_, framing) => {
      const targets = await targetsOf();
      const wrong = await inParallel(targets, targets.length, async (target) => {
        const statuses = (await answers(portOf(), target, framing)).map(({ status }) => status);
        // Node reports the timeout although there was a response.
        const own = name === 'internal' ? statuses.filter((status) => status !== 408) : statuses;
        const isRight = own.length <= 1 && own.every((status) => status < 500 || status === 503);
        return isRight ? [] : [`${target.join(' ')} ${statuses.join()}`];
      });
      expect(wrong.flat()).toEqual([]);
    },
  );
});
