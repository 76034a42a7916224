import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { docsPage } from '../../src/api/docs/page.js';
import { queryRows } from '../setup/rows.js';
import type { Answer, RunningService } from '../setup/running.js';
import { askCode, signIn, type Mailbox } from '../setup/sign-in.js';
import { openapiFile } from './sandbox.js';
import { eventually } from '../setup/patience.js';

// A replacement for machines without curl that supports the options in the examples.
const curl =
  spawnSync('curl', ['--version']).error === undefined
    ? 'command curl'
    : `'${process.execPath}' '${fileURLToPath(new URL('../setup/curl.mjs', import.meta.url))}'`;

export const openapiText = readFileSync(openapiFile, 'utf8');
export const page = docsPage(openapiText, 'sandbox');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
export const plain = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Code blocks in a part of the page, with their labels. */
export const blocksIn = (part: string) =>
  [...part.matchAll(/<pre[^>]*aria-label="([^"]*)"[^>]*><code>([^]*?)<\/code><\/pre>/g)].map(
    ([, label = '', block = '']) => ({ label: plain(label), block: plain(block) }),
  );

const blocks = blocksIn(page);

/** Blocks for a shell, in the order of the page. */
export const shellBlocks = blocks
  .filter(({ label }) => label.startsWith('Example: '))
  .map(({ label, block }) => ({ label, shell: block }));
/** Pasted before the other blocks. */
export const setup = blocks.find(({ label }) => label === 'Set the shell up')?.block ?? '';
/** The programs in one language. */
export const programs = (language: 'Node' | 'Python') =>
  blocks.filter(({ label }) => label.startsWith(`${language}: `));

/** Fills in a code or session token where the shell text names one. */
export async function filledIn(service: RunningService, mailbox: Mailbox, shell: string): Promise<string> {
  const owner = 'owner@example.com';
  if (shell.includes('$SESSION')) return `SESSION=${await signIn(service, mailbox, owner)}`;
  return shell.includes('$CODE') ? `CODE=${await askCode(service, mailbox, owner)}` : ':';
}

/** Runs a shell in a folder where the sandbox was started. */
export async function run(
  { dataDir }: Pick<RunningService, 'dataDir'>,
  shell: string,
): Promise<{ stdout: string; stderr: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'psp-docs-'));
  try {
    await symlink(dataDir, join(folder, '.data'));
    const script = `curl() { ${curl} -w '\\n%{http_code}' "$@"; }\n${shell}`;
    return await promisify(execFile)('sh', ['-c', script], { cwd: folder, maxBuffer: 16 * 1024 ** 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Repeats the block until it returns the expected result, at most ten seconds, because the resource may need
 * a moment.
 */
export async function pasted(
  service: Pick<RunningService, 'dataDir'>,
  shell: string,
  hoped: RegExp,
): Promise<string> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const status = await statusOf(service, shell);
    if (hoped.test(status) || Date.now() > deadline) return status;
  }
}

/** The highest status of the calls in a shell block. */
async function statusOf(service: Pick<RunningService, 'dataDir'>, shell: string): Promise<string> {
  const { stdout } = await run(service, shell);
  const statuses = [...stdout.matchAll(/\n(\d{3})/g)].map(([, status = '']) => status);
  return statuses.sort().at(-1) ?? '';
}

type Rows = readonly { readonly approval?: { readonly status: string } }[];

const underWay = [
  '/v1/funding-accounts?status=pending',
  '/v1/payins?status=processing',
  '/v1/payouts?status=processing',
  '/v1/refunds?status=processing',
  '/v1/payout-batches?status=processing',
  '/v1/withdrawals?status=processing',
];

/** Waits until nothing started by an example is in progress. */
export async function settled(service: RunningService): Promise<void> {
  // A payout that waits for an approval stays waiting.
  const isOver = (answer: Answer) =>
    (answer.at('data') as Rows).every(({ approval }) => approval?.status === 'pending');
  for (const list of underWay) await service.until(list, isOver);
  // A mail under way would be taken for the next code.
  const queued = () => queryRows(service.databaseUrl, 'select id from mail where next_step_at is not null');
  await eventually(async () => expect(await queued()).toEqual([]));
}
