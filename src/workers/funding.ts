import type { FundingAccount } from '../domain/funding-account.js';
import type { Payin } from '../domain/payin.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Confirmation, Opening } from '../ports/provider.js';
import { expireDue, recordOpenings } from '../usecases/funding-account.js';
import { recordConfirmations } from '../usecases/payin.js';
import { eachOrAll, startLoop, type Loop } from './loop.js';

const groupMax = 200;

/** Opens funding accounts at their provider and closes those that nobody paid in time. */
export function startFunding(ports: Ports, log: Log): Loop {
  return startLoop({
    name: 'funding',
    log,
    full: groupMax,
    work: async () => {
      const due = await ports.reader.due('fundingAccount', groupMax);
      const pending = due.filter(({ status }) => status === 'pending');
      const expired = due.filter(({ status }) => status === 'active');
      const openings = await Promise.all(
        pending.map(async (account) => ({ id: account.id, opening: await open(ports, account) })),
      );
      const opened = await eachOrAll(openings, (group) => recordOpenings(ports, group), log);
      const closed = await eachOrAll(
        expired,
        (group) =>
          expireDue(
            ports,
            group.map(({ id }) => id),
          ),
        log,
      );
      return opened + closed;
    },
  });
}

async function open(ports: Ports, account: FundingAccount): Promise<Opening> {
  const provider = ports.providers.get(account.provider ?? '');
  if (!provider) return { outcome: 'refused', code: 'no_route' };
  const { reference, method, currency, amount, expiresAt } = account;
  try {
    return await provider.openFundingAccount({
      reference,
      method,
      currency,
      ...(amount !== null && { amount }),
      ...(expiresAt !== null && { expiresAt }),
    });
  } catch (error) {
    return { outcome: 'unavailable', reason: error instanceof Error ? error.message : 'no answer' };
  }
}

/** Confirms pay-ins with the bank before they are credited. */
export function startConfirming(ports: Ports, log: Log): Loop {
  return startLoop({
    name: 'confirming',
    log,
    full: groupMax,
    work: async () => {
      const due = await ports.reader.due('payin', groupMax);
      let done = 0;
      for (const [name, payins] of Map.groupBy(due, ({ provider }) => provider ?? '')) {
        const record = async (group: readonly Payin[]) =>
          recordConfirmations(ports, await confirm(ports, name, group));
        done += await eachOrAll(payins, record, log);
      }
      return done;
    },
  });
}

async function confirm(
  ports: Ports,
  name: string,
  payins: readonly Payin[],
): Promise<{ payin: Payin; confirmation: Confirmation }[]> {
  const references = payins.map(({ paymentReference }) => paymentReference ?? '');
  const provider = ports.providers.get(name);
  const told = provider ? await provider.confirmPayins(references) : new Map<string, Confirmation>();
  return payins.map((payin) => ({
    payin,
    confirmation: told.get(payin.paymentReference ?? '') ?? { outcome: 'pending' },
  }));
}
