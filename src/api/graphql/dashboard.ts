import type { MemberAsk } from '../member-ask.js';
import { sessionCaller } from './caller.js';
import type { GraphqlApi, Reply } from './server.js';

/** The dashboard's face of the internal API: the same schema and bounds, for one account of a signed-in member. */
export const answerMember =
  (api: Pick<GraphqlApi, 'answer'>) =>
  ({ credential, ...asked }: MemberAsk): Promise<Reply> =>
    api.answer({ ...asked, caller: sessionCaller(credential.session, [credential]) });
