import type pg from 'pg';
import type { CheckReport, Violation } from '../../../ports/checker.js';
import { inOwnConnection } from '../own-connection.js';
import { archiveChecks } from './archive.js';
import { auditChecks } from './audit.js';
import { guaranteeChecks } from './guarantee.js';
import { hostedChecks } from './hosted.js';
import { historyChecks } from './history.js';
import { killSwitchChecks } from './kill-switch.js';
import type { KindCheck } from './kind.js';
import { labelChecks } from './label.js';
import { leadChecks } from './lead.js';
import { brokenSeals, sealCheck, sealChecks } from './ledger-seal.js';
import { ledgerChecks } from './ledger.js';
import { limitChecks } from './limit.js';
import { memberChecks } from './member.js';
import { operationChecks } from './operation.js';
import { payinChecks } from './payin.js';
import { payoutCheck } from './payout.js';
import { payoutBatchChecks } from './payout-batch.js';
import { beginSnapshot } from '../retention.js';
import { rowsMax, type SqlCheck } from './query.js';
import { misplacedCheck, misplaced, type Opens } from './place.js';
import { refundCheck } from './refund.js';
import { referenceChecks } from './reference.js';
import { remittanceChecks } from './remittance.js';
import { settlementCheck } from './settlement.js';
import { secrecyChecks } from './secrecy.js';
import { bankApart, simulatorChecks } from './simulator.js';
import { webhookChecks } from './webhook.js';
import { withdrawalCheck } from './withdrawal.js';

/** The kinds of operations that the checker knows. */
export const knownKinds: readonly KindCheck[] = [payoutCheck, refundCheck, settlementCheck, withdrawalCheck];

const checksOf = (kinds: readonly KindCheck[]): readonly SqlCheck[] =>
  [
    ...ledgerChecks,
    ...sealChecks,
    ...archiveChecks,
    ...guaranteeChecks,
    ...operationChecks(kinds),
    ...remittanceChecks,
    ...historyChecks(kinds),
    ...payoutBatchChecks,
    ...payinChecks,
    ...hostedChecks,
    ...limitChecks,
    ...leadChecks,
    ...labelChecks,
    ...referenceChecks,
    ...secrecyChecks,
    ...memberChecks,
    ...auditChecks,
    ...killSwitchChecks,
    ...webhookChecks,
    ...simulatorChecks,
  ].sort((one, other) => one.number - other.number);

/** No statement takes this long. A server that is silent for an hour will not answer. */
const answerMs = 3_600_000;

/**
 * Checks read whole tables. work_mem bounds the memory; nested loops are off because a planner without statistics would
 * choose them.
 */
const settings = `set local work_mem = '32MB'; set local enable_nestloop = off; set local timezone = 'UTC'`;

export interface CheckOptions {
  readonly kinds?: readonly KindCheck[];
  readonly opens?: Opens | undefined;
  /** The address of the simulated bank's database, if it is a separate one. */
  readonly simulatorUrl?: string | undefined;
}

/**
 * Runs every check that applies to the database, in one snapshot and on its own connection. With `opens`, it also
 * checks that each sealed value opens in its row.
 */
export function checkInvariants(
  url: string,
  { kinds = knownKinds, opens, simulatorUrl }: CheckOptions = {},
): Promise<CheckReport> {
  const connection = { application_name: 'psp check', settings: { jit: 'off' }, query_timeout: answerMs };
  return inOwnConnection(url, connection, async (client) => {
    const bank = simulatorUrl === undefined ? undefined : await bankApart(client, simulatorUrl);
    await beginSnapshot(client);
    await client.query(settings);
    const checks = checksOf(kinds);
    const fitting = bank ? checks.map(bank.fromCopies) : await fittingChecks(client, checks);
    await bank?.load();
    const { violations, expected } = await judge(client, fitting);
    const run = fitting.map(({ number, name }) => ({ number, name }));
    run.push(sealCheck);
    const seals = await brokenSeals(client);
    if (seals) violations.push(seals);
    if (opens) {
      run.push(misplacedCheck);
      const violation = await misplaced(client, opens);
      if (violation) violations.push(violation);
    }
    await client.query('commit');
    return { checks: run, violations, expected };
  });
}

/**
 * Runs one check inside the caller's transaction, so that it sees uncommitted changes. The result is empty if the check
 * holds.
 */
export async function checkWithin(client: pg.Client, number: number, name: string): Promise<Violation[]> {
  await client.query(settings);
  const named = checksOf(knownKinds).filter((check) => check.number === number && check.name === name);
  return (await judge(client, named)).violations;
}

async function judge(client: pg.Client, checks: readonly SqlCheck[]) {
  const violations: Violation[] = [];
  const expected: Violation[] = [];
  for (const check of checks) {
    violations.push(...(await unfit(client, check, `not (${check.expectedIf ?? 'false'})`)));
    if (check.expectedIf !== undefined) expected.push(...(await unfit(client, check, check.expectedIf)));
  }
  return { violations, expected };
}

async function fittingChecks(client: pg.Client, checks: readonly SqlCheck[]): Promise<SqlCheck[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('simulator.call') is not null as found`,
  );
  return checks.filter((check) => !check.needsSimulator || rows[0]?.found === true);
}

/** The broken rows that meet `where`, as a violation; empty if there are none. */
async function unfit(
  client: pg.Client,
  { number, name, sql }: SqlCheck,
  where: string,
): Promise<Violation[]> {
  const { rows } = await client.query<Record<string, string | null>>({
    text: `select count(*) over () as broken_rows, broken.* from (${sql}) broken where ${where} limit ${rowsMax}`,
    types: { getTypeParser: () => (text: unknown) => String(text) },
  });
  const [first] = rows;
  if (!first) return [];
  const printed = rows.map(({ broken_rows: _, ...row }) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
  );
  return [{ number, name, count: Number(first['broken_rows']), rows: printed }];
}
