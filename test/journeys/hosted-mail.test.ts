import { afterAll, beforeAll, expect, test } from 'vitest';
import { enablePage } from '../setup/hosted.js';
import { payable, reviewed, until } from '../setup/hosted-visit.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';
import { deposit } from '../setup/verbs.js';
import { Visitor } from '../setup/visitor.js';

let mails: MailServer;
let service: RunningService;
beforeAll(async () => {
  mails = await openMailServer();
  service = await openService({ SMTP_URL: mails.url });
  await enablePage(service, {
    branding_mode: 'co_branded',
    brand_name: 'Andina',
    support: { email: 'help@andina.example' },
    legal: { name: 'Andina S.A.C.' },
  });
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await mails.close();
});

const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

/** The newest mail to an address, once there are so many. */
async function mailTo(address: string, count: number) {
  const to = () => mails.taken.filter(({ rcpt }) => rcpt.includes(address));
  await expect.poll(() => to().length, patience).toBe(count);
  return to().at(-1)!.mail;
}

test('a payer leaves, comes back by the link in the mail, and gets the receipt by mail', async () => {
  const { visitor, path, into, remittance, id } = await payable(service);
  await visitor.send({ email: 'Ana@Example.com', back: 'pay' }, `${path}/mail`);
  expect(visitor.title).toBe('Pay 101.50 PEN');
  expect(visitor.text).toContain('The mail with the link is on its way.');
  const { subject, text } = await mailTo('ana@example.com', 1);
  expect(subject).toBe('Your transfer with Andina');
  expect(text).toContain('Questions? Contact Andina: help@andina.example');
  const [link = ''] = /http\S+/.exec(text ?? '') ?? [];
  expect(link).toBe(`${service.baseUrl}${path}`);
  const back = await new Visitor(service.baseUrl).get(link.slice(service.baseUrl.length));
  expect(back.title).toBe('Pay 101.50 PEN');

  await deposit(service, { funding_account_id: into });
  await until(visitor, path, 'The money has arrived');
  const receipt = await mailTo('ana@example.com', 2);
  expect(plain(receipt.subject)).toBe('Receipt: 6,888.25 VES has arrived');
  const lines = plain(receipt.text).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'You paid: 101.50 PEN',
      'Received: 6,888.25 VES',
      `Transfer number: ${remittance}`,
    ]),
  );
  for (const label of ['Fees', 'Exchange rate', 'Sender', 'Receiver', 'Paid on', 'Arrived on'])
    expect(
      lines.some((line) => line.startsWith(`${label}: `)),
      label,
    ).toBe(true);
  expect(plain(receipt.text)).toMatch(/Arrived on: \w+ \d+, \d{4} at \d\d:\d\d \(Lima time\)/);
  expect(receipt.text).not.toContain('/s/');
  expect(visitor.text).not.toContain('E-mail address');
  const rows = await queryRows(
    service.databaseUrl,
    `select payer_contact, mails from hosted_session where id = '${id}'`,
  );
  expect(rows, 'the address is forgotten').toEqual([{ payer_contact: null, mails: '1' }]);
});

test('a session asks for three mails at most, an address gets five within an hour, and a wrong one none', async () => {
  const first = await reviewed(service);
  const ask = ({ visitor, path }: typeof first, email: string) =>
    visitor.send({ email, back: 'review' }, `${path}/mail`);
  await ask(first, 'ana at example');
  expect([first.visitor.status, first.visitor.title]).toEqual([422, 'Check before you confirm']);
  expect(first.visitor.text).toContain('Enter an e-mail address');
  for (let each = 0; each < 3; each += 1) {
    await ask(first, 'bob@example.com');
    expect(first.visitor.status).toBe(200);
  }
  await ask(first, 'bob@example.com');
  expect(first.visitor.status).toBe(422);
  const second = await reviewed(service);
  for (let each = 0; each < 2; each += 1) await ask(second, 'bob@example.com');
  expect(second.visitor.status).toBe(200);
  await ask(second, 'bob@example.com');
  expect(second.visitor.status).toBe(422);
  expect(second.visitor.text).toContain('Too many mails were sent to this address');
  await mailTo('bob@example.com', 5);
});
