import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutationRoles } from '../../../src/api/graphql/role.js';
import { moneyRole, operatorRoles, roleSuffices } from '../../../src/domain/operator.js';
import { blockCustomer } from '../../../src/usecases/customer.js';
import { revokeOperator } from '../../../src/usecases/operator.js';
import { asker, operatorOf, type Ask } from '../../setup/graphql.js';
import { operator, withHand } from '../../setup/hand.js';
import { queryRows } from '../../setup/rows.js';
import { openService, type RunningService } from '../../setup/running.js';

let service: RunningService;
const asks = new Map<string, Ask>();

beforeAll(async () => {
  service = await openService();
  for (const role of operatorRoles) asks.set(role, (await operatorOf(service, role)).ask);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const customer = async (): Promise<string> => {
  const body = { external_id: crypto.randomUUID(), type: 'individual', country: 'PE', display_name: 'Ana' };
  return (await service.post('/v1/customers', body)).get('id');
};
const block = 'mutation ($id: ID!) { blockCustomer(id: $id, reason: "case 4711") { id status } }';

describe('the token of an operator', () => {
  it.each([
    ['none', null],
    ['of another shape', 'psp_op_1'],
    ['unknown', `psp_op_${'0'.repeat(64)}`],
    ['the key of an account', 'the key'],
  ])('is required: %s is refused', async (_what, token) => {
    const response = await asker(
      service.internalUrl,
      token === 'the key' ? service.apiKey : token,
    )('{ __typename }');
    expect([response.status, response.codes()]).toEqual([401, ['invalid_api_key']]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.errors[0]?.extensions['request_id']).toBe(response.headers.get('x-request-id'));
  });

  it('is refused as soon as it is revoked', async () => {
    const { id, ask } = await operatorOf(service, 'viewer');
    expect((await ask('{ __typename }')).status).toBe(200);
    await withHand(service, (ports) => revokeOperator(ports, operator, id));
    await expect.poll(async () => (await ask('{ __typename }')).status, { timeout: 1_000 }).toBe(401);
  });
});

describe('the roles', () => {
  it.each(operatorRoles)(
    '%s may do its own mutations, and others are refused before they begin',
    async (role) => {
      const id = await customer();
      const response = await asks.get(role)?.(block, { id });
      const may = roleSuffices(role, mutationRoles['blockCustomer'] ?? 'admin');
      expect(response?.codes()).toEqual(may ? [] : ['insufficient_role']);
      expect(response?.status).toBe(may ? 200 : 403);
      const rows = await queryRows(service.databaseUrl, 'select status from customer where id = $1', [id]);
      expect(rows).toEqual([{ status: may ? 'blocked' : 'active' }]);
    },
  );

  it.each([
    'createPayout',
    'createPayoutBatch',
    'createRefund',
    'createRemittance',
    'createWithdrawal',
    'recordEvidence',
    'resolveException',
    'runSettlement',
  ])('only one role may move money: %s', (name) => {
    expect(mutationRoles[name]).toBe(moneyRole);
  });

  it('support may not record evidence about money, and is refused before the payout is read', async () => {
    const record = `mutation { recordEvidence(resourceId: "pout_${'0'.repeat(26)}", outcome: paid, reason: "r") { __typename } }`;
    const response = await Promise.all(operatorRoles.map(async (role) => asks.get(role)?.(record)));
    expect(response.map((each) => each?.codes())).toEqual([
      ['insufficient_role'],
      ['insufficient_role'],
      ['not_found'],
    ]);
  });

  it('is checked inside fragments too', async () => {
    const response = await asks.get('viewer')?.(
      'mutation { ...f } fragment f on Mutation { ... on Mutation { again: blockCustomer(id: "cus_1", reason: "x") { id } } }',
    );
    expect(response?.codes()).toEqual(['insufficient_role']);
  });
});

describe('a mutation', () => {
  it('writes an audit entry with operator, reason, before and after', async () => {
    const id = await customer();
    await asks.get('support')?.(block, { id });
    const entries = await queryRows(
      service.databaseUrl,
      'select operator, action, reason, account_id, before, after from audit_entry where subject_id = $1',
      [id],
    );
    expect(entries).toEqual([
      {
        operator: 'the support',
        action: 'customer.block',
        reason: 'case 4711',
        account_id: service.accountId,
        before: '{"status": "active", "complianceStatus": "unverified"}',
        after: '{"status": "blocked", "complianceStatus": "unverified"}',
      },
    ]);
  });

  it('entries of operators with the same name, and of the command line, can be distinguished', async () => {
    const id = await customer();
    const [one, other] = [await operatorOf(service, 'support'), await operatorOf(service, 'support')];
    await one.ask(block, { id });
    await other.ask(block.replace('blockCustomer', 'unblockCustomer'), { id });
    await withHand(service, (ports) => blockCustomer(ports, operator, { id, action: 'block' }));
    const log = `query ($filter: AuditLogFilter) { auditLog(filter: $filter) { nodes { action operator operatorId } } }`;
    const response = await one.get(log, { filter: { subjectId: id } });
    expect(response.at('auditLog.nodes')).toEqual([
      { action: 'customer.block', operator: 'test', operatorId: null },
      { action: 'customer.unblock', operator: 'the support', operatorId: other.id },
      { action: 'customer.block', operator: 'the support', operatorId: one.id },
    ]);
    const own = await one.get(log, { filter: { operatorId: one.id } });
    expect(own.at('auditLog.nodes')).toMatchObject([{ action: 'customer.block', operatorId: one.id }]);
  });

  it('refuses with the codes of REST', async () => {
    const id = await customer();
    const ask = asks.get('admin') as Ask;
    expect((await ask(block, { id })).codes()).toEqual([]);
    expect((await ask(block, { id })).codes()).toEqual(['invalid_request']);
    expect((await ask(block, { id: `cus_${'0'.repeat(26)}` })).codes()).toEqual(['not_found']);
    const noReason = await ask(block.replace('case 4711', ' '), { id });
    expect(noReason.codes()).toEqual(['invalid_parameter reason']);
  });
});

it('the log names the operator and the operation, and no content', async () => {
  const lines: string[] = [];
  const logged = await openService({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) });
  const { ask, id } = await operatorOf(logged, 'viewer');
  await ask('query secretName { caller { name } payout(id: "pout_1") { id } }');
  await ask(block, { id: 'cus_secret' });
  await logged.stop();
  const entries = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ route }) => route === '/graphql');
  expect(entries).toMatchObject([
    { credential_id: id, operation: 'query caller,payout', status: 200, error_code: 'not_found' },
    { credential_id: id, operation: 'mutation blockCustomer', status: 403, error_code: 'insufficient_role' },
  ]);
  expect(lines.join()).not.toMatch(/secretName|cus_secret|case 4711|pout_1/);
});
