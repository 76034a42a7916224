import { keyIsLive, type Account, type ApiKey, type Scope } from '../domain/account.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyHolder } from '../ports/reader.js';
import { TokenBuckets } from './rate.js';

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

/** A revocation is seen by every process after this long, even if its announcement is lost. */
const knownForMs = 10_000;
const failuresPerSecond = 20;

/** Authentication by API key. Holders are remembered for a while; `forget` drops them at once. */
export class Callers {
  readonly #known = new Map<
    string,
    { readonly until: number; readonly lookUp: Promise<Known | undefined> }
  >();
  readonly #failures = new TokenBuckets(failuresPerSecond, failuresPerSecond);
  readonly #ports: Pick<Ports, 'reader' | 'vault' | 'clock'>;
  readonly #keyShape: RegExp;

  constructor(ports: Pick<Ports, 'reader' | 'vault' | 'clock'>, environment: 'sandbox' | 'live') {
    this.#ports = ports;
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

  forget(): void {
    this.#known.clear();
  }

  async #callerOf(authorization: string, nowMs: number): Promise<Caller | undefined> {
    const key = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    const prefix = this.#keyShape.exec(key)?.[1];
    if (prefix === undefined) return undefined;
    const known = await this.#holderOf(prefix, nowMs);
    if (known === undefined) return undefined;
    const { holder, aheadMs } = known;
    const { vault } = this.#ports;
    const valid =
      vault.sameText(vault.fingerprint(key), holder.key.fingerprint) &&
      keyIsLive(holder.key, new Date(nowMs + aheadMs)) &&
      holder.account.status === 'active';
    return valid ? { account: holder.account, key: holder.key, scopes: holder.key.scopes } : undefined;
  }

  #holderOf(prefix: string, nowMs: number): Promise<Known | undefined> {
    const known = this.#known.get(prefix);
    if (known !== undefined && known.until > nowMs) return known.lookUp;
    const entry = { until: nowMs + knownForMs, lookUp: this.#lookUp(prefix, nowMs) };
    this.#known.set(prefix, entry);
    // Only keys that exist are remembered: guesses must not fill the memory, nor must a failed look-up last.
    const drop = (): void => {
      if (this.#known.get(prefix) === entry) this.#known.delete(prefix);
    };
    entry.lookUp.then((found) => (found === undefined ? drop() : undefined), drop);
    return entry.lookUp;
  }

  async #lookUp(prefix: string, nowMs: number): Promise<Known | undefined> {
    const holder = await this.#ports.reader.keyHolder(prefix);
    return holder === undefined ? undefined : { holder, aheadMs: holder.now.getTime() - nowMs };
  }
}
