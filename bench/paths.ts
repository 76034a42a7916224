import type { Goal } from './goal.ts';

/** A measured path and its reference. Goals are ratios within one run, because machines differ. */
export interface Path {
  readonly title: string;
  readonly unit: string;
  readonly ceiling: string;
  /** The level that must be held. */
  readonly hold: Goal;
  /** The level to reach next, if any. */
  readonly aim?: Goal;
  /** Both were measured in alternating turns: each round has its own ratio, and the median counts. */
  readonly isPaired?: true;
}

const perSecond = '/s';
const best = 'best of 1, 8, 32 clients';
const floor = 'the same rows under the same guards until their end, behind a bare route, and nothing else';
const rowsAlone = 'writing the same rows under the same guards, and nothing else';
const withoutLog = 'the same without the request log, in turns';

export const paths = {
  sustainedHot: {
    title: 'payouts sustained, hot account: accepted and ended in the same time',
    unit: perSecond,
    ceiling: floor,
    hold: { ratio: { least: 0.5 } },
    aim: { ratio: { least: 0.75 } },
  },
  sustainedSpread: {
    title: 'payouts sustained, 1000 accounts: accepted and ended in the same time',
    unit: perSecond,
    ceiling: floor,
    hold: { ratio: { least: 0.3 } },
    aim: { ratio: { least: 0.6 } },
  },
  sustainedDue: {
    title: 'payouts sustained: growth of what is not ended, of what is accepted, the worse of both',
    unit: '%',
    ceiling: '–',
    hold: { value: { most: 5 } },
  },
  costHot: {
    title: 'PostgreSQL a payout until its end, sandbox bank apart, hot account',
    unit: 'ms',
    ceiling: rowsAlone,
    hold: { value: { most: 0.53 } },
    aim: { value: { most: 0.42 } },
  },
  costSpread: {
    title: 'PostgreSQL a payout until its end, sandbox bank apart, 1000 accounts',
    unit: 'ms',
    ceiling: rowsAlone,
    hold: { value: { most: 0.8 } },
    aim: { value: { most: 0.61 } },
  },
  hot: {
    title: 'POST /v1/payouts, hot account, 64 connections',
    unit: perSecond,
    ceiling: `minimal schema, one account, ${best}`,
    hold: { ratio: { least: 1.5 } },
    aim: { ratio: { least: 2.5 } },
  },
  spread: {
    title: 'POST /v1/payouts, 1000 accounts, 64 connections',
    unit: perSecond,
    ceiling: `minimal schema, 1000 accounts, ${best}`,
    hold: { ratio: { least: 0.33 } },
    aim: { ratio: { least: 0.6 } },
  },
  tagged: {
    title: 'POST /v1/payouts with five metadata keys, hot account, 64 connections',
    unit: perSecond,
    ceiling: 'the same without metadata, in turns',
    isPaired: true,
    hold: { ratio: { least: 0.97 } },
  },
  lone: {
    title: 'POST /v1/payouts, one connection, p50',
    unit: 'ms',
    ceiling: 'a commit of the same rows, an exchange with the database and a bare route',
    hold: { ratio: { most: 2.4 } },
    aim: { ratio: { most: 1.5 } },
  },
  slow: {
    title: 'POST /v1/payouts, hot account, each commit 2 ms slower',
    unit: perSecond,
    ceiling: `minimal schema, one account, 2 ms slower too, ${best}`,
    hold: { ratio: { least: 8 } },
    aim: { ratio: { least: 15 } },
  },
  batch: {
    title: 'payout batch of 1000, from accepted to all reserved, payouts',
    unit: perSecond,
    ceiling: 'minimal schema, one account, sets of 100, best of 1, 8 clients',
    hold: { ratio: { least: 0.3 } },
    aim: { ratio: { least: 0.5 } },
  },
  besideBatch: {
    title: "another account's POST /v1/payouts, one connection, p99, beside batches of 1000",
    unit: 'ms',
    ceiling: 'p99 beside a process that only burns as much processor',
    hold: { ratio: { most: 2 } },
  },
  payin: {
    title: 'pay-in notices credited, 1000 accounts',
    unit: perSecond,
    ceiling: `minimal schema, 1000 accounts, ${best}`,
    hold: { ratio: { least: 0.4 } },
    aim: { ratio: { least: 0.6 } },
  },
  balances: {
    title: 'GET /v1/balances, 64 connections',
    unit: perSecond,
    ceiling: 'bare fastify route, the same query',
    hold: { ratio: { least: 1.2 } },
  },
  payout: {
    title: 'GET /v1/payouts/{id}, 64 connections',
    unit: perSecond,
    ceiling: 'bare fastify route, the same query',
    hold: { ratio: { least: 1.2 } },
  },
  page: {
    title: 'GET /v1/payouts, page of 25, 64 connections',
    unit: perSecond,
    ceiling: 'bare fastify route, the same query',
    hold: { ratio: { least: 0.6 } },
    aim: { ratio: { least: 0.9 } },
  },
  flooded: {
    title: 'GET /v1/balances on one connection, p50, beside 40 sockets on /v1/openapi.json',
    unit: 'ms',
    ceiling: 'p50 without them',
    hold: { ratio: { most: 2 } },
  },
  strangers: {
    title: "GET /v1/balances on one connection, p99, beside 600 strangers' half-sent sign-ins",
    unit: 'ms',
    ceiling: 'p99 without them',
    hold: { ratio: { most: 2 } },
  },
  replay: {
    title: 'replay of a known key, one connection',
    unit: perSecond,
    ceiling: 'creation, one connection',
    hold: { ratio: { least: 2 } },
    aim: { ratio: { least: 3 } },
  },
  webhooks: {
    title: 'events → webhooks, drained, 64 endpoints',
    unit: perSecond,
    ceiling: 'signed POSTs by undici alone, the same receivers',
    hold: { ratio: { least: 0.25 } },
    aim: { ratio: { least: 0.4 } },
  },
  endpoint: {
    title: 'events → webhooks, drained, one endpoint in order',
    unit: perSecond,
    ceiling: 'one signed POST after another',
    hold: { ratio: { least: 0.22 } },
    aim: { ratio: { least: 0.4 } },
  },
  live: {
    title: 'event → receiver, live at 200/s, p99',
    unit: 'ms',
    ceiling: '–',
    hold: { value: { most: 40 } },
    aim: { value: { most: 20 } },
  },
  webhookMemory: {
    title: 'memory of a process that delivers 200/s, growth in its second minute',
    unit: 'MB',
    ceiling: '–',
    hold: { value: { most: 50 } },
  },
  hostile: {
    title: "the good receivers' p99, beside 30 % hostile ones",
    unit: 'ms',
    ceiling: 'p99 without hostile ones',
    hold: { ratio: { most: 2 } },
  },
  silent: {
    title: "a healthy endpoint's p99, beside 300 silent ones of other accounts",
    unit: 'ms',
    ceiling: 'p99 of itself alone',
    hold: { ratio: { most: 2 }, value: { most: 5_000 } },
  },
  loggedPayout: {
    title: 'POST /v1/payouts with the request log, 100 accounts, 64 connections',
    unit: perSecond,
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { least: 0.95 } },
  },
  loggedPayoutCpu: {
    title: 'of these a payout: processor time of service and PostgreSQL, to its end',
    unit: 'ms',
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { most: 1.05 } },
  },
  loggedPayoutWait: {
    title: 'POST /v1/payouts with the request log, 100 accounts, 2 connections, p50',
    unit: 'ms',
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { most: 1.05 } },
  },
  loggedRead: {
    title: 'GET /v1/payouts/{id} with the request log, 100 accounts, 64 connections',
    unit: perSecond,
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { least: 0.95 } },
  },
  loggedReadCpu: {
    title: 'of these a read: processor time of service and PostgreSQL',
    unit: 'ms',
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { most: 1.05 } },
  },
  loggedReadWait: {
    title: 'GET /v1/payouts/{id} with the request log, 100 accounts, 2 connections, p50',
    unit: 'ms',
    ceiling: withoutLog,
    isPaired: true,
    hold: { ratio: { most: 1.05 } },
  },
  besideArchive: {
    title: "another account's POST /v1/payouts, one connection, p99, beside psp archive --remove",
    unit: 'ms',
    ceiling: 'p99 without it, in turns',
    isPaired: true,
    hold: { ratio: { most: 1.5 } },
  },
  hostedStep: {
    title: 'GET /s/{token}/amount of the hosted page, 64 connections',
    unit: perSecond,
    ceiling: 'bare fastify route that sends the same bytes',
    hold: { ratio: { least: 0.25 } },
  },
  hostedStreams: {
    title: 'memory of 500 open progress streams of the hosted page',
    unit: 'MB',
    ceiling: '–',
    hold: { value: { most: 100 } },
  },
  graphql: {
    title: 'GraphQL: a payout with beneficiary, events and entries, 64 connections',
    unit: perSecond,
    ceiling: 'bare Apollo Server, the same answer from memory',
    hold: { ratio: { least: 0.45 } },
    aim: { ratio: { least: 0.7 } },
  },
  abused: {
    title: "GraphQL: that query's p99, beside 20 abusive documents a second",
    unit: 'ms',
    ceiling: 'p99 without them',
    hold: { ratio: { most: 2 } },
  },
  watched: {
    title: 'GraphQL: events → 1000 subscribers of one account, messages',
    unit: perSecond,
    ceiling: 'bare ws broadcast of the same bytes',
    hold: { ratio: { least: 0.6 } },
    aim: { ratio: { least: 0.8 } },
  },
  pushed: {
    title: 'GraphQL: event → 1000 subscribers, at 10/s, p99',
    unit: 'ms',
    ceiling: '–',
    hold: { value: { most: 500 } },
  },
  subscriber: {
    title: 'GraphQL: memory a subscriber',
    unit: 'KB',
    ceiling: '–',
    hold: { value: { most: 100 } },
  },
  reportStream: {
    title: 'GET /v1/reports/transactions, 1,000,000 entries as one CSV stream, rows',
    unit: perSecond,
    ceiling: 'COPY of the same query, read and dropped',
    hold: { ratio: { least: 0.5 } },
    aim: { ratio: { least: 0.8 } },
  },
  reportMemory: {
    title: 'memory of a process that sends such streams, growth beyond streams of 10,000',
    unit: 'MB',
    ceiling: '–',
    hold: { value: { most: 50 } },
  },
  reportBalances: {
    title: 'GET /v1/reports/balances of any period, 1,000,000 entries, p50',
    unit: 'ms',
    ceiling: 'itself after 10,000 entries',
    hold: { ratio: { most: 2 } },
  },
  overload: {
    title: "another account's POST /v1/payouts, p99, beside five times as many as can be accepted",
    unit: 'ms',
    ceiling: 'p99 beside a process that only burns as much processor',
    hold: { ratio: { most: 2 } },
    aim: { ratio: { most: 1.5 } },
  },
  overloadGoodput: {
    title: 'POST /v1/payouts, five times as many as can be accepted, hot account: accepted',
    unit: perSecond,
    ceiling: 'as many as can be accepted',
    hold: { ratio: { least: 0.8 } },
  },
  overloadOthers: {
    title: 'answers to them beside 201, 429 and 503',
    unit: '',
    ceiling: '–',
    hold: { value: { most: 0 } },
  },
  memory: {
    title: "the process's memory, growth after the first minute",
    unit: 'MB',
    ceiling: '–',
    hold: { value: { most: 50 } },
  },
} satisfies Record<string, Path>;

export type PathName = keyof typeof paths;
