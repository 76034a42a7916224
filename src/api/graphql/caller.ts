import { isLive } from '../../domain/credential.js';
import { isId } from '../../domain/id.js';
import { scopesOf, type Member, type Session } from '../../domain/member.js';
import type { OperatorRole, RegisteredOperator } from '../../domain/operator.js';
import { isOpen, type OperatorSession } from '../../domain/operator-session.js';
import { refuse } from '../../domain/refusal.js';
import type { ActingSession } from '../../domain/step-up.js';
import type { OperatorHolder } from '../../ports/reader.js';
import type { Sight } from '../../ports/sight.js';
import type { Ports } from '../../ports/ports.js';
import { Bearers } from '../caller.js';
import { isOfSession, noMembership, passkeyNeeded, Sessions, type OpenMembership } from '../session.js';
import { notIdOf } from '../field.js';

/** The caller, its role, and the accounts that it can see. */
export interface Caller {
  readonly kind: 'operator' | 'member';
  readonly id: string;
  /** The name in the audit log. */
  readonly name: string;
  readonly role: OperatorRole;
  readonly sight: Sight;
  /** When the issuer last authenticated the operator of this session. Absent for a token. */
  readonly provenAt?: Date | null | undefined;
  /** For a member: the membership in each visible account. */
  readonly members: readonly Acting[];
}

/** The membership with which a person acts for an account, and the session. */
export interface Acting extends Pick<Member, 'id' | 'accountId' | 'role'> {
  readonly proof: ActingSession;
}

/** An operator of the platform, who sees every account. */
export function operatorCaller(
  { id, name, role }: Pick<RegisteredOperator, 'id' | 'name' | 'role'>,
  session?: Pick<OperatorSession, 'provenAt'>,
): Caller {
  return { kind: 'operator', id, name, role, sight: null, members: [], provenAt: session?.provenAt };
}

/** A caller who sees only the accounts of these memberships. The platform's own fields are closed to it. */
export function confinedCaller(id: string, members: readonly Acting[]): Caller {
  const sight = members.map(({ accountId }) => accountId);
  return { kind: 'member', id, name: `session ${id}`, role: 'viewer', sight, members };
}

/** A person with a session and these memberships. */
export function sessionCaller(
  session: Session,
  memberships: readonly Pick<OpenMembership, 'member' | 'hasPasskey' | 'isPasskeyRequired'>[],
): Caller {
  const members = memberships.map(({ member, hasPasskey, isPasskeyRequired }) => {
    const { id, accountId, role } = member;
    return { id, accountId, role, proof: { session, member, hasPasskey, isPasskeyRequired } };
  });
  return confinedCaller(session.id, members);
}

/** The membership with which the caller may write for the account; undefined if its role only reads. */
export const writerOf = ({ members }: Caller, accountId: string): Acting | undefined =>
  members.find((each) => each.accountId === accountId && scopesOf(each.role).includes('write'));

/** Whether the caller may write for any account. */
export const writes = ({ members }: Caller): boolean =>
  members.some(({ role }) => scopesOf(role).includes('write'));

/**
 * The accounts that a read of this caller covers. Tenancy is decided only here. An account that the caller cannot see
 * is treated like one that does not exist.
 */
export function sightOf(caller: Caller, accountId?: string | null): Sight {
  if (accountId === undefined || accountId === null) return caller.sight;
  if (!isId('account', accountId)) {
    refuse('invalid_parameter', `accountId: ${notIdOf('account')}.`, { param: 'accountId' });
  }
  return caller.sight === null || caller.sight.includes(accountId) ? [accountId] : [];
}

/** Callers with the same key get the same answers. */
export function likenessOf({ kind, role, members }: Caller): string {
  const own = members.map((each) => `${each.accountId} ${each.role}`).sort();
  return [kind, role, ...own].join(' ');
}

/** Identifies the caller of a request; refuses with `invalid_api_key`. */
export interface Identity {
  identify(authorization: string | undefined, client: string): Promise<Caller>;
  /** Drops cached callers, because an operator or a member has changed. */
  forget(): void;
}

/** Operators and people who are signed in, told apart by how their tokens begin. */
export function operatorsAndMembers(ports: Pick<Ports, 'reader' | 'vault' | 'clock' | 'passkeys'>): Identity {
  const operators = new Operators(ports);
  const sessions = new Sessions(ports);
  return {
    async identify(authorization, client) {
      if (!isOfSession(authorization)) return operators.identify(authorization, client);
      const { session, memberships, locked } = await sessions.identify(authorization, client);
      if (memberships.length === 0) return locked.length > 0 ? passkeyNeeded() : noMembership();
      return sessionCaller(session, memberships);
    },
    forget: () => operators.forget(),
  };
}

const tokenShape = /^psp_op_[0-9a-f]{64}$/;

/** Authentication by operator token. */
export class Operators extends Bearers<OperatorHolder, Caller> implements Identity {
  constructor({ clock, reader, vault }: Pick<Ports, 'reader' | 'vault' | 'clock'>) {
    super(clock, {
      nameOf: (token) => (tokenShape.test(token) ? vault.fingerprint(token) : ''),
      holder: (fingerprint) => reader.operator(fingerprint),
      proven: ({ operator, session }, _token, now) =>
        isLive(operator, now) && (session === undefined || isOpen(session, now))
          ? operatorCaller(operator, session)
          : undefined,
      refusal: 'The operator token is missing, invalid, revoked or expired.',
    });
  }
}
