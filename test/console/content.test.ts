import { readFileSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../console.config.js';
import { clabeDigit } from '../../src/domain/check-digit.js';
import { openBrowser } from '../setup/browser.js';
import { openAct } from '../setup/console-act.js';
import { checkQuiet, openTab, sendAct, signInWith, type Tab } from '../setup/console-page.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, openFunding, speiBeneficiary, speiDestination } from '../setup/verbs.js';

// What rows, pages and forms say about their subject.
let service: RunningService;
let browser: Browser;
let tab: Tab;
let ask: Ask;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  const { token, get } = await operatorOf(service, 'admin');
  ask = get;
  tab = await signInWith(await openTab(browser, service), token);
});
afterAll(async () => {
  checkQuiet(tab);
  await browser?.close();
  await service?.check();
  await service?.stop();
});

const printed = catalogue();

/** A value that a filter takes, as the URL has it. */
function filterValue(name: string, type: string): string {
  const bare = type.replaceAll(/[[\]!]/g, '');
  const values = Object.keys(printed.enums[bare] ?? {});
  if (values[0] !== undefined) return values[0];
  if (/currency/i.test(name)) return 'MXN';
  const byName: Readonly<Record<string, string>> = {
    country: 'MX',
    day: '2026-11-20',
    idContains: '1042',
    method: 'spei',
  };
  const byType: Readonly<Record<string, string>> = {
    DateTime: '2026-11-20T10:00',
    Int: '409',
    MetadataPair: 'order=1042',
  };
  return byType[bare] ?? byName[name] ?? '1.00';
}

const account = (): string => `/o/${service.accountId}`;

test('every list takes each of its filters', async () => {
  const { page } = tab;
  const refused: string[] = [];
  const lists = Object.entries(printed.queries).filter(([, { type }]) => type.endsWith('Connection!'));
  for (const [name, { args }] of lists) {
    const fields = printed.inputs[args?.['filter']?.type ?? ''] ?? {};
    const search = new URLSearchParams(
      Object.entries(fields)
        .filter(([, { type }]) => type !== 'ID')
        .map(([field, { type }]): [string, string] => [field, filterValue(field, type)]),
    );
    await tab.see(`/l/${name.replaceAll(/([A-Z])/g, '-$1').toLowerCase()}?${search.toString()}`);
    const results = page.locator('main .empty, main table, main [role="alert"]').first();
    await results.waitFor();
    const alerts = await page.locator('main [role="alert"]').allTextContents();
    refused.push(...alerts.map((text) => `${name}: ${text}`));
  }
  expect(refused).toEqual([]);
});

test('a filter by metadata finds its payment, and one without a value says what to write', async () => {
  const { page } = tab;
  const beneficiaryId = await speiBeneficiary(service);
  await fund(service, 'MXN', '100.00');
  const metadata = { order: '10,42' };
  const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId, '2.00'), metadata });
  await tab.see('/l/payouts?metadata=order%3D10%2C42');
  await page.getByRole('button', { name: `Copy ${made.get('id')}` }).waitFor();
  await tab.see('/l/payouts?metadata=order');
  const fault = await page.locator('main [role="alert"]').first().textContent();
  expect(fault).toContain('metadata: “order” is not of the form order_id=1042.');
});

test('a review counts the payments to its payee before it, and says when there are more', async () => {
  const stem = '64618015700000001';
  const beneficiaryId = await speiBeneficiary(service, stem + clabeDigit(stem));
  await fund(service, 'MXN', '500.00');
  const pay = async (tag?: string): Promise<Answer> => {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '1.00', tag));
    const status = tag ? 'processing' : 'completed';
    return service.until(`/v1/payouts/${made.get('id')}`, (each) => each.at('status') === status);
  };
  const earlier = async (review: Answer): Promise<string | null> => {
    await tab.see(`/o/${review.get('risk_decision_id')}`);
    const form = await openAct(tab, /^Decide risk$/);
    const fact = form.locator('.subject dd').filter({ hasText: /completed|none/ });
    return fact.first().textContent();
  };
  const first = await pay('sim:review');
  await pay();
  const second = await pay('sim:review');
  await Promise.all(Array.from({ length: 3 }, () => pay()));
  expect(await earlier(first)).toBe('none: the first payment to this beneficiary');
  expect(await earlier(second)).toBe('1 completed, 1 processing');
  await Promise.all(Array.from({ length: 45 }, () => pay()));
  expect(await earlier(second)).toMatch(/^1 completed \(among the 50 newest payments/);
});

test('no two capabilities read the same', async () => {
  const { page } = tab;
  await tab.see(`/capabilities?accountId=${service.accountId}`);
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  const texts = await rows.allTextContents();
  expect(texts.filter((text) => text.includes('remittance')).length).toBeGreaterThan(1);
  expect(new Set(texts).size).toBe(texts.length);
});

test('funding accounts are named by method and last digits, in lists, pages and files', async () => {
  const { page } = tab;
  const body = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };
  const made = await openFunding(service, { ...body, reference: 'shop 7' });
  const number = String(made.at('instructions.bank_account'));
  const pix = await openFunding(service, {
    method: 'pix',
    currency: 'BRL',
    settlement_currency: 'BRL',
    amount: '5.00',
  });
  const ending = `····${number.slice(-4)}`;
  await tab.see('/l/funding-accounts');
  const row = page.getByRole('row').filter({ hasText: 'shop 7' });
  await row.getByRole('cell', { name: ending, exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^method,account_hint,reference,currency,/);
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^spei,${number.slice(-4)},shop 7,MXN,`)));
  await row.getByRole('link', { name: 'SPEI' }).click();
  await page.getByRole('heading', { level: 1, name: `Funding account SPEI ${ending}` }).waitFor();
  for (const [funding, name] of [
    [made, `SPEI ${ending}`],
    [pix, 'Pix'],
  ] as const) {
    const deposited = { funding_account_id: funding.get('id'), amount: '5.00' };
    const payin = await service.post('/v1/sandbox/deposits', deposited);
    expect(payin.status, payin.text).toBe(201);
    await tab.see(`/o/${payin.get('id')}`);
    await page.locator('.facts').getByRole('link', { name, exact: true }).waitFor();
  }
});

const input = (form: Locator, name: string): Locator =>
  form.locator(`[data-path="input.${name}"] :is(input, select)`);

test("the form of an account's terms has the terms in force, and a cleared term becomes the default", async () => {
  await ask(
    `mutation ($id: ID!) { setAccountTerms(accountId: $id, reason: "agreed", input: {
      platformFeeBps: 80, tenantMarkupBps: 20, withdrawalFee: { amount: "2.00", currency: "MXN" },
      limits: [{ product: payout, method: "spei", currency: "MXN", perOperation: "900.00" }] }) { platformFeeBps } }`,
    { id: service.accountId },
  );
  await tab.see(account());
  const form = await openAct(tab, /^Set account terms$/);
  expect(await input(form, 'platformFeeBps').inputValue()).toBe('80');
  expect(await input(form, 'tenantMarkupBps').inputValue()).toBe('20');
  expect(await input(form, 'withdrawalFee.amount').inputValue()).toBe('2.00');
  expect(await input(form, 'withdrawalFee.currency').inputValue()).toBe('MXN');
  await form.locator('.subject').getByText('900.00').waitFor();
  await input(form, 'platformFeeBps').fill('90');
  await input(form, 'tenantMarkupBps').fill('');
  expect(await sendAct(tab, 'agreed again')).toMatch(/^Saved\./);
  const terms = await ask(
    'query ($id: ID!) { account(id: $id) { terms { platformFeeBps tenantMarkupBps withdrawalFee { amount } } } }',
    { id: service.accountId },
  );
  expect(terms.at('account.terms')).toEqual({
    platformFeeBps: 90,
    tenantMarkupBps: null,
    withdrawalFee: { amount: '2.00' },
  });
});

test('the form of a schedule begins with the one in force, and says that it replaces it', async () => {
  const destinationId = await speiDestination(service);
  await speiDestination(service, 2);
  await tab.see(account());
  const first = await openAct(tab, /^Activate schedule$/);
  await first.locator('button.main:enabled').waitFor();
  const intervals = first.locator('[data-path="input.interval"]');
  expect(
    await intervals.locator('input').evaluateAll((all) => all.map((each) => each.getAttribute('value'))),
  ).toEqual(['daily', 'weekly', 'monthly', 'manual']);
  expect(await intervals.locator('input:checked').getAttribute('value')).toBe('daily');
  expect(await first.locator('.change').count()).toBe(0);
  await first.getByRole('button', { name: 'Cancel' }).click();
  const fields = { accountId: service.accountId, currency: 'MXN', destinationId };
  const calendar = { interval: 'weekly', weekday: 3, cutoffTime: '17:00', minimumAmount: '5.00' };
  await ask(
    'mutation ($input: SettlementScheduleInput!) { putScheduleInForce(input: $input, reason: "agreed") { id } }',
    { input: { ...fields, ...calendar } },
  );
  const form = await openAct(tab, /^Activate schedule$/);
  await form.locator('.change').getByText('Replaces the weekly schedule in MXN.').waitFor();
  for (const [name, value] of Object.entries({ ...calendar, weekday: '3', currency: 'MXN', destinationId }))
    if (name !== 'interval')
      await expect.poll(() => input(form, name).inputValue(), { message: name }).toBe(value);
  await form.locator('input[value="monthly"]').check();
  await input(form, 'day').fill('31');
  expect(await sendAct(tab, 'at the end of the month')).toMatch(/^The schedule is active/);
  const active = await ask(
    'query ($id: ID!) { settlementSchedules(accountId: $id, filter: { status: [active] }) { nodes { interval weekday day cutoffTime minimumAmount { amount } destinationId } } }',
    { id: service.accountId },
  );
  expect(active.at('settlementSchedules.nodes')).toEqual([
    {
      interval: 'monthly',
      weekday: null,
      day: 31,
      cutoffTime: '17:00',
      minimumAmount: { amount: '5.00' },
      destinationId,
    },
  ]);
});

test('labels of amounts say whose amount it is', async () => {
  const { page } = tab;
  await fund(service, 'MXN', '450.00');
  const payin = (await service.get('/v1/payins?limit=1')).at('data.0.id');
  const refund = await service.post('/v1/refunds', { payin_id: payin, amount: '50.00' });
  expect(refund.status, refund.text).toBe(201);
  const payout = await service.post('/v1/payouts', mxnPayout(await speiBeneficiary(service)));
  const withdrawn = { destination_id: await speiDestination(service), amount: '5.00' };
  const withdrawal = await service.post('/v1/withdrawals', withdrawn);
  for (const [id, labels, others] of [
    [withdrawal.get('id'), ['Destination'], ['Recipient gets']],
    [refund.get('id'), ['Payer gets'], ['Payer']],
    [payout.get('id'), ['Recipient gets', 'Total with fees'], ['Destination', 'Source']],
  ] as const) {
    await tab.see(`/o/${id}`);
    const terms = await page.locator('.facts dt').allTextContents();
    expect(terms).toEqual(expect.arrayContaining([...labels]));
    expect(terms.filter((each) => others.some((other) => other === each))).toEqual([]);
  }
  await tab.see('/l/payouts');
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads).toEqual(expect.arrayContaining(['Recipient gets', 'Total with fees']));
});

test('a capability is resumed only where one is suspended', async () => {
  const { page } = tab;
  const resume = page
    .getByRole('group', { name: 'Actions' })
    .getByRole('button', { name: 'Resume capability' });
  const screens = [account(), '/switches'];
  for (const screen of screens) {
    await tab.see(screen);
    expect(await resume.isDisabled(), screen).toBe(true);
  }
  const rail = { accountId: service.accountId, method: 'pix', currency: 'BRL' };
  await ask(
    `mutation ($accountId: ID!, $method: String!, $currency: String!) {
      suspendCapability(accountId: $accountId, product: payout, method: $method, currency: $currency, reason: "test") { id } }`,
    rail,
  );
  for (const screen of screens) {
    await tab.see(screen);
    expect(await resume.isEnabled(), screen).toBe(true);
  }
  await tab.see(account());
  const form = await openAct(tab, /^Resume capability$/);
  expect(await form.locator('input[name="method"]').inputValue()).toBe('pix');
  expect(await form.locator('input[value="payout"]').isChecked()).toBe(true);
  expect(await sendAct(tab, 'over')).toContain('is available again.');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => resume.isDisabled()).toBe(true);
});

test('passkeys are deleted only of a member who has one', async () => {
  const { page } = tab;
  const member = (await ask('{ members(first: 1) { nodes { id hasPasskey } } }')).at('members.nodes.0') as {
    readonly id: string;
    readonly hasPasskey: boolean;
  };
  expect(member.hasPasskey).toBe(false);
  await tab.see(`/o/${member.id}`);
  expect(await page.getByRole('button', { name: 'Reset passkeys' }).isDisabled()).toBe(true);
});

test('a payout says what holds it, how that is decided, and takes evidence only once it was sent', async () => {
  const { page } = tab;
  await fund(service, 'MXN', '300.00');
  const beneficiaryId = await speiBeneficiary(service);
  const pay = async (amount: string, tag?: string): Promise<string> => {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, amount, tag));
    expect(made.status, made.text).toBe(201);
    return made.get('id');
  };
  const [reviewed, uncertain] = [await pay('21.00', 'sim:review'), await pay('22.00', 'sim:uncertain')];
  await service.until(`/v1/payouts/${uncertain}`, (each) => each.at('status') === 'verification_pending');
  await ask(
    `mutation ($id: ID!) { requireApprovals(accountId: $id, payoutsAbove: { amount: "0.01", currency: "USDT" },
      reason: "agreed") { approvalPolicy } }`,
    { id: service.accountId },
  );
  const approved = await pay('23.00');
  const title = page.getByRole('heading', { level: 1 });
  const evidence = page.getByRole('button', { name: 'Record evidence' });
  const why = page.locator('.change');

  await tab.see(`/o/${approved}`);
  await title.locator('.badge.waiting').getByText('waiting for approval').waitFor();
  await why.getByText('Held until members of the account approve it.').waitFor();
  expect(await evidence.isDisabled()).toBe(true);
  expect(await evidence.getAttribute('title')).toBe('It has not been sent.');
  await why.getByRole('link', { name: 'Approval' }).click();
  await page.getByRole('heading', { level: 1, name: /^Approval 23\.00 MXN to Rosa Campos/ }).waitFor();
  expect(await title.locator('.badge').getAttribute('class')).toBe('badge waiting');

  await tab.see(`/o/${uncertain}`);
  expect(await title.locator('.badge').allTextContents()).toEqual(['verification pending']);
  await why.getByText('The bank gave no clear answer.').waitFor();
  expect(await why.textContent()).toMatch(
    /the service asks again at .*UTC\. Record evidence only with proof/,
  );
  expect(await evidence.isEnabled()).toBe(true);
  const heading = page.getByRole('heading', { name: 'Intents' });
  const attempts = page.locator('.block').filter({ has: heading }).last();
  expect(await attempts.textContent()).not.toContain('Send by');

  await tab.see('/l/payouts');
  for (const [amount, badges] of [
    ['23.00', ['processing', 'waiting for approval']],
    ['22.00', ['verification pending']],
    ['21.00', ['processing', 'in review']],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: `${amount} MXN` });
    expect(await row.locator('.badge').allTextContents(), amount).toEqual(badges);
  }

  await tab.see(`/o/${reviewed}`);
  await title.locator('.badge.waiting').getByText('in review').waitFor();
  await why.getByText('Held until its risk review is decided.').waitFor();
  expect(await evidence.isDisabled()).toBe(true);
  await why.getByRole('button', { name: 'Decide risk' }).click();
  await page
    .locator('dialog.act')
    .getByRole('radio', { name: /^approve/ })
    .check();
  expect(await sendAct(tab, 'a known payee')).toContain(
    'Approved. 21.00 MXN to Rosa Campos ····9719 will be sent.',
  );
});

test('the page of a payout has its fees, and a rate only between two currencies', async () => {
  const { page } = tab;
  const { id } = (await ask('{ payouts(first: 100) { nodes { id } } }')).at('payouts.nodes.0') as {
    readonly id: string;
  };
  await tab.see(`/o/${id}`);
  const facts = page.locator('.facts').first();
  await facts.getByText(/principal [\d.]+, platform fee [\d.]+, account's markup [\d.]+/).waitFor();
  expect(await facts.locator('dt').allTextContents()).not.toContain('Rate');
  const body = { ...mxnPayout(await speiBeneficiary(service), '1.00'), source_currency: 'USDT' };
  const quote = await service.post('/v1/quotes', body);
  expect(quote.status, quote.text).toBe(201);
  await tab.see(`/o/${quote.get('id')}`);
  await page
    .locator('.facts')
    .getByText(`1 USDT = ${quote.get('rate')} MXN`, { exact: true })
    .waitFor();
});

test('an exception is named by its type and the difference', async () => {
  const { page } = tab;
  const funding = await openFunding(service, {
    method: 'spei',
    currency: 'MXN',
    settlement_currency: 'MXN',
    amount: '50.00',
  });
  const deposited = { funding_account_id: funding.get('id'), amount: '40.00' };
  const wrong = await service.post('/v1/sandbox/deposits', deposited);
  await tab.see(`/o/${wrong.get('reconciliation_exception_id')}`);
  const title = await page.getByRole('heading', { level: 1 }).locator('.name').textContent();
  expect(title).toBe('amount mismatch -10.00 MXN');
});

test('beneficiaries are listed with the ending of their account', async () => {
  await speiBeneficiary(service);
  await tab.see('/l/beneficiaries');
  const endings = tab.page.getByRole('cell', { name: '····9719', exact: true });
  await endings.first().waitFor();
  expect(await endings.count()).toBe(1);
});

test('the menu has the lists of what is to be decided', async () => {
  await tab.see('/work');
  const group = tab.page
    .getByRole('navigation', { name: 'Screens' })
    .locator('section')
    .filter({ has: tab.page.getByRole('heading', { name: 'To decide' }) });
  expect(await group.getByRole('link').allTextContents()).toEqual([
    'Approvals',
    'Risk decisions',
    'Reconciliation exceptions',
  ]);
});
