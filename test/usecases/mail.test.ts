import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailTo } from '../../src/domain/mail.js';
import { addMember } from '../../src/domain/member.js';
import type { AddressedLetter } from '../../src/ports/mailer.js';
import { mailed, takeMails } from '../../src/usecases/mail.js';
import { emailHashOf } from '../../src/usecases/sign-in.js';
import { queryRows } from '../setup/rows.js';
import { act, newId, openAccount, openFixture, vault, type Fixture } from '../setup/fixture.js';

const publicUrl = 'https://pay.example';
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const about = { accountName: 'Envíos Andinos', environment: 'sandbox' } as const;
const topic = { of: 'payout', amount: '1500.00', currency: 'MXN' } as const;
const link = `${publicUrl}/dashboard/o/apr_1`;
const mails = [
  [
    'an approval to that approval',
    { kind: 'approval_requested', facts: { ...about, topic, expiresAt: '2026-12-06T13:15:00.000Z', link } },
    link,
  ],
  [
    'an invitation to the dashboard',
    { kind: 'invitation', facts: { ...about, role: 'admin' } },
    `${publicUrl}/dashboard`,
  ],
] as const;

test.each(mails)('a mail links to %s', async (_, mail, leadsTo) => {
  const { store } = fixture;
  const accountId = await openAccount(store);
  const id = newId('member', new Date());
  const address = `${id}@example.com`;
  await act(store, (moment) =>
    addMember(moment, {
      id,
      accountId,
      email: vault.encrypt(address, { noun: 'member', field: 'email', id }),
      emailHash: emailHashOf(vault, address),
      role: 'owner',
    }),
  );
  const expiresAt = new Date(Date.now() + 3_600_000);
  await store.transaction(async (tx) => {
    const to = { ...mail, language: 'en', expiresAt, accountId, memberId: id } as MailTo;
    await tx.record([mailed(vault, await tx.moment(), to)]);
  });
  const { taken }: { readonly taken: readonly AddressedLetter[] } = await takeMails(
    { store, vault, publicUrl, platform: { name: 'Payments' } },
    10,
    [],
  );
  const [letter] = taken.filter(({ to }) => to === address);
  expect(letter?.text.split('\n')).toContain(leadsTo);
});

/** A ctid names one row of each partition. */
test('a mail is written without its twin in another partition', async () => {
  const { store, url } = fixture;
  await queryRows(url, 'truncate mail');
  await queryRows(url, 'update platform set clock_offset_ms = 0');
  const queued = async (address: string) => {
    const decision = await store.transaction(async (tx) => {
      const moment = await tx.moment();
      const mail = mailed(vault, moment, {
        kind: 'sign_in_code',
        facts: { to: address, code: '123456' },
        language: 'en',
        expiresAt: new Date(moment.now.getTime() + 30 * 86_400_000),
        emailHash: emailHashOf(vault, address),
      } as MailTo);
      await tx.record([mail]);
      return mail;
    });
    return decision.changes[0]?.row.id ?? '';
  };
  const first = await queued('first@example.com');
  await queryRows(url, 'update platform set clock_offset_ms = 20 * 86400000');
  const second = await queued('second@example.com');
  const rows = await queryRows(url, 'select id, ctid, tableoid, version from mail order by id');
  expect(rows.map(({ id, ctid, version }) => [id, ctid, version])).toEqual([
    [first, '(0,1)', '1'],
    [second, '(0,1)', '1'],
  ]);
  expect(new Set(rows.map(({ tableoid }) => tableoid)).size).toBe(2);
  const taking = { store, vault, publicUrl, platform: { name: 'Payments' } };
  await takeMails(taking, 1, []);
  expect(await queryRows(url, 'select id, version from mail order by id')).toEqual([
    { id: first, version: '2' },
    { id: second, version: '1' },
  ]);
});
