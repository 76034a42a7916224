import { afterAll, beforeAll, expect, test } from 'vitest';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { patience } from '../setup/patience.js';
import { openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { openMailbox, personOf } from '../setup/sign-in.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

// Members who may decide get a mail about what waits, and the requester about the decision.
const mailbox = openMailbox();
const texts = new Map<string, string>();
let mails: MailServer;
let service: RunningService;
let owner: Client;
let admin: Client;
let beneficiary: string;
const addresses = ['owner@example.com', 'admin@example.com', 'developer@example.com'] as const;
beforeAll(async () => {
  mails = await openMailServer({
    onMail(to, { subject, text = '' }) {
      texts.set(to, text.replaceAll('\u00a0', ' '));
      mailbox.write(JSON.stringify({ mail_to: to, mail_subject: subject }));
    },
  });
  service = await openService({ SMTP_URL: mails.url });
  owner = await personOf(service, mailbox, 'owner@example.com');
  for (const role of ['admin', 'developer'] as const)
    await owner.post('/v1/members', { email: `${role}@example.com`, role });
  await signInAll();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
  const payoutsAbove = { amount: '1000.00', currency: 'MXN' };
  const { accountId } = service;
  await withHand(service, (ports) => imposePolicy(ports, operator, { accountId, payoutsAbove }));
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await mails.close();
});

async function signInAll(): Promise<void> {
  owner = await personOf(service, mailbox, 'owner@example.com');
  admin = await personOf(service, mailbox, 'admin@example.com');
  await personOf(service, mailbox, 'developer@example.com');
}
const pay = (by: Client = service): Promise<Answer> =>
  by.post('/v1/payouts', mxnPayout(beneficiary, '1500.00'));
const judge = (made: Answer, verb: 'approve' | 'decline', by: Client) =>
  by.post(`/v1/approvals/${made.get('approval.id')}/${verb}`, undefined);

/** Subjects of mails sent to each since then, without codes and invitations, once `address` has `count` of them. */
async function mailsOf(work: () => Promise<unknown>, address: string, count = 1) {
  const about = (each: string) =>
    mailbox
      .subjectsTo(each)
      .filter((subject) => /^(Approval needed|Approved|Declined|Expired): /.test(subject));
  const before = addresses.map((each) => about(each).length);
  const since = () => addresses.map((each, index) => about(each).slice(before[index]));
  await work();
  const at = addresses.findIndex((each) => each === address);
  await expect.poll(() => since()[at]?.length, patience).toBe(count);
  return since();
}

test('a request by an API key is mailed to owners and admins only', async () => {
  const subject = 'Approval needed: payout of 1,500.00\u00a0MXN';
  expect(await mailsOf(() => pay(), 'admin@example.com')).toEqual([[subject], [subject], []]);
  const lines = texts.get('admin@example.com')?.split('\n');
  expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^To: Account ending in \d{4}$/)]));
  expect(lines).toContain('Requested by: API key first key');
});

test('a member who asks gets no mail about the request, and one about the decision', async () => {
  let made: Answer | undefined;
  const mails = await mailsOf(async () => (made = await pay(admin)), 'owner@example.com');
  expect(mails).toEqual([['Approval needed: payout of 1,500.00\u00a0MXN'], [], []]);
  const decided = await mailsOf(() => judge(made as Answer, 'approve', owner), 'admin@example.com');
  expect(decided).toEqual([[], ['Approved: payout of 1,500.00\u00a0MXN'], []]);
  expect(texts.get('owner@example.com')?.split('\n')).toContain('Requested by: admin@example.com');
  expect(texts.get('admin@example.com')?.split('\n')).toContain('Decided by: owner@example.com');
});

test('a member who declines their own request gets no mail about it', async () => {
  const first = await pay(admin);
  await judge(first, 'decline', admin);
  const second = await pay(admin);
  const mails = await mailsOf(() => judge(second, 'decline', owner), 'admin@example.com');
  expect(mails[1]).toEqual(['Declined: payout of 1,500.00\u00a0MXN']);
});

test('the mail about a batch has its total, and the one about a decline its reason', async () => {
  let made: Answer | undefined;
  const above = [{ amount: '1000.00', currency: 'MXN' }];
  const body = { payouts: { above }, batches: { above } };
  const tighter = await owner.call('PUT', '/v1/approval-policy', { body });
  expect(tighter.status, tighter.text).toBe(200);
  const items = [mxnPayout(beneficiary, '1500.00'), mxnPayout(beneficiary, '250.50')];
  await mailsOf(async () => (made = await admin.post('/v1/payout-batches', { items })), 'owner@example.com');
  expect(texts.get('owner@example.com')?.split('\n')).toContain('Total: 1,750.50 MXN');
  const note = { note: 'The invoice is wrong' };
  const decline = () => owner.post(`/v1/approvals/${made?.get('approval.id')}/decline`, note);
  await mailsOf(decline, 'admin@example.com');
  expect(texts.get('admin@example.com')?.split('\n')).toContain('Reason: The invoice is wrong');
});

test('the requester is mailed when the approval expires', async () => {
  await pay(admin);
  const mails = await mailsOf(() => advance(service, 7 * 86_400 + 60), 'admin@example.com');
  expect(mails[1]).toEqual(['Expired: payout of 1,500.00\u00a0MXN']);
  await signInAll();
});

test('an account with twenty waiting approvals gets no mail about the next', async () => {
  const all = await mailsOf(
    async () => {
      for (let nth = 0; nth < 22; nth += 1) await pay();
    },
    'admin@example.com',
    20,
  );
  const made = await pay(admin);
  const mails = await mailsOf(() => judge(made, 'decline', owner), 'admin@example.com');
  expect([all.map(({ length }) => length), mails]).toEqual([
    [20, 20, 0],
    [[], ['Declined: payout of 1,500.00\u00a0MXN'], []],
  ]);
});
