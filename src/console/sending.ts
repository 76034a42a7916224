import { useEffect, useRef, useState } from 'react';
import { knownArguments, seenBy, type Act, type Row } from './act.js';
import { refusalOf } from './ask.js';
import { catalogue } from './catalogue.js';
import { send, type Refused } from './client.js';
import { actDocument } from './document.js';
import { renewAll } from './live.js';
import {
  answered,
  begin,
  happened,
  leftUnanswered,
  newestEntry,
  type Entry,
  type Pending,
} from './pending.js';
import { useWho } from './who.js';

export interface Asking {
  readonly name: string;
  /** The subject as shown, with its type. */
  readonly row: Row;
  readonly preset?: Row;
  readonly done?: () => void;
  /** Called if the screen is out of date. */
  readonly stale?: () => void;
}

/** How far sending an act has come. */
export type Stage =
  | { readonly is: 'editing' | 'sent' }
  | { readonly is: 'refused'; readonly error: Refused }
  | { readonly is: 'unknown'; readonly error?: Refused }
  | { readonly is: 'happened'; readonly entry: Entry | undefined }
  | { readonly is: 'done'; readonly answer: Row };

export interface Parts {
  readonly asking: Asking;
  readonly act: Act;
  readonly close: () => void;
}

/** The stage. If its outcome is unknown when the form closes, it is looked up elsewhere. */
function useStage(key: string) {
  const [stage, setStage] = useState<Stage>({ is: 'editing' });
  const isUnknown = useRef(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      if (isUnknown.current) leftUnanswered(key);
    };
  }, [key]);
  const stand = (next: Stage): void => {
    isUnknown.current = next.is === 'unknown';
    setStage(next);
    if (isUnknown.current && isClosed.current) leftUnanswered(key);
  };
  return { stage, stand, isUnknown };
}

/** Reloads the screen, and the form's subject if it was stale. */
function renew({ done, stale }: Asking, isStale = false): void {
  done?.();
  if (isStale) stale?.();
  renewAll();
}

/** One request of an act. */
interface ActRequest {
  readonly act: Act;
  readonly row: Row;
  /** Arguments that a person entered. */
  readonly values: Row;
  readonly reason: string;
  /** The same for each repeat of the request. */
  readonly key: string;
}

/** The outcome of one request. Without a definite answer, the act may have happened. */
export type ActOutcome =
  Extract<Stage, { readonly is: 'done' | 'refused' }> | { readonly is: 'unknown'; readonly error: Refused };

/** Sends an act once. */
export async function sendAct({ act, row, values, reason, key }: ActRequest): Promise<ActOutcome> {
  const { args = {} } = catalogue.mutations[act.name] ?? {};
  const seen = seenBy(act.name, row);
  const variables = {
    ...knownArguments(act, row),
    ...values,
    reason,
    ...(seen && args['seen'] && { seen }),
    ...(args['idempotencyKey'] && { idempotencyKey: key }),
  };
  try {
    const { data } = await send<{ done: Row }>(actDocument(act.name), variables);
    return { is: 'done', answer: data.done };
  } catch (fault) {
    const error = refusalOf(fault);
    const hasEnd = !['no_answer', 'internal_error', 'temporarily_unavailable'].includes(error.code);
    return { is: hasEnd ? 'refused' : 'unknown', error };
  }
}

/** Sends an act, at most once effective however often it is tried, and tracks its stage. */
export function useSending({ asking, act }: Parts) {
  const who = useWho();
  const { row } = asking;
  // One idempotency key while the form is open: repeated sends are one request.
  const [key] = useState(() => `console-${crypto.randomUUID()}`);
  const { stage, stand, isUnknown } = useStage(key);
  const sent = useRef<Pending>(undefined);
  const run = async (values: Row, reason: string): Promise<void> => {
    const subjectId = typeof row['id'] === 'string' ? row['id'] : undefined;
    const isAgain = isUnknown.current;
    stand({ is: 'sent' });
    // A repeated send still searches from the audit entry before the first one.
    let after = sent.current?.after;
    try {
      if (!sent.current) after = await newestEntry(who);
    } catch (error) {
      return stand({ is: 'refused', error: refusalOf(error) });
    }
    const since = sent.current?.since ?? new Date().toISOString();
    sent.current = { key, name: act.name, subjectId, reason, by: who.name, after, since };
    begin(sent.current);
    const outcome = await sendAct({ act, row, values, reason, key });
    if (outcome.is === 'unknown') return stand({ is: 'unknown' });
    // A refusal of the repeat says nothing about the first send.
    if (outcome.is === 'refused' && isAgain) return stand({ is: 'unknown', error: outcome.error });
    answered(key);
    stand(outcome);
    if (outcome.is === 'done') renew(asking);
    else if (outcome.error.code === 'state_changed') renew(asking, true);
  };
  const look = async (): Promise<void> => {
    if (!sent.current) return;
    try {
      const entry = await happened(sent.current);
      answered(key);
      stand({ is: 'happened', entry });
      renew(asking);
    } catch {
      stand({ is: 'unknown' });
    }
  };
  return { stage, run, look };
}
