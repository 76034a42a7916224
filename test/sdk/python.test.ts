import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../../src/adapters/crypto/vault.js';
import { signatureHeader } from '../../src/domain/signature.js';
import { openFaulty, type FaultyServer } from '../setup/faulty.js';
import { codeBlocks } from '../setup/markdown.js';
import { python } from '../setup/python.js';
import { openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';
import { projectText } from '../setup/source.js';

const mailbox = openMailbox();
let service: RunningService;
let faulty: FaultyServer;
beforeAll(async () => {
  [service, faulty] = await Promise.all([openService(mailSettings, mailbox), openFaulty()]);
});
afterAll(async () => {
  await faulty.stop();
  await service.stop();
});

const readme = codeBlocks(projectText('sdk/python/README.md'), 'python');
const settings = () => ({ PSP_API_KEY: service.apiKey, PSP_BASE_URL: service.baseUrl });

describe('the package', () => {
  it('the programs of its README run against the service', async () => {
    const [payment = '', files = '', refusal = '', lists = '', awaited = '', session = '', receiver = ''] =
      readme;
    expect(await python(payment, settings())).toBe('Maria has 100.00 BRL.\n');
    expect(await python(refusal, settings())).toMatch(/^ApiError 422 req_\w+ None\n$/);
    expect(await python(lists, settings())).toMatch(/^1 False\npout_\w+ completed\ncompleted\n3\n$/);
    expect(await python(awaited, settings())).toMatch(/^sandbox \['USDT'.*\]\npout_\w+ completed\n$/);
    expect(receiver).toContain('webhooks.verify');
    const email = 'owner@example.com';
    const input = mailbox.codeFor(email);
    expect(await python(session, { ...settings(), PSP_EMAIL: email }, input)).toBe('member\n');
    expect(await python(files, settings())).toBe('1\n');
    await service.check();
  });

  it('imports only the standard library', async () => {
    const code = `
import sys, payments_service
own = {name.partition(".")[0] for name in sys.modules}
print(sorted(name for name in own if name not in sys.stdlib_module_names and not name.startswith("_")))`;
    expect(await python(code)).toMatch(/^\['payments_service'\]\n$/);
  });

  it('iterates over all events once, continues after one, and previews', async () => {
    const code = `
import os
from payments_service import ApiError, PaymentsService
psp = PaymentsService(os.environ["PSP_API_KEY"], os.environ["PSP_BASE_URL"])
for nth in range(5):
    psp.create_customer({"external_id": f"c-{nth}", "type": "individual", "country": "MX", "display_name": "C"})
print([each["external_id"] for each in psp.list_customers(limit=2)])
whole = [each["id"] for each in psp.list_events(limit=3)]
rest = []
for event in psp.follow_events(whole[1], poll=0.01, until=lambda: rest[-1:] == whole[-1:]):
    rest.append(event["id"])
print(rest == whole[2:])
payee = psp.create_beneficiary({"method": "pix", "currency": "BRL", "details": {"name": "Ana Lima", "pix_key": "ana@example.com"}})
preview = psp.preview_payout({"beneficiary_id": payee["id"], "source_currency": "USDT", "amount": "9000000", "amount_side": "source"})
print(preview["outcome"], preview["refusal"]["code"])
responses = []
for _ in range(2):
    psp.create_funding_account({"method": "spei", "currency": "MXN"}, idempotency_key="python-fund-1", on_answer=responses.append)
print([each.is_replayed for each in responses])
try:
    psp.create_funding_account({"method": "pix", "currency": "BRL"}, idempotency_key="python-fund-1")
except ApiError as error:
    print(error.status, error.code, error.idempotency_key)`;
    expect((await python(code, settings())).split('\n')).toEqual([
      "['c-4', 'c-3', 'c-2', 'c-1', 'c-0']",
      'True',
      'refused limit_exceeded',
      '[False, True]',
      '409 idempotency_key_reused python-fund-1',
      '',
    ]);
  });

  it('the async client runs calls concurrently, pages, follows the log, and signs a person in', async () => {
    const code = `
import asyncio, os, time
from payments_service import ApiError, AsyncPaymentsService, AsyncSignIn
async def main():
    async with AsyncPaymentsService(os.environ["PSP_API_KEY"], os.environ["PSP_BASE_URL"]) as psp:
        made = await asyncio.gather(*(
            psp.create_customer({"external_id": f"a-{nth}", "type": "individual", "country": "PE", "display_name": "A"})
            for nth in range(5)
        ))
        found = {each["id"] async for each in psp.list_customers(country="PE", limit=2)}
        print(found == {each["id"] for each in made}, len((await psp.list_customers(limit=2).first())["data"]))
        whole = [each["id"] async for each in psp.list_events(limit=3)]
        rest = []
        async for event in psp.follow_events(whole[1], poll=0.01, until=lambda: rest[-1:] == whole[-1:]):
            rest.append(event["id"])
        print(rest == whole[2:])
        csv = await psp.run_report("payouts", from_="2026-01-01T00:00:00Z", to="2027-01-01T00:00:00Z", format_="csv")
        rows = [row async for row in psp.run_report("payouts", from_="2026-01-01T00:00:00Z", to="2027-01-01T00:00:00Z")]
        print(csv.count("\\r\\n") == len(rows) + 1)
    async with AsyncSignIn(os.environ["PSP_BASE_URL"]) as door:
        try:
            await door.create_session({"email": "owner@example.com", "code": "000000"})
        except ApiError as error:
            print(error.status, error.code)
asyncio.run(main())`;
    expect((await python(code, settings())).split('\n')).toEqual([
      'True 2',
      'True',
      'True',
      '401 invalid_api_key',
      '',
    ]);
  });

  it('the async client does not block on one call, and retries like the blocking client', async () => {
    faulty.plan({ drips: 'body' }, { status: 503 }, { body: { id: 'pout_1' } });
    const code = `
import asyncio, os, time
from payments_service import AsyncPaymentsService, ConnectionFailed
async def main():
    psp = AsyncPaymentsService("k", os.environ["URL"])
    began = time.monotonic()
    slow = asyncio.create_task(psp.get_payout("slow", deadline=3))
    await asyncio.sleep(0.3)
    print((await psp.get_payout("p"))["id"], slow.done())
    try:
        await slow
    except ConnectionFailed as error:
        print(error.attempts, time.monotonic() - began < 8)
    await psp.aclose()
asyncio.run(main())`;
    expect(await python(code, { URL: faulty.url })).toBe('pout_1 False\n1 True\n');
  });
});

describe('a call', () => {
  const start = 'import os\nfrom payments_service import *\npsp = PaymentsService("k", os.environ["URL"])\n';
  const said = (code: string): Promise<string> => python(start + code, { URL: faulty.url });

  it('retries under one key, and respects Retry-After', async () => {
    faulty.plan(
      { broken: true },
      { status: 503, headers: { 'retry-after': '1' } },
      { status: 201, body: { id: 'pout_1', status: 'a_state_of_later' } },
    );
    const code = `
import time
began = time.monotonic()
responses = []
payout = psp.create_payout({"beneficiary_id": "b", "quote_id": "q"}, on_answer=responses.append)
print(payout["status"], time.monotonic() - began > 0.99, responses[0].attempts)`;
    expect(await said(code)).toBe('a_state_of_later True 3\n');
    expect(new Set(faulty.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(faulty.requests.map(({ body }) => body)).size).toBe(1);
  });

  it('raises errors that it cannot retry', async () => {
    faulty.plan({
      status: 422,
      body: { error: { type: 'invalid_request', code: 'of_later', message: 'No.', reasons: ['a'] } },
    });
    const refused = `
try:
    psp.get_payout("p")
except ApiError as error:
    print(error, error.code, error.reasons)
try:
    psp.get_payout("")
except ValueError as error:
    print(error)`;
    expect(await said(refused)).toBe("No. of_later ['a']\n/v1/payouts/{id}: an id is empty.\n");
    faulty.plan({ broken: true });
    const gone = `
try:
    psp.cancel_payout("p", idempotency_key="mine-0001", max_retries=1)
except ConnectionFailed as error:
    print(error.idempotency_key)`;
    expect(await said(gone)).toBe('mine-0001\n');
    expect(faulty.requests.length).toBe(2);
    faulty.plan({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    expect(await said(refused)).toContain('http_302');
  });
});

it('webhooks.verify names the cause', async () => {
  const secret = `whsec_${'aB3-_'.repeat(8)}xyz`;
  const older = `whsec_${'z'.repeat(43)}`;
  const body = '{"id":"evt_1", "type":"payout.completed","note":"Ñandú \u{1f600}","amount":"10.00"}';
  const signed = (secrets: string[], seconds = 0) =>
    signatureHeader(sign, secrets, { at: new Date(Date.now() + seconds * 1000), body });
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const headers = (secrets: string[], seconds = 0) => ({
    'Psp-Signature': signed(secrets, seconds),
    'Content-Digest': digest,
  });
  const good = headers([secret]);
  const cases: [body: unknown, headers: unknown, secret: unknown, expected: string][] = [
    [body, good, secret, 'evt_1'],
    [body, good['Psp-Signature'], secret, 'evt_1'],
    [body, headers([older, secret]), secret, 'evt_1'],
    [body, good, [older, secret], 'evt_1'],
    [body.replace('10.00', '99.00'), good, secret, 'body_changed'],
    [JSON.stringify(JSON.parse(body)), good, secret, 'body_changed'],
    [JSON.parse(body), good, secret, 'body_changed'],
    [body.slice(0, -5), good['Psp-Signature'], secret, 'body_changed'],
    [`${body}\n`, good['Psp-Signature'], secret, 'body_changed'],
    [body, good, older, 'wrong_secret'],
    [body, good, secret.slice(6), 'wrong_secret'],
    [body, good['Psp-Signature'], older, 'wrong_secret'],
    [body, good, '', 'wrong_secret'],
    [body, headers([secret], -330), secret, 'too_old'],
    [body, headers([secret], 330), secret, 'too_old'],
    [body, {}, secret, 'no_signature'],
    [body, 't=1,v1=zz', secret, 'no_signature'],
  ];
  const code = `
import json, os
from payments_service import WebhookError, webhooks
for body, headers, secret, _ in json.loads(os.environ["CASES"]):
    try:
        print(webhooks.verify(body, headers, secret)["id"])
    except WebhookError as error:
        print(error.fault)`;
  const printed = (await python(code, { CASES: JSON.stringify(cases) })).trimEnd().split('\n');
  expect(printed).toEqual(cases.map(([, , , each]) => each));
});

it('builds a package with complete metadata', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'psp-sdist-'));
  try {
    await cp(join(import.meta.dirname, '../../sdk/python'), join(dir, 'src'), { recursive: true });
    const code = 'import setuptools.build_meta as build; print(build.build_sdist(".."))';
    const built = await promisify(execFile)('python3', ['-c', code], { cwd: join(dir, 'src') });
    const name = built.stdout.trim().split('\n').at(-1) ?? '';
    const listed = await promisify(execFile)('tar', ['-tzf', join(dir, name)]);
    for (const file of ['README.md', 'payments_service/py.typed', 'payments_service/types.py', 'PKG-INFO'])
      expect(listed.stdout).toContain(`/${file}\n`);
    const info = await promisify(execFile)('tar', [
      '-xzOf',
      join(dir, name),
      '--wildcards',
      '*-1.0.0/PKG-INFO',
    ]);
    for (const line of ['Name: payments-service', 'Requires-Python: >=3.11', 'Classifier: Typing :: Typed'])
      expect(info.stdout).toContain(line);
    expect(info.stdout).toContain('# Payments service: Python');
  } finally {
    await rm(dir, { recursive: true });
  }
});
