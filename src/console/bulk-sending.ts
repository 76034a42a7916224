import { useRef, useState } from 'react';
import { whyNot, type Act, type Row } from './act.js';
import { refusalOf } from './ask.js';
import { informed, subjectDocument, type SubjectData } from './concern.js';
import { send, type Refused } from './client.js';
import { renewAll } from './live.js';
import { answered, begin, leftUnanswered, newestEntry, type Pending } from './pending.js';
import { sendAct, type ActOutcome } from './sending.js';
import { textOf } from './text.js';
import { useWho } from './who.js';

/** Acts that make sense for several rows with the same arguments. Acts that each need their own amount are not among them. */
const inBulk: ReadonlySet<string> = new Set([
  'archiveBeneficiary',
  'blockCustomer',
  'cancelPayout',
  'decideRisk',
  'holdSettlement',
  'releaseSettlement',
  'resolveException',
  'revokeApiKey',
  'setCustomerCompliance',
  'unblockCustomer',
  'verifyBeneficiary',
]);
export const isInBulk = ({ name }: Act): boolean => inBulk.has(name);

export interface BulkItem {
  readonly id: string;
  readonly row: Row;
  /** Why the act cannot be done on it; it is left out. */
  readonly not: string | undefined;
}

const atOnce = 5;

async function informedRow(row: Row): Promise<Row> {
  const document = subjectDocument(row);
  if (document === undefined) return row;
  return informed(row, (await send<SubjectData>(document.query, document.variables)).data);
}

/** The rows with the facts to decide by, and whether the act fits each. */
export async function itemsOf({ name }: Act, rows: readonly Row[]): Promise<readonly BulkItem[]> {
  const items: BulkItem[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = await Promise.all(rows.slice(from, from + atOnce).map(informedRow));
    items.push(...some.map((row) => ({ id: textOf(row['id']), row, not: whyNot(name, row) })));
  }
  return items;
}

/** After these the next request would end in the same way, so it is not sent. */
const endsAll = ({ is, ...outcome }: ActOutcome): boolean =>
  is === 'unknown' ||
  ('error' in outcome &&
    ['confirmation_required', 'insufficient_role', 'rate_limited'].includes(outcome.error.code));

interface Progress {
  readonly isRunning: boolean;
  /** The outcome of each item that was sent. */
  readonly outcomes: ReadonlyMap<string, ActOutcome>;
  /** Why nothing was sent at all. */
  readonly error?: Refused;
}

/** Sends an act for one item after another, each as a request of its own, and stops where going on makes no sense. */
export function useBulkSending(act: Act, done: () => void) {
  const who = useWho();
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<Progress>();
  const sendOne = async ({ id, row }: BulkItem, values: Row, sent: Omit<Pending, 'key' | 'subjectId'>) => {
    const key = `console-${crypto.randomUUID()}`;
    begin({ ...sent, key, subjectId: id });
    const outcome = await sendAct({ act, row, values, reason: sent.reason, key });
    if (outcome.is === 'unknown') leftUnanswered(key);
    else answered(key);
    return outcome;
  };
  const run = async (items: readonly BulkItem[], values: Row, reason: string): Promise<void> => {
    const outcomes = new Map<string, ActOutcome>();
    setProgress({ isRunning: true, outcomes });
    try {
      const after = await newestEntry(who);
      const sent = { name: act.name, reason, by: who.name, after, since: new Date().toISOString() };
      for (const item of items) {
        if (isStopped.current) break;
        const outcome = await sendOne(item, values, sent);
        outcomes.set(item.id, outcome);
        setProgress({ isRunning: true, outcomes: new Map(outcomes) });
        if (endsAll(outcome)) break;
      }
      setProgress({ isRunning: false, outcomes });
      done();
      renewAll();
    } catch (error) {
      setProgress({ isRunning: false, outcomes, error: refusalOf(error) });
    }
  };
  return { progress, run, stop: () => (isStopped.current = true) };
}
