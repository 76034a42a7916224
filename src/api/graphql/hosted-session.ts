import { oneOf, text } from '../../domain/noun/declare.js';
import { hostedSession, sessionStatuses } from '../../domain/noun/hosted-session.js';
import { sessionStatus } from '../../domain/hosted-session.js';
import { answering, type Answered } from './type.js';

export const sessionAnswers = answering('hostedSession', {
  status: {
    is: oneOf(sessionStatuses, { says: hostedSession.fields.status.says }),
    answer: async (row, { load }) => sessionStatus(row, await load.now()),
  },
});

const errorOf = (kind: 'logo' | 'favicon'): Answered<{ readonly id: string }> => ({
  is: text(`Why the image at ${kind}Url is not shown; null if it is shown or not downloaded yet.`, {
    optional: true,
  }),
  answer: async ({ id }, { ports }) => (await ports.reader.hostedPage({ id }))?.images[kind]?.detail ?? null,
});

export const pageAnswers = answering('hostedPage', {
  logoError: errorOf('logo'),
  faviconError: errorOf('favicon'),
});
