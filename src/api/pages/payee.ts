import type { Capability } from '../../domain/capability.js';
import { checkDetails } from '../../domain/details.js';
import { payeeResults, type Beneficiary, type PayeeResult } from '../../domain/noun/beneficiary.js';
import { payeeFault } from '../../domain/payee-check.js';
import { Refusal } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { PayeeAnswer } from '../../ports/provider.js';
import type { PayeeAsk } from '../../usecases/hosted-session-confirm.js';
import { inTurns } from '../../usecases/gather.js';
import { keepDraft, type FoundSession } from '../../usecases/hosted-session.js';
import { askPayee, checkPayee, payeePolicy } from '../../usecases/payee-check.js';
import type { Faults, Values } from './form.js';
import type { Visit } from './visit.js';

type Needs = Pick<Ports, 'catalogue' | 'clock' | 'log' | 'providers' | 'reader' | 'store' | 'vault'>;

/** Most accounts that one session can check. Answers reveal part of the holders' names. */
const checksMax = 10;
/** Fewer slots than the pages have, so that a slow bank leaves slots to other payers. */
const inTurn = inTurns({ atOnce: 3, ofOneKey: 2, waitMsMax: 1_000 });
/** With the policy `warn`, payers wait at most this long for the bank. */
const warnMs = 1_500;

/** Names of the check's values in a session: the bank's answer, and the account that it is about. */
const names = {
  result: 'checked.result',
  hint: 'checked.hint',
  of: 'checked.of',
  count: 'checked.count',
} as const;
const nothing: Values = { [names.result]: '', [names.hint]: '', [names.of]: '' };

/**
 * If the account's policy requires it, asks the bank about the payee's account (supplement §11.10). Returns the values
 * to keep and the faults of the form; undefined if another tab has changed the session meanwhile.
 */
export async function checkedValues(
  ports: Needs,
  { found, visit }: { readonly found: FoundSession; readonly visit: Visit },
  ask: { readonly payee: PayeeAsk; readonly route: Capability },
): Promise<{ readonly values: Values; readonly faults: Faults } | undefined> {
  const { words, values } = visit;
  const policy = await payeePolicy(ports, found.account.id);
  if (policy === 'off') return { values: nothing, faults: {} };
  const of = accountOf(ports, ask);
  const field = 'id' in ask.payee ? 'payee' : nameField(ask.route);
  let answer = values[names.of] === of ? storedAnswer(values) : undefined;
  const count = Number(values[names.count] ?? 0) + (answer === undefined ? 1 : 0);
  if (count > checksMax) return { values: nothing, faults: { [field]: words.beneficiary.tooMany } };
  if (answer === undefined) {
    // The check is counted before the bank is asked, so of several concurrent requests only one proceeds.
    const { id, version } = found.session;
    const draft = { values: { ...values, [names.count]: String(count) } };
    if ((await keepDraft(ports, { id, draft, version })).outcome !== 'saved') return undefined;
    answer = await answerFor(ports, found, { ...ask, isRequired: policy === 'require' });
  }
  const isRefused = policy === 'require' && answer?.result === 'no_match';
  return {
    values: {
      [names.result]: answer?.result ?? '',
      [names.hint]: answer?.holderHint ?? '',
      [names.of]: of,
      [names.count]: String(count),
    },
    faults: isRefused ? { [field]: words.beneficiary.otherHolder } : {},
  };
}

/** The bank's answer about this account, as stored in the session. */
export function checkedAnswer(
  ports: Pick<Ports, 'vault'>,
  values: Values,
  ask: { readonly payee: PayeeAsk; readonly route: Capability },
): PayeeAnswer | undefined {
  return values[names.of] === accountOf(ports, ask) ? storedAnswer(values) : undefined;
}

function storedAnswer(values: Values): PayeeAnswer | undefined {
  const result = payeeResults.values.find((each) => each === values[names.result]);
  if (result === undefined) return undefined;
  const hint = values[names.hint] ?? '';
  return { result, ...(hint !== '' && { holderHint: hint }) };
}

const nameField = ({ beneficiaryFields = [] }: Capability): string =>
  `details.${beneficiaryFields.find(({ name }) => /^(first_)?name$/.test(name))?.name ?? beneficiaryFields[0]?.name ?? ''}`;

const detailsOf = (
  payee: Extract<PayeeAsk, { details: unknown }>,
  route: Capability,
): Record<string, string> => ({ ...checkDetails(route.beneficiaryFields ?? [], payee.details, 'details') });

/** A hash that identifies the payee's account. */
const accountOf = (
  { vault }: Pick<Ports, 'vault'>,
  { payee, route }: { readonly payee: PayeeAsk; readonly route: Capability },
): string =>
  'id' in payee
    ? payee.id
    : vault.keyedHash(JSON.stringify([route.method, route.currency, detailsOf(payee, route)]));

/** Undefined if the bank does not answer in time and the policy does not require an answer. */
async function answerFor(
  ports: Needs,
  { account }: FoundSession,
  { payee, route, isRequired }: { payee: PayeeAsk; route: Capability; isRequired: boolean },
): Promise<PayeeAnswer | undefined> {
  const asking = inTurn(account.id, () =>
    'id' in payee ? knownAnswer(ports, account.id, payee.id) : newAnswer(ports, payee, route),
  );
  if (isRequired) return asking;
  const late = ports.clock.sleep(warnMs).then(() => undefined);
  const refused = (error: unknown): undefined => {
    if (!(error instanceof Refusal)) throw error;
  };
  return Promise.race([asking.catch(refused), late]);
}

const newAnswer = (
  ports: Needs,
  payee: Extract<PayeeAsk, { details: unknown }>,
  route: Capability,
): Promise<PayeeAnswer> => {
  const { method, currency } = route;
  return askPayee(ports, { method, currency, details: detailsOf(payee, route) });
};

/** For an existing beneficiary: its stored answer, or a new one if the stored one has expired. */
async function knownAnswer(ports: Needs, accountId: string, id: string): Promise<PayeeAnswer | undefined> {
  const [row, now] = await Promise.all([
    ports.reader.get('beneficiary', [accountId], id),
    ports.reader.now(),
  ]);
  if (row === undefined) return undefined;
  const checked =
    payeeFault(row, now) === undefined ? row : (await checkPayee(ports, { accountId, id })).resource;
  if (checked.payeeResult === null) return undefined;
  const hint = holderHint(ports, checked);
  return {
    result: checked.payeeResult satisfies PayeeResult,
    ...(hint !== undefined && { holderHint: hint }),
  };
}

/** The account holder's name, as far as the bank shows it. */
export const holderHint = (
  { vault }: Pick<Ports, 'vault'>,
  { id, payeeHint }: Pick<Beneficiary, 'id' | 'payeeHint'>,
): string | undefined =>
  payeeHint === null ? undefined : vault.decrypt(payeeHint, { noun: 'beneficiary', field: 'payeeHint', id });
