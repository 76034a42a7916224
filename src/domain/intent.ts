import type { OperationKind } from './operation-kind.js';

declare module './decision.js' {
  interface Nouns {
    intent: Intent;
  }
}

/** The end of one attempt to send an operation to a provider (supplement §7). */
export type IntentState = 'open' | 'accepted' | 'refused' | 'not_sent' | 'put_off' | 'uncertain';

/**
 * The intent to send, committed before anything leaves. All but not_sent and put_off may have left: at most one an
 * operation.
 */
export interface Intent {
  readonly id: string;
  readonly accountId: string;
  readonly kind: OperationKind;
  readonly operationId: string;
  /** 1 to 5: after "not sent" a new intent may follow; one that was put off leaves its number to the next. */
  readonly number: number;
  readonly reference: string;
  readonly state: IntentState;
  /** Machine time; sender and provider both refuse to act after it. */
  readonly sendBy: Date;
  readonly detail: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly version: number;
}

export const attemptsMax = 5;
export const sendWindowMs = 10_000;
