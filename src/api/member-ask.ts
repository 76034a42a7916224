import type { IncomingMessage } from 'node:http';
import type { Member, Session } from '../domain/member.js';

/** A GraphQL request from the dashboard, whose session has been checked. */
export interface MemberAsk {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly session: Session;
  /** The operation sees only this member's account. */
  readonly member: Member;
  readonly bytes: Uint8Array;
  readonly leftMs: number;
  readonly gone: AbortSignal;
}
