import { prefixOf, type Description, type Operation } from './description.js';

/** The lines given to a shell, and why they begin with another call where they do; comments do not survive pasting. */
interface Example {
  readonly shell: string;
  readonly why?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** One call by curl: `name` begins its Idempotency-Key where the operation needs one. */
interface Call {
  readonly operation: Operation;
  readonly name: string;
  readonly body?: unknown;
  /** The id in its path; looked up when it runs unless given. */
  readonly id?: string;
  /** The query of a list; a few of it unless given. */
  readonly filter?: Readonly<Record<string, string>> | undefined;
}

interface Preparation {
  readonly why: string;
  readonly operationId: string;
  readonly change: Fields;
  /** Takes away what was made, of which an account may have few. */
  readonly after?: readonly string[];
}

const unmissed = 'First one that nobody will miss.';
const ownEndpoint = {
  operationId: 'createWebhookEndpoint',
  change: { url: 'https://no-longer.example.com/webhooks' },
};
const passingEndpoint: Preparation = {
  ...ownEndpoint,
  why: 'On one that is made for it and deleted at the end.',
  after: ['deleteWebhookEndpoint'],
};

/** A payout as an item of a batch. */
const queued = {
  beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y',
  source_currency: 'USDT',
  amount: '1',
  amount_side: 'source',
};

/** A person's token, and the code by which it is had, are for the reader to fill in. */
const bySession =
  'With the token of a session: set SESSION to the one that Sign in with a code answers. A key is refused.';
const byHand: Readonly<
  Record<string, { readonly why: string; readonly writes?: Readonly<Record<string, string>> }>
> = {
  signIn: {
    why: 'As the owner of the sandbox. Without a mail server the code stands in the log.',
    writes: { 'ana@example.com': '$(setting owner_email)' },
  },
  createSession: {
    why: 'First set CODE to the six digits of the mail.',
    writes: { 'ana@example.com': '$(setting owner_email)', '492817': '$CODE' },
  },
  deleteSession: { why: bySession },
  inviteMember: { why: bySession },
  updateMember: { why: `${bySession} First one that nobody will miss.` },
};

/** Resources that an example needs in some state, cannot look up, or must not take from the reader: made before it. */
const preparations: Readonly<Record<string, Preparation>> = {
  getQuote: { why: 'First a quote.', operationId: 'createQuote', change: {} },
  createRemittance: {
    why: 'First its price.',
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
  cancelPayout: {
    why: 'First a payout that waits a minute before it is sent.',
    operationId: 'createPayout',
    change: { amount: '1', description: 'sim:queue:60000' },
  },
  cancelPayoutBatch: {
    why: 'First a batch whose payout waits a minute before it is sent.',
    operationId: 'createPayoutBatch',
    change: { items: [{ ...queued, description: 'sim:queue:60000' }] },
  },
  createSandboxEvidence: {
    why: 'First a payout that the bank leaves in flight.',
    operationId: 'createPayout',
    change: { amount: '1', description: 'sim:hold' },
  },
};

/** An id of an example stands for one that is looked up when it runs. */
const anyId = /\b([a-z]+)_[0-9a-z]{26}\b/g;

/** The origin of resources that no operation of their own makes: pay-ins and events. */
const otherMaker = 'createSandboxDeposit';

/** Lists of resources that the platform makes, by its command. */
const platformMakes: Readonly<Record<string, string>> = {
  '/v1/settlements': 'psp settlement run, which is the command of the platform',
};

/** Where the currency in a path comes from: the asset that the sandbox's balances are held in. */
const exampleCurrency = 'USDT';

/** An example of an operation for a shell in which `setup` of the start has been pasted. */
export function exampleOf(operation: Operation, description: Description): Example {
  const { operationId: name } = operation;
  const body = bodyOf(operation);
  const { why, writes = {} } = byHand[name] ?? {};
  const preparation = preparations[name];
  if (preparation === undefined) {
    const call = callOf({ operation, name, body }, description);
    const shell = Object.entries(writes).reduce((text, [from, to]) => text.replaceAll(from, to), call);
    return { shell, ...(why !== undefined && { why }) };
  }
  const before = operationOf(preparation.operationId, description);
  const changed = { ...(bodyOf(before) as Fields), ...preparation.change };
  const first = callOf({ operation: before, name: `before-${name}`, body: changed }, description);
  const made = `ID=$(${first.replace('<<END', '<<END | id_in')}\n)`;
  const own = callOf({ operation, name, body, id: '$ID' }, description);
  const after = (preparation.after ?? []).map((each) =>
    callOf({ operation: operationOf(each, description), name: `after-${name}`, id: '$ID' }, description),
  );
  return { why: why ?? preparation.why, shell: [made, own, ...after].join('\n') };
}

/** A call with a body, or a filter, of one's own. */
export function callTo(
  operationId: string,
  description: Description,
  own: { readonly body?: Fields } & Pick<Call, 'filter'> = {},
): string {
  const operation = operationOf(operationId, description);
  return callOf({ operation, name: `start-${operationId}`, ...own }, description);
}

function operationOf(operationId: string, { operations }: Description): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`the API description has no operation ${operationId}`);
  return operation;
}

function bodyOf({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json'].example;
}

function callOf({ operation, name, body, ...address }: Call, description: Description): string {
  const { method, security, parameters } = operation;
  const needsKey = parameters.some((each) => each.name === 'Idempotency-Key' && each.required === true);
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$BASE${addressOf({ ...operation, ...address }, description)}"`,
    ...(security?.length === 0
      ? []
      : [`-H "Authorization: Bearer $${isOfPeople(operation) ? 'SESSION' : 'KEY'}"`]),
    ...(needsKey ? [`-H "Idempotency-Key: ${name}-$(date +%s)"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json' -d @- <<END"]),
  ];
  const call = lines.join(' \\\n  ');
  return body === undefined ? call : `${call}\n${jsonOf(body, description, address.id)}\nEND`;
}

/** Whether a key is refused, and a person's token is not. */
const isOfPeople = ({ security = [] }: Operation): boolean =>
  security.length > 0 &&
  security.every((each) => typeof each === 'object' && each !== null && !('apiKey' in each));

function addressOf(
  { path, parameters, id, filter = { limit: '3' } }: Operation & Pick<Call, 'id' | 'filter'>,
  description: Description,
): string {
  const filled = path.replace(/\{(\w+)\}/, (_whole, name: string) => {
    if (id !== undefined) return id;
    const schema = parameters.find((each) => each.name === name)?.schema;
    const prefix = prefixOf(schema?.pattern);
    return prefix === undefined ? String(schema?.enum?.[0] ?? exampleCurrency) : firstId(prefix, description);
  });
  const isList = parameters.some(({ name }) => name === 'limit');
  const needed = parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
  const search = [...needed, ...(isList ? Object.entries(filter) : [])].map(
    ([field, value]) => `${field}=${value}`,
  );
  if (search.length === 0) return filled;
  return `${filled}?${search.join('&').replace(anyId, (_id, prefix: string) => firstId(prefix, description))}`;
}

/**
 * JSON in a here-document: what the shell would read in it is escaped, ids are looked up when it runs; one of no list is
 * that of what was made first.
 */
function jsonOf(body: unknown, description: Description, id: string | undefined): string {
  return JSON.stringify(body, null, 2)
    .replace(/[\\$`]/g, '\\$&')
    .replace(anyId, (_id, prefix: string) =>
      id !== undefined && !description.lists.has(prefix) ? id : firstId(prefix, description),
    );
}

function firstId(prefix: string, description: Description): string {
  const list = description.lists.get(prefix);
  if (list === undefined)
    throw new Error(`no list of the API description has ids that begin with ${prefix}_`);
  return `$(first_id '${list}' '${platformMakes[list] ?? makerOf(list, description).summary}')`;
}

function makerOf(list: string, description: Description): Operation {
  const [listPath] = list.split('?');
  const own = description.operations.find(({ method, path }) => method === 'POST' && path === listPath);
  return own ?? operationOf(otherMaker, description);
}
