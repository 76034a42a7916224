import { keyIsLive, type Account, type ApiKey, type Scope } from '../domain/account.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyHolder } from '../ports/reader.js';
import { TokenBuckets } from './rate.js';
import { Remembered } from './remembered.js';

/** Who asks, for which account, with which scopes (contract part 5). */
export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
  readonly scopes: readonly Scope[];
}

/** What a holder was at some instant, and how far business time was ahead of machine time then. */
interface Known {
  readonly holder: KeyHolder;
  readonly aheadMs: number;
}

const failuresPerSecond = 20;

/** Authentication by API key. Holders are remembered for a while; `forget` drops them at once. */
export class Callers {
  readonly #known: Remembered<Known>;
  readonly #failures = new TokenBuckets(failuresPerSecond, failuresPerSecond);
  readonly #ports: Pick<Ports, 'reader' | 'vault' | 'clock'>;
  readonly #keyShape: RegExp;

  constructor(ports: Pick<Ports, 'reader' | 'vault' | 'clock'>, environment: 'sandbox' | 'live') {
    this.#ports = ports;
    this.#known = new Remembered((prefix, nowMs) => this.#lookUp(prefix, nowMs));
    this.#keyShape = new RegExp(
      `^(psp_${environment === 'live' ? 'live' : 'test'}_[0-9a-z]{12})_[0-9a-f]{64}$`,
    );
  }

  /** The caller of an Authorization header, or `invalid_api_key`; `address` pays for failures. */
  async identify(authorization: string | undefined, address: string): Promise<Caller> {
    const nowMs = this.#ports.clock.machineNow().getTime();
    const caller = await this.#callerOf(authorization ?? '', nowMs);
    if (caller !== undefined) return caller;
    this.#failures.take(address, nowMs, 'Too many failed authentications from this address.');
    return refuse('invalid_api_key', 'The API key is missing, invalid, revoked or expired.');
  }

  /** As `identify`, where nothing has to be looked up for it; undefined tells nothing. */
  present(authorization: string | undefined): Caller | undefined {
    const nowMs = this.#ports.clock.machineNow().getTime();
    const [key, prefix] = this.#keyOf(authorization ?? '');
    const known = this.#known.present(prefix, nowMs);
    return known && this.#proven(key, known, nowMs);
  }

  /**
   * The account whose key an Authorization header claims to be, where that key is remembered. Nothing is proven: it
   * is enough to turn somebody away, never to let anybody in.
   */
  claimedAccount(authorization: string | undefined): string | undefined {
    const [, prefix] = this.#keyOf(authorization ?? '');
    return this.#known.peek(prefix)?.holder.account.id;
  }

  forget(): void {
    this.#known.forget();
  }

  /** The key of a header and its public start; empty where there is none of this environment. */
  #keyOf(authorization: string): [key: string, prefix: string] {
    const key = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    return [key, this.#keyShape.exec(key)?.[1] ?? ''];
  }

  async #callerOf(authorization: string, nowMs: number): Promise<Caller | undefined> {
    const [key, prefix] = this.#keyOf(authorization);
    if (prefix === '') return undefined;
    const known = await this.#known.get(prefix, nowMs);
    return known && this.#proven(key, known, nowMs);
  }

  #proven(key: string, { holder, aheadMs }: Known, nowMs: number): Caller | undefined {
    const valid =
      this.#ports.vault.hasFingerprint(key, holder.key.fingerprint) &&
      keyIsLive(holder.key, new Date(nowMs + aheadMs)) &&
      holder.account.status === 'active';
    return valid ? { account: holder.account, key: holder.key, scopes: holder.key.scopes } : undefined;
  }

  async #lookUp(prefix: string, nowMs: number): Promise<Known | undefined> {
    const holder = await this.#ports.reader.keyHolder(prefix);
    return holder === undefined ? undefined : { holder, aheadMs: holder.now.getTime() - nowMs };
  }
}
