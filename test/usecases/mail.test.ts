import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailTo } from '../../src/domain/mail.js';
import { addMember } from '../../src/domain/member.js';
import type { AddressedLetter } from '../../src/ports/mailer.js';
import { mailed, takeMails } from '../../src/usecases/mail.js';
import { emailHashOf } from '../../src/usecases/sign-in.js';
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
    { kind: 'approval_requested', facts: { ...about, topic, expiresAt: 'soon', link } },
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
    { store, vault, publicUrl },
    10,
    [],
  );
  const [letter] = taken.filter(({ to }) => to === address);
  expect(letter?.text.split('\n')).toContain(leadsTo);
});
