import { Argument, Option, type Command } from 'commander';
import { present, time } from '../../domain/event.js';
import { operatorRoles, type OperatorRole, type RegisteredOperator } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { createOperator, revokeOperator } from '../../usecases/operator.js';
import { acts, answers, group, type Session } from './act.js';
import { listed, type Answer } from './answer.js';
import { durationMs, line } from './given.js';

interface NewOperator {
  readonly name: string;
  readonly role: OperatorRole;
  readonly expiresIn?: number;
}

const example = "operator create --name 'Ana' --role support";

/** `operator create`, `operator list` and `operator revoke`; a token is shown once, by the command that makes it. */
export function operatorCommands(psp: Command): void {
  const operator = group(psp, 'operator', { description: 'Who may use the internal API', example });
  acts(
    operator
      .command('create')
      .description('Register an operator; the token is shown this once')
      .requiredOption('--name <name>', 'as the audit log shall name it', line)
      .addOption(new Option('--role <role>', 'what it may do').choices(operatorRoles).makeOptionMandatory())
      .option('--expires-in <duration>', 'how long the token lives, like 24h or 90d', durationMs),
    example,
    create,
  );
  answers(operator.command('list').description('Every operator, oldest first'), 'operator list', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(list);
  });
  acts(
    operator
      .command('revoke')
      .description("Revoke an operator's token; its next request is refused")
      .addArgument(new Argument('<id>', 'its id, as operator list tells it')),
    'operator revoke op_01k9zq3v5e8x7m2n4p6r8t0w1y',
    revoke,
  );
}

async function create(
  { ports, operator }: Session,
  _args: [],
  { name, role, expiresIn }: NewOperator,
): Promise<Answer> {
  const expiresAt =
    expiresIn === undefined ? null : new Date((await ports.reader.now()).getTime() + expiresIn);
  const { registered, token } = await createOperator(ports, operator, { name, role, expiresAt });
  return {
    json: { ...shown(registered), token },
    text: listed({
      Operator: registered.id,
      Name: name,
      Role: role,
      Expires: expiresAt?.toISOString() ?? 'never',
      Token: `${token}  (shown this once: keep it now)`,
    }),
  };
}

async function list({ inspector }: Ports): Promise<Answer> {
  const operators = await inspector.operators();
  const lines = operators.map(({ id, role, name, revokedAt, expiresAt }) => {
    const ends = expiresAt === null ? '' : `  expires ${expiresAt.toISOString()}`;
    return `${id}  ${role.padEnd(7)}  ${name}${revokedAt === null ? ends : '  revoked'}`;
  });
  return { json: { data: operators.map(shown) }, text: lines.join('\n') || 'There is no operator.' };
}

async function revoke({ ports, operator }: Session, [id]: [string]): Promise<Answer> {
  if (!id.startsWith('op_')) refuse('not_found', 'There is no such operator.');
  const revoked = await revokeOperator(ports, operator, id);
  return { json: shown(revoked), text: `The operator ${id} (${revoked.name}) is revoked.` };
}

function shown({ id, name, role, createdAt, expiresAt, revokedAt }: RegisteredOperator) {
  return present({
    operator_id: id,
    name,
    role,
    created_at: time(createdAt),
    expires_at: time(expiresAt),
    revoked_at: time(revokedAt),
  });
}
