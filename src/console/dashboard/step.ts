import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Row } from '../act.js';
import { refusalOf } from '../ask.js';
import { send, type Refused } from '../client.js';
import { answered, begin } from '../pending.js';
import { useMe } from './me.js';

export interface Refusal {
  readonly message: string;
}

/** Fields that every preview has. */
export interface Foreseen {
  readonly outcome: 'created' | 'failed' | 'in_review' | 'refused';
  readonly refusal: Refusal | null;
  readonly short: { readonly amount: string; readonly currency: string } | null;
  readonly warnings: readonly string[] | null;
}

interface Documents {
  /** The mutation, for the notice of an act that had no answer. */
  readonly name: string;
  readonly preview: string;
  readonly create: string;
}

const unknown = new Set(['no_answer', 'internal_error', 'temporarily_unavailable']);

/** Whether the operation may have been done: only the same idempotency key may be sent again. */
export const isUnknown = ({ code }: Pick<Refused, 'code'>): boolean => unknown.has(code);

/**
 * A payment in two steps: a preview of an input, and its confirmation. Each preview has a key of its own; a confirmation
 * without an answer can only be sent again under the same key, so it is done once.
 */
export function useSteps<P extends Foreseen>({ name, preview, create }: Documents) {
  const { account, member } = useMe();
  const navigate = useNavigate();
  const key = useRef('');
  const [seen, setSeen] = useState<{ readonly input: Row; readonly told: P }>();
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
  const look = (input: Row): Promise<void> =>
    run(async () => {
      const { data } = await send<{ told: P }>(preview, { accountId: account.id, input });
      key.current = `dashboard-${crypto.randomUUID()}`;
      setSeen({ input, told: data.told });
    });
  const confirm = (): Promise<void> =>
    run(async () => {
      const since = new Date().toISOString();
      const reason = 'asked for by a member';
      const sent = {
        key: key.current,
        name,
        subjectId: undefined,
        reason,
        by: member.email,
        after: undefined,
      };
      begin({ ...sent, since });
      const variables = { accountId: account.id, input: seen?.input, key: key.current, reason };
      const { data } = await send<{ done: { readonly id: string } }>(create, variables).catch(
        (fault: unknown) => {
          if (!isUnknown(refusalOf(fault)) && !isUncertain) answered(key.current);
          throw fault;
        },
      );
      answered(key.current);
      await navigate({ to: '/o/$id', params: { id: data.done.id } });
    });
  return { seen, error, isBusy, isUncertain, look, confirm, back: () => setSeen(undefined) };
}
