import { createHook, type AsyncHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpSender } from '../../src/adapters/http/sender.js';
import { checkWebhookUrl } from '../../src/domain/webhook-url.js';
import type { Dns } from '../../src/ports/dns.js';
import { authority, receiverKey, selfSigned, trusted } from '../setup/certificate.js';
import { httpTarget, type Target } from '../setup/target.js';
import { refusedAnswers, refusedUrls } from './refused.js';

const message = { headers: { 'psp-event-id': 'evt_1' }, body: '{}' };

/** Returns one list of addresses after another, then the last one for ever. */
function answers(...lists: readonly (readonly string[])[]): Dns & { lookups: number } {
  return {
    lookups: 0,
    addresses() {
      this.lookups += 1;
      return Promise.resolve(lists[Math.min(this.lookups, lists.length) - 1] ?? []);
    },
  };
}

describe('an address that is not public', () => {
  let canary: Target;
  let hook: AsyncHook;
  let attempts = 0;

  beforeAll(async () => {
    canary = await httpTarget();
    // All connection attempts of this process, to any address and port.
    hook = createHook({
      init(_id, type) {
        if (type === 'TCPCONNECTWRAP') attempts += 1;
      },
    }).enable();
  });
  afterAll(async () => {
    hook.disable();
    await canary.stop();
  });

  it('is counted if it is called', async () => {
    const sender = httpSender({ dns: answers(['127.0.0.1']), allowInsecure: true });
    const before = attempts;
    const urls = [`http://127.0.0.1:${canary.port}/`, `http://canary.test:${canary.port}/`];
    for (const url of urls) expect(await sender.post({ ...message, url })).toMatchObject({ httpStatus: 200 });
    expect([attempts - before, canary.seen.connections]).toEqual([2, 2]);
    await sender.stop();
  });

  it('gets no connection by any of 300 URLs, and none of them is accepted', async () => {
    // The worst case: every name resolves to this machine.
    const sender = httpSender({ dns: answers(['127.0.0.1']), allowInsecure: false });
    const [before, calls] = [attempts, canary.seen.connections];
    const urls = refusedUrls(canary.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(300);
    const through: string[] = [];
    for (const url of urls) {
      const posted = await sender.post({ ...message, url });
      if (posted.httpStatus !== null || !/^(url: |The host name)/.test(posted.error ?? '')) {
        through.push(`${url}: ${JSON.stringify(posted)}`);
      }
    }
    expect(through).toEqual([]);
    expect([attempts - before, canary.seen.connections - calls]).toEqual([0, 0]);
    const accepted = urls.filter((url) => refusalOf(url) === undefined);
    expect(accepted).toEqual([]);
    await sender.stop();
  });

  it.each(refusedAnswers)('is not called through a name that resolves to $name', async ({ addresses }) => {
    const before = attempts;
    const sender = httpSender({ dns: answers(addresses), allowInsecure: false });
    const url = 'https://hooks.receiver.com/';
    expect(await sender.post({ ...message, url })).toMatchObject({
      httpStatus: null,
      error:
        addresses.length === 0
          ? 'The host name has no address.'
          : (expect.stringMatching(/private address/) as string),
    });
    expect(attempts - before).toBe(0);
    await sender.stop();
  });
});

const refusalOf = (url: string): unknown => {
  try {
    checkWebhookUrl(url, { allowInsecure: false });
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a name whose addresses change', () => {
  it('is called at the checked address', async () => {
    const checked = await httpTarget(undefined, { host: '127.0.0.2' });
    const canary = await httpTarget(undefined, { host: '127.0.0.1', port: checked.port });
    const dns = answers(['127.0.0.2'], ['127.0.0.1']);
    const sender = httpSender({ dns, allowInsecure: true });
    const url = `http://rebinding.test:${checked.port}/`;
    const posted = await Promise.all([sender.post({ ...message, url }), sender.post({ ...message, url })]);
    expect(posted.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
    expect([checked.requests.length, canary.seen.connections, dns.lookups]).toEqual([2, 0, 1]);
    // When the cached answer has expired, the name is resolved again and the connection to the old address is
    // not used.
    const later = async (): Promise<void> => {
      while (canary.requests.length === 0) await sender.post({ ...message, url });
    };
    await later();
    expect(dns.lookups).toBe(2);
    await Promise.all([sender.stop(), checked.stop(), canary.stop()]);
  });

  it('is called at the next address if one does not connect', async () => {
    const receiver = await httpTarget();
    const sender = httpSender({ dns: answers(['127.0.0.3', '127.0.0.1']), allowInsecure: true });
    const url = `http://two.test:${receiver.port}/`;
    expect(await sender.post({ ...message, url })).toMatchObject({ httpStatus: 200 });
    await Promise.all([sender.stop(), receiver.stop()]);
  });
});

describe('over TLS', () => {
  const started: Server[] = [];
  const names: unknown[] = [];

  beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), authority]));
  afterAll(() => {
    for (const server of started) server.close().closeAllConnections();
  });

  async function secure(cert: string): Promise<number> {
    const server = createServer({ cert, key: receiverKey }, (request, response) => {
      names.push([(request.socket as TLSSocket & { servername?: string }).servername, request.headers.host]);
      request.resume();
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    started.push(server);
    return (server.address() as AddressInfo).port;
  }

  const post = async (host: string, port: number) => {
    const sender = httpSender({ dns: answers(['127.0.0.1']), allowInsecure: true });
    const posted = await sender.post({ ...message, url: `https://${host}:${port}/` });
    await sender.stop();
    return posted;
  };

  it('sends the name and verifies the certificate against it', async () => {
    const port = await secure(trusted);
    expect(await post('hooks.receiver.test', port)).toMatchObject({ httpStatus: 200, error: null });
    expect(names).toEqual([['hooks.receiver.test', `hooks.receiver.test:${port}`]]);
  });

  it.each([
    ['other.receiver.test', trusted, "The receiver's certificate is for another name."],
    ['127.0.0.1', trusted, "The receiver's certificate is for another name."],
    ['hooks.receiver.test', selfSigned, "The receiver's certificate is self-signed."],
  ])('sends nothing to %s with an invalid certificate', async (host, cert, error) => {
    const port = await secure(cert);
    const before = names.length;
    expect(await post(host, port)).toMatchObject({ httpStatus: null, error });
    expect(names.length).toBe(before);
  });

  it('reports that a receiver does not speak TLS', async () => {
    const receiver = await httpTarget();
    expect((await post('hooks.receiver.test', receiver.port)).error).toMatch(/^The TLS connection failed/);
    await receiver.stop();
  });
});
