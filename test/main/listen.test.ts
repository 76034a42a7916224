import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters, styleText } from 'node:util';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepCredentials } from '../../src/main/credentials.js';
import { elementTexts } from '../../src/tools/listen/element.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { httpTarget, type Received, type Target } from '../setup/target.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { customerFields } from '../setup/sender.js';
import { newerForm, standardOf } from '../setup/standard-webhook.js';

/** A running `psp listen --json` and its output so far. */
interface Listener {
  readonly child: ChildProcess;
  readonly printed: Record<string, unknown>[];
  readonly said: { stderr: string };
  /** Sends Ctrl-C; returns the exit code. */
  readonly end: () => Promise<number | null>;
}

let service: RunningService;
const left: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
});
afterEach(async () => {
  await Promise.all(left.splice(0).map((each) => each.stop()));
  await rm(join(service.dataDir, 'listen'), { recursive: true, force: true });
  // Another service has left its address there.
  keepCredentials(service.dataDir, { base_url: service.baseUrl });
});
afterAll(() => service.stop());

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Starts listening and waits until it has started. */
async function listen(receiver: Pick<Target, 'port'>, ...args: string[]): Promise<Listener> {
  const target = `http://localhost:${receiver.port}/hooks`;
  const child = startCommand(['listen', '--json', '--forward-to', target, ...args], service.env);
  const [printed, said]: [Record<string, unknown>[], { stderr: string }] = [[], { stderr: '' }];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    printed.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const end = async (): Promise<number | null> => {
    child.kill('SIGINT');
    return (await closed)[0];
  };
  left.push({ stop: end });
  await Promise.race([until(() => printed.length > 0), closed]);
  return { child, printed, said, end };
}

async function openTarget(...args: Parameters<typeof httpTarget>): Promise<Target> {
  const receiver = await httpTarget(...args);
  left.push(receiver);
  return receiver;
}

/** Creates events that contain this metadata. */
async function happen(note = 'all is well'): Promise<string> {
  const made = await service.post('/v1/customers', customerFields({ metadata: { note } }));
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

const idOf = (request: Received): string => String(request.headers['psp-event-id']);

async function logged(): Promise<string[]> {
  const page = await service.get('/v1/events?limit=100');
  expect(page.at('has_more')).toBe(false);
  return (page.body['data'] as { id: string }[]).map(({ id }) => id);
}

describe('a listener', () => {
  it('gets the whole log and new events, in order, signed over the exact bytes', async () => {
    await happen('"quoted" \\ ] }, { [ , "data":[ Ñ 漢字 \u2028');
    await happen();
    const receiver = await openTarget();
    const { printed, end } = await listen(receiver, '--since', 'start');
    const before = await logged();
    await until(() => receiver.requests.length >= before.length);
    await happen('while it listens');
    await until(() => receiver.requests.length > before.length);
    expect(await end()).toBe(0);

    expect(receiver.requests.map(idOf)).toEqual(await logged());
    const secret = String(printed[0]?.['secret']);
    expect(secret).toMatch(newerForm);
    for (const { headers, body, url } of receiver.requests) {
      const id = String(headers['psp-event-id']);
      expect(url).toBe('/hooks');
      expect(body.toString()).toBe((await service.get(`/v1/events/${id}`)).text);
      const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['psp-signature'])) ?? [];
      expect(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')).toBe(v1);
      expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
      expect(new Webhook(secret).verify(body, standardOf(headers))).toMatchObject({ id });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'psp-webhooks/1 (sandbox)',
        'psp-delivery-id': id.replace('evt_', 'whd_'),
        'psp-delivery-attempt': '1',
      });
    }
    expect(printed.slice(1).map((line) => [line['event_id'], line['http_status']])).toEqual(
      receiver.requests.map((request) => [idOf(request), 200]),
    );
  });

  it('prints events for people, without a receiver', async () => {
    const child = startCommand(['listen', '--print', '--since', 'start'], service.env);
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const closed = once(child, 'close') as Promise<[number | null]>;
    const id = await happen();
    await until(() => said.includes(id));
    child.kill('SIGINT');
    expect((await closed)[0]).toBe(0);
    expect(said).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  customer\\.created +${id}  active$`, 'm'));
    expect(said).not.toMatch(/Secret|To:/);
    expect(stripVTControlCharacters(said), 'it has no colours').toBe(said);
  });

  it('has colours on a terminal', async () => {
    const command = [process.execPath, 'dist/cli/main.js', 'listen', '--print', '--since', 'start'].join(' ');
    const child = spawn('script', ['--quiet', '--command', `exec ${command}`, '/dev/null'], {
      env: { PATH: process.env['PATH'], TERM: 'xterm', ...service.env },
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const closed = once(child, 'close');
    const id = await happen();
    await until(() => said.includes(id));
    child.kill('SIGTERM');
    await closed;
    const coloured = said.split(/\r?\n/).find((line) => line.includes(id)) ?? '';
    const [plain, type] = [stripVTControlCharacters(coloured), 'customer.created'.padEnd(32)];
    expect(plain).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${type}  ${id}  active$`));
    expect(coloured).toContain(styleText('yellow', type, { validateStream: false }));
  });

  it("with --rough gets forged, repeated and reordered events, and reports the receiver's behaviour", async () => {
    const cursor = (await logged()).at(-1) ?? '';
    const one = await happen();
    const other = await happen();
    await service.call('PATCH', `/v1/customers/${one}`, { body: { metadata: { note: 'changed' } } });
    const expected = (await logged()).slice(-3);
    const receiver = await openTarget();
    const { printed, end } = await listen(receiver, '--since', cursor, '--rough');
    await until(() => receiver.requests.length === 9);
    await end();
    // The event of the other resource first; those of one resource in order.
    const order = [expected[1], expected[0], expected[2]];
    expect(receiver.requests.map(idOf)).toEqual(order.flatMap((each) => [each, each, each]));
    expect(String(receiver.requests[0]?.body)).toContain(other);
    const secret = String(printed[0]?.['secret']);
    const holds = receiver.requests.map(({ headers, body }) => {
      const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['psp-signature'])) ?? [];
      const isGenuine = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex') === v1;
      const verify = () => new Webhook(secret).verify(body, standardOf(headers));
      if (isGenuine) expect(verify).not.toThrow();
      else expect(verify).toThrow('No matching signature');
      return isGenuine;
    });
    expect(holds).toEqual(order.flatMap(() => [false, true, true]));
    expect(printed.slice(1, 4).map(({ twist }) => twist)).toEqual(['forged', undefined, 'again']);
  });

  it('continues where it stopped, with the same secret, which only its owner can read', async () => {
    const receiver = await openTarget();
    const first = await listen(receiver);
    expect(first.printed[0]).toMatchObject({ since: 'now' });
    await happen();
    await until(() => receiver.requests.length === 1);
    expect(await first.end()).toBe(0);
    await happen('while nobody listens');
    await happen();
    const second = await listen(receiver);
    expect(second.printed[0]).toMatchObject({
      since: 'where it stopped',
      secret: first.printed[0]?.['secret'],
    });
    await until(() => receiver.requests.length === 3);
    await second.end();
    expect(receiver.requests.map(idOf)).toEqual((await logged()).slice(-3));

    const [name = '', ...others] = readdirSync(join(service.dataDir, 'listen'));
    const file = join(service.dataDir, 'listen', name);
    expect([others, statSync(file).mode & 0o777]).toEqual([[], 0o600]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ cursor: (await logged()).at(-1) });
  });

  it('starts after an event, and gets only the requested types', async () => {
    const cursor = (await logged()).at(-1) ?? '';
    const customer = await happen();
    const changed = await service.call('PATCH', `/v1/customers/${customer}`, {
      body: { metadata: { note: 'changed' } },
    });
    expect(changed.status, changed.text).toBe(200);
    const receiver = await openTarget();
    const all = ['--since', cursor, '--events'];
    await listen(receiver, ...all, 'customer.updated,payout.');
    await until(() => receiver.requests.length === 1);
    await listen({ port: receiver.port }, ...all, 'customer.');
    await until(() => receiver.requests.length === 3);
    const types = receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    expect(types).toEqual(['customer.updated', 'customer.created', 'customer.updated']);
  });

  it('waits for a failing target, and keeps the order', async () => {
    const gone = await httpTarget();
    await gone.stop();
    const { printed } = await listen(gone);
    const before = await logged();
    for (const note of ['one', 'two', 'three']) await happen(note);
    await until(() => printed.length >= 3);
    expect(printed[1]).toMatchObject({
      attempt: 1,
      http_status: null,
      error: 'The receiver refused the connection.',
      retry_in_ms: 500,
    });
    expect(printed[2]).toMatchObject({ attempt: 2, retry_in_ms: 1000 });
    let answers = 0;
    const receiver = await openTarget(
      (_request, response) => {
        answers += 1;
        response.writeHead(answers === 2 ? 500 : 204).end();
      },
      { port: gone.port },
    );
    await until(() => receiver.requests.length === 4);
    const [one, two, three] = (await logged()).slice(before.length);
    expect(receiver.requests.map(idOf)).toEqual([one, two, two, three]);
    const attempts = receiver.requests.map(({ headers }) => Number(headers['psp-delivery-attempt']));
    expect(attempts.slice(1)).toEqual([1, 2, 1]);
    expect(attempts[0]).toBeGreaterThan(2);
  });

  it('waits for a service that limits it or is unreachable', async () => {
    const settings = { PSP_ROLES: 'api', RATE_LIMIT_PER_SECOND: '1' };
    const busy = await openBeside(service, settings);
    const receiver = await openTarget();
    const { said, end } = await listen(receiver, '--base-url', busy.baseUrl);
    await until(() => said.stderr.includes('answered 429'));
    await busy.stop();
    await until(() => said.stderr.includes('cannot be reached (ECONNREFUSED)'));
    await happen();
    const again = await openBeside(service, { ...settings, PORT: new URL(busy.baseUrl).port });
    left.push(again);
    await until(() => receiver.requests.length === 1);
    expect(receiver.requests.map(idOf)).toEqual((await logged()).slice(-1));
    expect(await end()).toBe(0);
  });

  it('exits within seconds while a target is slow, and delivers that event again', async () => {
    const receiver = await openTarget(() => undefined);
    const { end } = await listen(receiver);
    await happen();
    await until(() => receiver.requests.length === 1);
    const began = performance.now();
    expect(await end()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    await listen(receiver);
    await until(() => receiver.requests.length === 2);
    expect(receiver.requests[1]?.body.equals(receiver.requests[0]?.body ?? Buffer.of())).toBe(true);
  });

  it.each([
    [{ PSP_API_KEY: 'psp_test_nobody' }, [], /^The event log cannot be read \(401\): .+\n$/],
    [
      {},
      ['--since', 'evt_01k9zq3v5e8x7m2n4p6r8t0w1y'],
      /\(400\): .+ Nothing was forwarded from there: give --since with now, start or the id of an existing event\.\n$/,
    ],
  ])('with %j and %j reports the error in one line', async (set, args, why) => {
    const target = ['--forward-to', 'http://localhost:9/'];
    const { code, stdout, stderr } = await runCommand(['listen', '--json', ...target, ...args], {
      ...service.env,
      ...set,
    });
    expect(code).toBe(1);
    expect(`${(JSON.parse(stdout) as { error: { message: string } }).error.message}\n`).toBe(stderr);
    expect(stderr).toMatch(why);
    expect(existsSync(join(service.dataDir, 'listen'))).toBe(false);
  });

  it('shows people the time, type, id, status and duration', async () => {
    const receiver = await openTarget();
    const target = `http://localhost:${receiver.port}/`;
    const child = startCommand(['listen', '--since', 'start', '--forward-to', target], service.env);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    const closed = once(child, 'close');
    await until(() => text.split('\n').length > 7);
    child.kill('SIGTERM');
    await closed;
    expect(text).toMatch(/^From +http:\S+\nTo +http:\S+\nSince +start\nSecret +whsec_\S{44}\n\n/);
    expect(text).toMatch(/\n\d\d:\d\d:\d\d {2}customer\.created +evt_\w+ {2}200 {2}\d+ ms\n/);
  });
});

it('the elements of a page keep their exact text', () => {
  const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'));
  const texts = fc.array(spaced.map(([value, space]) => JSON.stringify(value, null, space)));
  fc.assert(
    fc.property(texts, fc.constantFrom(',', ' ,\n '), fc.jsonValue(), (elements, comma, other) => {
      const around = JSON.stringify(other);
      const page = `{"before":${around},"data":[${elements.join(comma)}],"has_more":${around}}`;
      expect(elementTexts(page)).toEqual(elements);
    }),
    { numRuns: 300 },
  );
});
