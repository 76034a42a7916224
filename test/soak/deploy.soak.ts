import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';

/** Checks the files with the programs themselves, which are not npm packages; missing ones are named. */
const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const isThere = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((dir) => existsSync(join(dir, program)));
const need = (program: string): void => {
  if (!isThere(program))
    throw new Error(`${program} is missing on this machine: install it to judge deploy/`);
};

const kindsOf = (text: string): string[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as { kind: string; metadata: { name: string } })
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    .sort();

describe('kustomize renders', () => {
  it.each([
    [
      'live',
      'ConfigMap psp-settings, Deployment psp-api, Deployment psp-worker, PodDisruptionBudget psp-api, PodDisruptionBudget psp-worker, Service psp-api, Service psp-internal',
    ],
    [
      'sandbox',
      'ConfigMap psp-settings, Deployment psp-api, PersistentVolumeClaim psp-home, PodDisruptionBudget psp-api, Service psp-api, Service psp-internal',
    ],
  ])('%s', async (overlay, kinds) => {
    need('kubectl');
    const { stdout } = await run('kubectl', ['kustomize', join(root, 'deploy/kustomize', overlay)]);
    expect(kindsOf(stdout).join(', ')).toBe(kinds);
    expect(stdout).toContain('image: registry.example.com/payments:1.0.0');
  });
});

it('helm renders the chart', async () => {
  need('helm');
  const { stdout } = await run('helm', ['template', 'psp', join(root, 'deploy/helm')]);
  expect(kindsOf(stdout)).toContain('Deployment psp-worker');
});

it('systemd accepts the units', async () => {
  need('systemd-analyze');
  const dir = mkdtempSync(join(tmpdir(), 'psp-units-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const role of ['api', 'worker']) {
    const unit = join(dir, `psp-${role}@3001.service`);
    copyFileSync(join(root, `deploy/systemd/psp-${role}@.service`), unit);
    const { stderr } = await run('systemd-analyze', ['verify', unit]).catch(
      (error: { stderr: string }) => error,
    );
    // The program itself is not installed here.
    const said = stderr
      .split('\n')
      .filter((line) => line.includes('psp-') && !line.includes('is not executable'));
    expect(said).toEqual([]);
  }
});
