import { operatorIsLive, type OperatorRole, type RegisteredOperator } from '../../domain/operator.js';
import { isId } from '../../domain/id.js';
import { refuse } from '../../domain/refusal.js';
import type { Sight } from '../../ports/inspector.js';
import type { Ports } from '../../ports/ports.js';
import { TokenBuckets } from '../rate.js';
import { Remembered } from '../remembered.js';

/** Who asks, what they may do, and whose rows they may see. */
export interface Caller {
  readonly kind: 'operator' | 'member';
  readonly id: string;
  /** As the audit log names them. */
  readonly name: string;
  readonly role: OperatorRole;
  readonly sight: Sight;
}

/** The platform's own: sees every account. */
export function operatorCaller({ id, name, role }: Pick<RegisteredOperator, 'id' | 'name' | 'role'>): Caller {
  return { kind: 'operator', id, name, role, sight: null };
}

/** One who sees these accounts and no other, as a member of a dashboard does; the platform's own fields are closed. */
export function confinedCaller(member: { id: string; name: string; accountIds: readonly string[] }): Caller {
  const { id, name, accountIds } = member;
  return { kind: 'member', id, name, role: 'viewer', sight: [...accountIds] };
}

/**
 * The accounts that a read of this caller covers: the one place where tenancy is decided. An account that is out of
 * sight is like one that does not exist.
 */
export function sightOf(caller: Caller, accountId?: string | null): Sight {
  if (accountId === undefined || accountId === null) return caller.sight;
  if (!isId('account', accountId)) {
    refuse('invalid_parameter', 'accountId is not an id of an account.', { param: 'accountId' });
  }
  return caller.sight === null || caller.sight.includes(accountId) ? [accountId] : [];
}

/** Callers of one likeness are answered alike, whoever they are. */
export function likenessOf({ kind, role, sight }: Caller): string {
  return [kind, role, ...(sight?.toSorted() ?? [])].join(' ');
}

/** Tells who asks by what a request brings; refuses with `invalid_api_key`. */
export interface Identity {
  identify(authorization: string | undefined, address: string): Promise<Caller>;
  /** Who was known is looked up anew: somebody has changed. */
  forget(): void;
}

interface Known {
  readonly operator: RegisteredOperator;
  /** How far business time was ahead of machine time when this was looked up. */
  readonly aheadMs: number;
}

const tokenShape = /^psp_op_[0-9a-f]{64}$/;
const failuresPerSecond = 20;

/** Authentication by operator token. Operators are remembered for a while; `forget` drops them at once. */
export class Operators implements Identity {
  readonly #known: Remembered<Known>;
  readonly #failures = new TokenBuckets(failuresPerSecond, failuresPerSecond);
  readonly #ports: Pick<Ports, 'inspector' | 'vault' | 'clock'>;

  constructor(ports: Pick<Ports, 'inspector' | 'vault' | 'clock'>) {
    this.#ports = ports;
    this.#known = new Remembered(async (fingerprint, nowMs) => {
      const found = await ports.inspector.operator(fingerprint);
      return found && { operator: found.operator, aheadMs: found.now.getTime() - nowMs };
    });
  }

  /** The caller of an Authorization header, or `invalid_api_key`; `address` pays for failures. */
  async identify(authorization: string | undefined, address: string): Promise<Caller> {
    const { clock, vault } = this.#ports;
    const nowMs = clock.machineNow().getTime();
    const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const known = tokenShape.test(token) ? await this.#known.get(vault.fingerprint(token), nowMs) : undefined;
    if (known !== undefined && operatorIsLive(known.operator, new Date(nowMs + known.aheadMs)))
      return operatorCaller(known.operator);
    this.#failures.take(address, nowMs, 'Too many failed authentications from this address.');
    return refuse('invalid_api_key', 'The operator token is missing, invalid, revoked or expired.');
  }

  forget(): void {
    this.#known.forget();
  }
}
