import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { isCurrency } from '../domain/currency.js';

/** Settings of a connector: its address, its keys and the routes that lead to it. */
export interface ConnectorSetting {
  readonly name: string;
  readonly url: string;
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly routes: readonly { readonly method: string; readonly currency: string }[];
  readonly trustsNotices: boolean;
  readonly uncertainMost: number;
  readonly openSeconds: number;
  readonly floors: Readonly<Record<string, string>>;
}

const currency = z.string().refine(isCurrency, 'is not a known currency');
const keys = z
  .array(
    z
      .string()
      .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable')
      .min(32),
  )
  .min(1)
  .max(2);

const url = z
  .string()
  .refine(
    isReachable,
    'must be an https URL without user, query and fragment, or an http URL of this machine',
  );

const setting = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, { error: 'must be a lower-case name', abort: true })
    .refine((name) => name !== 'sandbox', 'is reserved for the simulated bank'),
  url,
  sending_keys: keys,
  receiving_keys: keys,
  tls: z
    .strictObject({
      ca: z.string().exactOptional(),
      cert: z.string().exactOptional(),
      key: z.string().exactOptional(),
    })
    .exactOptional(),
  routes: z.array(z.strictObject({ method: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), currency })).min(1),
  notices: z.enum(['hints', 'proof']).default('hints'),
  uncertain_most: z.int().min(1).max(10_000).default(5),
  open_seconds: z.int().min(1).max(3_600).default(30),
  floors: z.record(currency, z.string().regex(/^[0-9]{1,18}(\.[0-9]+)?$/)).default({}),
});

const file = z.strictObject({ connectors: z.array(setting).min(1) });

/**
 * Reads connectors from a file or from JSON text; throws one Error with every problem. Keys are never shown.
 */
export function readConnectors(setting: string): ConnectorSetting[] {
  const { content, folder } = read(setting);
  const parsed = file.safeParse(content);
  const shape = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.') || 'it'}: ${message}`,
  );
  const connectors = parsed.data?.connectors ?? [];
  const problems = [...shape, ...repeated(connectors), ...connectors.flatMap(sharedKeys)];
  const settings = connectors.map(({ tls, ...each }): ConnectorSetting => ({
    name: each.name,
    url: each.url,
    sendingKeys: each.sending_keys,
    receivingKeys: each.receiving_keys,
    routes: each.routes,
    trustsNotices: each.notices === 'proof',
    uncertainMost: each.uncertain_most,
    openSeconds: each.open_seconds,
    floors: each.floors,
    ...(tls && { tls: readAll(tls, { folder, name: each.name, problems }) }),
  }));
  if (problems.length > 0) throw new Error(problems.join('; '));
  return settings;
}

function read(setting: string): { content: unknown; folder: string } {
  try {
    if (setting.trimStart().startsWith('{')) return { content: JSON.parse(setting) as unknown, folder: '.' };
    return { content: JSON.parse(readFileSync(setting, 'utf8')) as unknown, folder: dirname(setting) };
  } catch (error) {
    // The parser's message repeats the text, which contains keys.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`must be a JSON file, or JSON: ${code ?? 'it cannot be parsed'}`, { cause: error });
  }
}

type ConnectorFileEntry = z.output<typeof setting>;

function repeated(connectors: readonly ConnectorFileEntry[]): string[] {
  const names = [
    ...connectors.map(({ name }) => name),
    ...connectors.flatMap(({ routes }) => routes.map((route) => `${route.currency} ${route.method}`)),
  ];
  const again = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(again)].map((name) => `${name} is listed twice`);
}

const sharedKeys = ({
  name,
  sending_keys: sending,
  receiving_keys: receiving,
}: ConnectorFileEntry): string[] =>
  sending.some((key) => receiving.includes(key)) ? [`${name} uses one key for both directions`] : [];

function readAll(
  tls: NonNullable<ConnectorFileEntry['tls']>,
  { folder, name, problems }: { folder: string; name: string; problems: string[] },
): NonNullable<ConnectorSetting['tls']> {
  if ((tls.cert === undefined) !== (tls.key === undefined))
    problems.push(`${name}: tls.cert and tls.key must be given together`);
  const texts = Object.entries(tls).flatMap(([part, path]) => {
    try {
      return [[part, readFileSync(resolve(folder, path), 'utf8')]];
    } catch {
      problems.push(`${name}: tls.${part} is not a readable file`);
      return [];
    }
  });
  return Object.fromEntries(texts) as NonNullable<ConnectorSetting['tls']>;
}

function isReachable(text: string): boolean {
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  if (parsed.search !== '' || parsed.hash !== '') return false;
  if (parsed.protocol === 'https:') return true;
  return parsed.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
}
