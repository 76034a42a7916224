import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { checkQuiet, openTab, signInWith } from '../setup/console-page.js';
import { operatorOf } from '../setup/graphql.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  await fund(service, 'MXN', '10000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const items = Array.from({ length: 60 }, () => mxnPayout(beneficiaryId, '1.00', 'a, "b"\nc'));
  const batch = await service.post('/v1/payout-batches', { items });
  const path = `/v1/payout-batches/${batch.get('id')}`;
  await service.until(path, (each) => each.at('status') === 'completed', 60_000);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test('a report file has the same bytes, name and digest as over REST', async () => {
  const { token } = await operatorOf(service, 'viewer');
  const tab = await signInWith(await openTab(browser, service), token);
  const { page } = tab;
  for (const name of ['transactions', 'payouts', 'settlements']) {
    const [from, to] = [day(-5), day(1)];
    await tab.see(`/reports?accountId=${service.accountId}&name=${name}&from=${from}&to=${to}`);
    await page.getByRole('button', { name: 'Create CSV file' }).click();
    const link = page.getByRole('link', { name: /^Save/ });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const rest = await fetch(
      `${service.baseUrl}/v1/reports/${name}?from=${from}T00:00:00Z&to=${to}T00:00:00Z&format=csv`,
      { headers: { authorization: `Bearer ${service.apiKey}` } },
    );
    const bytes = Buffer.from(await rest.arrayBuffer());
    expect((await readFile(await download.path())).equals(bytes), name).toBe(true);
    expect(rest.headers.get('content-disposition')).toContain(`"${download.suggestedFilename()}"`);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    expect(await page.locator('.passed').textContent()).toContain(`sha-256=:${hash}:`);
  }
  checkQuiet(tab);
});
