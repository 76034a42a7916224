import { hostedSession, sessionStatuses, type HostedSession } from '../../domain/noun/hosted-session.js';
import { sessionStatus } from '../../domain/hosted-session.js';
import { enumOfWords } from './enum.js';
import { answers } from './type.js';

const SessionStatusEnum = enumOfWords(sessionStatuses);

answers('hostedSession', {
  name: 'status',
  type: () => SessionStatusEnum,
  says: hostedSession.fields.status.says,
  answer: async (row, { load }) => sessionStatus(row as unknown as HostedSession, await load.now()),
});

for (const kind of ['logo', 'favicon'] as const) {
  answers('hostedPage', {
    name: `${kind}Error`,
    type: () => String,
    says: `Why the image at ${kind}Url is not shown; null if it is shown or not downloaded yet.`,
    isOptional: true,
    answer: async ({ id }, { ports }) =>
      (await ports.reader.hostedPage({ id: id as string }))?.images[kind]?.detail ?? null,
  });
}
