import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCollector, valuesOf, type Collector, type Measured } from '../setup/collector.js';
import { eventually } from '../setup/patience.js';
import { startPrometheus } from '../setup/prometheus.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { openService, type RunningService } from '../setup/running.js';
import { scrape } from '../setup/scrape.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const patience = { timeout: 60_000 };
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const traceId = randomBytes(16).toString('hex');

let collector: Collector;
let receiver: Receiver;
let service: RunningService;
let payout: string;
let requestId: string;

beforeAll(async () => {
  collector = await openCollector();
  receiver = await openReceiver();
  const settings = {
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  };
  service = await openService(settings, nowhere());
  await service.post('/v1/webhook-endpoints', { url: receiver.url });
  await fund(service, 'MXN', '1000.00');
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
  const made = await service.post('/v1/payouts', mxnPayout(await speiBeneficiary(service)), { headers });
  payout = made.get('id');
  requestId = made.headers.get('x-request-id') ?? '';
  await service.until(`/v1/payouts/${payout}`, (answer) => answer.at('status') === 'completed');
  await eventually(() =>
    expect(receiver.received.filter(({ event }) => event.data.id === payout)).toHaveLength(2),
  );
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await receiver.close();
  await collector.close();
});

const lastOf = (name: string): Measured | undefined =>
  collector.metrics.at(-1)?.find((metric) => metric.name === name);

describe('the metrics that a collector gets', () => {
  it('are those of /metrics', async () => {
    const names = (await scrape(service)).names().toSorted();
    const sent = () =>
      collector.metrics
        .at(-1)
        ?.map(({ name }) => name)
        .toSorted();
    await expect.poll(sent, patience).toEqual(names);
  });

  it('count requests in the same buckets, each separately', async () => {
    const pointOf = () =>
      lastOf('psp_http_request_seconds')?.histogram?.dataPoints.find(({ attributes }) => {
        const { method, route, status } = valuesOf(attributes);
        return method === 'POST' && route === '/v1/payouts' && String(status) === '201';
      });
    await expect.poll(pointOf, patience).toBeDefined();
    const point = pointOf();
    expect(point?.explicitBounds).toEqual([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
    expect(point?.bucketCounts).toHaveLength(12);
    expect(point?.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([point?.count, point?.sum]).toEqual([1, expect.any(Number)]);
    const [began, until] = [point?.startTimeUnixNano, point?.timeUnixNano].map(Number);
    expect(began).toBeLessThan(until ?? 0);
  });

  it('have the kinds and units of their names', async () => {
    await expect.poll(() => lastOf('psp_payouts_total'), patience).toBeDefined();
    const payouts = lastOf('psp_payouts_total');
    expect([payouts?.sum?.isMonotonic, payouts?.unit]).toEqual([true, '']);
    const created = payouts?.sum?.dataPoints.find(
      (each) => valuesOf(each.attributes)['outcome'] === 'created',
    );
    expect(created?.asDouble).toBe(1);
    expect([lastOf('psp_clock_skew_seconds')?.unit, lastOf('psp_table_bytes')?.unit]).toEqual(['s', 'By']);
    expect(lastOf('psp_table_bytes')?.gauge?.dataPoints.length).toBeGreaterThan(20);
  });

  it('name the process', () => {
    const names = new Set(collector.resources.map((each) => each['service.instance.id']));
    expect([...names]).toEqual([expect.stringMatching(/:\d+$/)]);
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'payments' });
  });
});

it('the log reaches the collector, each request in its trace', async () => {
  const line = () =>
    collector.logs.find(
      (each) => each.body.stringValue === 'request' && valuesOf(each.attributes)['request_id'] === requestId,
    );
  await expect.poll(line, patience).toMatchObject({ severityText: 'info', severityNumber: 9, traceId });
  const request = line();
  expect(valuesOf(request?.attributes ?? [])).toMatchObject({ route: '/v1/payouts', method: 'POST' });
  await expect.poll(() => collector.parts.map(({ spanId }) => spanId), patience).toContain(request?.spanId);
  expect(collector.logs.flatMap(({ attributes }) => Object.keys(valuesOf(attributes)))).not.toContain(
    'mail_to',
  );
});

const openMetrics = async () => {
  const answer = await fetch(`${service.internalUrl}/metrics`, {
    headers: { accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5' },
  });
  return { type: answer.headers.get('content-type'), text: await answer.text() };
};

describe('exemplars', () => {
  it('link slow requests, provider calls and webhooks to their traces', async () => {
    const { type, text } = await openMetrics();
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    for (const name of ['psp_http_request', 'psp_provider_call', 'psp_webhook_post', 'psp_webhook_delay'])
      expect(text).toMatch(
        new RegExp(`^${name}_seconds_bucket\\{.*\\} \\d+ # \\{trace_id="${traceId}"\\} [\\d.e-]+ \\d+`, 'm'),
      );
  });

  it('are only in OpenMetrics; both formats have the same series', async () => {
    const seriesOf = (text: string) =>
      new Set(
        [...text.matchAll(/^(psp_\w+)(?:\{(.*?)\})? /gm)].map(([, name, labels = '']) =>
          [name, ...labels.split(',').toSorted()].join(),
        ),
      );
    const plain = await fetch(`${service.internalUrl}/metrics`);
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await plain.text();
    expect(text).not.toContain('trace_id');
    expect(seriesOf((await openMetrics()).text)).toEqual(seriesOf(text));
    expect(text).toMatch(/^psp_payouts_total\{outcome="created"\} 1$/m);
  });

  it('are kept by Prometheus', async () => {
    const prometheus = await startPrometheus(service.internalUrl);
    try {
      await eventually(async () => {
        const found = await prometheus.ask<{ exemplars: { labels: Record<string, string> }[] }[]>(
          '/api/v1/query_exemplars',
          { query: 'psp_http_request_seconds_bucket{route="/v1/payouts"}', start: '0', end: '9999999999' },
        );
        expect(found.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels['trace_id']))).toContain(
          traceId,
        );
      });
      const { activeTargets } = await prometheus.ask<{ activeTargets: Record<string, string>[] }>(
        '/api/v1/targets',
      );
      expect(activeTargets[0]).toMatchObject({ health: 'up', lastError: '' });
      const created = await prometheus.ask<{ result: { value: [number, string] }[] }>('/api/v1/query', {
        query: 'psp_payouts_total{outcome="created"}',
      });
      expect(created.result[0]?.value[1]).toBe('1');
    } finally {
      await prometheus.stop();
    }
  });
});

it('what is left is sent on stop, and a signal set to none is not sent', async () => {
  const other = await openCollector();
  const short = await openService(
    { LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: other.url, OTEL_TRACES_EXPORTER: 'none' },
    nowhere(),
  );
  expect((await short.get('/v1/balances')).status).toBe(200);
  await short.stop();
  expect(other.metrics).toHaveLength(1);
  expect(other.metrics[0]?.map(({ name }) => name)).toContain('psp_http_request_seconds');
  expect(other.logs.map(({ body }) => body.stringValue)).toContain('request');
  expect(other.parts).toEqual([]);
  await other.close();
});
