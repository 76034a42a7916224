import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCredentials } from '../../src/main/credentials.js';
import type { RunningService } from './running.js';

const root = join(import.meta.dirname, '../..');

interface Report {
  readonly run: {
    readonly stats: Readonly<Record<'items' | 'assertions', { total: number; failed: number }>>;
    readonly failures: readonly { error: { message: string }; source: { name: string } }[];
    readonly executions: readonly { item: { name: string }; response: { code: number } }[];
  };
}

/** Runs the Postman collection by newman, in its own order. `values` override what it needs of the service. */
export async function runCollection(
  service: Pick<RunningService, 'baseUrl' | 'internalUrl' | 'apiKey' | 'dataDir'>,
  values: Readonly<Record<string, string>> = {},
): Promise<Report['run']> {
  const dir = await mkdtemp(join(tmpdir(), 'psp-newman-'));
  const variables = Object.entries({
    origin: service.baseUrl,
    apiKey: service.apiKey,
    graphqlUrl: `${service.internalUrl}/graphql`,
    operatorToken: readCredentials(service.dataDir).operator_token ?? '',
    ...values,
  }).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const report = join(dir, 'report.json');
  const args = ['run', 'schema/v1.postman.json', ...variables, '--reporters', 'json'];
  try {
    await promisify(execFile)(
      join(root, 'node_modules/.bin/newman'),
      [...args, '--reporter-json-export', report],
      { cwd: root },
    ).catch((error: unknown) => {
      // It exits with 1 where an assertion fails; the report says which.
      if ((error as { code?: unknown }).code !== 1) throw error;
    });
    return (JSON.parse(await readFile(report, 'utf8')) as Report).run;
  } finally {
    await rm(dir, { recursive: true });
  }
}

export const collectionFaults = ({ failures }: Report['run']): string[] =>
  failures.map(({ error, source }) => `${source.name}: ${error.message}`);
