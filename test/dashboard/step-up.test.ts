import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPasskey,
  lookAt,
  openNamedDashboard,
  owner,
  plugIn,
  type Dashboard,
} from '../setup/dashboard-page.js';
import { ageProofs } from '../setup/step-up.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openNamedDashboard();
});
afterAll(() => dashboard.stop());

const codesSent = (): number =>
  dashboard.mailbox.subjectsTo(owner).filter((each) => /^\d{6} /.test(each)).length;

test('a dangerous act needs a mailed code, then continues without retyping', async () => {
  const window = await dashboard.enter(owner);
  const { page } = window;
  await ageProofs(dashboard.service);
  await window.see('/team');
  await page.getByLabel('E-mail address').fill('ana@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Not done: your identity was not confirmed.').waitFor();
  await page.getByRole('button', { name: 'Invite' }).click();
  const before = codesSent();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = await dashboard.mailbox.codeFor(owner, before);
  await dialog.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.getByRole('alert').getByText('is wrong, used or expired').waitFor();
  await lookAt(window, 'step-up-code-360');
  await dialog.getByLabel('6-digit code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('We mailed an invitation to ana@example.com.').waitFor();
  // The next one is not asked for.
  await page.getByLabel('E-mail address').fill('bea@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('We mailed an invitation to bea@example.com.').waitFor();
  expect(window.complaints).toEqual([]);
});

test('a member with a passkey confirms with it', async () => {
  const window = await dashboard.enter(owner);
  const { page } = window;
  const device = await plugIn(page);
  await window.see('/security');
  await addPasskey(window, 'Phone');
  await ageProofs(dashboard.service);
  await page.getByRole('button', { name: 'Require passkeys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await device.verifies(false);
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await dialog.getByText('No passkey was used.').waitFor();
  await lookAt(window, 'step-up-passkey-360');
  await device.verifies(true);
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByText(/^Required:/).waitFor();
  await page.getByRole('button', { name: 'Make passkeys optional' }).click();
  await page.getByText(/^Optional:/).waitFor();
  expect(window.complaints).toEqual([]);
});
