import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../connectors/iso20022/main.ts');

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { PATH: process.env['PATH'] },
  });

/** A connector process as an operator runs it. */
export class ConnectorProcess {
  readonly #settings: string;
  #child: ChildProcess | undefined;
  url = '';
  /** Everything it has written. */
  log = '';

  constructor(settings: string) {
    this.#settings = settings;
  }

  async start(mode?: 'new' | 'restored'): Promise<void> {
    const child = start(['serve', this.#settings, ...(mode === undefined ? [] : [`--${mode}`])]);
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => reject(new Error(`it did not start: ${this.log}`)));
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        this.log += text;
        const [url] = /(?<=is at )http\S+(?=\.\n)/.exec(text) ?? [];
        if (url === undefined) return;
        this.url = url;
        resolve();
      });
    });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }

  /** Runs another command of the same program meanwhile. */
  async run(name: string, ...args: readonly string[]): Promise<{ code: number; text: string }> {
    const child = start([name, this.#settings, ...args]);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  }
}
