import type { NewId } from './id.js';

/** What a rule may ask of its surroundings: business time as of the transaction, ids, the environment. */
export interface Moment {
  readonly now: Date;
  readonly newId: NewId;
  readonly livemode: boolean;
}
