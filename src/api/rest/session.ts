import { z } from 'zod';
import { present, isoTime } from '../../domain/event.js';
import { session, type Session } from '../../domain/noun/session.js';
import { endOtherSessions, endOwnSession, listSessions, sessionsMost } from '../../usecases/session.js';
import { named } from '../field.js';
import { sessionOf, type PersonRoute } from './person-route.js';
import { exampleAt, schemaOf } from './shape.js';

const example = exampleAt(session, 'list');
const sessionSchema = named('OpenSession', schemaOf(session, { isCurrent: z.boolean() }), example);
const listSchema = named(
  'OpenSessionList',
  z.object({
    data: z.array(sessionSchema).describe('The newest first.'),
    has_more: z.boolean().describe('Always false.'),
  }),
  { data: [example], has_more: false },
);

const show = (row: Session, { id }: Pick<Session, 'id'>) =>
  present({
    id: row.id,
    browser: row.browser,
    system: row.system,
    is_current: row.id === id,
    created_at: isoTime(row.createdAt),
    last_used_at: isoTime(row.lastUsedAt),
    expires_at: isoTime(row.expiresAt),
  });

const own = { tag: 'Sign-in', scope: 'none', idempotency: 'none', needsSession: true } as const;

/** Supplement §11.14: a person lists and ends their own sessions. */
export const ownSessionRoutes: readonly PersonRoute[] = [
  {
    ...own,
    method: 'GET',
    path: '/dashboard/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: `Where you are signed in, in all your accounts: the newest ${sessionsMost} open sessions.`,
    answers: { 200: listSchema },
    errors: ['invalid_api_key'],
    async run({ ports }, ask) {
      const { session: current } = sessionOf(ask);
      const rows = await listSessions(ports, current);
      return { status: 200, body: { data: rows.map((row) => show(row, current)), has_more: false } };
    },
  },
  {
    ...own,
    method: 'DELETE',
    path: '/dashboard/sessions',
    operationId: 'deleteOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions but this one. Their tokens stop working at once.',
    answers: { 204: null },
    errors: ['invalid_api_key'],
    async run({ ports }, ask) {
      await endOtherSessions(ports, sessionOf(ask).session);
      return { status: 204 };
    },
  },
  {
    ...own,
    method: 'DELETE',
    path: '/dashboard/sessions/{id}',
    idKind: 'session',
    operationId: 'deleteSessionById',
    summary: 'Sign out of a session',
    description: 'Ends one of your own sessions. Its token stops working at once.',
    answers: { 204: null },
    errors: ['invalid_api_key', 'not_found'],
    async run({ ports }, ask) {
      await endOwnSession(ports, sessionOf(ask).session, ask.id);
      return { status: 204 };
    },
  },
];
