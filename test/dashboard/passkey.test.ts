import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPasskey,
  lookAt,
  openNamedDashboard,
  owner,
  plugIn,
  type Dashboard,
  type Window,
} from '../setup/dashboard-page.js';
import { asker } from '../setup/graphql.js';
import { signIn } from '../setup/sign-in.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openNamedDashboard();
});
afterAll(() => dashboard.stop());

const signOut = async ({ page }: Window): Promise<void> => {
  await page.locator('details.me summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
};

test('an owner adds a passkey, signs in with it, requires passkeys, and removes it', async () => {
  const window = await dashboard.enter(owner);
  const { page } = window;
  const device = await plugIn(page);
  await window.see('/security');
  await page.getByText('You have no passkey.').waitFor();
  await addPasskey(window, 'Office laptop');
  expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  await lookAt(window, 'security-360');
  await signOut(window);
  await lookAt(window, 'sign-in-passkey-360');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await window.see('/security');
  await page.getByText(/last used/).waitFor();
  await page.getByRole('button', { name: 'Require passkeys' }).click();
  await page.getByText(/^Required:/).waitFor();
  await lookAt(window, 'security-1280');
  await page.getByRole('button', { name: 'Make passkeys optional' }).click();
  await page.getByText(/^Optional:/).waitFor();
  await page.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByText('You have no passkey.').waitFor();
  expect(window.complaints).toEqual([]);
});

test('a manager sees who has a passkey, and deletes the passkeys of a member who has one', async () => {
  await dashboard.invite('admin', 'viewer');
  const [window, admin] = [await dashboard.enter(owner), await dashboard.enter('admin@example.com')];
  const { page } = window;
  const deleting = page.getByRole('button', { name: /^Delete passkeys of/ });
  await window.see('/team');
  await page.getByRole('button', { name: 'Disable admin@example.com' }).waitFor();
  expect(await deleting.count()).toBe(0);
  await plugIn(admin.page);
  await admin.see('/security');
  await addPasskey(admin, 'Phone');
  await window.see('/team');
  expect(await deleting.allTextContents()).toEqual(['Delete passkeys of admin@example.com']);
  await deleting.click();
  await page.getByText('They sign in with a mailed code').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await deleting.waitFor({ state: 'detached' });
  const { service, mailbox } = dashboard;
  const viewer = asker(`${service.baseUrl}/dashboard`, await signIn(service, mailbox, 'viewer@example.com'));
  const seen = await viewer('{ members(first: 10) { nodes { hasPasskey } } }');
  expect(seen.at('members.nodes')).toEqual(Array(3).fill({ hasPasskey: null }));
});

test('a person sees where they are signed in, and ends the other sessions', async () => {
  const [other, window] = [await dashboard.enter(owner), await dashboard.enter(owner)];
  const { page } = window;
  await window.see('/security');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await sessions.getByText('· this session').waitFor();
  await sessions.getByText('Chrome on Linux').first().waitFor();
  await lookAt(window, 'sessions-360');
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await sessions.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await other.page.reload();
  await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(window.complaints).toEqual([]);
});

test('a code alone does not open an account that requires passkeys; the page asks for the passkey and continues', async () => {
  const window = await dashboard.enter(owner);
  const { page } = window;
  const device = await plugIn(page);
  await window.see('/security');
  await addPasskey(window, 'Phone');
  await page.getByRole('button', { name: 'Require passkeys' }).click();
  await page.getByText(/^Required:/).waitFor();
  await signOut(window);
  const before = dashboard.mailbox.subjectsTo(owner).filter((each) => /^\d{6} /.test(each)).length;
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('6-digit code from the e-mail').fill(await dashboard.mailbox.codeFor(owner, before));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This account requires your passkey; sign in with it.').waitFor();
  await lookAt(window, 'passkey-required-360');
  await device.verifies(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await device.verifies(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  await page.getByRole('button', { name: 'Make passkeys optional' }).click();
  await page.getByText(/^Optional:/).waitFor();
  expect(window.complaints).toEqual([]);
});
