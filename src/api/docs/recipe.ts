import { prefixOf, type Description, type Operation } from './description.js';

export type Fields = Readonly<Record<string, unknown>>;

/** One call of an example. */
export interface Call {
  readonly operation: Operation;
  /** The prefix of its Idempotency-Key. */
  readonly name: string;
  readonly body?: unknown;
  /** Stores the id of the created resource for the following calls. */
  readonly makes?: true;
  /**
   * Uses the id of the resource created before, in the path and wherever no list has the id; otherwise ids
   * are looked up.
   */
  readonly isOfMade?: true;
  /** The query of a list; by default `limit=3`. */
  readonly filter?: Readonly<Record<string, string>> | undefined;
}

/** The calls of an example, and why it begins with another call. */
export interface Recipe {
  readonly why?: string;
  readonly calls: readonly Call[];
  /** Example values that are replaced by shell expressions. */
  readonly writes: Readonly<Record<string, string>>;
}

interface Preparation {
  readonly why: string;
  readonly operationId: string;
  readonly change: Fields;
  /** Operations that delete the created resource, if an account may have only a few. */
  readonly after?: readonly string[];
}

const unmissed = 'First creates one that can be deleted.';
const ownEndpoint = {
  operationId: 'createWebhookEndpoint',
  change: { url: 'https://no-longer.example.com/webhooks' },
};
const passingEndpoint: Preparation = {
  ...ownEndpoint,
  why: 'Creates an endpoint for it, and deletes it at the end.',
  after: ['deleteWebhookEndpoint'],
};

/** A payout as an item of a batch. */
const queued = {
  beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y',
  source_currency: 'USDT',
  amount: '1',
  amount_side: 'source',
};

/** Examples in which the reader fills in a session token or the code to get one. */
const bySession = 'Needs a session: set SESSION to the token from Sign in with a code. API keys are refused.';
const byHand: Readonly<
  Record<string, { readonly why: string; readonly writes?: Readonly<Record<string, string>> }>
> = {
  signIn: {
    why: "Signs in as the sandbox's owner. Without a mail server, the code is in the log.",
    writes: { 'ana@example.com': '$(setting owner_email)' },
  },
  createSession: {
    why: 'First set CODE to the six digits from the mail.',
    writes: { 'ana@example.com': '$(setting owner_email)', '492817': '$CODE' },
  },
  deleteSession: { why: bySession },
  updatePreferences: { why: bySession },
  inviteMember: { why: bySession },
  getSignInPolicy: { why: bySession },
  replaceSignInPolicy: { why: bySession },
  updateMember: { why: `${bySession} First creates one that can be changed.` },
};

/** Operations that need an authenticator or a mailed code, or that end the reader's session: a shell cannot run them. */
const ofAuthenticators = new Set([
  'startPasskeySignIn',
  'createPasskeySession',
  'listPasskeys',
  'startPasskey',
  'createPasskey',
  'deletePasskey',
  'deleteMemberPasskeys',
  'sendConfirmationCode',
  'createConfirmation',
  'startPasskeyConfirmation',
  'createPasskeyConfirmation',
  'listSessions',
  'deleteOtherSessions',
  'deleteSessionById',
]);
export const needsAuthenticator = ({ operationId }: Pick<Operation, 'operationId'>): boolean =>
  ofAuthenticators.has(operationId);

/**
 * Resources that an example creates first, because it needs them in some state, cannot look them up, or must
 * not change the reader's own.
 */
const preparations: Readonly<Record<string, Preparation>> = {
  getQuote: { why: 'First creates a quote.', operationId: 'createQuote', change: {} },
  createRemittance: {
    why: 'First creates a quote.',
    operationId: 'createQuote',
    change: { product: 'remittance', source_currency: 'PEN' },
  },
  archiveBeneficiary: {
    why: unmissed,
    operationId: 'createBeneficiary',
    change: { details: { name: 'João da Silva', pix_key: 'no-longer@example.com' } },
  },
  updateMember: {
    why: unmissed,
    operationId: 'inviteMember',
    change: { email: 'no-longer@example.com', role: 'viewer' },
  },
  updateCustomer: {
    why: unmissed,
    operationId: 'createCustomer',
    change: { external_id: 'no-longer' },
  },
  updateWebhookEndpoint: passingEndpoint,
  rotateWebhookSecret: passingEndpoint,
  deleteWebhookEndpoint: { ...ownEndpoint, why: unmissed },
  removeHostedDomain: {
    why: unmissed,
    operationId: 'claimHostedDomain',
    change: { hostname: 'no-longer.example.com' },
  },
  updatePayout: { why: unmissed, operationId: 'createPayout', change: { amount: '1' } },
  updateFundingAccount: { why: unmissed, operationId: 'createFundingAccount', change: {} },
  updateRefund: { why: unmissed, operationId: 'createRefund', change: {} },
  updateWithdrawal: { why: unmissed, operationId: 'createWithdrawal', change: { amount: '1.00' } },
  updateHostedSession: { why: unmissed, operationId: 'createHostedSession', change: {} },
  updatePayoutBatch: {
    why: unmissed,
    operationId: 'createPayoutBatch',
    change: { items: [{ ...queued, reference: 'salary-1043', metadata: { order: '1042' } }] },
  },
  getIdempotencyKey: {
    why: 'First a payout, whose key is looked up.',
    operationId: 'createPayout',
    change: { amount: '1' },
  },
  cancelPayout: {
    why: 'First creates a payout that waits a minute before it is sent.',
    operationId: 'createPayout',
    change: { amount: '1', description: 'sim:queue:60000' },
  },
  cancelPayoutBatch: {
    why: 'First creates a batch whose payout waits a minute before it is sent.',
    operationId: 'createPayoutBatch',
    change: { items: [{ ...queued, description: 'sim:queue:60000' }] },
  },
  createSandboxEvidence: {
    why: 'First creates a payout that the bank leaves in flight.',
    operationId: 'createPayout',
    change: { amount: '1', description: 'sim:hold' },
  },
};

/** An id in an example, to be replaced by one that is looked up. */
export const anyId = /\b([a-z]+)_[0-9a-z]{26}\b/g;
/** A text that is only an id. */
export const wholeId = /^([a-z]+)_[0-9a-z]{26}$/;

/** The currency in a path: the asset of the sandbox's balances. */
const exampleCurrency = 'USDT';

/** The calls that show what an operation does, in a sandbox in any state. */
export function recipeOf(operation: Operation, description: Description): Recipe {
  const { operationId: name } = operation;
  const body = bodyOf(operation);
  const { why, writes = {} } = byHand[name] ?? {};
  const preparation = preparations[name];
  if (preparation === undefined)
    return { calls: [{ operation, name, body }], writes, ...(why !== undefined && { why }) };
  const before = operationOf(preparation.operationId, description);
  const changed = { ...(bodyOf(before) as Fields), ...preparation.change };
  const after = (preparation.after ?? []).map((each): Call => ({
    operation: operationOf(each, description),
    name: `after-${name}`,
    isOfMade: true,
  }));
  const first: Call = { operation: before, name: keyBefore(operation), body: changed, makes: true };
  return {
    why: why ?? preparation.why,
    writes,
    calls: [first, { operation, name, body, isOfMade: true }, ...after],
  };
}

export function operationOf(operationId: string, { operations }: Description): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`the API description has no operation ${operationId}`);
  return operation;
}

function bodyOf({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json'].example;
}

/**
 * Whether the call has an Idempotency-Key: where it is required, or where a repeat would create a second
 * resource for the next call.
 */
export const isKeyed = ({ operation: { parameters }, makes }: Call): boolean =>
  parameters.some(
    ({ name, required }) => name === 'Idempotency-Key' && (required === true || makes === true),
  );

/** Whether the operation takes a session token and refuses API keys. */
export const isOfPeople = ({ security = [] }: Operation): boolean =>
  security.length > 0 &&
  security.every((each) => typeof each === 'object' && each !== null && !('apiKey' in each));

export const isOfNobody = ({ security }: Operation): boolean => security?.length === 0;

/** The query of the example: required parameters, and a limit for lists. */
export function queryOf({ operation: { parameters }, filter = { limit: '3' } }: Call): [string, string][] {
  const needed = parameters.flatMap(({ name, example }): [string, string][] =>
    example === undefined ? [] : [[name, example]],
  );
  const isList = parameters.some(({ name }) => name === 'limit');
  return [...needed, ...(isList ? Object.entries(filter) : [])];
}

/** The key of a preparing call, for an operation whose path contains an Idempotency-Key. */
export const keyBefore = ({ operationId }: Operation): string => `before-${operationId}`;

/** A part of a path: the prefix of an id, or any other text. */
export function pathPartOf({ parameters }: Operation, name: string): { prefix: string } | { text: string } {
  const schema = parameters.find((each) => each.name === name)?.schema;
  const prefix = prefixOf(schema?.pattern);
  return prefix === undefined ? { text: String(schema?.enum?.[0] ?? exampleCurrency) } : { prefix };
}
