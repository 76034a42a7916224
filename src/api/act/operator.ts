import { present, isoTime } from '../../domain/event.js';
import { isId } from '../../domain/id.js';
import { operatorRoles, type RegisteredOperator } from '../../domain/operator.js';
import { createOperator, revokeOperator } from '../../usecases/operator.js';
import { absent } from '../../usecases/own.js';
import { act, type Group } from './act.js';
import { email, end, id, line, oneOf, spelled, stateOf, time as moment } from './field.js';

const create = act({
  name: 'createOperator',
  words: 'Register an operator. The token is shown only once.',
  role: 'admin',
  dangerous: true,
  takes: {
    name: line('Name in the audit log.'),
    role: oneOf('OperatorRole', operatorRoles, 'Role of the operator.'),
    expiresAt: end('Time when the token expires. Default: never.').nullish(),
    email: email(
      'E-mail address of the person who holds the token, as the OpenID Connect issuer gives it. Acts that take two operators compare it. Only its hash is kept.',
    ).nullish(),
  },
  command: { path: 'operator create', example: "--name 'Ana' --role support --email ana@platform.example" },
  run: ({ ports, by }, { expiresAt = null, email: emailText, ...ask }) =>
    createOperator(ports, by, { ...ask, expiresAt, email: emailText ? spelled(emailText) : undefined }),
  output: ({ registered, token }) => ({
    json: { ...showOperator(registered), token },
    text: {
      Operator: registered.id,
      Name: registered.name,
      Role: registered.role,
      Expires: registered.expiresAt?.toISOString() ?? 'never',
      Token: `${token}  (shown only once: store it now)`,
    },
  }),
});

const revoke = act({
  name: 'revokeOperator',
  words: "Revoke an operator's token. Its next request is refused.",
  role: 'admin',
  takes: { id: id('The operator, as shown by operator list.') },
  changes: stateOf('SeenOperator', 'An operator', {
    revokedAt: moment('Time of revocation.').nullable(),
  }),
  command: {
    path: 'operator revoke',
    positionals: ['id'],
    example: 'op_01k9zq3v5e8x7m2n4p6r8t0w1y',
  },
  run: async ({ ports, by }, { id: operatorId }) =>
    isId('operator', operatorId) ? revokeOperator(ports, by, operatorId) : absent('operator'),
  output: (revoked) => ({
    json: showOperator(revoked),
    text: `The operator ${revoked.id} (${revoked.name}) is revoked.`,
  }),
});

export const operatorActs: Group = {
  name: 'operator',
  words: 'People and programs that may use the internal API',
  acts: [create, revoke],
};

export function showOperator(operator: RegisteredOperator) {
  return present({
    operator_id: operator.id,
    name: operator.name,
    role: operator.role,
    created_at: isoTime(operator.createdAt),
    expires_at: isoTime(operator.expiresAt),
    revoked_at: isoTime(operator.revokedAt),
  });
}
