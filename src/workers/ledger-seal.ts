import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { planRound, sealClosedDays } from '../usecases/ledger-seal.js';
import { startLoop, type Loop } from './loop.js';

/** Delay before accounts are scanned again if a day could not be sealed or cannot be sealed yet. */
const laterMs = 60_000;

/** Seals closed days of business time, a few minutes after the end of each. */
export function startSeals(ports: Pick<Ports, 'store' | 'reader' | 'vault' | 'clock'>, log: Log): Loop {
  let isPlanned = false;
  const work = async (): Promise<number> => {
    if (!isPlanned && (await ports.reader.sealRound()) === undefined)
      await planRound(ports, await ports.reader.now());
    isPlanned = true;
    await ports.store.alone('ledger seals', async (lost) => {
      const round = await ports.reader.sealRound();
      if (round === undefined || round > (await ports.reader.now())) return;
      await sealRound(ports, lost, log);
    });
    return 0;
  };
  return startLoop({ name: 'ledger seal', log, clock: ports.clock, passMax: Number.POSITIVE_INFINITY, work });
}

async function sealRound(
  ports: Pick<Ports, 'store' | 'reader' | 'vault'>,
  lost: AbortSignal,
  log: Log,
): Promise<void> {
  const later = async () => new Date((await ports.reader.now()).getTime() + laterMs);
  try {
    const round = await sealClosedDays(ports, lost);
    if (round !== undefined && round.seals > 0) log.info({ seals: round.seals }, 'closed days sealed');
    for (const [accountId, error] of round?.failed ?? [])
      log.error({ account_id: accountId, err: error }, 'sealing a day failed; retrying in a minute');
    await planRound(ports, round !== undefined && round.failed.size === 0 ? round.next : await later());
  } catch (error) {
    lost.throwIfAborted();
    log.error({ err: error }, 'sealing closed days failed; retrying in a minute');
    await planRound(ports, await later());
  }
}
