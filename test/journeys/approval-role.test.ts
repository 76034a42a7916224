import { afterAll, beforeAll, expect, test } from 'vitest';
import { isManager, scopesOf, type Role } from '../../src/domain/member.js';
import { member } from '../../src/domain/noun/member.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { operator, withHand } from '../setup/hand.js';
import { openService, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

// Every requester against every approver: two people of each role, and the API key.
const mailbox = openMailbox();
type Person = { readonly name: string; readonly role: Role | 'key' };
const roles: readonly Role[] = member.fields.role.words.values;
const people = roles.flatMap((role) => [1, 2].map((nth) => ({ name: `${role} ${nth}`, role })));
const everybody: readonly Person[] = [...people, { name: 'the API key', role: 'key' }];

let service: RunningService;
let beneficiary: string;
const clients = new Map<string, Client>();
beforeAll(async () => {
  service = await openService({ ...mailSettings }, mailbox);
  const { accountId } = service;
  const owner = await personOf(service, mailbox, 'owner@example.com');
  for (const { name, role } of people) {
    const address = `${name.replace(' ', '-')}@example.com`;
    if (role === 'owner')
      await withHand(service, (ports) =>
        inviteOwner(ports, operator, { accountId, address, language: 'en' }),
      );
    else expect((await owner.post('/v1/members', { email: address, role })).status).toBe(201);
    clients.set(name, await personOf(service, mailbox, address));
  }
  clients.set('the API key', service);
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
  const payoutsAbove = { amount: '1.00', currency: 'MXN' };
  await withHand(service, (ports) => imposePolicy(ports, operator, { accountId, payoutsAbove }));
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const clientOf = ({ name }: Person): Client => clients.get(name) as Client;
const mayAsk = ({ role }: Person): boolean => role === 'key' || scopesOf(role).includes('write');
const mayApprove = (asker: Person, approver: Person): boolean =>
  approver.role !== 'key' && isManager({ role: approver.role }) && asker.name !== approver.name;

test.each(everybody.filter(mayAsk))(
  'what $name requests is approved by other managers only',
  async (asker) => {
    const held = await clientOf(asker).post('/v1/payouts', mxnPayout(beneficiary, '2.00'));
    const path = `/v1/approvals/${held.get('approval.id')}/approve`;
    // Approvers without the right come first: the first one with the right decides.
    const order = [...everybody].sort((one, other) => +mayApprove(asker, one) - +mayApprove(asker, other));
    const answers: [string, unknown][] = [];
    for (const approver of order) {
      const answer = await clientOf(approver).post(path, undefined);
      answers.push([approver.name, answer.status === 200 ? answer.at('status') : refusal(answer)[0]]);
    }
    const [first] = order.filter((each) => mayApprove(asker, each));
    expect(answers).toEqual(
      order.map((approver) => {
        if (!mayApprove(asker, approver)) return [approver.name, 403];
        return [approver.name, approver === first ? 'approved' : 409];
      }),
    );
  },
);

test.each(everybody.filter((each) => !mayAsk(each)))('$name cannot request anything', async (asker) => {
  const refused = await clientOf(asker).post('/v1/payouts', mxnPayout(beneficiary, '2.00'));
  expect(refusal(refused)[0]).toBe(403);
});
