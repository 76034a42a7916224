import { useSyncExternalStore } from 'react';
import { catalogue } from './catalogue.js';

type Row = Readonly<Record<string, unknown>>;

/** What a payment waits for although its status is only "processing". */
export function heldBy({ status, riskStatus, approval }: Row): 'in_review' | 'pending_approval' | undefined {
  if (status !== 'processing') return undefined;
  if (riskStatus === 'in_review') return 'in_review';
  return (approval as Row | null | undefined)?.['status'] === 'pending' ? 'pending_approval' : undefined;
}

/** The fields that say so, as far as a type has them. */
export function heldFields(type: string): readonly string[] {
  const { status, riskStatus, approval } = catalogue.types[type] ?? {};
  if (status === undefined) return [];
  return [...(riskStatus ? ['riskStatus'] : []), ...(approval ? ['approval { status }'] : [])];
}

/** In a restored database, what was not sent from here may have been sent before. */
let isRestored = false;
const listeners = new Set<() => void>();

export function setRestored(next: boolean): void {
  if (next === isRestored) return;
  isRestored = next;
  for (const each of listeners) each();
}

export const useRestored = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isRestored,
  );
