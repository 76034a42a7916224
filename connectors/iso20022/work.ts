import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../protocol/journal.ts';
import { report, type RunningBank } from '../protocol/program.ts';
import { Applier } from './apply.ts';
import { FileBank } from './bank.ts';
import { Desk } from './desk.ts';
import { openDirectory } from './directory.ts';
import { Inbox } from './inbox.ts';
import { Outbox } from './outbox.ts';
import { Recalls } from './recalls.ts';
import type { Configuration } from './settings.ts';
import { openSftp } from './sftp.ts';
import type { Transport } from './transport.ts';

const stepMs = 200;
const reportMs = 1_000;

/** The bank and its loop: orders become files, files are uploaded, the bank's files are read. */
export async function startBank(configuration: Configuration, journal: Journal): Promise<RunningBank> {
  const { settings, profile, pathOf } = configuration;
  const outbox = new Outbox(journal, settings, profile);
  const applier = new Applier(journal, profile, settings.accounts);
  const recalls = new Recalls({ journal, settings, profile, outbox });
  const desk = new Desk({
    folder: pathOf(settings.desk),
    journal,
    profile,
    movements: applier.movements,
    recalls,
  });
  const inbox = new Inbox(journal, applier, { bytesMost: settings.file_bytes_most, setAside: desk.setAside });
  const transport = await openTransport(configuration);
  const ending = new AbortController();
  const pollMs = settings.poll_seconds * 1000;
  const local = [() => desk.obey(), () => outbox.collect(new Date()), () => inbox.apply()];
  const remote = [() => outbox.deliver(transport), () => inbox.fetch(transport)];
  const running = [
    repeat(local, { everyMs: stepMs, failedMs: Math.max(stepMs, pollMs), signal: ending.signal }),
    repeat([() => desk.report(new Date())], {
      everyMs: reportMs,
      failedMs: Math.max(reportMs, pollMs),
      signal: ending.signal,
    }),
    repeat(remote, { everyMs: pollMs, failedMs: pollMs, signal: ending.signal }),
  ];
  const bank = new FileBank(journal, settings, profile);
  return Object.assign(bank, {
    async stop(): Promise<void> {
      ending.abort();
      await Promise.all(running);
      await transport.close();
    },
  });
}

export const openTransport = async ({
  settings: { transport },
  pathOf,
}: Configuration): Promise<Transport> =>
  transport.kind === 'directory' ? openDirectory(transport, pathOf) : openSftp(transport, pathOf);

interface Pace {
  readonly everyMs: number;
  /** Delay after a failure. */
  readonly failedMs: number;
  readonly signal: AbortSignal;
}

/** Runs all steps in turn, repeatedly. A failure is reported and does not block the other steps. */
async function repeat(
  works: readonly (() => Promise<void> | void)[],
  { everyMs, failedMs, signal }: Pace,
): Promise<void> {
  while (!signal.aborted) {
    let waitMs = everyMs;
    for (const work of works)
      try {
        await work();
      } catch (error) {
        report(error);
        waitMs = failedMs;
      }
    await rest(waitMs, signal);
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
