import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { prometheusProgram } from './setup/prometheus.js';
import { projectText } from './setup/source.js';

const root = join(import.meta.dirname, '..');

interface Rule {
  readonly alert: string;
  readonly labels: { readonly severity: 'page' | 'warn' };
}
const { groups } = parse(projectText('config/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Series by minute, as promtool writes them: a value and its step, a number of times. */
type Series = Readonly<Record<string, string>>;
interface Case {
  readonly series: Series;
  /** Minutes after which it fires. */
  readonly at: number;
}

const answers = (status: string, rest = ''): string =>
  `psp_http_request_seconds_count{instance="a",method="POST",route="/v1/payouts",status="${status}"${rest}}`;
const of = (name: string, labels = ''): string => `${name}{instance="a"${labels && `,${labels}`}}`;
const isUp = { 'up{job="payments",instance="a"}': '1x400' };
const quietly = {
  ...isUp,
  [answers('201')]: '0+600x400',
  [of('psp_requests_suspended_total')]: '0x400',
  [of('psp_requests_shed_total')]: '0x400',
};
const late = (name: string, le: readonly [string, string]): Series => ({
  [of(`${name}_bucket`, `method="POST",le="${le[0]}"`)]: '0x400',
  [of(`${name}_bucket`, `method="POST",le="${le[1]}"`)]: '0+60x400',
  [of(`${name}_bucket`, `method="POST",le="+Inf"`)]: '0+60x400',
});
const oldest = (kind: string): string => of('psp_backlog_oldest_seconds', `kind="${kind}"`);

/** What makes each alert fire. */
const cases: Readonly<Record<string, Case>> = {
  PaymentsDown: { series: { 'up{job="payments",instance="a"}': '0x400' }, at: 3 },
  PaymentsProcessDown: { series: { 'up{job="payments",instance="b"}': '0x400' }, at: 11 },
  PaymentsFaults: { series: { [answers('500')]: '0+60x400' }, at: 11 },
  PaymentsSlow: { series: late('psp_http_request_seconds', ['2.5', '10']), at: 16 },
  PaymentsNoPlace: {
    series: {
      [of('psp_requests_refused_total', 'lot="accounts",code="temporarily_unavailable"')]: '0+60x400',
    },
    at: 11,
  },
  PaymentsStrangers: { series: { [of('psp_connections_refused_total')]: '0+120x400' }, at: 11 },
  PaymentsUncertain: { series: { [oldest('payouts_uncertain')]: '3601x400' }, at: 1 },
  PaymentsUndecided: { series: { [oldest('operations_undecided')]: '86401x400' }, at: 1 },
  PaymentsDayUnsealed: { series: { [oldest('accounts_unsealed')]: '108001x400' }, at: 1 },
  PaymentsExceptions: { series: { [of('psp_backlog', 'kind="exceptions_open"')]: '1x400' }, at: 16 },
  PaymentsNotWorkedOn: { series: { [oldest('events_undelivered')]: '301x400' }, at: 3 },
  PaymentsPayoutsFail: {
    series: {
      [of('psp_payouts_total', 'outcome="failed"')]: '0+2x400',
      [of('psp_payouts_total', 'outcome="completed"')]: '0+1x400',
    },
    at: 40,
  },
  PaymentsProviderSilent: {
    series: {
      [of('psp_provider_call_seconds_count', 'provider="bank_a",outcome="uncertain"')]: '0+3x400',
      [of('psp_provider_call_seconds_count', 'provider="bank_a",outcome="accepted"')]: '0+7x400',
    },
    at: 16,
  },
  PaymentsWebhooksFail: {
    series: {
      [of('psp_webhook_failures_total')]: '0+19x400',
      [of('psp_webhook_attempts_total')]: '0+20x400',
    },
    at: 31,
  },
  PaymentsWebhooksLate: { series: late('psp_webhook_delay_seconds', ['30', '60']), at: 21 },
  PaymentsBrokerAway: { series: { [of('psp_messaging_connected')]: '0x400' }, at: 6 },
  PaymentsReplica: {
    series: {
      [of('psp_replica_reads_total', 'outcome="replica"')]: '0+10x400',
      [of('psp_replica_reads_total', 'outcome="behind"')]: '0+20x400',
    },
    at: 16,
  },
  PaymentsPoolWaits: { series: { [of('psp_database_connections', 'state="waiting"')]: '1x400' }, at: 6 },
  PaymentsCodesGuessed: {
    series: { [of('psp_sign_in_guesses_total', 'outcome="wrong"')]: '0+100x400' },
    at: 6,
  },
  PaymentsClock: { series: { [of('psp_clock_skew_seconds')]: '-1.5x400' }, at: 2 },
  PaymentsClockStep: { series: { [of('psp_clock_step_seconds')]: '-86400x400' }, at: 1 },
  PaymentsRetries: { series: { [of('psp_transaction_retries_total')]: '0+1x400' }, at: 5 },
  PaymentsLogLost: { series: { [of('psp_log_lines_lost_total')]: '0+1x400' }, at: 5 },
  PaymentsSealedValueUnopened: {
    series: { [of('psp_sealed_values_unopened_total', 'table="beneficiary",column="details"')]: '0+1x400' },
    at: 5,
  },
  PaymentsStopped: { series: { [of('psp_payouts_stopped')]: '1x400' }, at: 31 },
  PaymentsRestored: { series: { [of('psp_restored_mode')]: '1x400' }, at: 1 },
  PaymentsConnector: {
    series: { [of('psp_connector_alarms', 'provider="bank_a",alarm="circuit"')]: '1x400' },
    at: 6,
  },
  PaymentsProviderFunds: {
    series: { [of('psp_connector_alarms', 'provider="bank_a",alarm="floor"')]: '1x400' },
    at: 6,
  },
  PaymentsSlotBehind: {
    series: { [of('psp_replication_slot_bytes', 'slot="psp"')]: '11000000000x400' },
    at: 11,
  },
  PaymentsVolumeFills: { series: { [of('psp_volume_days_left')]: '6x400' }, at: 62 },
  PaymentsDatabaseGrows: {
    series: { [of('psp_table_bytes', 'table="event"')]: '1000000000+20000000x1600' },
    at: 1560,
  },
};

/** Nothing is wrong, or it was wanted. */
const quiet: Readonly<Record<string, Series>> = {
  'a day like any other': {
    ...quietly,
    [of('psp_payouts_total', 'outcome="completed"')]: '0+60x400',
    [of('psp_messaging_connected')]: '1x400',
    [of('psp_payouts_stopped')]: '0x400',
    [of('psp_restored_mode')]: '0x400',
    [of('psp_replica_reads_total', 'outcome="replica"')]: '0+600x400',
    [of('psp_replica_reads_total', 'outcome="behind"')]: '0+10x400',
    [of('psp_clock_skew_seconds')]: '0.1x400',
    [of('psp_clock_step_seconds')]: '0x400',
    [of('psp_replication_slot_bytes', 'slot="psp"')]: '1000000000x400',
    [of('psp_volume_days_left')]: '90x400',
    [of('psp_table_bytes', 'table="event"')]: '1000000000+1000x400',
  },
  'requests that are refused for twenty minutes because payouts are stopped': {
    ...isUp,
    [answers('503')]: '0+600x400',
    [of('psp_requests_suspended_total')]: '0+600x400',
    [of('psp_requests_shed_total')]: '0x400',
    [of('psp_payouts_stopped')]: '1x20 0x380',
  },
};

/** Deliberate refusals because every slot is in use: somebody is told, nobody is woken. */
const shedding: Series = {
  ...isUp,
  [answers('503')]: '0+600x400',
  [of('psp_requests_suspended_total')]: '0x400',
  [of('psp_requests_shed_total')]: '0+600x400',
  [of('psp_requests_refused_total', 'lot="accounts",code="temporarily_unavailable"')]: '0+6000x400',
};

const seriesOf = (all: Series) => Object.entries(all).map(([series, values]) => ({ series, values }));

it('every alert has a way to be fired', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

/** What promtool says about these rules and what is expected of them; nothing where all is so. */
async function judged(tests: readonly object[]): Promise<string> {
  const program = await prometheusProgram('promtool');
  const dir = mkdtempSync(join(tmpdir(), 'psp-alerts-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'tests.yml');
  const ruleFiles = [join(root, 'config/prometheus/alerts.yml')];
  writeFileSync(file, stringify({ rule_files: ruleFiles, evaluation_interval: '1m', tests }));
  return promisify(execFile)(program, ['test', 'rules', file]).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

const fired = (name: string, minutes: number, alerts: readonly object[]) => ({
  alertname: name,
  eval_time: `${minutes}m`,
  exp_alerts: alerts,
});

it('fires each alert', async () => {
  // What does not fire is told with labels and texts that differ from these, which no alert has.
  const unlike = [{ exp_labels: { severity: 'none' }, exp_annotations: {} }];
  for (const { alert } of rules) {
    const { series, at } = cases[alert] as Case;
    const all = { ...(alert.endsWith('Down') ? isUp : quietly), ...series };
    const said = await judged([
      { interval: '1m', input_series: seriesOf(all), alert_rule_test: [fired(alert, at, unlike)] },
    ]);
    const got = /got:(\[[^]*)/.exec(said)?.[1] ?? '';
    expect(got, `${alert}: ${said}`).toContain(`alertname="${alert}"`);
  }
});

it.each(Object.entries(quiet))('is silent on %s', async (_name, series) => {
  const alert_rule_test = rules
    .filter(({ alert }) => alert !== 'PaymentsDown')
    .flatMap(({ alert }) => [10, 19].map((at) => fired(alert, at, [])));
  expect(await judged([{ interval: '1m', input_series: seriesOf(series), alert_rule_test }])).toBe('');
});

it('does not page while requests are refused because every slot is in use', async () => {
  const pages = rules.filter(({ labels }) => labels.severity === 'page').map(({ alert }) => alert);
  expect(pages).toContain('PaymentsFaults');
  const alert_rule_test = pages
    .filter((alert) => alert !== 'PaymentsDown')
    .map((alert) => fired(alert, 19, []));
  const input_series = seriesOf(shedding);
  expect(await judged([{ interval: '1m', input_series, alert_rule_test }])).toBe('');
  const warned = await judged([
    { interval: '1m', input_series, alert_rule_test: [fired('PaymentsNoPlace', 19, [])] },
  ]);
  expect(warned).toContain('alertname="PaymentsNoPlace"');
});
