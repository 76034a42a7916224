import type { Dispatcher } from 'undici';
import { Refusal } from '../../domain/refusal.js';
import { webhookTarget } from '../../domain/webhook-url.js';
import type { Fetcher } from '../../ports/fetcher.js';
import { ReceiverConnection } from './connection.js';
import { checkedNames, type Names } from './name.js';
import { Cut, isUnproven, reasonOf } from './reason.js';
import type { SenderOptions } from './sender.js';

const deadlineMs = 10_000;
const tooLate = new Cut('The answer was not complete within 10 seconds.');
const stopping = new Cut('The service was stopping.');

const proofMs = 3_000;

/** A permanent failure of the requested resource: a retry would give the same result. */
class PermanentFailure extends Cut {}
/** A status other than 200; a retry may give another result. */
class UnexpectedStatus extends Cut {}

interface Limits {
  readonly bytesMax: number;
  readonly ms: number;
}

/**
 * Each GET resolves the name, checks every address and connects only to those. Redirects are not followed.
 */
export function httpFetcher({ dns, ...policy }: SenderOptions): Fetcher {
  const names = checkedNames(dns, policy);
  const under = new Set<Download>();
  async function outcomeOf(url: string, limits: Limits): Promise<Buffer> {
    const target = webhookTarget(url, policy);
    const getting = new Download(limits);
    under.add(getting);
    try {
      const addresses = await Promise.race([addressesOf(target, names), getting.outcome]);
      // The deadline may have passed while the name was resolved.
      if (Array.isArray(addresses)) getting.begin(target, addresses);
      const outcome = await getting.outcome;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    } finally {
      getting.end();
      under.delete(getting);
    }
  }
  return {
    async get(url, bytesMax) {
      try {
        return { bytes: await outcomeOf(url, { bytesMax, ms: deadlineMs }) };
      } catch (error) {
        const isLasting = error instanceof PermanentFailure || error instanceof Refusal;
        return { error: reasonOf(error), isPassing: !isLasting, ...(error === stopping && { isCut: true }) };
      }
    },
    async certificateOf(name) {
      try {
        await outcomeOf(`https://${name}/`, { bytesMax: 0, ms: proofMs });
        return 'valid';
      } catch (error) {
        // The server gave any answer over a verified TLS connection.
        if (error instanceof PermanentFailure || error instanceof UnexpectedStatus) return 'valid';
        return isUnproven(error) ? 'invalid' : 'unknown';
      }
    },
    stop() {
      for (const getting of under) getting.end(stopping);
    },
  };
}

type Target = ReturnType<typeof webhookTarget>;

async function addressesOf({ host }: Target, names: Names): Promise<readonly string[]> {
  return 'address' in host ? [host.address] : names.checked(host.name);
}

/** One GET on a connection of its own. */
class Download implements Dispatcher.DispatchHandler {
  /** The whole response body, or the error. */
  readonly outcome: Promise<Buffer | Error>;
  readonly #settle: (outcome: Buffer | Error) => void;
  readonly #deadline: NodeJS.Timeout;
  readonly #parts: Buffer[] = [];
  readonly #bytesMax: number;
  #length = 0;
  #connection: ReceiverConnection | undefined;

  constructor({ bytesMax, ms }: Limits) {
    this.#bytesMax = bytesMax;
    this.#deadline = setTimeout(() => this.end(tooLate), ms);
    const { promise, resolve } = Promise.withResolvers<Buffer | Error>();
    this.outcome = promise;
    this.#settle = resolve;
  }

  begin({ origin, path }: Target, addresses: readonly string[]): void {
    this.#connection = new ReceiverConnection({ origin, addresses });
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'psp-image/1' };
    this.#connection.send({ method: 'GET', path, headers }, this);
  }

  end(reason: Error = stopping): void {
    clearTimeout(this.#deadline);
    this.#settle(reason);
    this.#connection?.cut(reason);
    this.#connection = undefined;
  }

  onRequestStart(): void {
    // undici rejects a handler without this method.
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    { 'content-encoding': encoding = 'identity', 'content-length': length }: Record<string, unknown>,
  ): void {
    // 1xx is informational; the final status follows.
    if (status < 200) return;
    if (status !== 200) this.end(faultOf(status));
    else if (encoding !== 'identity')
      this.end(new PermanentFailure('The answer is compressed, which is not supported.'));
    else if (Number(length) > this.#bytesMax) this.end(this.#tooLong);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.#bytesMax) this.end(this.#tooLong);
    else this.#parts.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle(Buffer.concat(this.#parts));
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.end(error);
  }

  get #tooLong(): Cut {
    return new PermanentFailure(`The answer exceeds ${this.#bytesMax / 1024} KiB.`);
  }
}

function faultOf(status: number): Cut {
  const text = `The answer has status ${status} instead of 200`;
  if (status >= 300 && status < 400) return new PermanentFailure(`${text}; redirects are not followed.`);
  return [408, 425, 429].includes(status) || status >= 500
    ? new UnexpectedStatus(`${text}.`)
    : new PermanentFailure(`${text}.`);
}
