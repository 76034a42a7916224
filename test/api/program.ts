import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { python } from '../setup/python.js';

interface Program {
  readonly label: string;
  readonly block: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A signed delivery for a receiver on the page. */
function delivery(secret: string): { body: string; signature: string } {
  const body = '{"id":"evt_1","type":"webhook.ping"}';
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${v1}` };
}

/**
 * Runs programs one after another in one process with the SDK. For a receiver, returns its results for two
 * deliveries.
 */
export async function runNode(programs: readonly Program[], env: Environment): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'psp-programs-'));
  try {
    const home = join(dir, 'node_modules/@payments-service/sdk');
    await mkdir(join(home, '..'), { recursive: true });
    await run(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', 'sdk/typescript', '--outDir', join(dir, 'sdk/dist')],
      {
        cwd: root,
      },
    );
    await symlink(join(root, 'sdk/typescript/package.json'), join(dir, 'sdk/package.json'));
    await symlink(join(dir, 'sdk'), home);
    const { body, signature } = delivery(env['WEBHOOK_SECRET'] ?? '');
    const names = await Promise.all(
      programs.map(async ({ label, block }, nth) => {
        const proof = `
const headers = { 'psp-signature': ${JSON.stringify(signature)} };
const store = () => undefined;
console.log(await receive(Buffer.from('${body}'), headers, store), await receive(Buffer.from('{}'), headers, store));`;
        const name = `${nth}.mjs`;
        await writeFile(join(dir, name), block.includes('function receive(') ? block + proof : block);
        return [name, label];
      }),
    );
    const all = `for (const [name, label] of ${JSON.stringify(names)}) {
  try { await import('./' + name); } catch (error) { throw new Error(label, { cause: error }); }
}`;
    await writeFile(join(dir, 'all.mjs'), all);
    return (await run(process.execPath, ['all.mjs'], { cwd: dir, env: { ...process.env, ...env } })).stdout;
  } finally {
    await rm(dir, { recursive: true });
  }
}

export async function runPython(programs: readonly Program[], env: Environment): Promise<string> {
  const { body, signature } = delivery(env['WEBHOOK_SECRET'] ?? '');
  const proof = `
headers = {"psp-signature": ${JSON.stringify(signature)}}
store = lambda *_: None
print(receive(b'${body}', headers, store), receive(b"{}", headers, store))`;
  const programRows = programs.map(({ label, block }) => [
    label,
    block.includes('def receive(') ? block + proof : block,
  ]);
  const all = `
import json
for label, code in json.loads(${JSON.stringify(JSON.stringify(programRows))}):
    try:
        exec(compile(code, label, "exec"), {"__name__": "__main__"})
    except BaseException as error:
        raise SystemExit(f"{label}: {error!r}")`;
  return python(all, env as Record<string, string>);
}
