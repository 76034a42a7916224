import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFaulty } from '../setup/faulty.js';
import { installSdk, npmOfSdk } from '../setup/packed.js';
import { sized } from '../setup/size.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const program = (name: string): string => join(root, 'node_modules/.bin', name);

/** The compiler of this project, and the last one that was not native, which looks packages up in the old way too. */
const compilers = {
  native: join(root, 'node_modules/typescript/bin/tsc'),
  '5.9': createRequire(join(root, 'sdk/generate/package.json')).resolve('typescript/bin/tsc'),
};

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-modes-'));
  await installSdk(dir);
});
afterAll(() => rm(dir, { recursive: true }));

/** What an integrator writes; a line that must not compile says so. */
const typed = `
import { isEvent, type Event, type EventType, type PaymentsService, type Schemas } from '@payments-service/sdk';

export const later: Schemas['Payout']['status'] = 'invented_later';
export const known = (payout: Schemas['Payout']): boolean => payout.status === 'verification_pending';
export const types: EventType[] = ['payout.completed', 'webhook.ping'];
// @ts-expect-error an event type that there is not
export const noType: EventType = 'payout.invented';

export function summaryOf(event: Event): string {
  switch (event.type) {
    case 'payout.completed':
    case 'payout.failed':
      return event.data.destination.amount;
    case 'payin.completed':
      return event.data.funding_account_id;
    // @ts-expect-error a type that there is not
    case 'payout.invented':
      return '';
    default:
      return event.data.id;
  }
}
export const laterData = (event: Event): unknown =>
  event.type === 'payout.completed' || event.type === 'payin.completed' ? undefined : event.data.id;
// @ts-expect-error a pay-in has no destination
export const mixed = (event: Event) => (event.type === 'payin.completed' ? event.data.destination : '');
export const amountOf = (event: Event): string => isEvent(event, 'payout.completed') ? event.data.destination.amount : '';

const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
export async function use(psp: PaymentsService): Promise<string> {
  for await (const customer of psp.listCustomers({ status: 'active' })) return customer.external_id;
  const page: Schemas['PayoutList'] = await psp.listPayouts();
  const csv: string = await psp.runReport('payouts', { ...period, format: 'csv' });
  const report: Schemas['Report'] = await psp.runReport('payouts', period);
  const json: Schemas['Report'] = await psp.runReport('fees', { ...period, format: 'json' });
  for await (const row of psp.runReport('fx', period)) return row.currency ?? '';
  const statement: string = await psp.getBalanceStatement('USDT', period);
  const gone: undefined = await psp.deleteWebhookEndpoint('we_1');
  const formats: ('json' | 'csv')[] = ['json'];
  const either: string | Schemas['Report'] = await psp.runReport('fees', { ...period, format: formats[0] ?? 'csv' });
  return \`\${page.data[0]?.rate}\${csv.length}\${report.as_of}\${json.as_of}\${statement}\${gone}\${typeof either}\`;
}
// @ts-expect-error a report that there is not
export const report = (psp: PaymentsService) => psp.runReport('payoutz', period);
// @ts-expect-error a report without its period
export const timeless = (psp: PaymentsService) => psp.runReport('payouts', { from: period.from });
// @ts-expect-error CSV has no fields
export const fields = async (psp: PaymentsService) => (await psp.runReport('payouts', { ...period, format: 'csv' })).data;
// @ts-expect-error neither a quote nor an amount
export const neither = (psp: PaymentsService) => psp.createPayout({ beneficiary_id: 'b' });
const amount = { source_currency: 'USDT', amount: '1', amount_side: 'source' } as const;
// @ts-expect-error a quote and an amount
export const both: Schemas['PayoutCreate'] = { beneficiary_id: 'b', quote_id: 'q', ...amount };
// @ts-expect-error a method and a beneficiary
export const unsure: Schemas['QuoteCreate'] = { method: 'pix', currency: 'BRL', beneficiary_id: 'b', ...amount };
// @ts-expect-error two sources of one remittance
export const twice: Schemas['RemittanceCreate']['source'] = { funding_account_id: 'f', payin_id: 'p' };
// @ts-expect-error a filter that there is not
export const filter = (psp: PaymentsService) => psp.listPayouts({ colour: 'red' });
// @ts-expect-error an amount is text
export const number = (psp: PaymentsService) => psp.createRefund({ payin_id: 'p', amount: 10 });
`;

/** Loads the package and uses each class of it. */
const loading = `
import { ApiError, PaymentsService, SignIn, webhooks } from '@payments-service/sdk';

const psp = new PaymentsService({ apiKey: 'psp_test_x', baseUrl: 'http://127.0.0.1:1/v1' });
console.log(psp instanceof PaymentsService, new SignIn({ baseUrl: 'http://127.0.0.1:1' }) instanceof SignIn);
console.log(ApiError.name, typeof webhooks.verify, typeof psp.createPayout);
`;
const said = 'true true\nApiError function function\n';

const modes = [
  { mode: 'module commonjs', type: 'commonjs', options: { module: 'commonjs' } },
  { mode: 'module node16, required', type: 'commonjs', options: { module: 'node16' } },
  { mode: 'module node16, imported', type: 'module', options: { module: 'node16' } },
  { mode: 'module nodenext, required', type: 'commonjs', options: { module: 'nodenext' } },
  { mode: 'module nodenext, imported', type: 'module', options: { module: 'nodenext' } },
  { mode: 'for a bundler', type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
] as const;
/** The older compiler is slow: it runs where it looks a package up otherwise than the native one. */
const cases = [
  ...modes.map((each) => ({ ...each, compiler: 'native' as const })),
  ...modes.slice(0, sized(1, 2)).map((each) => ({ ...each, compiler: '5.9' as const })),
];
/** No declaration of the package is skipped. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** A folder beside the installed package, whose package.json says how its files are loaded. */
async function folder(type: string, files: Readonly<Record<string, string>>): Promise<string> {
  const own = await mkdtemp(join(dir, 'app-'));
  await mkdir(own, { recursive: true });
  const all = { ...files, 'package.json': JSON.stringify({ type }) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(own, name), text)));
  return own;
}

describe('the types of the package', () => {
  it.each(cases)('$compiler: $mode', async ({ compiler, type, options }) => {
    const own = await folder(type, {
      'typed.ts': typed,
      'loading.ts': loading,
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...strict, ...options } }),
    });
    const built = run(process.execPath, [compilers[compiler]], { cwd: own });
    await built.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
    expect((await run(process.execPath, ['loading.js'], { cwd: own })).stdout).toBe(said);
  });
});

describe('a bundle', () => {
  it.each([
    ['rolldown', ['--file', 'bundle.mjs', '--format', 'esm', '--platform', 'browser']],
    ['rollup', ['--file', 'bundle.mjs', '--format', 'es', '--silent']],
  ])('of %s has the used parts of the package, and runs', async (bundler, args) => {
    const own = await folder('module', {
      'whole.mjs': loading,
      'part.mjs': `import { webhooks } from '@payments-service/sdk';\nconsole.log(typeof webhooks.verify);\n`,
    });
    const home = join(dir, 'node_modules/@payments-service/sdk/dist/index.js');
    const bundled = async (name: string): Promise<string> => {
      // Rollup finds no packages by itself.
      const text = await readFile(join(own, name), 'utf8');
      await writeFile(
        join(own, name),
        text.replace('@payments-service/sdk', bundler === 'rollup' ? home : '$&'),
      );
      await run(program(bundler), [name, ...args], { cwd: own });
      return (await run(process.execPath, ['bundle.mjs'], { cwd: own })).stdout;
    };
    expect(await bundled('whole.mjs')).toBe(said);
    expect(await bundled('part.mjs')).toBe('function\n');
    expect(await readFile(join(own, 'bundle.mjs'), 'utf8')).not.toContain('createPayout');
  });
});

it('can be published: npm has no corrections, and sends its metadata', async () => {
  const registry = await openFaulty();
  try {
    registry.plan({ status: 404 }, { status: 201 });
    const address = ['--registry', registry.url, `--${registry.url.slice('http:'.length)}/:_authToken=none`];
    const { stderr } = await npmOfSdk(dir, ['publish', '--loglevel', 'warn', ...address]);
    expect(stderr).not.toMatch(/npm (warn|error)/i);
    const { method, url, body } = registry.requests.at(-1) ?? {};
    expect([method, url]).toEqual(['PUT', '/@payments-service%2fsdk']);
    const { versions, access } = JSON.parse(body ?? '{}') as Record<string, Record<string, object>>;
    expect(access).toBe('restricted');
    expect(versions?.['1.0.0']).toMatchObject({
      main: './dist/cjs/index.js',
      types: './dist/cjs/index.d.ts',
      license: 'UNLICENSED',
      readmeFilename: 'README.md',
    });
  } finally {
    await registry.stop();
  }
});
