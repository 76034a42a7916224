import type { MemberAsk } from '../member-ask.js';
import { sessionCaller } from './caller.js';
import type { GraphqlApi, Reply } from './server.js';

/** The internal API for the dashboard: the same schema and limits, confined to one account of a signed-in member. */
export const answerMember =
  (api: Pick<GraphqlApi, 'answer'>) =>
  ({ credential, ...request }: MemberAsk): Promise<Reply> =>
    api.answer({ ...request, caller: sessionCaller(credential.session, [credential]) });
