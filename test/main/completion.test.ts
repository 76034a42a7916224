import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { commandLine } from '../../src/cli/psp.js';

/** The script that the command prints. */
async function script(shell: string): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await commandLine().parseAsync(['completion', shell], { from: 'user' });
  const text = write.mock.calls.map(([said]) => String(said)).join('');
  write.mockRestore();
  return text;
}

it.each([
  [['acc'], 'account'],
  [['risk', ''], 'decide list show'],
  [['payouts', 'st'], 'stop status'],
  [['listen', '--forw'], '--forward-to'],
  [['report', 'payouts', '--fr'], '--from'],
  [['receiver', 'check', '--sec'], '--secret-stdin'],
  [['nothing', ''], ''],
])('bash completes psp %j', async (words, offered) => {
  const command = `COMP_WORDS=(psp ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
  const code = `${await script('bash')}\n${command}\n_psp\necho "\${COMPREPLY[*]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', code]);
  expect(stdout.trim()).toBe(offered);
});

it('zsh gets the same completions', async () => {
  const [first = '', ...rest] = (await script('zsh')).split('\n');
  expect(first).toContain('bashcompinit');
  expect(rest.join('\n')).toBe(await script('bash'));
});
