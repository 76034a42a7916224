import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance } from '../setup/hand.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';

// Two processes share one database, and one of them is restarted between the notices.
const mailbox = openMailbox();
const owner = 'owner@example.com';
const daySeconds = 86_400;
let service: RunningService;
let beside: RunningService;
let ask: Ask;
beforeAll(async () => {
  service = await openService({ ...mailSettings }, mailbox);
  ({ ask } = await operatorOf(service, 'admin'));
  const person = await personOf(service, mailbox, owner);
  await person.post('/v1/members', { email: 'admin@example.com', role: 'admin' });
  await personOf(service, mailbox, 'admin@example.com');
  beside = await openBeside(service, {}, mailbox);
});
afterAll(async () => {
  await service.check();
  await beside.stop();
  await service.stop();
});

const issuing = `mutation ($accountId: ID!, $expiresAt: DateTime, $label: String) {
  issueApiKey(accountId: $accountId, expiresAt: $expiresAt, label: $label, reason: "r") { apiKey { id prefix } }
}`;

/** Issues a key that expires in `days` of business time. */
async function issue(days: number): Promise<{ readonly id: string; readonly prefix: string }> {
  const [row] = await queryRows(
    service.databaseUrl,
    `select to_char((business_now() + interval '${days} days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  const issued = await ask(issuing, { accountId: service.accountId, expiresAt: row?.['at'], label: 'ERP' });
  expect(issued.errors, issued.text).toEqual([]);
  return {
    id: String(issued.at('issueApiKey.apiKey.id')),
    prefix: String(issued.at('issueApiKey.apiKey.prefix')),
  };
}

const subjectsOf = (prefix: string, address = owner): readonly string[] =>
  mailbox.subjectsTo(address).filter((subject) => subject.includes(prefix));
const days = (count: number) => advance(service, count * daySeconds);
/** Waits until every due notice was taken, and every mail sent. */
async function settled(): Promise<void> {
  const waiting = `select id from api_key where next_step_at <= business_now()
    union all select id from mail where status = 'queued'`;
  await expect.poll(() => queryRows(service.databaseUrl, waiting), patience).toEqual([]);
}

test('owners are mailed seven days and one day before a key expires, once each', async () => {
  const { prefix } = await issue(10);
  await days(2.9);
  await settled();
  expect(subjectsOf(prefix)).toEqual([]);
  await days(0.2);
  await settled();
  const first = subjectsOf(prefix);
  expect(first).toEqual([
    expect.stringMatching(/^API key psp_test_\w+ expires on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  ]);
  await beside.stop();
  beside = await openBeside(service, {}, mailbox);
  await days(5.8);
  await settled();
  expect(subjectsOf(prefix)).toEqual(first);
  await days(0.2);
  await settled();
  expect(subjectsOf(prefix)).toEqual([...first, ...first]);
  await days(2);
  await settled();
  expect(subjectsOf(prefix)).toHaveLength(2);
  expect(subjectsOf(prefix, 'admin@example.com')).toEqual([]);
});

test('no mail is sent about a key that was revoked', async () => {
  const { id, prefix } = await issue(8);
  const revoked = await ask('mutation ($id: ID!) { revokeApiKey(id: $id, reason: "r") { id } }', { id });
  expect(revoked.errors, revoked.text).toEqual([]);
  await days(8);
  await settled();
  expect(subjectsOf(prefix)).toEqual([]);
});

test('a key issued by the previous release gets its notice too', async () => {
  const { id, prefix } = await issue(8);
  await queryRows(service.databaseUrl, `update api_key set next_step_at = default where id = '${id}'`);
  await settled();
  expect(subjectsOf(prefix)).toEqual([]);
  await days(1.1);
  await settled();
  expect(subjectsOf(prefix)).toHaveLength(1);
});
