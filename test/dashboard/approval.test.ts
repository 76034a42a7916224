import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteOwner } from '../../src/usecases/member.js';
import { openTab, signInWith } from '../setup/console-page.js';
import { openDashboard, owner, type Dashboard } from '../setup/dashboard-page.js';
import { asker, operatorOf, withoutErrors } from '../setup/graphql.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import type { RunningService } from '../setup/running.js';
import { signIn } from '../setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;
let payoutId: string;
let approvals: { readonly payout: string; readonly batch: string; readonly unnamed: string };

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await fund(service, 'MXN', '10000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const above = [{ currency: 'MXN', amount: '50.00' }];
  const body = { payouts: { above }, batches: { above } };
  const set = await (await dashboard.asOwner()).call('PUT', '/v1/approval-policy', { body });
  expect(set.status, set.text).toBe(200);
  const payout = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '60.00'));
  const items = [mxnPayout(beneficiaryId, '40.00'), mxnPayout(beneficiaryId, '30.00')];
  const batch = await service.post('/v1/payout-batches', { items, reference: 'wages 11' });
  const unnamed = await service.post('/v1/payout-batches', { items: [...items, ...items] });
  payoutId = payout.get('id');
  approvals = {
    payout: payout.get('approval.id'),
    batch: batch.get('approval.id'),
    unnamed: unnamed.get('approval.id'),
  };
});
afterAll(() => dashboard?.stop());

const document = `query ($id: ID!) { approval(id: $id) { id
  operation { ... on Payout { id destination { amount } } } batch { reference summary { total } } } }`;

test('an approval has its payout or its batch, in console and dashboard, and never for a stranger', async () => {
  const stranger = await openOtherAccount(service);
  const invited = { accountId: stranger.id, address: 'other@example.com', language: 'en' } as const;
  await withHand(service, (ports) => inviteOwner(ports, operator, invited));
  const member = async (address: string) =>
    asker(`${service.baseUrl}/dashboard`, await signIn(service, dashboard.mailbox, address));
  const operation = { id: payoutId, destination: { amount: '60.00' } };
  const batch = { reference: 'wages 11', summary: { total: 2 } };
  for (const ask of [await member(owner), (await operatorOf(service, 'viewer')).ask]) {
    const get = withoutErrors(ask);
    const { payout, batch: batchId } = approvals;
    expect((await get(document, { id: payout })).at('approval')).toEqual({
      id: payout,
      operation,
      batch: null,
    });
    expect((await get(document, { id: batchId })).at('approval')).toEqual({
      id: batchId,
      operation: null,
      batch,
    });
  }
  const asStranger = await member('other@example.com');
  for (const id of Object.values(approvals))
    expect((await asStranger(document, { id })).at('approval')).toBeNull();
  expect(
    (await asStranger('{ approvals { nodes { operation { __typename } } } }')).at('approvals.nodes'),
  ).toEqual([]);
});

test('lists and pages name an approval by amount and payee, or by its batch', async () => {
  const inDashboard = await dashboard.enter(owner, 1280);
  const { token } = await operatorOf(service, 'viewer');
  const inConsole = await signInWith(await openTab(dashboard.browser, service), token);
  const paid = '60.00 MXN to Rosa Campos ····9719';
  const names = [paid, 'wages 11', '4 payouts'];
  const attention = inDashboard.page.getByRole('region', { name: 'Needs attention' });
  for (const name of names) await attention.getByRole('link', { name, exact: true }).waitFor();
  for (const window of [inDashboard, inConsole]) {
    const { page } = window;
    await window.see('/l/approvals');
    for (const name of names) await page.getByRole('cell', { name, exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const [head] = (await (await saved).createReadStream().then((file) => file.toArray()))
      .join('')
      .split('\r\n');
    expect(head).toContain('resource,resource_id');
    await window.see(`/o/${approvals.payout}`);
    await page.getByRole('heading', { level: 1, name: `Approval ${paid}` }).waitFor();
    await page.locator('.facts').getByRole('link', { name: paid, exact: true }).waitFor();
    await window.see(`/o/${approvals.unnamed}`);
    await page.getByRole('heading', { level: 1, name: 'Approval 4 payouts' }).waitFor();
  }
  expect(inDashboard.complaints).toEqual([]);
});

test('the form of a decision says which batch it approves', async () => {
  const window = await dashboard.enter(owner, 1280);
  const { page } = window;
  await window.see(`/o/${approvals.batch}`);
  await page.getByRole('button', { name: 'Decide approval' }).click();
  await page.getByRole('radio', { name: 'approve' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve wages 11' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Approved/)
    .waitFor();
});
