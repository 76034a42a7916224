import { describe, expect, it, test } from 'vitest';
import { endMail, failMail, queueMail, tryMail, type Mail } from '../../src/domain/mail.js';
import type { Decision } from '../../src/domain/decision.js';
import { vault } from '../setup/fixture.js';
import { before, moment } from '../setup/payout-state.js';

const id = moment.newId('mail', before);
const facts = vault.encrypt('{"code":"123456"}', { noun: 'mail', field: 'facts', id });
const at = (seconds: number) => new Date(moment.now.getTime() + seconds * 1_000);
const mailOf = (decision: Decision): Mail => {
  const [change] = decision.changes;
  if (change?.noun !== 'mail') throw new Error('the decision is about no mail');
  return change.row;
};
const to = { kind: 'sign_in_code', language: 'es', expiresAt: at(600) } as const;
const queued = mailOf(queueMail(moment, { id, facts, to }));

describe('a mail', () => {
  it('is queued, due at once and sealed', () => {
    expect(queued).toMatchObject({
      status: 'queued',
      attempts: 0,
      facts,
      nextStepAt: moment.now,
      accountId: null,
      memberId: null,
      endedAt: null,
    });
  });

  it('is due again a minute after a try began, for any outcome', () => {
    expect(mailOf(tryMail(moment, queued))).toMatchObject({
      attempts: 1,
      nextStepAt: at(60),
      status: 'queued',
    });
  });

  test.each([
    [1, 5],
    [2, 15],
    [3, 60],
    [4, 300],
    [5, 900],
    [6, 3_600],
    [7, 3_600],
    [100, 3_600],
  ])('waits after failure %i for %i seconds', (attempts, seconds) => {
    const failed = failMail(moment, { ...queued, attempts, expiresAt: at(7 * 86_400) }, '451 try later');
    expect(mailOf(failed)).toMatchObject({
      nextStepAt: at(seconds),
      status: 'queued',
      facts,
      detail: '451 try later',
    });
  });

  test.each([
    ['its end comes first', 4, 299, 299],
    ['its end comes then', 4, 300, 300],
    ['its end comes later', 4, 301, 300],
  ])('waits at most until its expiry, if %s', (_when, attempts, end, seconds) => {
    const failed = failMail(moment, { ...queued, attempts, expiresAt: at(end) }, 'no');
    expect(mailOf(failed).nextStepAt).toEqual(at(seconds));
  });

  test.each([
    ['sent', {}, null],
    ['dropped', { detail: 'too late' }, 'too late'],
  ])('keeps nothing of its facts once it is %s', (status, how, detail) => {
    expect(mailOf(endMail(moment, queued, how))).toMatchObject({
      status,
      detail,
      facts: null,
      nextStepAt: null,
      endedAt: moment.now,
    });
  });
});
