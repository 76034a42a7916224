import { openedBy, scopesOf, type Membership, type Session } from '../domain/member.js';
import { lacksPasskey } from '../domain/passkey.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { SessionHolder } from '../ports/reader.js';
import { Bearers, type Caller } from './caller.js';

/** A membership in a session. */
export interface OpenMembership extends Membership {
  /** The member has a passkey that works under the present name of the service. */
  readonly hasPasskey: boolean;
}

/** A person who is signed in, with the memberships of the session, oldest first; there may be none. */
export interface SignedIn {
  readonly session: Session;
  readonly memberships: readonly OpenMembership[];
  /** Those that open only to the member's passkey, which this session was not opened by. */
  readonly locked: readonly OpenMembership[];
}

const tokenShape = /^psp_session_(?:[a-z]_)?[0-9a-f]{64}$/;

/** Whether an Authorization header has a session token, not an API key. */
export const isOfSession = (authorization = ''): boolean => /^bearer +psp_session_/i.test(authorization);

/** Authenticates by session token. The member's role is looked up at each request. */
export class Sessions extends Bearers<SessionHolder, SignedIn> {
  constructor({ clock, reader, vault, passkeys }: Pick<Ports, 'reader' | 'vault' | 'clock' | 'passkeys'>) {
    super(clock, {
      nameOf: (token) => (tokenShape.test(token) ? vault.fingerprint(token) : ''),
      holder: (fingerprint) => reader.sessionHolder(fingerprint),
      proven({ session, memberships }, _token, now) {
        const opened = openedBy(session, memberships, now)?.map((each) => ({
          ...each,
          hasPasskey: passkeys !== undefined && each.passkeyNames.includes(passkeys.rpId),
        }));
        if (opened === undefined) return undefined;
        const locked = opened.filter(({ member, isPasskeyRequired: isRequired, hasPasskey }) =>
          lacksPasskey(session, member, { isRequired, hasPasskey }),
        );
        return { session, memberships: opened.filter((each) => !locked.includes(each)), locked };
      },
      refusal: 'The session token is missing, invalid or expired; sign in again.',
      isFresh: true,
    });
  }
}

export function noMembership(): never {
  return refuse('no_membership', 'You are not an active member of an active account.');
}

export function passkeyNeeded(): never {
  return refuse('passkey_required', 'This account requires your passkey; sign in with it.');
}

/** The membership that the person acts with: that of the requested account, otherwise the oldest. */
export function callerOf({ session, memberships, locked }: SignedIn, wanted: string | undefined): Caller {
  const named = wanted === undefined || wanted === '' ? undefined : wanted;
  const [first] = memberships;
  if (locked.some(({ account }) => account.id === named)) return passkeyNeeded();
  if (first === undefined) return locked.length > 0 ? passkeyNeeded() : noMembership();
  const chosen = named === undefined ? first : memberships.find(({ account }) => account.id === named);
  if (chosen === undefined) {
    return refuse(
      'no_membership',
      'Platform-Account: is not an active account with your active membership.',
      {
        param: 'Platform-Account',
      },
    );
  }
  const { member, account, hasPasskey, isPasskeyRequired } = chosen;
  const proof = { hasPasskey, isPasskeyRequired };
  const credential = { type: 'member', member, session, memberships, ...proof } as const;
  return { account, scopes: scopesOf(member.role), id: member.id, credential };
}
