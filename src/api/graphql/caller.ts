import { isLive } from '../../domain/credential.js';
import { isId } from '../../domain/id.js';
import type { OperatorRole, RegisteredOperator } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import type { OperatorHolder, Sight } from '../../ports/inspector.js';
import type { Ports } from '../../ports/ports.js';
import { Bearers } from '../caller.js';
import { notIdOf } from '../field.js';

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
    refuse('invalid_parameter', `accountId: ${notIdOf('account')}.`, { param: 'accountId' });
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

const tokenShape = /^psp_op_[0-9a-f]{64}$/;

/** Authentication by operator token. */
export class Operators extends Bearers<OperatorHolder, Caller> implements Identity {
  constructor({ clock, inspector, vault }: Pick<Ports, 'inspector' | 'vault' | 'clock'>) {
    super(clock, {
      nameOf: (token) => (tokenShape.test(token) ? vault.fingerprint(token) : ''),
      holder: (fingerprint) => inspector.operator(fingerprint),
      proven: ({ operator }, _token, now) => (isLive(operator, now) ? operatorCaller(operator) : undefined),
      refusal: 'The operator token is missing, invalid, revoked or expired.',
    });
  }
}
