/** A request that asks too much, or for what is not there. */
export interface Abuse {
  readonly name: string;
  readonly body: string;
  /** The words of the refusal. */
  readonly why: RegExp;
}

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const nested = (count: number, open: string, inside: string): string =>
  `${open} { `.repeat(count) + inside + ' }'.repeat(count);

/** Documents that are too deep, however the depth is hidden. */
const deep: Readonly<Record<string, string>> = {
  'a chain of relations': `{ customers { nodes { ${'beneficiaries { customer { '.repeat(8)}id${' } }'.repeat(8)} } } }`,
  'payouts of beneficiaries of payouts': `{ payouts(first: 1) { nodes { ${'beneficiary { payouts(first: 1) { '.repeat(6)}id${' } }'.repeat(6)} } } }`,
  'depth within fragments': `{ payouts(first: 1) { nodes { ...a } } } ${times(12, (n) => `fragment ${name(n)} on ${n % 2 === 0 ? 'Payout' : 'Beneficiary'} { ${n % 2 === 0 ? 'beneficiary' : 'payouts(first: 1)'} { ...${name(n + 1)} } }`)} fragment ${name(12)} on Payout { id }`,
  'depth within inline fragments': `{ payouts(first: 1) { nodes { ${'beneficiary { ... on Beneficiary { payouts(first: 1) { ... on Payout { '.repeat(5)}id${' } } } }'.repeat(5)} } } }`,
  'four hundred levels': `{ ${nested(400, 'payouts', 'id')} }`,
  'depth with aliases': `{ payouts(first: 1) { nodes { ${'b: beneficiary { p: payouts(first: 1) { '.repeat(6)}id${' } }'.repeat(6)} } } }`,
  'depth below a skipped field': `{ payouts(first: 1) @skip(if: true) { nodes { ${'beneficiary { payouts(first: 1) { '.repeat(6)}id${' } }'.repeat(6)} } } }`,
  'depth in the second of two operations': `query a { __typename } query b { payouts { nodes { ${'beneficiary { payouts(first: 1) { '.repeat(6)}id${' } }'.repeat(6)} } } }`,
  'introspection without an end': `{ __schema { types { ${'fields { type { '.repeat(9)}name${' } }'.repeat(9)} } } }`,
  'introspection of types of types': `{ __type(name: "Payout") { ${'ofType { '.repeat(20)}name${' }'.repeat(20)} } }`,
};

/** Documents whose answers would be too long. */
const costly: Readonly<Record<string, string>> = {
  'a page of pages': '{ payouts(first: 100) { nodes { id events(first: 100) { id type body } } } }',
  'edges and nodes alike':
    '{ payouts(first: 100) { edges { node { events(first: 60) { id } } } nodes { events(first: 60) { id type body } } } }',
  'three levels of lists':
    '{ customers(first: 30) { nodes { beneficiaries(first: 30) { payouts(first: 30) { id } } } } }',
  'pages of statements':
    '{ accounts(first: 100) { nodes { balances { entries(first: 100) { nodes { id } } } } } }',
  'entries of payouts of beneficiaries':
    '{ beneficiaries(first: 100) { nodes { payouts(first: 50) { entries { id } } } } }',
  'by the usual sizes': '{ customers { nodes { beneficiaries { payouts { events { id } } } } } }',
  'through a fragment that is spread often': `{ payouts(first: 100) { nodes { ${times(20, () => '...e')} } } } fragment e on Payout { events(first: 100) { id } }`,
  'many lists at the root': `{ ${times(20, (n) => `a${n}: payouts(first: 100) { nodes { id status method rate journals { id entries { id } } } }`)} }`,
  'by inline fragments':
    '{ payouts(first: 100) { ... on PayoutConnection { nodes { ... on Payout { events(first: 100) { ... on Event { id body } } } } } } }',
  'a mutation that reads':
    'mutation { blockCustomer(id: "cus_1", reason: "x") { beneficiaries(first: 100) { payouts(first: 100) { events(first: 100) { id } } } } }',
};

/** Documents with too many parts. */
const many: Readonly<Record<string, string>> = {
  'aliases of one field': `{ ${times(31, (n) => `a${n}: caller { name }`)} }`,
  'aliases of scalars': `{ caller { ${times(40, (n) => `a${n}: name`)} } }`,
  'aliases of __typename': `{ ${times(40, (n) => `a${n}: __typename`)} }`,
  'aliases within a fragment that is spread often': `{ caller { ...f ...f ...f ...f } } fragment f on Caller { ${times(10, (n) => `a${n}: name`)} }`,
  'fields at the root': `{ ${times(25, () => 'caller { name }')} }`,
  'fields at the root within fragments': `{ ...f ...f ...f } fragment f on Query { ${times(8, () => 'backlog { due }')} }`,
  'mutations in one document': `mutation { ${times(31, (n) => `a${n}: blockCustomer(id: "cus_1", reason: "x") { id }`)} }`,
  'tokens of fields': `{ caller { ${times(3_000, () => 'name')} } }`,
  'tokens of directives': `{ caller { name ${times(700, () => '@skip(if: false)')} } }`,
  'tokens of arguments': `{ payouts(filter: { status: [${times(2_100, () => 'failed')}] }) { nodes { id } } }`,
  'tokens of fragments': `{ __typename } ${times(400, (n) => `fragment f${n} on Query { __typename }`)}`,
  'tokens of variables': `query (${times(700, (n) => `$v${n}: Int`)}) { __typename }`,
  'tokens of a long list': `{ payouts(filter: { idContains: ${'['.repeat(1_100)}${']'.repeat(1_100)} }) { nodes { id } } }`,
};

/** Documents that bite themselves. */
const broken: Readonly<Record<string, string>> = {
  'a fragment that spreads itself': '{ caller { ...f } } fragment f on Caller { name ...f }',
  'fragments in a ring': `{ caller { ...f0 } } ${times(20, (n) => `fragment f${n} on Caller { ...f${(n + 1) % 20} }`)}`,
  'fragments that double': `{ caller { ...f0 } } ${times(60, (n) => `fragment f${n} on Caller { ...f${n + 1} ...f${n + 1} }`)} fragment f60 on Caller { nothing }`,
  'fragments at the root that double': `{ ...f0 } ${times(60, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f60 on Query { nothing }`,
  'fields that do not merge': `{ payouts { nodes { ${times(150, (n) => `x: ${['id', 'status', 'method'][n % 3]}`)} } } }`,
  'a fragment that nobody spreads': '{ __typename } fragment f on Query { __typename }',
  'a field that is not there': '{ secrets { id } }',
  'a mutation that is not there': 'mutation { dropEverything(reason: "x") { id } }',
  'a subscription': 'subscription { events { id } }',
  'a subscription under a condition':
    'subscription ($b: Boolean!) { events(accountId: "acct_1") @include(if: $b) { id } }',
  'a type where a value belongs': 'query ($a: Payout) { payouts(after: $a) { nodes { id } } }',
  'a variable that nobody declared': '{ payout(id: $id) { id } }',
  'a value of another kind': '{ payouts(filter: { status: "failed" }) { nodes { id } } }',
  'an enum value that is not there': '{ payouts(filter: { status: [lost] }) { nodes { id } } }',
  'a directive that is not there': '{ caller @live { name } }',
  'braces without an end': '{'.repeat(3_000),
  'a schema of its own': 'type Query { a: Int }',
  nothing: '',
  'a comment alone': '# nothing',
  'a text that does not end': '{ payout(id: "x',
  'control characters': '{ payout(id: "\u0001") { id } \u0002 }',
};

function name(n: number): string {
  return 'abcdefghijklmnop'.charAt(n);
}

const documents = [
  [deep, /deeper than 12 levels|introspection depth/],
  [costly, /could have more than 20000 fields/],
  [many, /more than (30 aliases|20 fields)|2000 tokens/],
  [broken, /./],
] as const;

/** Requests whose fault is beside the document. */
const requests: readonly Omit<Abuse, 'why'>[] = [
  {
    name: 'an operation that is not there',
    body: JSON.stringify({ query: 'query a { __typename } query b { __typename }', operationName: 'c' }),
  },
  { name: 'a query that is no text', body: JSON.stringify({ query: { a: 1 } }) },
  { name: 'variables that are no object', body: JSON.stringify({ query: '{ __typename }', variables: [1] }) },
  {
    name: 'a persisted query',
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  },
  {
    name: 'variables nested without an end',
    body: `{"query":"{ __typename }","variables":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
  },
  {
    name: 'a variable of another type',
    body: JSON.stringify({
      query: 'query ($n: Int) { payouts(first: $n) { nodes { id } } }',
      variables: { n: 'many' },
    }),
  },
  {
    name: 'a number beyond all bounds',
    body: JSON.stringify({ query: '{ payouts(first: 99999999999) { nodes { id } } }' }),
  },
];

const some = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]));
const requestText = (type: string, input: unknown): string =>
  JSON.stringify({
    query: `query ($f: ${type}) { customers(filter: $f) { nodes { id } } }`,
    variables: { f: input },
  });

/** Variables that hold more than is to be looked through. */
const oversized: Readonly<Record<string, string>> = {
  'more keys than a filter has': requestText('CustomerFilter', some(2_000)),
  'a list beyond all bounds': requestText('CustomerFilter', {
    status: Array.from({ length: 1_001 }, () => 'active'),
  }),
  'an object where a text is to be': requestText('CustomerFilter', { externalId: some(2_000) }),
  'a list where a text is to be': requestText('CustomerFilter', {
    externalId: Array.from({ length: 2_000 }, () => 1),
  }),
};

const long = 'x'.repeat(4_097);
/** Texts that are longer than any argument. */
const endless: Readonly<Record<string, string>> = {
  'a text beyond all bounds': JSON.stringify({
    query: `{ customers(filter: { externalId: "${long}" }) { nodes { id } } }`,
  }),
  'a text beyond all bounds in a variable': requestText('CustomerFilter', { externalId: long }),
  'an id beyond all bounds': JSON.stringify({
    query: 'query ($id: ID!) { customer(id: $id) { id } }',
    variables: { id: long },
  }),
};

/** Each is refused before any resolver or statement runs. */
export const abusive: readonly Abuse[] = [
  ...documents.flatMap(([group, why]) =>
    Object.entries(group).map(([each, query]) => ({ name: each, body: JSON.stringify({ query }), why })),
  ),
  ...requests.map((each) => ({ ...each, why: /./ })),
  ...Object.entries(oversized).map(([name, body]) => ({
    name,
    body,
    why: /^Variable "\$f[\w.]*" has too many (elements|fields); send at most \d+\.$/,
  })),
  ...Object.entries(endless).map(([name, body]) => ({
    name,
    body,
    why: /is too long; send at most 4096 characters\.$|has a string of more than 4096 characters\.$/,
  })),
];
