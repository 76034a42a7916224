import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import printed from '../../schema/console.json' with { type: 'json' };
import { mutationRoles } from '../../src/api/graphql/role.js';
import type { OperatorRole } from '../../src/domain/operator.js';
import { actsOf } from '../setup/acts.js';
import { openBrowser } from '../setup/browser.js';
import { openAct, writeAct } from '../setup/console-act.js';
import { browserZone, openTab, signInWith, type Tab } from '../setup/console-page.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { checkAccessible, checkDark } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

type Variables = Readonly<Record<string, unknown>>;

let service: RunningService;
let browser: Browser;
let tab: Tab;
let acted: ReturnType<typeof actsOf>;
/** Another operator, who acts on the same objects. */
let other: { readonly token: string; readonly ask: Ask };
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  const [admin, second] = [await operatorOf(service, 'admin'), await operatorOf(service, 'admin')];
  await queryRows(service.databaseUrl, `update operator set name = 'the other' where id = $1`, [second.id]);
  other = second;
  await fund(service, 'MXN', '10000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const payinId = (await service.get('/v1/payins')).get('data.0.id');
  const as = (_role: OperatorRole): Ask => second.get;
  acted = actsOf({ service, as, beneficiaryId, payinId });
  tab = await signInWith(await openTab(browser, service), admin.token);
  tab.page.setDefaultTimeout(60_000);
});
afterAll(async () => {
  await browser?.close();
  await service?.check();
  await service?.stop();
});

/** The effect of each act in the database: a query about the subject of its audit entry, and the expected result. */
const left: Readonly<Record<string, readonly [query: string, found: string]>> = {
  openAccount: ['select a.name from account a join api_key k on k.account_id = a.id where k.id = $1', 'Acme'],
  inviteOwner: ['select role from member where id = $1', 'owner'],
  resetPasskeys: ['select (removed_at is not null)::text from passkey where member_id = $1', 'true'],
  setAccountStatus: ['select status from account where id = $1', 'suspended'],
  issueApiKey: ['select label from api_key where id = $1', 'books'],
  revokeApiKey: ['select (revoked_at is not null)::text from api_key where id = $1', 'true'],
  replayDeliveries: ['select (failing_since is null)::text from webhook_endpoint where id = $1', 'true'],
  setEndpointRough: ['select (rough_since is not null)::text from webhook_endpoint where id = $1', 'true'],
  setAccountTerms: ['select platform_fee_bps::text from account_terms where account_id = $1', '80'],
  blockCustomer: ['select status from customer where id = $1', 'blocked'],
  unblockCustomer: ['select status from customer where id = $1', 'active'],
  setCustomerCompliance: ['select compliance_status from customer where id = $1', 'verified'],
  verifyBeneficiary: ['select verification_status from beneficiary where id = $1', 'verified'],
  failBeneficiaryVerification: ['select verification_status from beneficiary where id = $1', 'failed'],
  archiveBeneficiary: ['select status from beneficiary where id = $1', 'archived'],
  decideWithdrawal: ['select status from withdrawal where id = $1', 'cancelled'],
  disableDestination: ['select status from settlement_destination where id = $1', 'disabled'],
  putScheduleInForce: ['select interval || day from settlement_schedule where id = $1', 'monthly31'],
  closeSchedule: ['select status from settlement_schedule where id = $1', 'closed'],
  runSettlement: ['select trim_scale(amount)::text from settlement where id = $1', '100'],
  holdSettlement: ['select status from settlement where id = $1', 'on_hold'],
  releaseSettlement: ['select status from settlement where id = $1', 'processing'],
  setWhiteLabel: [
    'select (white_label_at is not null)::text from account_terms where account_id = $1',
    'true',
  ],
  releaseHostedDomain: ['select verification_status from hosted_domain where id = $1', 'failed'],
  addNote: [`select (action = 'note.add')::text from audit_entry where subject_id = $1`, 'true'],
  decideRisk: ['select status from risk_decision where id = $1', 'rejected'],
  recordEvidence: ['select status from payout where id = $1', 'failed'],
  suspendCapability: ['select (lifted_at is null)::text from suspension where id = $1', 'true'],
  resumeCapability: ['select (lifted_at is null)::text from suspension where id = $1', 'false'],
  setPayoutKillSwitch: [
    `select (payouts_stopped = (select action = 'payouts.stop' from audit_entry where action like 'payouts.%'
      order by id desc limit 1))::text || $1::text from platform`,
    'truenull',
  ],
  resolveException: ['select status from exception where id = $1', 'resolved'],
  createQuote: ['select source_currency from quote where id = $1', 'MXN'],
  createFundingAccount: ['select method from funding_account where id = $1', 'spei'],
  createPayout: ['select trim_scale(total)::text from payout where id = $1', '101.5'],
  createRemittance: ['select status from remittance where id = $1', 'awaiting_funds'],
  createRefund: ['select trim_scale(amount)::text from refund where id = $1', '1'],
  createWithdrawal: ['select trim_scale(amount)::text from withdrawal where id = $1', '1'],
  cancelPayout: ['select (cancel_requested_at is not null)::text from payout where id = $1', 'true'],
  createPayoutBatch: ['select count(*)::text from payout_batch_item where batch_id = $1', '1'],
  cancelPayoutBatch: [
    'select (cancel_requested_at is not null)::text from payout_batch where id = $1',
    'true',
  ],
  ...Object.fromEntries(
    [
      ['FundingAccount', 'funding_account'],
      ['HostedSession', 'hosted_session'],
      ['Payout', 'payout'],
      ['PayoutBatch', 'payout_batch'],
      ['Refund', 'refund'],
      ['Remittance', 'remittance'],
      ['Withdrawal', 'withdrawal'],
    ].map(([name, table]) => [
      `update${name}Metadata`,
      [`select metadata->>'order' from ${table} where id = $1`, '1042'] as const,
    ]),
  ),
  checkPayee: ['select payee_result from beneficiary where id = $1', 'match'],
  requireApprovals: ["select approval_policy->>'payeeCheck' from account_terms where account_id = $1", 'off'],
  advanceClock: ['select (clock_offset_ms > 0)::text || $1::text from platform', 'truenull'],
};

test('every act has a test case', () => {
  expect(Object.keys(left).toSorted()).toEqual(Object.keys(mutationRoles).toSorted());
  expect(Object.keys(mutationRoles)).toEqual(expect.arrayContaining(Object.keys(printed.acts)));
});

/** What the form says about the money of acts that move some. */
const money: Readonly<Record<string, string | RegExp>> = {
  decideWithdrawal: 'is available to the account again',
  decideRisk: '10.15 MXN is available to the account again',
  runSettlement: /^The whole available balance, now [0-9.]+ MXN, will be sent to SPEI ····\d+\.$/,
  holdSettlement: 'stays where it is',
  releaseSettlement: /^100.00 MXN to SPEI ····\d+ will be sent\.$/,
  recordEvidence: '10.15 MXN is available to the account again',
  resolveException: /^[^.]+ has 40 MXN more available\.$/,
  cancelPayout: '10.15 MXN is available to the account again',
  cancelPayoutBatch: 'is available again',
  createPayout: 'Then the payment is sent to the bank',
  createPayoutBatch: 'are reserved, then sent to the bank',
  createWithdrawal: 'Then the withdrawal is sent to the bank',
  createRefund: 'sent to the payer',
  createRemittance: 'pays the beneficiary',
};
/** What the button of the form says it does. */
const confirms: Readonly<Record<string, string | RegExp>> = {
  decideWithdrawal: /^Decline 5.01 MXN to SPEI ····\d+$/,
  decideRisk: /^Reject 10.00 MXN to Rosa Campos ····9719$/,
  runSettlement: /^Send [\d,.]+ MXN to SPEI ····\d+$/,
  recordEvidence: 'Record 10.00 MXN to Rosa Campos ····9719 as not executed',
  resolveException: /^Credit 40 MXN to /,
  cancelPayout: 'Cancel 10.00 MXN to Rosa Campos ····9719',
  setPayoutKillSwitch: /^(Stop all|Resume) payouts$/,
  putScheduleInForce: 'Activate schedule',
};
/** The subject's amount, which the form shows. */
const amounts: Readonly<Record<string, string>> = {
  decideWithdrawal: '5.01',
  holdSettlement: '100',
  releaseSettlement: '100',
  cancelPayout: '10.15',
};

/** The screen with the form of an act on this subject. */
function screenOf(name: string, variables: Variables): string {
  if (name === 'openAccount') return '/l/accounts';
  if (name === 'setPayoutKillSwitch' || name === 'advanceClock') return '/switches';
  const { id, decisionId, endpointId, scheduleId, resourceId, accountId } = variables;
  const { accountId: within } = (variables['input'] ?? {}) as Variables;
  const subject = id ?? decisionId ?? endpointId ?? scheduleId ?? resourceId ?? accountId ?? within;
  return `/o/${String(subject)}`;
}

/** Arguments that follow from what is shown. */
const known = /^(on|id|decisionId|endpointId|scheduleId|resourceId|accountId|idempotencyKey)$/;
const titles: Readonly<Record<string, RegExp>> = {
  setPayoutKillSwitch: /^(Stop all|Resume) payouts$/,
  setEndpointRough: /^(Start|End) rough delivery$/,
  putScheduleInForce: /^Activate schedule$/,
};
const called = (name: string): RegExp =>
  titles[name] ?? new RegExp(`^${name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')}$`, 'i');

/** Opens the form of an act on a new subject, and fills in everything except the reason. */
async function begin(name: string): Promise<void> {
  const variables = (await madeFor(name)) as Variables;
  await tab.see(screenOf(name, variables));
  const form = await openAct(tab, called(name));
  const editable = Object.fromEntries(Object.entries(variables).filter(([each]) => !known.test(each)));
  await writeAct(tab.page, form.locator('.inputs'), editable);
}

async function madeFor(name: string): Promise<object> {
  if (name === 'setPayoutKillSwitch') {
    const response = await other.ask('{ platform { payoutsStopped } }');
    return { on: response.at('platform.payoutsStopped') !== true };
  }
  return (acted.acts[name] as (typeof acted.acts)[string]).make();
}

interface SentDocument {
  readonly query: string;
  readonly variables: Variables;
}

interface Sent {
  readonly variables: Variables;
  readonly answer: {
    readonly data?: { readonly done?: Variables | null };
    readonly errors?: readonly {
      readonly extensions: { readonly present?: Readonly<Record<string, string>> };
    }[];
  };
}

/** The form shows every refusal in one way: one where the act was done, one where another act was, and one without an operator. */
const refusedInCheck: readonly string[] = ['setPayoutKillSwitch', 'issueApiKey', 'replayDeliveries'];

type Way = 'lose' | 'pass';

/** Sends the form, through the test's proxy. */
async function send(reason: string, respond: (request: SentDocument) => Promise<Way> | Way): Promise<Sent[]> {
  const { page } = tab;
  const sent: Sent[] = [];
  await page.route('**/graphql', async (route, request) => {
    const { query, variables } = request.postDataJSON() as SentDocument;
    if (!query.startsWith('mutation')) return route.continue();
    const way = await respond({ query, variables });
    const response = await route.fetch();
    sent.push({ variables, answer: (await response.json()) as Sent['answer'] });
    return way === 'lose' ? route.abort('connectionreset') : route.fulfill({ response });
  });
  const form = page.locator('dialog.act');
  await form.locator('form > .inputs > .argument > input[name="reason"]').fill(reason);
  const missing = await form
    .locator('input:invalid')
    .evaluateAll((all) => all.map((each) => String((each as unknown as { outerHTML: string }).outerHTML)));
  expect(missing).toEqual([]);
  await form.locator('button.main').click();
  await form.locator('.passed, .failed[role="alert"]').first().waitFor();
  return sent;
}

/** The id of the object in an answer. */
const madeBy = (sent: Sent | undefined): unknown => sent?.answer.data?.done?.['id'];

const outcomeText = async (): Promise<string> =>
  (await tab.page.locator('dialog.act .passed, dialog.act .failed[role="alert"]').first().textContent()) ??
  '';
const pendingAct = (): Promise<string | null> =>
  tab.page.evaluate<string | null>(`sessionStorage.getItem('psp.console.pending')`);

test('evidence recorded from Work gives back the fees too, and a return does not', async () => {
  const asked = mxnPayout(await speiBeneficiary(service), '10.00', 'sim:uncertain');
  const path = `/v1/payouts/${(await service.post('/v1/payouts', asked)).get('id')}`;
  const payout = await service.until(path, (each) => each.at('status') === 'verification_pending');
  await tab.see('/work?kind=uncertain');
  const line = tab.page.locator(`tr[data-id="${payout.get('id')}"]`);
  await line.getByRole('button', { name: 'Record evidence' }).click();
  const form = tab.page.locator('dialog.act');
  await form.locator('input[value="not_executed"]').check();
  await form.locator('.change').getByText('10.15 MXN is available to the account again').waitFor();
  await form.locator('input[value="returned"]').check();
  await form.locator('.change').getByText('The amount without fees is available').waitFor();
});

describe.each(Object.keys(mutationRoles))('%s', (name) => {
  const isSeen = (printed.acts as Record<string, { seen: boolean }>)[name]?.seen === true;

  test('is done once by its form, even if the answer is lost', async () => {
    const { page } = tab;
    await begin(name);
    const form = page.locator('dialog.act');
    if (money[name]) await form.locator('.change').getByText(money[name]).waitFor();
    else expect(await form.locator('.change').count()).toBe(0);
    expect((await form.locator('.subject').textContent()) ?? '').toContain(amounts[name] ?? '');
    await form.locator('button.main').click();
    await form.locator('[data-path="reason"] .wrong').getByText('Enter a value.').waitFor();
    if (confirms[name]) await form.locator('button.main').getByText(confirms[name]).waitFor();
    const reason = `because of ${name}`;
    let isLost = false;
    const sent = await send(reason, () => {
      const way = isLost ? 'pass' : 'lose';
      isLost = true;
      return way;
    });
    expect(await outcomeText()).toContain('No answer arrived');
    expect(sent[0]?.answer.errors, JSON.stringify(sent)).toBeUndefined();
    expect(sent[0]?.answer.data?.done).not.toBeNull();
    expect(JSON.parse((await pendingAct()) ?? '[]')).toMatchObject([{ name, reason }]);
    const isKeyed = sent[0]?.variables['idempotencyKey'] !== undefined;
    if (isKeyed) await form.locator('button.main').click();
    else await page.getByRole('button', { name: 'See whether it happened' }).click();
    await form.locator('.passed').waitFor();
    expect(await outcomeText()).toMatch(
      isKeyed ? /^(Created|Cancellation requested|Payee check|Saved)/ : /It was done/,
    );
    if (isKeyed) {
      expect(sent[1]?.variables).toEqual(sent[0]?.variables);
      expect(madeBy(sent[1])).toBe(madeBy(sent[0]));
    }
    expect(await pendingAct()).toBe('[]');
    await page.unroute('**/graphql');
    const entries = await queryRows(
      service.databaseUrl,
      'select operator, subject_id from audit_entry where reason = $1',
      [reason],
    );
    expect(new Set(entries.map(({ operator }) => operator))).toEqual(new Set(['the admin']));
    const [query, found] = left[name] ?? ['', ''];
    const rows = await Promise.all(
      entries.map((entry) => queryRows(service.databaseUrl, query, [entry['subject_id'] ?? 'null'])),
    );
    expect(rows.flat().map((row) => Object.values(row)[0])).toContain(found);
  });

  if (!isSeen || !sized(refusedInCheck.includes(name), true)) return;
  test('is refused with who and when, if another operator has changed the seen state', async () => {
    const { page } = tab;
    await begin(name);
    const since = Date.now();
    const [sent] = await send(`late for ${name}`, async (request): Promise<Way> => {
      await overtake(name, request);
      return 'pass';
    });
    const text = await outcomeText();
    expect(sent?.variables['seen'], 'it tells what was seen').toBeDefined();
    expect(text).toContain('Nothing changed.');
    const { present = {} } = sent?.answer.errors?.[0]?.extensions ?? {};
    // Endpoints fail because of answers to deliveries, not because of operators.
    const who = name === 'replayDeliveries' ? 'its receiver' : 'the other';
    expect(text).toMatch(new RegExp(`^(Already|Changed to) [a-z ]+ by ${who} at \\d{4}-`));
    expect(present['changed_by']).toBe(who);
    expect(Date.parse(present['changed_at'] ?? '')).toBeGreaterThan(since - 5_000);
    await queryRows(service.databaseUrl, 'update webhook_endpoint set failing_since = null');
    expect(await pendingAct()).toBe('[]');
    await page.unroute('**/graphql');
    const entries = await queryRows(
      service.databaseUrl,
      'select id from audit_entry where reason = $1 and operator = $2',
      [`late for ${name}`, 'the admin'],
    );
    expect(entries).toEqual([]);
  });
});

/** A different act of the other operator, for acts whose repetition would change nothing visible. */
const otherwise: Readonly<Record<string, string>> = {
  issueApiKey:
    'mutation ($accountId: ID!) { setAccountStatus(accountId: $accountId, status: suspended, reason: "first") { id } }',
  runSettlement: 'mutation ($scheduleId: ID!) { closeSchedule(id: $scheduleId, reason: "first") { id } }',
};

/** Another operator acts first: with the same request, unless that would change nothing. */
async function overtake(name: string, { query, variables }: SentDocument): Promise<void> {
  if (name === 'replayDeliveries') {
    const statement = 'update webhook_endpoint set failing_since = now() where id = $1';
    return void (await queryRows(service.databaseUrl, statement, [String(variables['endpointId'])]));
  }
  const instead = otherwise[name];
  const { seen: _seen, ...rest } = variables;
  const subject = Object.fromEntries(
    Object.entries(rest).filter(([each]) => /^(accountId|scheduleId)$/.test(each)),
  );
  const done = instead ? await other.ask(instead, subject) : await other.ask(query, rest);
  expect(done.errors, done.text).toEqual([]);
}

test('a form is filled in with the values of the page', async () => {
  const { id } = (await madeFor('resolveException')) as Variables;
  const found = await other.ask(
    'query ($id: ID!) { reconciliationException(id: $id) { actual { amount currency } } }',
    {
      id,
    },
  );
  await tab.see(`/o/${String(id)}`);
  const form = await openAct(tab, /^Resolve exception$/);
  await form.getByRole('button', { name: 'Add adjustment' }).click();
  expect(await form.locator('input[name="amount"]').inputValue()).toBe(
    found.at('reconciliationException.actual.amount'),
  );
  expect(await form.locator('input[name="currency"]').inputValue()).toBe('MXN');
  expect(await form.locator('input[value="credit"]').isChecked()).toBe(true);

  // An account without events: none waits for this endpoint, which only looks as if it failed.
  const account = await openOtherAccount(service);
  const hook = { url: 'https://shop.example.com/hook' };
  const endpointId = (await clientOf(service.baseUrl, account.key).post('/v1/webhook-endpoints', hook)).get(
    'id',
  );
  const since = new Date(Math.floor(Date.now() / 60_000 - 26 * 60) * 60_000);
  const here = new Date(since.getTime() + browserZone.hoursAhead * 3_600_000);
  const statement = 'update webhook_endpoint set failing_since = $2 where id = $1';
  await queryRows(service.databaseUrl, statement, [endpointId, since.toISOString()]);
  await tab.see('/work?kind=endpoint');
  const line = tab.page.locator(`tr[data-id="${endpointId}"]`);
  await line.getByRole('button', { name: 'Replay deliveries' }).click();
  expect(await form.locator('input[name="from"]').inputValue()).toBe(here.toISOString().slice(0, 16));
  await form.getByText(`${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`).waitFor();
  // Nothing is replayed.
  let sent: Variables = {};
  await tab.page.route('**/graphql', (route, request) => {
    const { query, variables } = request.postDataJSON() as SentDocument;
    if (!query.startsWith('mutation')) return route.continue();
    sent = variables;
    return route.abort('connectionreset');
  });
  await form.getByLabel('Reason').fill('since it fails');
  await form.locator('button.main').click();
  await form.getByRole('button', { name: 'See whether it happened' }).click();
  await form.getByText('It was not done').waitFor();
  expect(sent['from']).toBe(since.toISOString());
  await tab.page.unroute('**/graphql');
  await queryRows(service.databaseUrl, statement, [endpointId, null]);

  const { input } = (await madeFor('putScheduleInForce')) as { input: Variables };
  await tab.see(`/o/${String(input['accountId'])}`);
  await openAct(tab, /^Activate schedule$/);
  // The only destination is chosen, and its currency follows.
  await expect
    .poll(() => form.locator('select[name="destinationId"]').inputValue())
    .toBe(input['destinationId']);
  expect(await form.locator('input[name="currency"]').inputValue()).toBe('MXN');
});

/** One object of every kind with a list and a page; nearly all exist by now. */
async function oneOfEach(): Promise<ReadonlyMap<string, string>> {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const found = new Map<string, string>();
  for (const type of new Set(Object.values(printed.prefixes))) {
    const many = queries.find((each) => String(each.type) === `${type}Connection!`);
    const one = queries.some((each) => String(each.type) === type);
    if (!many || !one) continue;
    const isOfOne = many.args.some(
      ({ name, type: taken }) => name === 'accountId' && String(taken).endsWith('!'),
    );
    const args = isOfOne ? `(first: 1, accountId: "${service.accountId}")` : '(first: 1)';
    const response = await other.ask(`{ page: ${many.name}${args} { edges { node { id } } } }`);
    const [edge] = (response.at('page.edges') ?? []) as { node: { id: string } }[];
    if (edge) found.set(type, edge.node.id);
  }
  return found;
}

test('every kind of object has a complete page that is accessible in both themes', async () => {
  const pages = await oneOfEach();
  expect(pages.size).toBeGreaterThan(15);
  for (const [type, id] of pages) {
    await tab.see(`/o/${id}`);
    expect(await tab.page.locator('main .failed').count(), `${type} ${id}`).toBe(0);
    await checkAccessible(tab.page);
    await checkDark(tab.page);
  }
});

test('the browser logged only lost answers', () => {
  const complaints = tab.complaints.filter((each) => !each.includes('ERR_CONNECTION_RESET'));
  expect(complaints).toEqual([]);
});
