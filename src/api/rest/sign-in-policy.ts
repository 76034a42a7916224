import { z } from 'zod';
import { readSignInPolicy, resetPasskeys, setSignInPolicy } from '../../usecases/sign-in-policy.js';
import { signedIn, type Caller } from '../caller.js';
import { named } from '../field.js';
import { ok, route } from './route.js';

const fields = {
  passkeys: z
    .enum(['optional', 'required'])
    .describe(
      'required: a member who has a passkey must sign in with it; a mailed code alone opens the account only for members without one.',
    ),
};
const updateSchema = named('SignInPolicyUpdate', z.strictObject(fields), { passkeys: 'optional' });
const schema = named('SignInPolicy', z.object(fields), { passkeys: 'optional' });

const both = { tag: 'Members', path: '/v1/sign-in-policy', idempotency: 'none' } as const;

/** The session in which a member acts; the role let the request through. */
function inSession(caller: Caller) {
  const { credential } = caller;
  if (credential.type !== 'member') throw new Error('a member was expected');
  return credential;
}

/** Supplement §11.14. */
export const signInPolicyRoutes = [
  route({
    ...both,
    method: 'GET',
    operationId: 'getSignInPolicy',
    summary: 'Retrieve the sign-in policy',
    description: 'How members of the account sign in. For signed-in owners and admins.',
    scope: 'read',
    forRole: 'manager',
    answers: { 200: schema },
    errors: ['insufficient_role'],
    handle: async ({ ports }, { caller }) =>
      ok({ passkeys: await readSignInPolicy(ports, caller.account.id) }),
  }),
  route({
    ...both,
    method: 'PUT',
    operationId: 'replaceSignInPolicy',
    dangerous: true,
    summary: 'Configure the sign-in policy',
    description:
      'For signed-in owners. Requiring passkeys takes a session that was opened with your own passkey. Members without a passkey go on with codes until they add one. It takes effect with the next request of every session.',
    scope: 'write',
    forRole: 'owner',
    body: updateSchema,
    answers: { 200: schema },
    errors: ['insufficient_role', 'passkeys_unavailable'],
    handle: async ({ ports }, { caller, body }) =>
      ok({ passkeys: await setSignInPolicy(ports, inSession(caller), body.passkeys) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/members/{id}/passkeys',
    idKind: 'member',
    tag: 'Members',
    operationId: 'deleteMemberPasskeys',
    dangerous: true,
    summary: "Delete a member's passkeys",
    description:
      'For a member who lost them: they can sign in with a code again. Only for signed-in owners and admins, never for their own; only an owner does it for an owner.',
    scope: 'write',
    idempotency: 'none',
    forRole: 'manager',
    answers: { 204: null },
    errors: ['not_found', 'insufficient_role'],
    handle: async ({ ports }, { caller, id }) => {
      await resetPasskeys(ports, { accountId: caller.account.id, by: signedIn(caller).id, id });
      return { status: 204 };
    },
  }),
];
