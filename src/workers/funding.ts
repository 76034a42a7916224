import type { FundingAccount } from '../domain/funding-account.js';
import type { Payin } from '../domain/payin.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Opening, Provider } from '../ports/provider.js';
import { expireDue, recordOpenings } from '../usecases/funding-account.js';
import { recordConfirmations } from '../usecases/payin.js';
import { eachOrAll, startLoop, type Loop } from './loop.js';
import { answerOf } from './provider.js';

const groupMax = 200;

type Needs = Pick<Ports, 'store' | 'reader' | 'catalogue' | 'providers' | 'clock'>;

/** Opens funding accounts at their provider and closes those that nobody paid in time. */
export function startFunding(ports: Needs, log: Log): Loop {
  const expire = (accounts: readonly FundingAccount[]): Promise<void> =>
    expireDue(
      ports,
      accounts.map(({ id }) => id),
    );
  return startLoop({
    name: 'funding',
    log,
    full: groupMax,
    work: async () => {
      const due = await ports.reader.due('fundingAccount', groupMax);
      const expired = due.filter(({ status }) => status === 'active');
      const closed = await eachOrAll(expired, expire, log);
      const pending = due.filter(({ status }) => status === 'pending');
      return closed + (await eachProvider(pending, (name, accounts) => open(ports, log, { name, accounts })));
    },
  });
}

/** Each provider's by itself: the others' are recorded while one is slow to answer. */
async function eachProvider<T extends { readonly provider: string | null }>(
  due: readonly T[],
  work: (name: string, group: readonly T[]) => Promise<number>,
): Promise<number> {
  const groups = Map.groupBy(due, ({ provider }) => provider ?? '');
  const done = await Promise.all([...groups].map(([name, group]) => work(name, group)));
  return done.reduce((sum, each) => sum + each, 0);
}

async function open(
  ports: Needs,
  log: Log,
  { name, accounts }: { readonly name: string; readonly accounts: readonly FundingAccount[] },
): Promise<number> {
  const provider = ports.providers.get(name);
  const openings = await Promise.all(
    accounts.map(async (account) => ({
      id: account.id,
      opening: provider
        ? await openingOf(ports, log, { provider, account })
        : ({ outcome: 'refused', code: 'no_route' } as const),
    })),
  );
  return eachOrAll(openings, (group) => recordOpenings(ports, group), log);
}

async function openingOf(
  ports: Needs,
  log: Log,
  { provider, account }: { readonly provider: Provider; readonly account: FundingAccount },
): Promise<Opening> {
  const { reference, method, currency, amount, expiresAt } = account;
  const ask = async (): Promise<Opening> => {
    const opening = await provider.openFundingAccount({
      reference,
      method,
      currency,
      ...(amount !== null && { amount }),
      ...(expiresAt !== null && { expiresAt }),
    });
    if (opening.outcome === 'unavailable') throw new Error(opening.reason);
    return opening;
  };
  const opening = await answerOf(ports, log, { provider, operation: 'openFundingAccount', ask });
  return opening ?? { outcome: 'unavailable', reason: 'no answer' };
}

/** Confirms pay-ins with the bank before they are credited. */
export function startConfirming(ports: Needs, log: Log): Loop {
  return startLoop({
    name: 'confirming',
    log,
    full: groupMax,
    work: async () => {
      const due = await ports.reader.due('payin', groupMax);
      return eachProvider(due, (name, payins) => confirm(ports, log, { name, payins }));
    },
  });
}

/** Asked once for all of them, however they are recorded: a provider that gives no answer knows nothing of any. */
async function confirm(
  ports: Needs,
  log: Log,
  { name, payins }: { readonly name: string; readonly payins: readonly Payin[] },
): Promise<number> {
  const provider = ports.providers.get(name);
  const references = payins.map(({ paymentReference }) => paymentReference ?? '');
  const ask = (each: Provider) => each.confirmPayins(references);
  const told = provider && (await answerOf(ports, log, { provider, operation: 'confirmPayins', ask }));
  const record = (group: readonly Payin[]): Promise<void> =>
    recordConfirmations(
      ports,
      group.map((payin) => ({
        payin,
        confirmation: told?.get(payin.paymentReference ?? '') ?? { outcome: 'pending' },
      })),
    );
  return eachOrAll(payins, record, log);
}
