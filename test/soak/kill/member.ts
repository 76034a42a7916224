import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { startProcess, type Ending, type ServiceProcess } from '../../setup/process.js';
import { queryRows } from '../../setup/rows.js';
import type { Client } from '../../setup/running.js';
import type { Fault } from './fault.js';
import type { Server } from './server.js';

export interface MemberSetup {
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The built program. */
  readonly program: string;
  readonly server: Server;
}

const takenOverWithinMs = 60_000;

/** A process of the fleet that is hit by faults and restarted. */
export class Member {
  /** Its client; undefined while it is down. A pause is not visible here. */
  client: Client | undefined;
  /** Unexpected exits. */
  readonly endings: string[] = [];
  #process: ServiceProcess | undefined;
  #struck = false;

  constructor(private readonly setup: MemberSetup) {}

  /** Starts the process if it is down. */
  async start(): Promise<ServiceProcess> {
    while (this.#process === undefined) {
      await this.setup.server.up();
      const { crashes } = this.setup.server;
      try {
        this.#process = await startProcess(this.setup.dataDir, this.setup.settings, this.setup.program);
      } catch (error) {
        // A start needs its database all the time.
        if (crashes === this.setup.server.crashes) throw error;
      }
    }
    this.attend(this.#process);
    return this.#process;
  }

  private attend(process: ServiceProcess): void {
    if (this.client !== undefined) return;
    this.client = process;
    this.#struck = false;
    // Orders to a dying process are lost.
    process.child.stdin?.on('error', () => undefined);
    void process.ended.then((ending) => {
      this.client = undefined;
      this.#process = undefined;
      const isOurs = this.#struck && (ending.signal === 'SIGKILL' || ending.code === 0);
      if (!isOurs) this.endings.push(textOf(ending));
    });
  }

  /** Applies a fault; returns the step at which it happened, or `any moment`. */
  async strike(fault: Fault): Promise<string> {
    const process = await this.start();
    await sleep(fault.afterMs);
    if (fault.paused !== undefined) return this.pause(process, fault);
    if (fault.skewed !== undefined) {
      const { aheadMs, ms } = fault.skewed;
      process.child.stdin?.write(`${JSON.stringify({ aheadMs })}\n`);
      await sleep(ms);
      process.child.stdin?.write(`${JSON.stringify({ aheadMs: 0 })}\n`);
      return `${aheadMs} ms`;
    }
    if (fault.database !== undefined) void this.setup.server.crash();
    if (fault.database === 'alone') {
      await this.setup.server.up();
      return 'the database';
    }
    this.#struck = true;
    const met = await this.reach(process, fault, 'SIGKILL');
    if (!met) process.child.kill('SIGKILL');
    await process.ended;
    return met ? (fault.step ?? '') : 'any moment';
  }

  private async pause(process: ServiceProcess, fault: Fault): Promise<string> {
    const met = (await this.reach(process, fault, 'SIGSTOP')) || (await this.standAtEase(process, fault));
    if (!met) process.child.kill('SIGSTOP');
    if (typeof fault.paused === 'number') await sleep(fault.paused);
    else await this.takenOver();
    process.child.kill('SIGCONT');
    // After waking, a process needs time to settle what it finds.
    await sleep(500);
    return met ? (fault.step ?? '') : 'any moment';
  }

  /** Cancels an order that was not met; true if it was met after all. */
  private async standAtEase({ child, ended }: ServiceProcess, { step }: Fault): Promise<boolean> {
    if (step === undefined || child.stdout === null) return false;
    const eased = waitForText(child.stdout, 'at ease').then(() => false);
    const struck = waitForText(child.stdout, `SIGSTOP at ${step}`);
    child.stdin?.write('null\n');
    return Promise.race([eased, struck, ended.then(() => false)]);
  }

  /** Waits until another process has decided what may have left when this one was paused. */
  private async takenOver(): Promise<void> {
    const url = this.setup.settings['DATABASE_URL'] ?? '';
    const open = await queryRows(url, `select id from intent where state = 'open'`);
    const undecided = `select 1 from intent i join payout p on p.id = i.operation_id
      where i.id = any($1) and p.status in ('processing', 'verification_pending')`;
    const late = Date.now() + takenOverWithinMs;
    while ((await queryRows(url, undecided, [open.map(({ id }) => id)])).length > 0 && Date.now() < late) {
      await sleep(100);
    }
  }

  /** Whether the process reached the step in time. */
  private async reach({ child }: ServiceProcess, fault: Fault, signal: string): Promise<boolean> {
    const { step, after, nth, patienceMs } = fault;
    if (step === undefined || child.stdout === null) return false;
    const struck = waitForText(child.stdout, `${signal} at ${step}`);
    child.stdin?.write(`${JSON.stringify({ step, after, nth, signal })}\n`);
    return Promise.race([struck, sleep(patienceMs).then(() => false)]);
  }

  /** Stops the process in order. */
  async stop(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#struck = true;
    process.child.kill('SIGCONT');
    await process.end('SIGTERM');
  }
}

async function waitForText(stdout: Readable, text: string): Promise<true> {
  let output = '';
  while (!output.includes(text)) output += String(await once(stdout, 'data'));
  return true;
}

/** The end of its output, after the banner. */
function textOf({ code, signal, stdout, stderr }: Ending): string {
  return `code ${code}, signal ${signal}: ${stderr}${stdout.slice(-1_000)}`;
}
