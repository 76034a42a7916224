import { readDescription, type Schema } from './description.ts';

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const description = readDescription();

function operationAt(method: string, path: string): Described {
  const found = description.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`the description has no ${method} ${path}`);
  return found as Described;
}

/** Within a folder: what makes something, what reads, what changes, what ends it. */
export function weightOf(method: string, path: string): number {
  if (method === 'DELETE') return 4;
  if (/\/(archive|cancel)$/.test(path)) return 3;
  if (method === 'GET') return 1;
  return method === 'POST' && !path.includes('{') && !path.endsWith('/preview') ? 0 : 2;
}

/** Calls beside those of the collection. */
const tools = [
  "const base = pm.variables.replaceIn('{{baseUrl}}');",
  'const call = (method, path, body, then) =>',
  '  pm.sendRequest(',
  '    {',
  '      url: base + path,',
  '      method,',
  '      header: {',
  "        Authorization: 'Bearer ' + pm.variables.get('apiKey'),",
  "        'Content-Type': 'application/json',",
  "        'Idempotency-Key': pm.variables.replaceIn('{{$guid}}'),",
  '      },',
  "      body: body && { mode: 'raw', raw: JSON.stringify(body) },",
  '    },',
  '    (error, answer) => {',
  '      if (error) throw error;',
  '      if (answer.code >= 400) throw new Error(method + " " + path + " " + answer.text());',
  '      then(answer.json());',
  '    },',
  '  );',
  'const until = (path, holds, then) =>',
  "  call('GET', path, undefined, (body) =>",
  '    holds(body) ? then(body) : setTimeout(() => until(path, holds, then), 100),',
  '  );',
  'const keep = (made) => pm.collectionVariables.set(made.id.split("_")[0], made.id);',
  'const kept = (prefix) => pm.collectionVariables.get(prefix);',
  'const open = (body, then) =>',
  "  call('POST', '/v1/funding-accounts', body, ({ id }) =>",
  "    until('/v1/funding-accounts/' + id, ({ status }) => status === 'active', then),",
  '  );',
  'const fund = (body, amount, then) =>',
  '  open(body, ({ id }) =>',
  "    call('POST', '/v1/sandbox/deposits', { funding_account_id: id, amount }, (payin) =>",
  "      until('/v1/payins/' + payin.id, ({ status }) => status === 'completed', then),",
  '    ),',
  '  );',
];

const usdt = `fund({ method: 'spei', currency: 'MXN' }, '50000.00', () => undefined);`;
const payout = (tag: string): string =>
  `{ beneficiary_id: kept('ben'), source_currency: 'USDT', amount: '1', amount_side: 'source', description: '${tag}' }`;

/** What a call needs to be there, made before it. */
const preparations: Readonly<Record<string, string>> = {
  archiveBeneficiary: `call('POST', '/v1/beneficiaries', { method: 'pix', currency: 'BRL', details: { name: 'Rui', pix_key: 'rui@example.com' } }, ({ id }) => {
  pm.collectionVariables.set('first', kept('ben'));
  pm.collectionVariables.set('ben', id);
});`,
  createSandboxDeposit: `until('/v1/funding-accounts/' + kept('fa'), ({ status }) => status === 'active', () => undefined);`,
  createSandboxEvidence: `fund({ method: 'spei', currency: 'MXN' }, '50000.00', () =>
  call('POST', '/v1/payouts', ${payout('sim:hold')}, keep),
);`,
  createRefund: `until('/v1/payins/' + kept('pin'), ({ status }) => status === 'completed', () => undefined);`,
  createPayout: usdt,
  cancelPayout: `call('POST', '/v1/payouts', ${payout('sim:queue:60000')}, keep);`,
  cancelPayoutBatch: `call('POST', '/v1/payout-batches', { items: [${payout('sim:queue:60000')}] }, keep);`,
  createRemittance: `open({ method: 'bank_transfer', currency: 'PEN' }, (account) => {
  keep(account);
  call('POST', '/v1/quotes', { product: 'remittance', method: 'pix', currency: 'BRL', source_currency: 'PEN', amount: '100', amount_side: 'source' }, keep);
});`,
  createWithdrawal: `fund({ method: 'spei', currency: 'MXN', settlement_currency: 'MXN' }, '5000.00', () => undefined);`,
  listSettlements: `const operate = (query, variables, then) =>
  pm.sendRequest(
    {
      url: pm.variables.get('graphqlUrl'),
      method: 'POST',
      header: { Authorization: 'Bearer ' + pm.variables.get('operatorToken'), 'Content-Type': 'application/json' },
      body: { mode: 'raw', raw: JSON.stringify({ query, variables }) },
    },
    (error, answer) => {
      const { data, errors } = error ? { errors: String(error) } : answer.json();
      if (errors) throw new Error(JSON.stringify(errors));
      then(data.done.id);
    },
  );
const settle = (accountId) =>
  operate(
    'mutation ($input: SettlementScheduleInput!) { done: putScheduleInForce(input: $input, reason: "collection") { id } }',
    { input: { accountId, currency: 'MXN', destinationId: kept('sdst'), interval: 'manual' } },
    (id) =>
      operate(
        'mutation ($id: ID!) { done: runSettlement(scheduleId: $id, reason: "collection") { id } }',
        { id },
        (made) => pm.collectionVariables.set('stl', made),
      ),
  );
if (pm.variables.get('operatorToken')) call('GET', '/v1/account', undefined, ({ id }) => settle(id));`,
  listRequests: `until('/v1/requests', ({ data }) => data.length > 0, () => undefined);`,
  listEvents: `until('/v1/events', ({ data }) => data.length > 0, () => undefined);`,
};

/**
 * What a call is answered without a person who has signed in, an operator who has settled, an approval, a sealed day or a
 * used key: the variable that tells.
 */
const without: Readonly<Record<string, readonly [variable: string, ...statuses: number[]]>> = {
  inviteMember: ['session', 403],
  updateMember: ['session', 403],
  createSession: ['code', 400],
  deleteSession: ['session', 401],
  updatePreferences: ['session', 401],
  getSettlement: ['stl', 404],
  getSettlementTimeline: ['stl', 404],
  getLedgerSeal: ['seal', 404],
  getLedgerSealTimeline: ['seal', 404],
  getApprovalPolicy: ['session', 403],
  getSignInPolicy: ['session', 403],
  replaceSignInPolicy: ['session', 403],
  replaceApprovalPolicy: ['session', 403],
  getApproval: ['apr', 404],
  getApprovalTimeline: ['apr', 404],
  approveApproval: ['apr', 403, 404],
  declineApproval: ['apr', 403, 404],
  getIdempotencyKey: ['usedKey', 404],
};

const isOfPeople = ({ security = [] }: Described): boolean =>
  security.length > 0 && security.every((each) => !('apiKey' in each));

/** Which credential the request bears. */
export function tokenScript(method: string, path: string): string[] {
  const token = isOfPeople(operationAt(method, path))
    ? "pm.variables.get('session') || pm.variables.get('apiKey')"
    : "pm.variables.get('apiKey')";
  return [`pm.variables.set('token', ${token});`];
}

interface Scripts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What runs before a request, and what its answer must be. */
export function scriptsOf(method: string, path: string): Scripts {
  const operation = operationAt(method, path);
  const { operationId, responses } = operation;
  const preparation = preparations[operationId];
  const [proof, ...bad] = without[operationId] ?? [];
  const good = Object.keys(responses)
    .map(Number)
    .filter((code) => code < 300);
  const expected =
    bad.length === 0
      ? JSON.stringify(good)
      : `pm.variables.get('${proof}') ? ${JSON.stringify(good)} : ${JSON.stringify(bad)}`;
  const fields = requiredOf(responses[String(good[0])]?.content?.['application/json']?.schema);
  return {
    before: preparation === undefined ? [] : [...tools, ...preparation.split('\n')],
    after: [
      `const expected = ${expected};`,
      "pm.test('status is ' + expected.join(' or '), () => pm.expect(pm.response.code).to.be.oneOf(expected));",
      "pm.test('has a request id', () => pm.expect(pm.response.headers.get('X-Request-Id')).to.match(/^req_/));",
      ...(fields.length === 0
        ? []
        : [
            `if (pm.response.code < 300)`,
            `  pm.test('has every required field', () => pm.expect(pm.response.json()).to.include.keys(${JSON.stringify(fields)}));`,
          ]),
      ...(operationId === 'archiveBeneficiary'
        ? ["pm.collectionVariables.set('ben', pm.collectionVariables.get('first'));"]
        : []),
      ...(operationId === 'createSession'
        ? ["if (pm.response.code < 300) pm.variables.set('session', pm.response.json().token);"]
        : []),
    ],
  };
}

function requiredOf({ $ref, required = [] }: Schema = {}): readonly string[] {
  const name = $ref?.split('/').at(-1) ?? '';
  return $ref === undefined ? required : requiredOf(description.components.schemas[name]);
}
