import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { openMailServer } from '../setup/smtp.js';
import { patience } from '../setup/patience.js';

const owner = 'owner@example.com';
let service: RunningService;
let port: number;

beforeAll(async () => {
  // A port without a listener for now.
  const gone = await openMailServer();
  port = gone.port;
  await gone.close();
  service = await openService({
    SMTP_URL: gone.url,
    MAIL_FROM: 'Payments <no-reply@payments.example>',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const ask = (email: string) =>
  service.call('POST', '/dashboard/sign-in', {
    key: null,
    body: { email },
    headers: { 'accept-language': 'pt-BR' },
  });

const mails = (): Promise<readonly Readonly<Record<string, string | null>>[]> =>
  queryRows(service.databaseUrl, 'select status, attempts, facts, detail from mail order by id');

it('an unreachable mail server delays no answer, and gets the mail once it is back', async () => {
  expect((await ask(owner)).status).toBe(202);
  await expect.poll(async () => (await mails())[0]?.['detail'], patience).toMatch(/^ESOCKET|^ECONN/);
  expect(await mails()).toMatchObject([{ status: 'queued', facts: expect.any(String) as string }]);
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  expect(metrics).toContain('psp_backlog{kind="mails_queued"} 1');
  const server = await openMailServer({ port });
  await advance(service, 120);
  await expect.poll(() => server.taken.length, patience).toBe(1);
  const [first] = server.taken;
  expect(first?.rcpt).toEqual([owner]);
  const mail = await first?.mail;
  expect(mail?.subject).toMatch(/^\d{6} é o seu código de acesso$/);
  await expect.poll(async () => (await mails())[0], patience).toMatchObject({ status: 'sent', facts: null });
  const body = { email: owner, code: mail?.subject?.slice(0, 6) };
  expect((await service.call('POST', '/dashboard/sessions', { key: null, body })).status).toBe(201);
  await server.close();
});

it('an expired code is not mailed any more', async () => {
  expect((await ask(owner)).status).toBe(202);
  await expect.poll(async () => (await mails()).at(-1)?.['attempts'], patience).toBe('1');
  await advance(service, 601);
  await expect
    .poll(async () => (await mails()).at(-1), patience)
    .toMatchObject({ status: 'dropped', facts: null });
});

it('a permanently refused address is not tried again', async () => {
  const server = await openMailServer({
    port,
    refuse: () => Object.assign(new Error('nobody here'), { responseCode: 550 }),
  });
  expect((await ask(owner)).status).toBe(202);
  await expect
    .poll(async () => (await mails()).at(-1), patience)
    .toMatchObject({
      status: 'dropped',
      attempts: '1',
      detail: 'EENVELOPE RCPT TO 550',
    });
  await server.close();
});

it.each<[string, (socket: Socket) => void]>([
  ['hangs', () => undefined],
  [
    'drips',
    (socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.once('close', () => clearInterval(drip));
    },
  ],
  ['refuses everybody', (socket) => void socket.end('554 go away\r\n')],
])('a mail server that %s delays no answer', async (_what, speak) => {
  const sockets = new Set<Socket>();
  const hostile = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    speak(socket);
  });
  hostile.listen(port, '127.0.0.1');
  await once(hostile, 'listening');
  // More mails than are sent at once.
  for (let n = 0; n < 12; n += 1) expect((await ask(owner)).status).toBe(202);
  await expect.poll(() => sockets.size, patience).toBeGreaterThan(0);
  expect((await service.get('/v1/balances')).status).toBe(200);
  const code = { email: owner, code: '000000' };
  expect((await service.call('POST', '/dashboard/sessions', { key: null, body: code })).status).toBe(401);
  for (const socket of sockets) socket.destroy();
  hostile.close();
  await once(hostile, 'close');
  const server = await openMailServer({ port });
  await advance(service, 120);
  await expect.poll(async () => (await mails()).at(-1)?.['status'], patience).toBe('sent');
  const mail = await server.taken.at(-1)?.mail;
  const body = { email: owner, code: mail?.subject?.slice(0, 6) };
  expect(body.code).toMatch(/^\d{6}$/);
  await server.close();
  await advance(service, 61);
});
