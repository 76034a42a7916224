import { afterAll, beforeAll, expect, test } from 'vitest';
import { noPolicy, type PayeeCheckPolicy } from '../../src/domain/approval-policy.js';
import { setPolicy } from '../../src/usecases/approval-policy.js';
import { giveFirstOwner } from '../../src/usecases/member.js';
import { operator, withHand } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { until, visit } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { Visitor } from '../setup/visitor.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await enablePage(service);
  const { accountId } = service;
  await withHand(service, (ports) =>
    giveFirstOwner(ports, operator, { accountId, address: 'a@example.com' }),
  );
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const checkPayees = (payeeCheck: PayeeCheckPolicy) =>
  withHand(service, async (ports) => {
    const { accountId } = service;
    const [member] = await ports.store.transaction((tx) => tx.find('member', { accountId, role: 'owner' }));
    if (!member) throw new Error('the owner is gone');
    await setPolicy(ports, { accountId, member, policy: { ...noPolicy, payeeCheck } });
  });

let phones = 0;
const payee = (name: string) => {
  phones += 1;
  return {
    ...answers.beneficiary,
    'details.phone': `0414${String(1_000_000 + phones)}`,
    'details.name': name,
  };
};

/** At the page that follows the question who is paid. */
async function atConfirmation(name: string) {
  const { visitor, path, id } = await visit(service);
  await visitor.send(answers.amount);
  await visitor.send(answers.sender);
  await visitor.send(payee(name));
  return { visitor, path, id };
}

test.each([
  ['off', 'Luis Pérez', undefined],
  ['warn', 'Luis Pérez', 'L*** P****'],
  ['require', 'Luis Pérez', 'L*** P****'],
] as const)(
  'if the account says %s, the payer sees the holder as the bank gives it',
  async (policy, name, hint) => {
    await checkPayees(policy);
    const { visitor, path, id } = await atConfirmation(name);
    expect(visitor.title).toBe('Check before you confirm');
    if (hint === undefined) expect(visitor.text).not.toContain('Account holder');
    else expect(visitor.text).toContain(`Account holder, according to the bank ${hint}`);
    await visitor.send({ go: 'confirm' });
    await until(visitor, path, 'Pay 101.50 PEN');
    expect(/according to the bank (\S+ \S+)/.exec(visitor.text)?.[1]).toBe(hint);
    const session = await service.get(`/v1/hosted-sessions/${id}`);
    const beneficiary = await service.get(`/v1/beneficiaries/${session.get('beneficiary_id')}`);
    expect(beneficiary.at('verification.holder_hint') ?? beneficiary.at('payee_check.holder_hint')).toBe(
      hint,
    );
  },
);

test.each([
  ['close_match', 'The bank knows a similar name for this account, but not the same.'],
  ['no_match', 'The bank says that this account belongs to someone else.'],
])('%s is shown before the payer confirms', async (result, words) => {
  await checkPayees('warn');
  const { visitor, path } = await atConfirmation(`Luis Pérez sim:payee:${result}`);
  expect(visitor.title).toBe('Check before you confirm');
  expect(visitor.text).toContain(words);
  await visitor.send({ go: 'confirm' });
  await until(visitor, path, 'Pay 101.50 PEN');
});

test('another holder is refused at the field if the account requires checks, and tries are limited', async () => {
  await checkPayees('require');
  const { visitor, path } = await atConfirmation('Luis Pérez sim:payee:no_match');
  expect([visitor.status, visitor.title]).toEqual([422, 'Who receives the money?']);
  expect(visitor.text).toContain('The bank says that this account belongs to someone else. Check the name');
  // What was refused is not kept, so no other way leads to the confirmation.
  await visitor.get(path);
  expect(visitor.title).toBe('Who receives the money?');
  await visitor.send({ go: 'price' }, `${path}/review`);
  expect(visitor.title).toBe('Who receives the money?');
  for (let nth = 2; nth <= 10; nth += 1) await visitor.send(payee(`Luis Pérez sim:payee:no_match`));
  await visitor.send(payee('Luis Pérez'));
  expect(visitor.text).toContain('You have tried too many accounts.');
});

test('a beneficiary registered in the meantime gets the newer answer', async () => {
  await checkPayees('off');
  const first = await atConfirmation('Rosa Campos');
  await first.visitor.send({ go: 'confirm' });
  await until(first.visitor, first.path, 'Pay 101.50 PEN');
  phones -= 1;
  await checkPayees('require');
  const { visitor, path, id } = await atConfirmation('Rosa Campos');
  await visitor.send({ go: 'confirm' });
  await until(visitor, path, 'Pay 101.50 PEN');
  const session = await service.get(`/v1/hosted-sessions/${id}`);
  const beneficiary = await service.get(`/v1/beneficiaries/${session.get('beneficiary_id')}`);
  expect(beneficiary.at('payee_check.result')).toBe('match');
});

test('a later policy applies to open sessions', async () => {
  await checkPayees('off');
  const { visitor } = await atConfirmation('Luis Pérez sim:payee:no_match');
  await checkPayees('require');
  await visitor.send({ go: 'confirm' });
  expect([visitor.status, visitor.text]).toEqual([
    409,
    expect.stringContaining('This transfer cannot be made.'),
  ]);
});

test('concurrent tries ask the bank once', async () => {
  await checkPayees('require');
  const { visitor, path } = await visit(service);
  await visitor.send(answers.amount);
  await visitor.send(answers.sender);
  const tries = Array.from({ length: 30 }, () =>
    new Visitor(service.baseUrl).send(payee('Luis Pérez sim:payee:no_match'), `${path}/beneficiary`),
  );
  const said = (await Promise.all(tries)).filter(({ text }) => text.includes('belongs to someone else'));
  expect(said.length).toBeLessThanOrEqual(10);
});
