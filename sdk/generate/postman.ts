import { readFileSync } from 'node:fs';
import { convertV2 } from 'openapi-to-postmanv2';
import { descriptionFile } from './description.ts';

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

/** Keeps the id of whatever a call makes under the beginning of it, for the calls after it. */
const keepId = [
  "const body = pm.response.headers.get('Content-Type')?.includes('json') ? pm.response.json() : {};",
  "if (pm.request.method === 'POST' && typeof body.id === 'string')",
  "  pm.collectionVariables.set(body.id.split('_')[0], body.id);",
];

/** As a whole value: names of fields and enumerations have the same form. */
const anyId = /(?<=^|")([a-z]+)_(?:[0-9a-z]{26}(?=")|[0-9a-z]{1,64}$)/g;

/** Of what stands in a path and is no id. */
const placed: Readonly<Record<string, string>> = { currency: 'USDT', name: 'transactions' };

/** The Postman collection: variables in the place of ids, keys made anew, and the first good answer of each call. */
export async function postmanText(): Promise<string> {
  const { variable = [], ...collection } = await converted();
  const prefixes = new Set<string>();
  const item = collection.item.map((entry) => entryOf(entry, prefixes));
  const { _postman_id: _id, ...info } = collection.info;
  const whole = {
    info,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepId } }],
    variable: [
      ...variable.map(({ key, value }) => ({ key, value })),
      { key: 'apiKey', value: '' },
      ...[...prefixes].sort().map((key) => ({ key, value: '' })),
    ],
    item,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function converted(): Promise<Collection> {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    enableOptionalParameters: false,
  } as const;
  const data = readFileSync(descriptionFile, 'utf8');
  return new Promise((resolve, reject) => {
    convertV2({ type: 'string', data }, options, (error, made) => {
      const [first] = made?.result === true ? (made.output ?? []) : [];
      if (first === undefined) reject(new Error('openapi-to-postmanv2 made no collection', { cause: error }));
      else resolve(first.data as unknown as Collection);
    });
  });
}

function entryOf(entry: Entry, prefixes: Set<string>): unknown {
  if (entry.item !== undefined)
    return { name: entry.name, item: entry.item.map((each) => entryOf(each, prefixes)) };
  const { name = '', request, response = [] } = entry;
  if (request === undefined) return { name };
  const { url, header, method, body, description, auth } = request;
  const withIds = (text: string): string =>
    text.replaceAll(anyId, (_id, prefix: string) => {
      prefixes.add(prefix);
      return `{{${prefix}}}`;
    });
  const [good] = response.filter(({ code }) => code < 300);
  return {
    name,
    request: {
      method,
      description,
      ...(auth?.type === 'noauth' && { auth }),
      header: header.flatMap(({ key, value }) => {
        if (key === 'Platform-Account' || key === 'X-Correlation-Id') return [];
        return [{ key, value: key === 'Idempotency-Key' ? '{{$guid}}' : value }];
      }),
      url: {
        ...url,
        query: url.query.map(({ key, value, description: told }) => {
          const isNeeded = (told?.content ?? '').startsWith('(Required)');
          // Of what may be left out the value is made up.
          return { key, value: isNeeded ? value : '', description: told, disabled: !isNeeded };
        }),
        variable: url.variable.map(({ key, value }) => ({
          key,
          value: url.path.includes('operations') ? '{{pout}}' : (placed[key] ?? withIds(value)),
        })),
      },
      ...(body?.raw !== undefined && {
        body: { mode: 'raw', raw: withIds(body.raw), options: { raw: { language: 'json' } } },
      }),
    },
    response:
      good === undefined
        ? []
        : [{ name: good.name, status: good.status, code: good.code, header: [], body: good.body }],
  };
}
