import { describe, expect, it } from 'vitest';
import { checkWebhookUrl } from '../../src/domain/webhook-url.js';

// URLs that every deployment refuses are tested with the sender, in test/adapters/sender-guard.test.ts.
const check = (url: string, allowInsecure: boolean) => () => checkWebhookUrl(url, { allowInsecure });

describe('a webhook url', () => {
  it.each([
    'https://hooks.receiver.com',
    'https://hooks.receiver.com/',
    'https://hooks.receiver.com:443/hooks?shop=1&a=b@c',
    'HTTPS://Hooks.Receiver.Com/a//b/',
    'https://a_b.receiver.com/_',
    'https://münchen.de/ü',
    'https://xn--mnchen-3ya.de/',
    'https://127.0.0.1.receiver.com/',
    'https://localhost.receiver.com/',
    'https://8.8.8.8/',
    'https://168.63.129.17/',
    'https://[2606:4700:4700::1111]/',
    `https://receiver.com/${'a'.repeat(2048 - 21)}`,
  ])('may be %s', (url) => {
    expect(check(url, false)).not.toThrow();
    expect(check(url, true)).not.toThrow();
  });

  it.each([
    'http://localhost:3001/hooks',
    'http://127.0.0.1:80',
    'http://[::1]:8080/',
    'http://host.docker.internal:9000/',
    'http://receiver/',
    'https://10.0.0.1:8443/',
  ])('may be %s only for local work', (url) => {
    expect(check(url, true)).not.toThrow();
    expect(check(url, false)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        param: 'url',
        message: expect.stringMatching(
          /^url: .*send https:.*`psp listen`.*WEBHOOK_ALLOW_INSECURE_TARGETS/,
        ) as string,
      }) as Error,
    );
  });

  it.each([
    'ftp://localhost/',
    'http://user:word@localhost/',
    'http://localhost/#part',
    'http://127.1/',
    'http://2130706433/',
    'http://local host/',
    'localhost:3001',
    `http://receiver.com/${'a'.repeat(2048)}`,
  ])('is never %s', (url) => {
    expect(check(url, true)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param: 'url' }) as Error,
    );
  });
});
