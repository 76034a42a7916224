import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { payable } from '../setup/hosted-visit.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';
import { Visitor } from '../setup/visitor.js';

let mails: MailServer;
let service: RunningService;
beforeAll(async () => {
  mails = await openMailServer();
  service = await openService({ SMTP_URL: mails.url });
  await enablePage(service, {});
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await mails.close();
});

test('a page that the payer has not reached sends no mail', async () => {
  const session = await openSession(service);
  const visitor = await new Visitor(service.baseUrl).get(session.get('path'));
  const links = () => queryRows(service.databaseUrl, `select id from mail where kind = 'transfer_link'`);
  const before = await links();
  for (const back of ['review', 'pay', 'progress'])
    await visitor.send({ email: 'victim@example.com', back }, `${session.get('path')}/mail`);
  expect(await links()).toEqual(before);
});

test('the address is deleted when the transfer fails, and not kept afterwards', async () => {
  const { visitor, path, id } = await payable(service);
  const readMail = async () => {
    const rows = await queryRows(
      service.databaseUrl,
      `select (s.payer_contact is not null)::text as kept, r.status from hosted_session s join remittance r on r.id = s.remittance_id where s.id = '${id}'`,
    );
    return rows[0];
  };
  await visitor.send({ email: 'late@example.com', back: 'pay' }, `${path}/mail`);
  expect(await readMail()).toEqual({ kept: 'true', status: 'awaiting_funds' });
  await advance(service, 3 * 3_600);
  expect(await readMail()).toEqual({ kept: 'false', status: 'failed' });
  await visitor.send({ email: 'late@example.com', back: 'progress' }, `${path}/mail`);
  expect(await readMail()).toEqual({ kept: 'false', status: 'failed' });
});
