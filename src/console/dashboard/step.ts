import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Row } from '../act.js';
import { refusalOf } from '../ask.js';
import { send, type Refused } from '../client.js';
import { answered, begin } from '../pending.js';
import { useMe } from './me.js';

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Fields that every preview has. */
export interface Foreseen {
  readonly outcome: 'created' | 'failed' | 'in_review' | 'refused';
  readonly refusal: Refusal | null;
  readonly short: { readonly amount: string; readonly currency: string } | null;
  readonly warnings: readonly string[] | null;
}

const unknown = new Set(['no_answer', 'internal_error', 'temporarily_unavailable']);

/** Whether the operation may have been done: only the same idempotency key may be sent again. */
const isUnknown = ({ code }: Pick<Refused, 'code'>): boolean => unknown.has(code);

export const freshKey = (): string => `dashboard-${crypto.randomUUID()}`;

const reason = 'asked for by a member';

/** The two requests of a payment. */
interface Requests<I, P> {
  /** The operation, for the notice of an act that had no answer. */
  readonly name: string;
  readonly preview: (input: I) => Promise<P>;
  readonly create: (input: I, key: string) => Promise<{ readonly id: string }>;
}

export interface Steps<I, P> {
  readonly seen: { readonly input: I; readonly preview: P } | undefined;
  readonly error: Refused | undefined;
  readonly isBusy: boolean;
  readonly isUncertain: boolean;
  readonly look: (input: I) => Promise<void>;
  readonly confirm: () => Promise<void>;
  readonly back: () => void;
}

/**
 * A payment in two steps: a preview of an input, and its confirmation. Each preview has a key of its own; a confirmation
 * without an answer can only be sent again under the same key, so it is done once.
 */
export function useStepsBy<I, P>({ name, preview, create }: Requests<I, P>): Steps<I, P> {
  const { member } = useMe();
  const navigate = useNavigate();
  const key = useRef('');
  const [seen, setSeen] = useState<{ readonly input: I; readonly preview: P }>();
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const [isUncertain, setUncertain] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (fault) {
      const refusal = refusalOf(fault);
      setError(refusal);
      setUncertain((before) => before || (seen !== undefined && isUnknown(refusal)));
    } finally {
      setBusy(false);
    }
  };
  const look = (input: I): Promise<void> =>
    run(async () => {
      const previewed = await preview(input);
      key.current = freshKey();
      setSeen({ input, preview: previewed });
    });
  const confirm = (): Promise<void> =>
    run(async () => {
      if (!seen) return;
      const since = new Date().toISOString();
      const subject = { subjectId: undefined, after: undefined };
      begin({ key: key.current, name, ...subject, reason, by: member.email, since });
      const { id } = await create(seen.input, key.current).catch((fault: unknown) => {
        if (!isUnknown(refusalOf(fault)) && !isUncertain) answered(key.current);
        throw fault;
      });
      answered(key.current);
      await navigate({ to: '/o/$id', params: { id } });
    });
  return { seen, error, isBusy, isUncertain, look, confirm, back: () => setSeen(undefined) };
}

interface Documents {
  readonly name: string;
  readonly preview: string;
  readonly create: string;
}

/** The same by a query and a mutation. */
export function useSteps<P>({ name, preview, create }: Documents): Steps<Row, P> {
  const accountId = useMe().account.id;
  return useStepsBy<Row, P>({
    name,
    preview: async (input) => (await send<{ answer: P }>(preview, { accountId, input })).data.answer,
    create: async (input, key) => {
      const variables = { accountId, input, key, reason };
      return (await send<{ done: { readonly id: string } }>(create, variables)).data.done;
    },
  });
}
