import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** A program that does not outlive us. */
export interface Guarded {
  readonly pid: number;
  /** What it wrote on stderr. */
  said(): string;
  readonly hasEnded: boolean;
  /** Ends it in good order. */
  end(): Promise<void>;
  /** Ends it like a power cut. */
  crash(): Promise<void>;
}

// The guardian outlives us: when our end of its stdin closes, the program ends.
const guardian = `
exec 3<&0
"$@" 3<&- </dev/null >/dev/null &
program=$!
echo $program
(cat <&3; kill "$program") 2>/dev/null &
watch=$!
wait "$program"
kill "$watch" 2>/dev/null
`;

/** Starts the program with its arguments and this environment alone. */
export async function startGuarded(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Guarded> {
  const child: ChildProcess = spawn('sh', ['-c', guardian, 'psp-guarded', ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'], ...env },
  });
  const { stdin, stdout, stderr } = child as ChildProcess & { stdin: Writable };
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-20_000)));
  let hasEnded = false;
  const ended = once(child, 'exit').then(() => {
    hasEnded = true;
    stdin.end();
  });
  const [pid] = (await once(stdout?.setEncoding('utf8') ?? child, 'data')) as [string];
  return {
    pid: Number(pid),
    said: () => said,
    get hasEnded() {
      return hasEnded;
    },
    async end() {
      stdin.end();
      await ended;
    },
    async crash() {
      process.kill(Number(pid), 'SIGKILL');
      await ended;
    },
  };
}
