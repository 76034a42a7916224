import type { IncomingMessage } from 'node:http';
import type { Credential } from './caller.js';

/** A GraphQL request from the dashboard, whose session has been checked. */
export interface MemberAsk {
  readonly request: IncomingMessage;
  readonly requestId: string;
  /** The operation sees only this member's account. */
  readonly credential: Extract<Credential, { type: 'member' }>;
  readonly bytes: Uint8Array;
  readonly leftMs: number;
  readonly gone: AbortSignal;
}
