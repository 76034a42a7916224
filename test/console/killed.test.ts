import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { buildCommandLine } from '../setup/cli.js';
import { openAct, writeAct } from '../setup/console-act.js';
import { openTab, sendAct, signInWith, type Tab } from '../setup/console-page.js';
import { createDatabase } from '../setup/database.js';
import { operatorOf } from '../setup/graphql.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { newKeys } from '../setup/keys.js';

let database: Awaited<ReturnType<typeof createDatabase>>;
let dir: string;
let env: Readonly<Record<string, string>>;
let service: ServiceProcess;
let browser: Browser;
let tab: Tab;
let accountId: string;

beforeAll(async () => {
  await buildCommandLine();
  database = await createDatabase();
  dir = await mkdtemp(join(tmpdir(), 'psp-killed-'));
  env = {
    PSP_DATA_DIR: dir,
    DATABASE_URL: database.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  };
  [service, browser] = await Promise.all([startProcess(dir, env), openBrowser()]);
  // The service restarts on the port that the open console uses.
  env = { ...env, INTERNAL_PORT: new URL(service.internalUrl).port };
  const { token } = await operatorOf({ env, internalUrl: service.internalUrl }, 'admin');
  tab = await signInWith(await openTab(browser, service), token);
  const [row] = await queryRows(database.url, 'select id from account');
  accountId = row?.['id'] ?? '';
});
afterAll(async () => {
  await browser?.close();
  await service?.end('SIGTERM');
  await database?.drop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** Kills the service at the next act: after its commit, with the answer lost, or before it arrives. */
async function killAt(moment: 'commit' | 'arrival'): Promise<void> {
  let isKilled = false;
  const onAct = async (route: Route): Promise<void> => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (isKilled || !query.startsWith('mutation')) return route.continue();
    isKilled = true;
    if (moment === 'commit') expect((await (await route.fetch()).text()).includes('"errors"')).toBe(false);
    await service.end('SIGKILL');
    await route.abort('connectionreset');
  };
  await tab.page.unrouteAll();
  await tab.page.route('**/graphql', onAct);
}

const again = async (): Promise<void> => {
  service = await startProcess(dir, env);
};
const reasons = async (reason: string): Promise<number> =>
  (await queryRows(database.url, 'select id from audit_entry where reason = $1', [reason])).length;
const form = () => tab.page.locator('dialog.act');

test('if the service is killed between commit and answer, a request with a key is repeated and done once', async () => {
  await tab.see(`/o/${accountId}`);
  const act = await openAct(tab, /^Create funding account$/);
  const input = { method: 'spei', currency: 'MXN' };
  await writeAct(tab.page, act.locator('.inputs'), { input });
  await killAt('commit');
  expect(await sendAct(tab, 'killed at commit')).toContain('No answer arrived');
  await again();
  await form().locator('button.main').click();
  await form().locator('.passed').waitFor();
  expect(await form().locator('.passed').textContent()).toContain('Created');
  expect(await reasons('killed at commit')).toBe(1);
  expect(await queryRows(database.url, 'select id from funding_account')).toHaveLength(1);
});

test('if the service is killed between commit and answer, an act is found in the audit log, even after a reload', async () => {
  await tab.see('/switches');
  for (const [act, found] of [
    [/^Stop all payouts$/, 'here'],
    [/^Resume payouts$/, 'after a reload'],
  ] as const) {
    await openAct(tab, act);
    await killAt('commit');
    // An act with the same reason as before is still another act.
    expect(await sendAct(tab, 'a drill')).toContain('No answer arrived');
    await again();
    if (found === 'here') await tab.page.getByRole('button', { name: 'See whether it happened' }).click();
    else await tab.page.reload();
    await tab.page.getByText('It was done').waitFor();
    await tab.see('/switches');
  }
  expect(await reasons('a drill')).toBe(2);
});

test('if the service is killed before an act arrives, the console reports that it was not done, and it is then done once', async () => {
  await tab.see('/switches');
  await openAct(tab, /^Stop all payouts$/);
  await killAt('arrival');
  expect(await sendAct(tab, 'a drill')).toContain('No answer arrived');
  await again();
  await tab.page.getByRole('button', { name: 'See whether it happened' }).click();
  await tab.page.getByText('It was not done').waitFor();
  expect(await reasons('a drill')).toBe(2);
  await tab.see('/switches');
  await openAct(tab, /^Stop all payouts$/);
  expect(await sendAct(tab, 'a drill')).toContain('Payouts are stopped.');
  expect(await reasons('a drill')).toBe(3);
});
