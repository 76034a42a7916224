import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heyClient } from '../../sdk/generate/hey.js';
import { openService, type RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const program = (name: string): string => join(root, 'node_modules/.bin', name);

let service: RunningService;
let dir: string;

beforeAll(async () => {
  [service, dir] = await Promise.all([openService(), mkdtemp(join(tmpdir(), 'psp-others-'))]);
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await service.stop();
});

describe('the description', () => {
  it.each([
    ['redocly', ['lint', 'schema/v1.openapi.json', '--max-problems=20'], /is valid/],
    ['redocly', ['lint', 'schema/v1.arazzo.json', '--max-problems=20'], /is valid/],
    ['spectral', ['lint', 'schema/v1.openapi.json', '--fail-severity=hint'], /^No results/],
    ['spectral', ['lint', 'schema/v1.arazzo.json', '--fail-severity=hint'], /^No results/],
  ])('passes %s: %j', async (name, args, praise) => {
    const said = await run(program(name), args, { cwd: root }).catch((error: unknown) => error);
    const { stdout, stderr } = said as { stdout: string; stderr: string };
    expect(`${stdout}${stderr}`).toMatch(praise);
    expect(`${stdout}${stderr}`).not.toMatch(/\bwarnings?\b/);
  });
});

/** The code that an integrator writes against the client of @hey-api/openapi-ts; a line that must not compile says so. */
const payment = `
import { client } from "./client.gen";
import {
  createBeneficiary, createFundingAccount, createPayout, createQuote, createSandboxDeposit, getFundingAccount, getPayout,
  listEvents,
} from "./sdk.gen";
import type { Event, PayoutCreate, QuoteCreate } from "./types.gen";
import { zPayout } from "./zod.gen";

const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (let nth = 0; nth < 500; nth += 1) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never came to hold");
};

export async function firstPayment(baseUrl: string, key: string): Promise<unknown[]> {
  client.setConfig({ baseUrl, auth: () => key, throwOnError: true });
  const headers = (name: string) => ({ "Idempotency-Key": \`hey-\${name}\` });
  const sure = { throwOnError: true } as const;
  const { data: { id } } = await createFundingAccount({
    ...sure, headers: headers("fund-1"), body: { method: "spei", currency: "MXN" },
  });
  const { data: account } = await until(
    () => getFundingAccount({ ...sure, path: { id } }),
    ({ data }) => data.status === "active",
  );
  await createSandboxDeposit({ ...sure, body: { funding_account_id: account.id, amount: "5000.00" } });
  await until(
    () => listEvents(sure),
    ({ data }) => data.data.some(({ type }) => type === "payin.completed"),
  );
  const { data: payee } = await createBeneficiary({
    ...sure, body: { method: "pix", currency: "BRL", details: { name: "Maria Souza", pix_key: "maria@example.com" } },
  });
  const quoteBody: QuoteCreate = { beneficiary_id: payee.id, source_currency: "USDT", amount: "5", amount_side: "source" };
  const { data: quote } = await createQuote({ ...sure, body: quoteBody });
  const { data: quoted } = await createPayout({
    ...sure, headers: headers("pay-1"), body: { beneficiary_id: payee.id, quote_id: quote.id },
  });
  const { data: done } = await until(
    () => getPayout({ ...sure, path: { id: quoted.id } }),
    ({ data }) => data.status === "completed",
  );
  const later = zPayout.parse({ ...done, status: "a_state_of_later" });
  return [done.method, quoted.quote_id === quote.id, done.status, later.status];
}

/** Values that are added later compile too. */
export const tell = (event: Event): string => event.type === "payout.invented" ? "later" : event.id;

// @ts-expect-error neither a quote nor an amount
export const neither: PayoutCreate = { beneficiary_id: "b" };
// @ts-expect-error a side that there is not
export const sideless: QuoteCreate = { beneficiary_id: "b", source_currency: "USDT", amount: "1", amount_side: "middle" };
`;

describe('third-party clients', () => {
  it('@hey-api/openapi-ts with zod compiles, and makes a first payment with valid answers', async () => {
    const output = join(dir, 'hey');
    await heyClient(output);
    await writeFile(join(output, 'first.ts'), payment);
    await writeFile(join(dir, 'package.json'), '{"type":"module"}');
    await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
    const options =
      '--strict --skipLibCheck --target es2024 --lib es2024,dom,dom.iterable --types node --module preserve --moduleResolution bundler';
    const checked = run(program('tsc'), ['first.ts', '--noEmit', ...options.split(' ')], { cwd: output });
    await checked.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
    const { firstPayment } = (await import(pathToFileURL(join(output, 'first.ts')).href)) as {
      firstPayment: (base: string, key: string) => Promise<unknown[]>;
    };
    const statuses = await firstPayment(service.baseUrl, service.apiKey);
    expect(statuses).toEqual(['pix', true, 'completed', 'a_state_of_later']);
    await service.check();
  });

  it('the Postman collection makes a first payment without ids filled in by hand', async () => {
    const postman = new Postman(service);
    await postman.send('Create a funding account', { method: 'spei', currency: 'MXN', amount: undefined });
    await postman.until('Retrieve a funding account', ({ status }) => status === 'active');
    await postman.send('Create a deposit', { amount: '5000.00' });
    await postman.until('List balances', (answer) => JSON.stringify(answer).includes('"available"'));
    await postman.send('Create a beneficiary', {});
    const payout = await postman.send('Create a payout', { amount: '5' });
    expect(payout['id']).toMatch(/^pout_/);
    await postman.until('Retrieve a payout', ({ status }) => status === 'completed');
  });
});

interface Request {
  readonly method: string;
  readonly header: readonly { readonly key: string; readonly value: string }[];
  readonly url: {
    readonly path: readonly string[];
    readonly query: readonly { readonly key: string; readonly value: string; readonly disabled: boolean }[];
    readonly variable: readonly { readonly key: string; readonly value: string }[];
  };
  readonly body?: { readonly raw: string };
}

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly {
    readonly item: readonly { readonly name: string; readonly request: Request }[];
  }[];
}

type Json = Readonly<Record<string, unknown>>;

/** Does with the collection what Postman does: fills variables in, and keeps the id of what was made. */
class Postman {
  readonly #collection = JSON.parse(projectText('schema/v1.postman.json')) as Collection;
  readonly #values = new Map(this.#collection.variable.map(({ key, value }) => [key, value]));
  readonly #service: RunningService;

  constructor(running: RunningService) {
    this.#service = running;
  }

  async send(name: string, change?: Json): Promise<Json> {
    const found = this.#collection.item.flatMap(({ item }) => item).find((each) => each.name === name);
    if (found === undefined) throw new Error(`the collection has no request ${name}`);
    const { method, header, url, body } = found.request;
    const placed = new Map(url.variable.map(({ key, value }) => [`:${key}`, this.#filled(value)]));
    const path = url.path.map((part) => placed.get(part) ?? part).join('/');
    const query = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
    const raw = body === undefined ? {} : (JSON.parse(this.#filled(body.raw)) as Json);
    const answer = await this.#service.call(method, `/${path}?${query.join('&')}`, {
      headers: Object.fromEntries(header.map(({ key, value }) => [key.toLowerCase(), this.#filled(value)])),
      ...(body !== undefined && { body: { ...raw, ...change } }),
    });
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
    const { id } = answer.body;
    if (method === 'POST' && typeof id === 'string') this.#values.set(id.split('_')[0] ?? '', id);
    return answer.body;
  }

  async until(name: string, holds: (answer: Json) => boolean): Promise<void> {
    await expect.poll(async () => holds(await this.send(name)), { timeout: 60_000, interval: 20 }).toBe(true);
  }

  #filled(text: string): string {
    return text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_all, name: string) =>
      name === '$guid' ? crypto.randomUUID() : (this.#values.get(name) ?? ''),
    );
  }
}
