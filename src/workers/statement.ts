import type { Log } from '../ports/log.js';
import type { Provider } from '../ports/provider.js';
import type { RecordNeeds } from '../usecases/bank-record.js';
import { tryJob } from '../usecases/job.js';
import { compareDueStatement, planStatement, type StatementReport } from '../usecases/statement.js';
import { startLoop, type Loop } from './loop.js';

/** Delay before a provider that could not be asked is asked again. */
const laterMs = 60_000;
const dayMs = 86_400_000;

/** Compares the statement of each provider with its clearing account once a day of business time. */
export function startStatements(ports: RecordNeeds, log: Log): Loop {
  let isPlanned = false;
  const work = async (): Promise<number> => {
    if (!isPlanned) for (const provider of ports.providers.values()) await planStatement(ports, provider);
    isPlanned = true;
    const due = await ports.reader.dueStatements();
    const providers = due.flatMap((name) => ports.providers.get(name) ?? []);
    for (const provider of providers) await compareOne(ports, provider, log);
    return providers.length;
  };
  return startLoop({ name: 'statement', log, clock: ports.clock, passMax: Number.POSITIVE_INFINITY, work });
}

async function compareOne(ports: RecordNeeds, provider: Provider, log: Log): Promise<void> {
  const { name } = provider;
  try {
    const end = await tryJob(ports, { worker: 'statement', job: name }, async () => {
      const report = await compareDueStatement(ports, provider);
      if (report) logReport(log, report);
    });
    if (end === 'done') return;
    log.error({ provider: name }, 'statement comparison given up until tomorrow');
    await planStatement(ports, provider, dayMs);
  } catch (error) {
    log.warn(
      { provider: provider.name, err: error },
      'comparing a bank statement failed; retrying in a minute',
    );
    await planStatement(ports, provider, laterMs);
  }
}

function logReport(log: Log, { provider, lines, inFlight, raised, unknown, changed }: StatementReport): void {
  const isWrong = raised.length + unknown.length + changed.length > 0;
  log[isWrong ? 'error' : 'info'](
    {
      provider,
      lines,
      in_flight: inFlight,
      raised: raised.length,
      unknown: unknown.length,
      changed: changed.length,
    },
    'bank statement compared with the clearing account',
  );
}
