import { expect, test } from 'vitest';
import {
  claimDomain,
  noteLookUp,
  type HostedDomain,
  type CertificateResult,
} from '../../src/domain/hosted-domain.js';
import { newId } from '../setup/fixture.js';

const start = new Date('2026-11-26T12:00:00.000Z');
const at = (seconds: number) => ({
  now: new Date(start.getTime() + seconds * 1000),
  livemode: false,
  newId,
});
const fields = { accountId: 'acct_1', hostname: 'pay.example.com', verificationToken: 'x' };
const secondsTo = ({ nextStepAt }: HostedDomain): number =>
  ((nextStepAt?.getTime() ?? Number.NaN) - start.getTime()) / 1000;

test('the certificate status is none until the name is verified, then the one found', () => {
  let { domain } = claimDomain(at(0), fields);
  expect(domain.certificateStatus).toBe('none');
  ({ domain } = noteLookUp(at(10), domain, { looked: 'absent', proven: 'valid' }));
  expect([domain.verificationStatus, domain.certificateStatus]).toEqual(['pending', 'none']);
  ({ domain } = noteLookUp(at(20), domain, { looked: 'found' }));
  expect([domain.verificationStatus, domain.certificateStatus]).toEqual(['verified', 'pending']);
  const seen = (seconds: number, proven: CertificateResult): unknown[] => {
    ({ domain } = noteLookUp(at(seconds), domain, { looked: 'found', proven }));
    return [domain.certificateStatus, domain.updatedAt.getTime() === at(seconds).now.getTime()];
  };
  expect(seen(80, 'unknown')).toEqual(['pending', false]);
  expect(seen(620, 'invalid')).toEqual(['failed', true]);
  expect(seen(3_620, 'unknown')).toEqual(['failed', false]);
  expect(seen(90_020, 'valid')).toEqual(['active', true]);
  expect(seen(176_420, 'valid')).toEqual(['active', false]);
  expect(domain.verificationStatus).toBe('verified');
});

test('a verified name is checked after a minute, ten minutes and an hour, then daily', () => {
  let { domain } = claimDomain(at(0), fields);
  ({ domain } = noteLookUp(at(0), domain, { looked: 'found' }));
  const steps: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    steps.push(secondsTo(domain));
    ({ domain } = noteLookUp(at(secondsTo(domain)), domain, { looked: 'found', proven: 'valid' }));
  }
  expect(steps).toEqual([60, 600, 3_600, 90_000, 176_400]);
});
