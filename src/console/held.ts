import { useSyncExternalStore } from 'react';
import { catalogue } from './catalogue.js';
import { newSignal } from './signal.js';

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
const { subscribe, changed } = newSignal();

export function setRestored(next: boolean): void {
  if (next === isRestored) return;
  isRestored = next;
  changed();
}

export const useRestored = (): boolean => useSyncExternalStore(subscribe, () => isRestored);
