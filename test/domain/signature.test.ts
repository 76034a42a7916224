import { expect, it } from 'vitest';
import { sign } from '../../src/adapters/crypto/vault.js';
import { signatureHeader, signatureHeaders } from '../../src/domain/signature.js';
import { olderSecrets, signer } from '../setup/standard-webhook.js';

const at = new Date('2025-12-31T23:59:59.999Z');
const body = '{"id":"evt_1","name":"Ñ"}';
const [ofNew, ofOld] = [
  '471f5fb71a051c15bdacc8db0b8748fbf1a290fda8184694ac694079bd276f11',
  '7dbe39cccc5377ee1bbd269dd0c0d2566e62f4ac816ef93f57fd96a803555547',
];

// Expected values computed with Python's hmac module.
it('signs second and body with every secret, the newest first', () => {
  const header = (...secrets: string[]) => signatureHeader(sign, secrets, { at, body });
  expect(header('whsec_new')).toBe(`t=1767225599,v1=${ofNew}`);
  expect(header('whsec_new', 'whsec_old')).toBe(`t=1767225599,v1=${ofNew},v1=${ofOld}`);
});

it('matches the test vectors of the Standard Webhooks libraries', () => {
  const headers = signatureHeaders(signer, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

// Expected values computed with Python's hmac and base64 modules.
it('signs by Standard Webhooks with every secret under its own key, the newest first', () => {
  const secrets = [`whsec_${'+/aZ09'.repeat(7)}Qw`, ...olderSecrets];
  const headers = signatureHeaders(signer, secrets, { eventId: 'evt_1', at, body });
  expect(headers['webhook-timestamp']).toBe('1767225599');
  expect(headers['webhook-signature']?.split(' ')).toEqual([
    'v1,7VojyOB6L8kDWp3YWf05WZLHgueexHfd2bgyglqqbgg=',
    'v1,1aFY7JLjhalILomfBclOHgt4rWM8+6qhFRZMje6WlGU=',
    'v1,bMaY2PCUAtLWRkBgQjFGS+gtSjb4UWBbJzPQfP3PkuA=',
  ]);
  expect(headers['Psp-Signature']).toBe(signatureHeader(sign, secrets, { at, body }));
});
