import type { Facts } from '../../src/domain/letter.js';

/** Facts for one mail of every kind; the account, the labels and the brand of payers' mails have this name. */
export function letterFacts(name: string): Facts {
  const about = { accountName: name, environment: 'sandbox' } as const;
  const elsewhere = { method: 'spei', currency: 'MXN', accountHint: '1234' };
  const brand = { name, contact: 'help@example.com', legal: 'Andina S A C.' };
  const toPayer = { to: 'ana@example.com', brand, environment: 'sandbox' } as const;
  return {
    sign_in_code: { code: '123456' },
    confirmation_code: { code: '654321' },
    new_device: {
      browser: 'Firefox',
      system: null,
      at: '2026-12-06T13:15:00.000Z',
      environment: 'sandbox',
    },
    passkeys_changed: { ...about, change: 'removed', at: '2026-12-06T13:15:00.000Z' },
    invitation: { ...about, role: 'admin' },
    destination_added: { ...about, ...elsewhere },
    withdrawal_held: { ...about, ...elsewhere, amount: '1838.24' },
    api_key_expires: {
      ...about,
      prefix: 'psp_test_4f9k2m7q1x8z',
      label: name,
      expiresAt: '2026-12-06T13:15:00.000Z',
    },
    approval_requested: {
      ...about,
      topic: {
        of: 'payout',
        amount: '1500.00',
        currency: 'MXN',
        payee: { label: 'rent', hint: '9719', method: 'spei' },
        reference: 'order 1042',
      },
      requestedBy: { of: 'member', name: 'ana@example.com' },
      expiresAt: '2026-12-06T13:15:00.000Z',
    },
    transfer_link: {
      ...toPayer,
      until: '2026-12-06T13:15:00.000Z',
      country: 'PE',
      isConfirmed: false,
    },
    transfer_receipt: {
      ...toPayer,
      receipt: {
        number: 'rem_1',
        paid: { amount: '1253086.41', currency: 'PEN' },
        fee: { amount: '15.00', currency: 'PEN' },
        rate: '68.882525',
        received: { amount: '6888.25', currency: 'VES' },
        sender: name,
        receiver: { label: '', hint: '4321' },
        confirmedAt: '2026-12-06T13:15:00.000Z',
        arrivedAt: '2026-12-06T13:20:00.000Z',
        country: 'PE',
      },
    },
    approval_decided: {
      ...about,
      topic: { of: 'payout_batch', size: 3, totals: [{ amount: '90.00', currency: 'BRL' }] },
      status: 'declined',
      decidedBy: { of: 'member', name: 'luis@example.com' },
      reason: 'twice',
    },
  };
}
