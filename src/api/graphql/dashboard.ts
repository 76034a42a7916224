import type { IncomingMessage } from 'node:http';
import type { Member, Session } from '../../domain/member.js';
import { confinedCaller } from './caller.js';
import type { GraphqlApi, Reply } from './server.js';

interface MemberAsk {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly session: Session;
  /** The member whose account the operation sees; it sees no other account. */
  readonly member: Member;
  readonly bytes: Uint8Array;
  readonly leftMs: number;
  readonly gone: AbortSignal;
}

/** The dashboard's face of the internal API: the same schema and bounds, for one account of a signed-in member. */
export const answerMember =
  (api: Pick<GraphqlApi, 'answer'>) =>
  ({ session, member, ...asked }: MemberAsk): Promise<Reply> =>
    api.answer({ ...asked, caller: confinedCaller(session.id, [member]) });
