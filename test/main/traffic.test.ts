import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventTypes } from '../../src/domain/event.js';
import { readCredentials } from '../../src/main/credentials.js';
import { asker } from '../setup/graphql.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { scrape, type Scrape } from '../setup/scrape.js';
import { projectText } from '../setup/source.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { eventually } from '../setup/patience.js';

const fileOf = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const dashboard = JSON.parse(fileOf('config/grafana/payments.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const alerts = parse(fileOf('config/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
);
const rules = alerts.groups.flatMap((group) => group.rules);

let service: RunningService;
let receiver: Receiver;
let metrics: Scrape;
let completed: string;
const strange = freshKey();

beforeAll(async () => {
  receiver = await openReceiver();
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  await service.post('/v1/webhook-endpoints', { url: receiver.url });
  await fund(service, 'MXN', '1000.00');
  const beneficiary = await speiBeneficiary(service);
  completed = (await service.post('/v1/payouts', mxnPayout(beneficiary))).get('id');
  const failing = { ...mxnPayout(beneficiary), description: 'sim:fail' };
  const failed = (await service.post('/v1/payouts', failing)).get('id');
  for (const [id, status] of [
    [completed, 'completed'],
    [failed, 'failed'],
  ])
    await service.until(`/v1/payouts/${id}`, (answer) => answer.at('status') === status);
  await service.get(`/v1/${strange}`);
  await service.get(`/v1/payouts/${strange}`);
  await service.call('PROPFIND', '/v1/payouts');
  const ask = asker(service.internalUrl, readCredentials(service.dataDir).operator_token ?? null);
  await ask('{ payouts(first: 1) { nodes { id } } }');
  await ask(`{ ${strange.replaceAll('-', '')} }`);
  await ask(`{ a: payout(id: "${completed}") { id } accounts(first: 1) { nodes { id } } }`);
  await asker(service.internalUrl, strange)('{ payouts { nodes { id } } }');
  await eventually(async () => {
    expect(receiver.received.map(({ event }) => event.type)).toContain('payout.failed');
    expect((await scrape(service)).value('psp_webhook_delay_seconds_count')).toBeGreaterThan(3);
  });
  metrics = await scrape(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await receiver.close();
});

/** The metrics in a query with their labels, and those with a range. */
function partsOf(query: string) {
  const selectors: { metric: string; equals: Map<string, string>; labels: string[]; isRange: boolean }[] = [];
  const grouped: string[] = [];
  const wrong: string[] = [];
  const textOf = ({ from, to }: { from: number; to: number }): string => query.slice(from, to);
  parser.parse(query).iterate({
    enter(node) {
      if (node.type.isError) wrong.push(textOf(node));
      if (node.name === 'VectorSelector') {
        const metric = node.node.getChild('Identifier');
        const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        const found = matchers.map(textOf).map((text) => /^(\w+)\s*(=|!=|=~|!~)\s*"(.*)"$/.exec(text) ?? []);
        selectors.push({
          metric: metric ? textOf(metric) : '',
          labels: found.map(([, label = '']) => label),
          equals: new Map(
            found.flatMap(([, label = '', sign, value = '']) =>
              sign === '=' || sign === '=~' ? [[label, value] as const] : [],
            ),
          ),
          isRange: node.node.parent?.name === 'MatrixSelector',
        });
      }
      if (node.name === 'GroupingLabels') grouped.push(...node.node.getChildren('LabelName').map(textOf));
    },
  });
  return { selectors, grouped, wrong };
}

/** Labels that the scraper adds. */
const scraped = ['instance', 'job'];
/** Series of Prometheus itself, or of connectors, replicas and replication slots, which this service does not have. */
const elsewhere = new Map([
  ['up', scraped],
  ['psp_connector_alarms', ['provider', 'alarm']],
  ['psp_replication_slot_bytes', ['slot']],
  ['psp_replica_reads_total', ['outcome']],
  // Written once a day, and growth after a second day.
  ['psp_database_growth_bytes', []],
  ['psp_table_growth_bytes', ['table']],
  ['psp_volume_free_bytes', []],
  ['psp_volume_days_left', []],
]);

function faultsOf(query: string): string[] {
  const { selectors, grouped, wrong } = partsOf(query);
  const faults = wrong.map((text) => `cannot be read at ${text}`);
  if (selectors.length === 0) faults.push('names no measure');
  const known = new Set(scraped);
  for (const { metric, labels, equals, isRange } of selectors) {
    const others = elsewhere.get(metric);
    others?.forEach((name) => known.add(name));
    if (others) {
      faults.push(
        ...labels.filter((each) => !others.includes(each)).map((each) => `${metric} has no label ${each}`),
      );
      continue;
    }
    const series = metrics.of(metric);
    if (series.length === 0) faults.push(`${metric} is not exported`);
    const names = new Set(series.flatMap((each) => Object.keys(each.labels)));
    names.forEach((name) => known.add(name));
    for (const label of labels) if (!names.has(label)) faults.push(`${metric} has no label ${label}`);
    const counts = ['counter', 'histogram'].includes(metrics.typeOf(metric));
    if (series.length > 0 && isRange && !counts && !/min_over_time/.test(query))
      faults.push(`${metric} does not count`);
    if (!isRange && counts) faults.push(`${metric} only ever grows`);
    for (const [label, value] of equals) {
      const values = value.split('|').filter((each) => /^\w+$/.test(each) && label === 'kind');
      const missing = values.filter((each) => !series.some(({ labels: of }) => of[label] === each));
      faults.push(...missing.map((each) => `${metric} has no ${label} ${each}`));
    }
  }
  faults.push(...grouped.filter((label) => !known.has(label)).map((label) => `nothing has a label ${label}`));
  return faults;
}

describe('the dashboard and the alerts', () => {
  it('use only existing metrics and labels', () => {
    expect(panels.length).toBeGreaterThan(25);
    expect(rules.length).toBeGreaterThan(10);
    const queries = [...panels, ...rules.map(({ alert, expr }) => [alert, expr] as const)];
    const faults = queries.flatMap(([name, query]) => faultsOf(query).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('would fail with unknown names', () => {
    expect(faultsOf('sum(rate(psp_payouts_sum[5m]))')).toEqual(['psp_payouts_sum is not exported']);
    expect(faultsOf('sum by (bank) (rate(psp_payouts_total{code="x"}[5m]))')).toEqual([
      'psp_payouts_total has no label code',
      'nothing has a label bank',
    ]);
    expect(faultsOf('rate(psp_backlog{kind="nothing"}[5m])')).toEqual([
      'psp_backlog does not count',
      'psp_backlog has no kind nothing',
    ]);
    expect(faultsOf('psp_payouts_total > 1')).toEqual(['psp_payouts_total only ever grows']);
    expect(faultsOf('sum(rate(psp_payouts_total[5m])')).not.toEqual([]);
  });

  it('show every metric, and docs/metrics.md explains it', () => {
    const named = new Set(
      panels.flatMap(([, query]) => partsOf(query).selectors.map(({ metric }) => metric)),
    );
    const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
    const names = new Set([...named].map(base));
    const ours = metrics.names().filter((name) => name.startsWith('psp_'));
    expect(ours.length).toBeGreaterThan(15);
    expect(ours.filter((name) => !names.has(name))).toEqual([]);
    const page = projectText('docs/metrics.md');
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('say in each alert why it fired and what to do', () => {
    for (const { annotations } of rules)
      expect(annotations).toEqual({
        summary: expect.any(String) as string,
        do: expect.any(String) as string,
      });
  });
});

describe('the metrics', () => {
  it('count requests by path pattern, status and time', () => {
    const count = (labels: Record<string, string>) => metrics.value('psp_http_request_seconds_count', labels);
    expect(count({ method: 'POST', route: '/v1/payouts', status: '201' })).toBe(2);
    expect(count({ method: 'GET', route: '/v1/payouts/{id}', status: '404' })).toBe(1);
    expect(count({ method: 'GET', route: 'none', status: '404' })).toBe(1);
    expect(count({ method: 'POST', route: '/graphql', status: '200' })).toBeGreaterThanOrEqual(2);
    expect(count({ method: 'POST', route: '/graphql', status: '401' })).toBe(1);
    const time = metrics.value('psp_http_request_seconds_sum', { route: '/v1/payouts', status: '201' });
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThan(20);
  });

  it('count GraphQL operations by field and outcome', () => {
    const count = (operation: string, outcome: string) =>
      metrics.value('psp_graphql_request_seconds_count', { operation, outcome });
    expect(count('query payouts', 'ok')).toBe(1);
    expect(count('query of several', 'ok')).toBe(1);
    expect(count('none', 'GRAPHQL_VALIDATION_FAILED')).toBe(1);
    expect(count('none', 'invalid_api_key')).toBe(1);
  });

  it('count payouts by outcome, and every event by type', () => {
    const payouts = (outcome: string) => metrics.value('psp_payouts_total', { outcome });
    expect([payouts('created'), payouts('completed'), payouts('failed')]).toEqual([2, 1, 1]);
    const types = metrics.of('psp_events_total').map(({ labels }) => labels['type'] ?? '');
    expect(types).toContain('payin.completed');
    expect(types.filter((type) => !eventTypes.includes(type as (typeof eventTypes)[number]))).toEqual([]);
  });

  it('count provider calls and webhooks by outcome', () => {
    const submitted = (outcome: string) =>
      metrics.value('psp_provider_call_seconds_count', { provider: 'sandbox', call: 'submit', outcome });
    expect(submitted('accepted') + submitted('paid') + submitted('refused')).toBe(2);
    expect(metrics.value('psp_webhook_post_seconds_count', { outcome: '2xx' })).toBeGreaterThan(3);
  });

  it('contain no caller text: no id, key, path or address', () => {
    const values = new Set(metrics.all().flatMap(({ labels }) => Object.values(labels)));
    const wrong = [...values].filter(
      (value) => /_[0-9a-z]{20,}/.test(value) || value.includes(strange) || value.includes('127.0.0.1'),
    );
    expect(wrong).toEqual([]);
    expect([...values]).not.toContain('PROPFIND');
  });

  it('do not grow with other paths, ids and methods', async () => {
    // Further series appear at the first garbage collection of a kind and the first call of a provider.
    const size = async (): Promise<number> =>
      (await scrape(service)).all().filter(({ name }) => /^psp_(http|request)/.test(name)).length;
    const ask = async (): Promise<void> => {
      await service.get(`/v1/${freshKey()}`);
      await service.get(`/v1/payouts/${freshKey()}`);
      for (const method of ['PROPFIND', 'MKCOL', 'LOCK']) await service.call(method, '/v1/payouts');
    };
    await ask();
    const before = await size();
    expect(before).toBeGreaterThan(10);
    for (let round = 0; round < 20; round += 1) await ask();
    expect(await size()).toBe(before);
  });
});
