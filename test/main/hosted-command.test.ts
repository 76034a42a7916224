import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
});
afterAll(() => service.stop());

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runWarm([...args, '--json'], service.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

it('pages, domains and sessions are listed and shown, and an operator grants the white label and releases a domain', async () => {
  const { accountId } = service;
  const page = (await enablePage(service, { branding_mode: 'co_branded', brand_name: 'Andina' })).get('id');
  const session = await openSession(service);
  const domain = (await service.post('/v1/hosted-domains', { hostname: 'pay.example.com' })).get('id');
  expect((await runJson('hosted-page', 'list'))['data']).toMatchObject([{ id: page, account_id: accountId }]);
  expect(await runJson('hosted-page', 'show', page)).toMatchObject({ id: page, brand_name: 'Andina' });
  expect((await runJson('domain', 'list'))['data']).toMatchObject([
    { id: domain, hostname: 'pay.example.com' },
  ]);
  expect(await runJson('domain', 'show', domain)).toMatchObject({ verification_status: 'pending' });
  const listed = await runJson('session', 'list');
  expect(listed['data']).toMatchObject([{ id: session.get('id'), status: 'open', origin: 'tenant' }]);
  const account = await runJson('session', 'show', session.get('id'));
  expect(account).toMatchObject({ account_id: accountId, status: 'open', page_id: page });
  expect(JSON.stringify([listed, account])).not.toContain('hps_');
  const reason = ['--reason', 'case 4711'];
  const granted = await runJson('hosted-page', 'grant', accountId, ...reason);
  expect(granted).toEqual({ account_id: accountId, white_label_granted: true });
  expect((await service.get('/v1/hosted-page')).at('white_label_entitled')).toBe(true);
  const withdrawn = await runJson('hosted-page', 'withdraw', accountId, ...reason);
  expect(withdrawn).toEqual({ account_id: accountId, white_label_granted: false });
  expect(await runJson('domain', 'release', domain, ...reason)).toMatchObject({
    verification_status: 'failed',
  });
  const absent = await runWarm(['session', 'show', 'hs_01k9zq3v5e8x7m2n4p6r8t0w1y'], service.env);
  expect(absent.code).not.toBe(0);
  await service.check();
});
