import { readFileSync } from 'node:fs';
import { convertV2 } from 'openapi-to-postmanv2';
import { descriptionFile } from './description.ts';
import { scriptsOf, tokenScript, weightOf } from './postman-script.ts';

interface Variable {
  readonly key: string;
  readonly value: string;
}

/** A folder or a request, typed as far as it is read here. */
interface Entry {
  readonly name?: string;
  readonly item?: readonly Entry[];
  readonly request?: {
    readonly method: string;
    readonly description?: unknown;
    readonly auth?: { readonly type: string } | null;
    readonly header: readonly Variable[];
    readonly url: {
      readonly path: readonly string[];
      readonly query: readonly (Variable & { readonly description?: { readonly content?: string } })[];
      readonly variable: readonly Variable[];
    };
    readonly body?: { readonly raw?: string };
  };
  readonly response?: readonly {
    readonly name: string;
    readonly status: string;
    readonly code: number;
    readonly body?: string;
  }[];
}

interface Collection {
  readonly info: { readonly _postman_id?: string };
  readonly variable?: readonly Variable[];
  readonly item: readonly Entry[];
}

/** Keeps the id of whatever a call makes under the beginning of it, and of a list the first, for the calls after it. */
const keepId = [
  "const body = pm.response.headers.get('Content-Type')?.includes('json') ? pm.response.json() : {};",
  "const first = pm.request.method === 'GET' ? body.data?.[0]?.id : body.id;",
  "if (pm.response.code < 300 && typeof first === 'string') {",
  "  const prefix = first.split('_')[0];",
  "  if (pm.request.method === 'POST' || !pm.collectionVariables.get(prefix))",
  '    pm.collectionVariables.set(prefix, first);',
  '}',
];

/** As a whole value: names of fields and enumerations have the same form. */
const anyId = /(?<=^|")([a-z]+)_(?:[0-9a-z]{26}(?=")|[0-9a-z]{1,64}$)/g;

/** Of what stands in a path and is no id. */
const placed: Readonly<Record<string, string>> = { currency: 'USDT', name: 'transactions' };

/** The Postman collection: variables in the place of ids, keys made anew, and the first good answer of each call. */
export async function postmanText(): Promise<string> {
  const { variable = [], ...collection } = await converted();
  const prefixes = new Set<string>();
  const item = collection.item.toSorted(byRun).map((entry) => entryOf(entry, prefixes));
  const { _postman_id: _id, ...info } = collection.info;
  const whole = {
    info,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [eventOf('test', keepId)],
    variable: [
      ...variable.map(({ key, value }) => ({ key, value })),
      ...variables,
      ...[...prefixes].sort().map((key) => ({ key, value: '' })),
    ],
    item,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Filled in by hand: the key; a session and the code of a mail, to act as a person; and the operator, who settles. */
const variables = [
  { key: 'apiKey', value: '' },
  { key: 'session', value: '' },
  { key: 'ownerEmail', value: 'owner@example.com' },
  { key: 'code', value: '' },
  { key: 'graphqlUrl', value: '' },
  { key: 'operatorToken', value: '' },
];

const eventOf = (listen: 'test' | 'prerequest', exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** Folders in the order in which a fresh sandbox can answer them. */
const folders =
  'Account, Capabilities, Members, Customers, Beneficiaries, Funding accounts, Sandbox, Pay-ins, Refunds, Balances, Quotes, Payouts, Payout batches, Remittances, Settlement destinations, Withdrawals, Settlements, Events, Webhook endpoints, Hosted page, Hosted domains, Hosted sessions, Reconciliation, Reports, Request log, Description, Sign-in'.split(
    ', ',
  );

const byRun = (one: Entry, other: Entry): number =>
  folders.indexOf(one.name ?? '') - folders.indexOf(other.name ?? '');

const pathOf = ({ url }: NonNullable<Entry['request']>): string =>
  `/${url.path.map((part) => part.replace(/^:(\w+)$/, '{$1}')).join('/')}`;

const weight = ({ request }: Entry): number =>
  request === undefined ? 0 : weightOf(request.method, pathOf(request));

/** Of a filter by pairs the converter makes up some pairs, each time another number: one is shown, always the same. */
function withOneKey(_name: string, value: unknown): unknown {
  const parameter = value as { style?: unknown; name?: unknown; schema?: unknown } | null;
  if (typeof value !== 'object' || parameter?.style !== 'deepObject') return value;
  const { style: _style, ...plain } = parameter;
  return { ...plain, name: `${String(plain.name)}[key]`, explode: undefined, schema: { type: 'string' } };
}

function converted(): Promise<Collection> {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    enableOptionalParameters: false,
  } as const;
  const data = JSON.stringify(JSON.parse(readFileSync(descriptionFile, 'utf8'), withOneKey));
  return new Promise((resolve, reject) => {
    convertV2({ type: 'string', data }, options, (error, made) => {
      const [first] = made?.result === true ? (made.output ?? []) : [];
      if (first === undefined) reject(new Error('openapi-to-postmanv2 made no collection', { cause: error }));
      else resolve(first.data as unknown as Collection);
    });
  });
}

/** The address and the code with which a person signs in. */
const withPeople = (text: string, path: string): string =>
  path.startsWith('/dashboard/')
    ? text.replace('ana@example.com', '{{ownerEmail}}').replace('492817', '{{code}}')
    : text;

/** What the pages of a browser use: an authenticator's answers, proofs of a session, and a person's other sessions. */
const ofBrowsers = /passkey|confirmation|^(GET|DELETE) \/dashboard\/sessions($|\/\{)/;
const isOfBrowsers = ({ request }: Entry): boolean =>
  request !== undefined && ofBrowsers.test(`${request.method} ${pathOf(request)}`);

function entryOf(entry: Entry, prefixes: Set<string>): unknown {
  if (entry.item !== undefined) {
    const usable = entry.item.filter((each) => !isOfBrowsers(each));
    const inner = usable.toSorted((one, other) => weight(one) - weight(other));
    return { name: entry.name, item: inner.map((each) => entryOf(each, prefixes)) };
  }
  const { name = '', request, response = [] } = entry;
  if (request === undefined) return { name };
  const { url, header, method, body, description, auth } = request;
  const withIds = (text: string): string =>
    text.replaceAll(anyId, (_id, prefix: string) => {
      prefixes.add(prefix);
      return `{{${prefix}}}`;
    });
  const [good] = response.filter(({ code }) => code < 300);
  const { before, after } = scriptsOf(method, pathOf(request));
  return {
    name,
    event: [
      eventOf('prerequest', [...tokenScript(method, pathOf(request)), ...before]),
      eventOf('test', after),
    ],
    request: {
      method,
      description,
      ...(auth?.type === 'noauth' && { auth }),
      header: header.flatMap(({ key, value }) => {
        if (['Platform-Account', 'X-Correlation-Id', 'PSP-Position'].includes(key)) return [];
        return [{ key, value: key === 'Idempotency-Key' ? '{{$guid}}' : value }];
      }),
      url: {
        ...url,
        query: withoutMadeUp(url.query).map(({ key, value, description }) => {
          const isNeeded = (description?.content ?? '').startsWith('(Required)');
          // Of what may be left out the value is made up.
          return { key, value: isNeeded ? value : '', description, disabled: !isNeeded };
        }),
        variable: url.variable.map(({ key, value }) => ({
          key,
          value: url.path.includes('operations') ? '{{pout}}' : (placed[key] ?? withIds(value)),
        })),
      },
      ...(body?.raw !== undefined && {
        body: {
          mode: 'raw',
          raw: withPeople(withIds(body.raw), pathOf(request)),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    response:
      good === undefined
        ? []
        : [{ name: good.name, status: good.status, code: good.code, header: [], body: good.body }],
  };
}

/** The converter makes up a random number of keys of an object: one is kept, under a name of the examples. */
function withoutMadeUp<T extends { readonly key: string }>(query: readonly T[]): T[] {
  const first = query.find(({ key }) => key.startsWith('metadata['));
  return query.flatMap((each) => {
    if (!each.key.startsWith('metadata[')) return [each];
    return each === first ? [{ ...each, key: 'metadata[order]' }] : [];
  });
}
