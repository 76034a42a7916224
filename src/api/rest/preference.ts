import { z } from 'zod';
import { languages } from '../../domain/mail.js';
import { changePreferences } from '../../usecases/preference.js';
import { checkBody } from '../body.js';
import { named } from '../field.js';
import { memberOf, type PersonRoute } from './person-route.js';

const language = z.enum(languages).describe('Language of the mails to you.');
const updateSchema = named('PreferencesUpdate', z.strictObject({ language }), { language: 'pt' });
const schema = named('Preferences', z.object({ language }), { language: 'pt' });

/** Supplement §11.16. */
export const preferenceRoutes: readonly PersonRoute[] = [
  {
    tag: 'Sign-in',
    scope: 'none',
    idempotency: 'none',
    needsSession: true,
    isOfMember: true,
    method: 'PATCH',
    path: '/dashboard/preferences',
    operationId: 'updatePreferences',
    summary: 'Update your preferences',
    description:
      'Your language, in all your accounts. Before you choose one, it is that of your first sign-in. `GET /v1/me` shows it.',
    body: updateSchema,
    answers: { 200: schema },
    errors: ['invalid_api_key', 'no_membership', 'passkey_required'],
    async run({ ports }, ask) {
      const preferences = checkBody(updateSchema, ask.body);
      await changePreferences(ports, memberOf(ask).member, preferences);
      return { status: 200, body: preferences };
    },
  },
];
