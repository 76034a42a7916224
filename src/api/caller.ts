import type { Account, ApiKey, Scope } from '../domain/account.js';
import { isLive } from '../domain/credential.js';
import type { Member, Membership, Session } from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import type { ActingSession } from '../domain/step-up.js';
import type { Clock } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { KeyHolder } from '../ports/reader.js';
import { inTurns } from '../usecases/gather.js';
import { tooMany, TooManyRequests } from './error.js';
import { TokenBuckets } from '../flow-control/token-bucket.js';
import { CachedLookup } from './remembered.js';

/** The authenticated caller: account and scopes (contract part 5). */
export interface Caller {
  readonly account: Account;
  readonly scopes: readonly Scope[];
  /** Id of the key or the member. The rate limit counts by it, and the log shows it. */
  readonly id: string;
  readonly credential: Credential;
}

export type Credential =
  | { readonly type: 'api_key'; readonly key: ApiKey }
  | (ActingSession & {
      readonly type: 'member';
      readonly member: Member;
      readonly session: Session;
      /** All current memberships of the person, oldest first. */
      readonly memberships: readonly Membership[];
    });

/** The member who is signed in; the role check has already rejected API keys. */
export function signedIn({ credential }: Pick<Caller, 'credential'>): Member {
  if (credential.type !== 'member') throw new Error('a member was expected');
  return credential.member;
}

interface Holder {
  /** Business time when the holder was read. */
  readonly now: Date;
}

/** A cached holder, and how far business time was ahead of machine time when it was read. */
interface CachedHolder<H> {
  readonly holder: H;
  readonly aheadMs: number;
}

/** How one kind of credential is authenticated. */
interface Scheme<H, C> {
  /** The lookup key of a secret; empty if the text cannot be such a secret. */
  readonly nameOf: (secret: string) => string;
  readonly holder: (name: string) => Promise<H | undefined>;
  /** The caller, if the secret belongs to the holder and is valid at that business time. */
  readonly proven: (holder: H, secret: string, now: Date) => C | undefined;
  readonly refusal: string;
  /** Holders are not cached: each request looks them up. */
  readonly isFresh?: true;
}

const failuresPerSecond = 20;
/**
 * Unknown keys are looked up a few at a time, and each client has a limit of waiting lookups. Guesses must
 * not occupy the database, and a valid key behind the same address must still get its turn during a flood of
 * guesses.
 */
const lookUps = {
  atOnce: 4,
  ofOneKey: 3,
  waitMsMax: 4_000,
  waitingMax: 2_000,
  ofAKey: {
    waitingMax: 200,
    refusal: () => new TooManyRequests('Too many lookups of unknown keys from this address; wait.', 1),
  },
};

/** Authenticates by bearer token. Holders are cached for a while; `forget` drops them at once. */
export class Bearers<H extends Holder, C> {
  readonly #known: CachedLookup<CachedHolder<H>>;
  readonly #failures = new TokenBuckets(failuresPerSecond, failuresPerSecond);
  readonly #narrow = inTurns(lookUps);
  /** Waiting and running lookups, by client and name. */
  readonly #asking = new Map<string, Promise<CachedHolder<H> | undefined>>();
  readonly #clock: Clock;
  readonly #scheme: Scheme<H, C>;

  constructor(clock: Clock, scheme: Scheme<H, C>) {
    this.#clock = clock;
    this.#scheme = scheme;
    this.#known = new CachedLookup(clock, (name) => this.#lookUp(name));
  }

  /** The caller of an Authorization header; throws `invalid_api_key`. Failures count against the client. */
  async identify(authorization: string | undefined, client: string): Promise<C> {
    const nowMs = this.#clock.machineNow().getTime();
    const [secret, name] = this.#secretOf(authorization);
    const present = this.#scheme.isFresh ? undefined : this.#known.present(name);
    const known = name === '' ? undefined : (present ?? (await this.#lookedUp(name, client)));
    const caller = known && this.#proven(secret, known, nowMs);
    if (caller !== undefined) return caller;
    // A wrong secret for a cached name must take as long as one for an unknown name, so it does a lookup too.
    if (present !== undefined) await this.#narrow(client, () => this.#lookUp(name));
    this.#failures.take(client, nowMs, tooMany('Too many failed authentications from this address; wait.'));
    return refuse('invalid_api_key', this.#scheme.refusal);
  }

  /** Like `identify`, but from the cache only; undefined means not known. */
  present(authorization: string | undefined): C | undefined {
    const nowMs = this.#clock.machineNow().getTime();
    const [secret, name] = this.#secretOf(authorization);
    const known = this.#known.present(name);
    return known && this.#proven(secret, known, nowMs);
  }

  forget(): void {
    this.#known.forget();
  }

  /** The secret in a header and its lookup key; both empty if the header has no secret of this kind. */
  #secretOf(authorization = ''): [secret: string, name: string] {
    const secret = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    return [secret, this.#scheme.nameOf(secret)];
  }

  #lookedUp(name: string, client: string): Promise<CachedHolder<H> | undefined> {
    if (this.#scheme.isFresh) return this.#narrow(client, () => this.#lookUp(name));
    // A previously known name is looked up at once, even if the whole cache was dropped.
    if (this.#known.peek(name) !== undefined) return this.#known.get(name);
    // Concurrent requests of one client with the same key share one lookup.
    const key = `${client} ${name}`;
    const asking =
      this.#asking.get(key) ??
      this.#narrow(client, () => this.#known.get(name)).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #lookUp(name: string): Promise<CachedHolder<H> | undefined> {
    const nowMs = this.#clock.machineNow().getTime();
    const holder = await this.#scheme.holder(name);
    return holder && { holder, aheadMs: holder.now.getTime() - nowMs };
  }

  #proven(secret: string, { holder, aheadMs }: CachedHolder<H>, nowMs: number): C | undefined {
    return this.#scheme.proven(holder, secret, new Date(nowMs + aheadMs));
  }
}

/** Authentication by API key. */
export class Callers extends Bearers<KeyHolder, Caller> {
  constructor(
    { clock, reader, vault }: Pick<Ports, 'reader' | 'vault' | 'clock'>,
    environment: 'sandbox' | 'live',
  ) {
    const own = environment === 'live' ? 'live' : 'test';
    super(clock, {
      nameOf(key) {
        const [, prefix = '', of] =
          /^(psp_(live|test)_(?:[a-z]_)?[0-9a-z]{12})_[0-9a-f]{64}$/.exec(key) ?? [];
        return of === own ? prefix : '';
      },
      holder: (prefix) => reader.keyHolder(prefix),
      proven({ account, key }, secret, now) {
        const valid =
          vault.hasFingerprint(secret, key.fingerprint) && isLive(key, now) && account.status === 'active';
        if (!valid) return undefined;
        return { account, scopes: key.scopes, id: key.id, credential: { type: 'api_key', key } };
      },
      refusal: 'The API key is missing, invalid, revoked or expired.',
    });
  }
}
