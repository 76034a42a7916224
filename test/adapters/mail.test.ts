import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../../src/adapters/mail/smtp.js';
import { letterOf } from '../../src/domain/letter.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';

const from = 'Payments <no-reply@payments.example>';
const letter = { ...letterOf('sign_in_code', 'en', { code: '123456' }), id: 'mail_1', to: 'ana@example.com' };

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openServer(refuse?: () => Error): Promise<MailServer> {
  const server = await openMailServer(refuse === undefined ? {} : { refuse });
  ends.push(() => server.close());
  return server;
}

/** A server that accepts connections and sends what it likes. */
async function openHostile(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const coded = (responseCode: number) => () => Object.assign(new Error('no'), { responseCode });

describe('a mail server', () => {
  it('receives the whole mail, for one recipient, with a stable id', async () => {
    const { url, taken } = await openServer();
    expect(await smtpMailer({ url, from }).send(letter)).toEqual({ outcome: 'sent' });
    const [first] = taken;
    const [rcpt, mail] = [first?.rcpt, await first?.mail];
    expect(rcpt).toEqual(['ana@example.com']);
    expect(mail).toMatchObject({
      subject: '123456 is your sign-in code',
      messageId: '<mail_1@payments.example>',
      from: { value: [{ name: 'Payments', address: 'no-reply@payments.example' }] },
    });
    expect(mail?.text).toContain('123456');
    expect(mail?.html).toContain('123456');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it.each([
    [550, 'refused'],
    [450, 'failed'],
  ])('that answers %i to the recipient: %s', async (status, outcome) => {
    const { url, taken } = await openServer(coded(status));
    expect(await smtpMailer({ url, from }).send(letter)).toMatchObject({ outcome });
    expect(taken).toEqual([]);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs without a word', () => undefined],
    ['hangs after its greeting', (socket) => socket.write('220 here\r\n')],
    [
      'drips a byte at a time',
      (socket) => {
        const drip = setInterval(() => socket.write('2'), 20);
        socket.once('close', () => clearInterval(drip));
      },
    ],
    ['hangs up', (socket) => socket.destroy()],
    ['refuses everybody', (socket) => socket.end('554 go away\r\n')],
    ['speaks something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('that %s is given up in time, and tried again', async (_what, speak) => {
    const url = await openHostile(speak);
    const answer = await smtpMailer({ url, from, withinMs: 300 }).send(letter);
    expect(answer).toMatchObject({ outcome: 'failed' });
    expect(JSON.stringify(answer)).not.toContain('ana@');
  });

  it('that cannot be reached is tried again', async () => {
    expect(await smtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(letter)).toMatchObject({
      outcome: 'failed',
    });
  });

  it.each([
    'Ana\r\nBcc: eve@evil.example',
    'Ana\nSubject: other',
    'Ana\r\n\r\nbody',
    'Ana\u2028Bcc: eve@evil.example',
    '=?utf-8?Q?a=0D=0ABcc:_eve@evil.example?=',
    'eve@evil.example, ana@example.com',
  ])('receives no header and no recipient from the text %j', async (subject) => {
    const { url, taken } = await openServer();
    await smtpMailer({ url, from }).send({ ...letter, subject });
    const [first] = taken;
    const [rcpt, mail] = [first?.rcpt, await first?.mail];
    expect(rcpt).toEqual(['ana@example.com']);
    expect([...(mail?.headers.keys() ?? [])].sort()).toEqual(
      'auto-submitted content-type date from message-id mime-version subject to'.split(' '),
    );
  });
});
