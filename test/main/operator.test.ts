import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCredentials } from '../../src/main/credentials.js';
import { createOperator } from '../../src/usecases/operator.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { asker } from '../setup/graphql.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
});

afterAll(async () => {
  await service.check();
  await service.stop();
});

const run = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await runWarm([...args, '--json'], service.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
};
const whoIs = (token: string) => asker(service.internalUrl, token)('{ caller { kind name role } }');

it('the first start leaves an admin and the address of its API in credentials.json', async () => {
  const { graphql_url: url, operator_token: token = '' } = readCredentials(service.dataDir);
  expect(url).toBe(`${service.internalUrl}/graphql`);
  expect((await whoIs(token)).at('caller')).toEqual({
    kind: 'operator',
    name: 'first operator',
    role: 'admin',
  });
});

it('an operator is created, listed and revoked from the command line', async () => {
  const why = ['--operator', 'Root', '--reason', 'joins the team'];
  const made = await run('operator', 'create', '--name', 'Ana', '--role', 'support', ...why);
  const { operator_id: id, token } = made as { operator_id: string; token: string };
  expect(made).toMatchObject({
    name: 'Ana',
    role: 'support',
    token: expect.stringMatching(/^psp_op_[0-9a-f]{64}$/),
  });
  expect((await whoIs(token)).at('caller')).toMatchObject({ name: 'Ana', role: 'support' });

  const { data } = (await run('operator', 'list')) as { data: Record<string, unknown>[] };
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    ['first operator', 'admin'],
    ['Ana', 'support'],
  ]);
  expect(JSON.stringify(data)).not.toContain(token);

  expect(await run('operator', 'revoke', id, ...why)).toMatchObject({
    operator_id: id,
    revoked_at: expect.any(String),
  });
  await expect.poll(async () => (await whoIs(token)).status, { timeout: 1_000 }).toBe(401);

  const entries = await queryRows(
    service.databaseUrl,
    'select operator, action, reason, after from audit_entry where subject_id = $1 order by id',
    [id],
  );
  expect(entries).toMatchObject([
    {
      operator: 'Root',
      action: 'operator.create',
      reason: 'joins the team',
      after: expect.stringContaining('role'),
    },
    { operator: 'Root', action: 'operator.revoke' },
  ]);
  expect(entries[0]?.['after'], 'the name stays in the table of operators').not.toContain('name');
  const stored = await queryRows(service.databaseUrl, 'select * from operator where id = $1', [id]);
  expect(JSON.stringify([entries, stored])).not.toContain(token.slice(7));
});

it('a token expires', async () => {
  const { token } = await withHand(service, async (ports) => {
    const expiresAt = new Date((await ports.reader.now()).getTime() + 3_600_000);
    return createOperator(ports, operator, { name: 'Temp', role: 'viewer', expiresAt });
  });
  expect((await whoIs(token)).status).toBe(200);
  await advance(service, 7_200);
  await expect.poll(async () => (await whoIs(token)).status, { timeout: 1_000 }).toBe(401);
});

it('a role that does not exist is refused', async () => {
  const { code, stderr } = await runWarm(
    ['operator', 'create', '--name', 'X', '--role', 'king'],
    service.env,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('viewer, support, admin')]);
});
