import { hostedSession, sessionStatuses, type HostedSession } from '../../domain/noun/hosted-session.js';
import { sessionStatus } from '../../domain/hosted-session.js';
import { enumOfWords } from './enum.js';
import { answers, typeOf } from './type.js';

const SessionStatusEnum = enumOfWords(sessionStatuses);

export const HostedPageType = typeOf('hostedPage');
export const HostedDomainType = typeOf('hostedDomain');
export const HostedSessionType = typeOf('hostedSession');

answers('hostedSession', {
  name: 'status',
  type: () => SessionStatusEnum,
  says: hostedSession.fields.status.says,
  answer: async (row, { load }) => sessionStatus(row as unknown as HostedSession, await load.now()),
});
