import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type RunningService } from '../setup/running.js';
import { openapiFile } from './sandbox.js';

/** The code that an integrator writes against the generated client; a line that must not compile says so. */
const program = `
import {
  BeneficiariesService, EventsService, FundingAccountsService, OpenAPI, PayoutsService, QuotesService, SandboxService,
} from "./index";
import type { Event, PayoutCreate, QuoteCreate } from "./index";

const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (let nth = 0; nth < 500; nth += 1) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came to hold');
};

export async function firstPayment(base: string, key: string): Promise<unknown[]> {
  OpenAPI.BASE = base;
  OpenAPI.TOKEN = key;
  const opened = await FundingAccountsService.createFundingAccount({
    idempotencyKey: 'generated-fund-1',
    requestBody: { method: 'spei', currency: 'MXN' },
  });
  const account = await until(
    () => FundingAccountsService.getFundingAccount({ id: opened.id }),
    ({ status }) => status === 'active',
  );
  await SandboxService.createSandboxDeposit({ requestBody: { funding_account_id: account.id, amount: '5000.00' } });
  await until(() => EventsService.listEvents({}), ({ data }) => data.some(({ type }) => type === 'payin.completed'));
  const payee = await BeneficiariesService.createBeneficiary({
    requestBody: { method: 'pix', currency: 'BRL', details: { name: 'Maria Souza', pix_key: 'maria@example.com' } },
  });
  const priced: PayoutCreate = {
    beneficiary_id: payee.id, source_currency: 'USDT', amount: '10.00', amount_side: 'destination',
  };
  const paid = await PayoutsService.createPayout({ idempotencyKey: 'generated-pay-1', requestBody: priced });
  const asked: QuoteCreate = {
    beneficiary_id: payee.id, source_currency: 'USDT', amount: '5', amount_side: 'source',
  };
  const quote = await QuotesService.createQuote({ requestBody: asked });
  const quoted = await PayoutsService.createPayout({
    idempotencyKey: 'generated-pay-2',
    requestBody: { beneficiary_id: payee.id, quote_id: quote.id },
    platformAccount: '',
  });
  const done = await until(
    () => PayoutsService.getPayout({ id: quoted.id }),
    ({ status }) => status === 'completed',
  );
  return [paid.method, quoted.quote_id === quote.id, done.status];
}

/** Values that are added later compile too. */
export const tell = (event: Event): string => event.type === 'payout.invented' ? 'later' : event.data.id;

// @ts-expect-error neither a quote nor an amount
export const neither: PayoutCreate = { beneficiary_id: 'b' };
// @ts-expect-error a side that there is not
export const sideless: QuoteCreate = { beneficiary_id: 'b', source_currency: 'USDT', amount: '1', amount_side: 'middle' };
`;

let service: RunningService;
let dir: string;

beforeAll(async () => {
  service = await openService();
  dir = await mkdtemp(join(tmpdir(), 'psp-client-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await service.stop();
});

describe('a client that is generated from the description', () => {
  it('compiles, and makes a first payment', async () => {
    await generate({ input: openapiFile, output: dir, useOptions: true, useUnionTypes: true });
    await writeFile(join(dir, 'first.ts'), program);
    const options =
      '--strict --skipLibCheck --target es2024 --lib es2024,dom --types --module commonjs --outDir';
    const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const built = promisify(execFile)(tsc, ['first.ts', ...options.split(' '), 'built'], { cwd: dir });
    await built.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
    const { firstPayment } = createRequire(import.meta.url)(join(dir, 'built/first.js')) as {
      firstPayment: (base: string, key: string) => Promise<unknown[]>;
    };
    expect(await firstPayment(service.baseUrl, service.apiKey)).toEqual(['pix', true, 'completed']);
    await service.check();
  });
});
