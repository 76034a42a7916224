/** A step of a workflow: an operation, what it sends, and what its answer must be. */
interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly [field: string]: unknown;
}

const id = (value: string) => ({ name: 'id', in: 'path', value });
const status = (...codes: readonly number[]) => ({
  condition: codes.map((code) => `$statusCode == ${code}`).join(' || '),
});
const body = (payload: unknown) => ({ contentType: 'application/json', payload });

/** Makes a resource once, however often the workflow runs with the same `run`. */
function make(operationId: string, stepId: string, payload: unknown): Step {
  return {
    stepId,
    operationId,
    requestBody: body(payload),
    successCriteria: [status(200, 201)],
    outputs: { id: '$response.body#/id' },
  };
}

/** Reads a resource until it has the status. */
function reach(operationId: string, stepId: string, { of, is }: { of: string; is: string }): Step {
  return {
    stepId,
    operationId,
    parameters: [id(`$steps.${of}.outputs.id`)],
    successCriteria: [status(200), { condition: `$response.body#/status == '${is}'` }],
    onFailure: [{ name: 'notYet', type: 'retry', retryAfter: 1, retryLimit: 30 }],
    outputs: { status: '$response.body#/status' },
  };
}

interface Flow {
  readonly workflowId: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly dependsOn?: readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
}

const spei = { method: 'spei', currency: 'MXN' };
const beneficiary = {
  method: 'pix',
  currency: 'BRL',
  details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
};
const payout = {
  beneficiary_id: '$steps.beneficiary.outputs.id',
  source_currency: 'USDT',
  amount: '5',
  amount_side: 'source',
};

const flows: readonly Flow[] = [
  {
    workflowId: 'collect',
    summary: 'Open a funding account, be paid into it, and see the money credited.',
    steps: [
      make('createFundingAccount', 'account', spei),
      reach('getFundingAccount', 'open', { of: 'account', is: 'active' }),
      make('createSandboxDeposit', 'deposit', {
        funding_account_id: '$steps.account.outputs.id',
        amount: '5000.00',
      }),
      reach('getPayin', 'credited', { of: 'deposit', is: 'completed' }),
      {
        stepId: 'balances',
        operationId: 'listBalances',
        successCriteria: [status(200)],
      },
    ],
    outputs: { payin_id: '$steps.deposit.outputs.id' },
  },
  {
    workflowId: 'payOut',
    summary: 'Register a beneficiary, freeze a price, and pay at it.',
    dependsOn: ['collect'],
    steps: [
      make('createBeneficiary', 'beneficiary', beneficiary),
      make('createQuote', 'quote', payout),
      make('createPayout', 'payout', {
        beneficiary_id: '$steps.beneficiary.outputs.id',
        quote_id: '$steps.quote.outputs.id',
      }),
      reach('getPayout', 'paid', { of: 'payout', is: 'completed' }),
    ],
  },
  {
    workflowId: 'payMany',
    summary: 'Pay several at once, and wait until each is decided.',
    dependsOn: ['collect'],
    steps: [
      make('createBeneficiary', 'beneficiary', beneficiary),
      make('createPayoutBatch', 'batch', {
        items: [
          { ...payout, reference: 'salary-1' },
          { ...payout, reference: 'salary-2' },
        ],
      }),
      reach('getPayoutBatch', 'decided', { of: 'batch', is: 'completed' }),
    ],
  },
  {
    workflowId: 'refund',
    summary: 'Give a part of a credited pay-in back to its payer.',
    dependsOn: ['collect'],
    steps: [
      make('createRefund', 'refund', { payin_id: '$workflows.collect.outputs.payin_id', amount: '1' }),
      reach('getRefund', 'refunded', { of: 'refund', is: 'completed' }),
    ],
  },
  {
    workflowId: 'remit',
    summary: 'Take money in one currency and pay it out in another, at one price.',
    steps: [
      make('createBeneficiary', 'beneficiary', beneficiary),
      {
        ...make('createQuote', 'quote', {
          product: 'remittance',
          beneficiary_id: '$steps.beneficiary.outputs.id',
          source_currency: 'PEN',
          amount: '100.00',
          amount_side: 'source',
        }),
        outputs: { id: '$response.body#/id', total: '$response.body#/source/total' },
      },
      make('createFundingAccount', 'account', { method: 'bank_transfer', currency: 'PEN' }),
      reach('getFundingAccount', 'open', { of: 'account', is: 'active' }),
      make('createRemittance', 'remittance', {
        quote_id: '$steps.quote.outputs.id',
        beneficiary_id: '$steps.beneficiary.outputs.id',
        source: { funding_account_id: '$steps.account.outputs.id' },
      }),
      make('createSandboxDeposit', 'deposit', {
        funding_account_id: '$steps.account.outputs.id',
        amount: '$steps.quote.outputs.total',
      }),
      reach('getRemittance', 'arrived', { of: 'remittance', is: 'completed' }),
    ],
  },
];

/** The main flows as an Arazzo 1.0 document, which runs against a sandbox. */
export function arazzoText(): string {
  const inputs = {
    type: 'object',
    required: ['api_key', 'run'],
    properties: {
      api_key: { type: 'string', description: 'A key of a sandbox, with the scopes read and write.' },
      run: { type: 'string', description: 'Names this run; each run makes its own payments.' },
    },
  };
  const authorization = { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.api_key}' };
  const document = {
    arazzo: '1.0.1',
    info: {
      title: 'Main flows of the payments service',
      summary: 'Collect, pay out, pay many, refund and remit.',
      version: '1',
      description: 'Each flow from its first request to its end, in a sandbox.',
    },
    sourceDescriptions: [{ name: 'payments', type: 'openapi', url: './v1.openapi.json' }],
    workflows: flows.map(({ workflowId, summary, steps, ...more }) => ({
      workflowId,
      summary,
      description: summary,
      inputs,
      parameters: [authorization],
      steps: steps.map(({ stepId, operationId, ...step }) => ({
        stepId,
        description: `${stepId}: ${operationId}`,
        operationId,
        ...(step['requestBody'] !== undefined && {
          parameters: [
            { name: 'Idempotency-Key', in: 'header', value: `${workflowId}-${stepId}-{$inputs.run}` },
          ],
        }),
        ...step,
      })),
      ...more,
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
