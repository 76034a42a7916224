import type { FundingAccount } from '../domain/funding-account.js';
import type { Payin } from '../domain/payin.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Confirmation, FundingAsk } from '../ports/provider.js';
import type { Vault } from '../ports/vault.js';
import { expireDue, recordAccountAnswers, type AccountAnswer } from '../usecases/funding-account.js';
import { recordConfirmations } from '../usecases/payin-result.js';
import { allOrEach, startLoop, type Loop, type LoopOptions, type FailureHandling } from './loop.js';
import { askOnce, ProviderInquiries, type ProviderCall } from './provider.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 200;
/** Items stay due while their provider is being asked about them. One request at a time keeps groups large. */
const openMax = 1;
/** About as long as crediting a group takes. Payments that arrive meanwhile form the next group, which costs less. */
const creditPauseMs = 60;

type Needs = Pick<Ports, 'store' | 'reader' | 'catalogue' | 'providers' | 'clock' | 'sendWindowMs'>;
type OpenNeeds = Needs & Pick<Ports, 'vault'>;
type CreditNeeds = Needs & Pick<Ports, 'risk' | 'bank' | 'wake'>;

/** Opens funding accounts at their provider, expires unpaid ones, and reports closed ones to the provider. */
export function startFunding(ports: OpenNeeds, log: Log): Loop {
  const expire = (accounts: readonly FundingAccount[]): Promise<void> =>
    expireDue(
      ports,
      accounts.map(({ id }) => id),
    );
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const inquiries = new ProviderInquiries<FundingAccount, AccountAnswer>(ports, failures, {
    openMax,
    ask: (accounts, question) => askAbout(ports, accounts, question),
    record: (answered) =>
      recordAccountAnswers(
        ports,
        answered.map(({ item: { id }, answer }) => ({ id, answer })),
      ),
    onRecorded: () => loop.wake(),
  });
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('fundingAccount', groupMax, {
      busy: inquiries.busy,
      except: failures.backoff.ids,
    });
    inquiries.begin(due.filter(({ status }) => status !== 'active'));
    const expired = due.filter(({ status }) => status === 'active');
    return (await allOrEach(expired, expire, failures)) + (await inquiries.recorded());
  };
  const loop = startAsking({ name: 'funding', log, clock: ports.clock, passMax: groupMax, work }, inquiries);
  return loop;
}

async function askAbout(
  { vault }: OpenNeeds,
  accounts: readonly FundingAccount[],
  question: ProviderCall | undefined,
): Promise<(account: FundingAccount) => AccountAnswer> {
  if (!question) return () => ({ outcome: 'refused', code: 'no_route' });
  const lookUps = accounts.map(
    async (account) => [account.id, await answerAbout(account, { question, vault })] as const,
  );
  const answers = new Map(await Promise.all(lookUps));
  return ({ id }) => answers.get(id) ?? { outcome: 'unavailable', reason: 'no answer' };
}

function answerAbout(
  account: FundingAccount,
  { question, vault }: { readonly question: ProviderCall; readonly vault: Vault },
): Promise<AccountAnswer | undefined> {
  const { reference, status, method, currency, amount, expiresAt } = account;
  if (status === 'closed') {
    return question('closeFundingAccount', async (provider) => {
      await provider.closeFundingAccount(reference);
      return { outcome: 'closed' };
    });
  }
  return question('openFundingAccount', async (provider) => {
    const opening = await provider.openFundingAccount({
      reference,
      method,
      currency,
      ...(amount !== null && { amount }),
      ...(expiresAt !== null && { expiresAt }),
      ...payerOf(account, vault),
    });
    if (opening.outcome === 'unavailable') throw new Error(opening.reason);
    return opening;
  });
}

/** The decrypted payer data that the bank receives; empty if its encryption key is gone. */
function payerOf({ id, payer }: FundingAccount, vault: Vault): Pick<FundingAsk, 'payer'> {
  if (payer === null) return {};
  const opened = vault.decrypt(payer, { noun: 'fundingAccount', field: 'payer', id });
  const values = Object.entries(JSON.parse(opened ?? '{}') as Record<string, string>);
  if (values.length === 0) return {};
  return { payer: Object.fromEntries(values.map(([name, value]) => [name.replace(/^payer\./, ''), value])) };
}

/** Confirms pay-ins with the bank before they are credited. */
export function startConfirming(ports: CreditNeeds, log: Log): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const confirmations = new ProviderInquiries<Payin, Confirmation>(ports, failures, {
    openMax,
    ask: askOnce('confirmPayins', {
      ask: (provider, references) => provider.confirmPayins(references),
      referenceOf: ({ paymentReference }) => paymentReference ?? '',
      otherwise: { outcome: 'pending' },
    }),
    record: (answered) =>
      recordConfirmations(
        ports,
        answered.map(({ item: payin, answer: confirmation }) => ({ payin, confirmation })),
      ),
    onRecorded: () => loop.wake(),
  });
  const work = async (): Promise<number> => {
    const { busy } = confirmations;
    confirmations.begin(await ports.reader.due('payin', groupMax, { busy, except: failures.backoff.ids }));
    return confirmations.recorded();
  };
  const loop = startAsking(
    { name: 'confirming', log, clock: ports.clock, passMax: groupMax, pauseMs: creditPauseMs, work },
    confirmations,
  );
  return loop;
}

/** Stops the inquiries together with the loop; they run in parallel with it. */
function startAsking(options: LoopOptions, inquiries: { stop(): Promise<void> }): Loop {
  const loop = startLoop(options);
  return {
    wake: loop.wake,
    async stop() {
      await Promise.all([inquiries.stop(), loop.stop()]);
    },
  };
}
