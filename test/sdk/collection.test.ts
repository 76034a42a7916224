import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionFaults, runCollection } from '../setup/newman.js';
import { openService, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { projectText } from '../setup/source.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const program = (name: string): string => join(root, 'node_modules/.bin', name);
const mailbox = openMailbox();

let service: RunningService;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-collection-'));
  service = await openService(mailSettings, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await rm(dir, { recursive: true });
});

describe('the Postman collection', () => {
  const { item } = JSON.parse(projectText('schema/v1.postman.json')) as { item: { item: unknown[] }[] };
  const requests = item.flatMap((folder) => folder.item).length;

  it('passes in its own order on a fresh sandbox, with each answer asserted', async () => {
    const run = await runCollection(service);
    const { stats } = run;
    expect(collectionFaults(run)).toEqual([]);
    expect(stats.items.total).toBe(requests);
    expect(stats.assertions.total).toBeGreaterThan(2 * requests);
  });

  it("passes with a person's session too, from sign-in to sign-out", async () => {
    const session = await signIn(service, mailbox, 'owner@example.com');
    const code = await askCode(service, mailbox, 'owner@example.com');
    const run = await runCollection(service, { session, code });
    expect(collectionFaults(run)).toEqual([]);
    const codeOf = (name: string) => run.executions.find((each) => each.item.name === name)?.response.code;
    expect([codeOf('Invite a member'), codeOf('Sign in with a code'), codeOf('Sign out')]).toEqual([
      201, 201, 204,
    ]);
  });
});

it('the flows of the Arazzo description run with redocly respect', async () => {
  const args = ['respect', 'schema/v1.arazzo.json', '--server', `payments=${service.baseUrl}`];
  const input = JSON.stringify({ api_key: service.apiKey, run: `run-${Date.now()}` });
  const report = join(dir, 'respect.json');
  const { stdout, stderr } = await run(
    program('redocly'),
    [...args, '--input', input, '--json-output', report],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => error as { stdout: string; stderr: string });
  expect(`${stdout}${stderr}`).toMatch(/Workflows: 5 passed, 5 total/);
  const payouts = await service.get('/v1/payouts?status=completed');
  expect((payouts.at('data') as unknown[]).length).toBeGreaterThanOrEqual(4);
});
