import { z } from 'zod';
import { languages } from '../../domain/mail.js';
import { member } from '../../domain/noun/member.js';
import { changeMember, inviteMember } from '../../usecases/member.js';
import { signedIn } from '../caller.js';
import { exampleChangeTime, named } from '../field.js';
import { approvalResource } from './approval-shape.js';
import { addressIn, email } from './dashboard.js';
import { resourceOf } from './noun.js';
import { answerMade, ok, route } from './route.js';

const resource = resourceOf(member, {
  made: {},
  description: 'Includes open invitations, without expired ones. API keys may read members too.',
});

const role = z.enum(member.fields.role.words.values);

const createSchema = named(
  'MemberCreate',
  z.strictObject({
    email,
    role: role.describe('Only an owner can invite an owner.'),
    language: z
      .enum(languages)
      .exactOptional()
      .describe(
        'Language of mails to the member, until their first sign-in sets their own. Default: that of Accept-Language.',
      ),
  }),
  { email: 'ana@example.com', role: 'admin', language: 'es' },
);

const updateSchema = named(
  'MemberUpdate',
  z.strictObject({
    role: role.exactOptional(),
    status: z
      .enum(['active', 'disabled'])
      .exactOptional()
      .describe(
        'disabled takes effect with the next request; active is only for a member who has signed in before.',
      ),
  }),
  { role: 'developer' },
);

const changedSchema = named(
  'MemberUpdated',
  resource.schema.extend({
    pending_change: approvalResource.schema
      .exactOptional()
      .describe(
        'The approval by another owner that the change waits for. The member is unchanged until then.',
      ),
  }),
  { ...resource.listed, role: 'developer', updated_at: exampleChangeTime },
);

const write = { tag: resource.list.tag, scope: 'write', forRole: 'manager' } as const;

const { last_signed_in_at: _, ...invited } = resource.listed;
const open = { ...invited, status: 'invited', invitation_expires_at: '2026-11-27T14:03:07.512Z' };

/** Contract §4.9. */
export const memberRoutes = [
  resource.list,
  route({
    ...write,
    method: 'POST',
    path: '/v1/members',
    operationId: 'inviteMember',
    dangerous: true,
    summary: 'Invite a member',
    description:
      'Only for signed-in owners and admins; an API key gets 403. The invitation expires after 7 days. Inviting an address again that never signed in returns 200. At most 50 invitations can be open, and 20 sent a day (1000 of each in sandbox).',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: resource.schema, 200: resource.schema },
    examples: { 201: open, 200: open },
    errors: ['insufficient_role', 'member_exists', 'limit_exceeded'],
    handle: async ({ ports }, { caller, body, use, language }) => {
      const ask = {
        accountId: caller.account.id,
        address: addressIn(body.email),
        role: body.role,
        language: body.language ?? language(),
      };
      const made = await inviteMember(ports, { by: signedIn(caller).id, ask }, use);
      return answerMade(made, resource.inList(made.resource, ports.vault));
    },
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/members/{id}',
    idKind: 'member',
    operationId: 'updateMember',
    dangerous: true,
    summary: 'Update a member',
    description:
      'Changes the role, or disables or enables the member. Only for signed-in owners and admins, never for their own membership; an API key gets 403. While an approval policy is in force, a change of who is an owner waits for another owner, if the account has one, and is shown as `pending_change`.',
    idempotency: 'none',
    body: updateSchema,
    answers: { 200: changedSchema },
    errors: ['not_found', 'insufficient_role', 'last_owner'],
    handle: async ({ ports }, { caller, id, body }) => {
      const ask = { ...body, accountId: caller.account.id, id };
      const { member: row, change } = await changeMember(ports, signedIn(caller), ask);
      return ok({
        ...resource.inList(row, ports.vault),
        ...(change && { pending_change: approvalResource.inDetail(change, ports.vault) }),
      });
    },
  }),
];
