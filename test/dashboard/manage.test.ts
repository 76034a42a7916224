import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import { openReceiver, signersOf, type Receiver } from '../setup/receiver.js';
import type { RunningService } from '../setup/running.js';
import { fund } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  [dashboard, receiver] = await Promise.all([
    openDashboard({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' }),
    openReceiver(),
  ]);
  ({ service } = dashboard);
});
afterAll(async () => {
  await dashboard?.stop();
  await receiver?.close();
});

const open = async (address: string, width?: number): Promise<Window> => dashboard.enter(address, width);

test('an owner adds an endpoint, sees its secret once, and sends an event again', async () => {
  const window = await open(owner);
  const { page } = window;
  await window.see('/new-endpoint');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel(/^Event types/).fill('payin.completed payin.nothing');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page
    .getByRole('alert')
    .getByText(/event_types/)
    .waitFor();
  await page.getByLabel(/^Event types/).fill('payin.completed');
  await lookAt(window, 'endpoint-360');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const made = page.locator('main [role="status"]').filter({ hasText: 'shown only now' });
  const secret = /whsec_[A-Za-z0-9+/]{44}/.exec((await made.textContent()) ?? '')?.[0] ?? '';
  await fund(service, 'MXN', '300.00');
  const [first] = await receiver.until(1);
  expect(first && signersOf(first, [secret])).toEqual([secret]);
  await page.getByRole('link', { name: 'Open the endpoint' }).click();
  await page.getByRole('heading', { level: 1, name: /^Webhook endpoint/ }).waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  await service.until(
    `/v1/webhook-endpoints/${page.url().split('/').at(-1)}/deliveries`,
    (each) => each.at('data.0.status') === 'delivered',
  );
  await window.see('/l/deliveries');
  await page.locator('tbody td:first-child a').first().click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('link', { name: 'Sent again: open the new delivery' }).waitFor();
  const both = await receiver.until(2);
  expect(new Set(both.map(({ event }) => event.id)).size).toBe(1);
  expect(window.complaints).toEqual([]);
});

const roleOf = async (email: string): Promise<unknown> => {
  const members = (await (await dashboard.asOwner()).get('/v1/members')).at('data') as {
    readonly email: string;
    readonly role: string;
  }[];
  return members.find((each) => each.email === email)?.role;
};

test('an owner invites a viewer, who signs in, becomes an admin, and is disabled', async () => {
  const window = await open(owner);
  const { page } = window;
  await window.see('/team');
  await page.getByLabel('E-mail address').fill('ana@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('We mailed an invitation to ana@example.com').waitFor();
  const ana = await open('ana@example.com', 1280);
  await ana.see('/team');
  await ana.page.getByText(owner).first().waitFor();
  expect(await ana.page.getByRole('button', { name: /Invite|Disable/ }).count()).toBe(0);
  await window.see('/team');
  const role = page.getByLabel('Role of ana@example.com');
  await role.selectOption('owner');
  const asked = page.getByRole('dialog', { name: 'Make ana@example.com an owner?' });
  await lookAt(window, 'team-role-360');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await roleOf('ana@example.com'), 'a role is asked about first').toBe('viewer');
  expect(await role.inputValue()).toBe('viewer');
  await role.selectOption('admin');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect
    .poll(async () => {
      await ana.see('/team');
      return ana.page.getByRole('button', { name: 'Invite' }).count();
    })
    .toBe(1);
  await lookAt(window, 'team-360');
  await lookAt(ana, 'team-1280');
  const row = page.getByRole('listitem').filter({ hasText: 'ana@example.com' });
  expect((await row.innerText()).match(/admin/gi), 'the role stands once').toHaveLength(1);
  await page.getByRole('button', { name: 'Disable ana@example.com' }).click();
  await page.getByText('They can no longer sign in to this account').waitFor();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('button', { name: 'Enable ana@example.com' }).waitFor();
  await ana.page.reload();
  await ana.page.getByRole('alert').waitFor();
});

test('a list leads to the page that adds to it, for those who may', async () => {
  const window = await open(owner);
  const { page } = window;
  for (const [path, name] of [
    ['beneficiaries', 'New beneficiary'],
    ['webhook-endpoints', 'New endpoint'],
  ] as const) {
    await window.see(`/l/${path}`);
    await page.locator('main').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  expect(window.complaints).toEqual([]);
});

test('where the service has no passkeys, no policy about them is shown', async () => {
  const window = await open(owner);
  await window.see('/security');
  await window.page.getByText('Passkeys are not set up on this service.').waitFor();
  expect(await window.page.getByRole('heading', { name: 'Passkeys for all members' }).count()).toBe(0);
});

test('an owner sees each API key with its last use and expiry, and cannot issue one', async () => {
  const window = await open(owner, 1280);
  const { page } = window;
  await service.get('/v1/balances');
  await window.see('/l/api-keys');
  await page.getByText('The platform issues and revokes keys.').waitFor();
  const headings = await page.getByRole('columnheader').allInnerTexts();
  expect(headings).toEqual(expect.arrayContaining(['Label', 'Prefix', 'Last used at', 'Expires at']));
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.locator('tbody .id a').first().click();
  await page.getByRole('heading', { level: 1, name: /^API key/ }).waitFor();
  expect(await page.getByRole('button', { name: /revoke|issue/i }).count()).toBe(0);
  expect(window.complaints).toEqual([]);
});

test('a report and a statement are saved as files', async () => {
  const window = await open(owner, 1280);
  const { page } = window;
  await fund(service, 'MXN', '25.00');
  await window.see('/reports');
  await page.getByRole('heading', { name: 'Statement of a balance' }).waitFor();
  await lookAt(window, 'reports-1280');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const form = page.getByRole('region', { name: 'Statement of a balance' });
  const periods = await Promise.all(
    ['From', 'To'].map((name) =>
      Promise.all(
        (['main > form', 'section'] as const).map((each) =>
          page
            .locator(each)
            .getByLabel(new RegExp(`^${name} `))
            .inputValue(),
        ),
      ),
    ),
  );
  for (const [ofReport, ofStatement] of periods) expect(ofStatement).toBe(ofReport);
  expect(await form.getByLabel(/^To/).inputValue(), 'today is in the statement').toBe(tomorrow);
  await form.getByLabel('Currency').selectOption('MXN');
  await form.getByRole('button', { name: 'Make the statement' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Save statement_MXN_/ }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.split('\r\n').length).toBeGreaterThan(2);
  expect(text).toContain('25.00');
  await page.getByRole('button', { name: 'Create CSV file' }).click();
  const report = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Save transactions_/ }).click();
  expect(await readFile(await (await report).path(), 'utf8')).toContain('25.00');
  expect(window.complaints).toEqual([]);
});
