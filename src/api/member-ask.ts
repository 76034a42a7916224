import type { IncomingMessage } from 'node:http';
import type { Member, Session } from '../domain/member.js';

/** A GraphQL request of the dashboard, from a member whose session was checked. */
export interface MemberAsk {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly session: Session;
  /** The member whose account the operation sees; it sees no other account. */
  readonly member: Member;
  readonly bytes: Uint8Array;
  readonly leftMs: number;
  readonly gone: AbortSignal;
}
