import type { Capability } from '../../domain/capability.js';
import { localeOf } from '../../domain/local-format.js';
import type { Brand } from './brand.js';
import type { Values } from './form.js';
import type { Language } from './language.js';
import { payerCountry } from './route.js';
import { wordsIn, type Words } from './words.js';

/** Someone at a page: its language and brand, and the answers they have given so far. */
export interface Visit {
  readonly language: Language;
  readonly words: Words;
  readonly locale: string;
  /** Where they pay from. */
  readonly country: string | undefined;
  readonly brand: Brand;
  readonly sandbox: boolean;
  /** `/s/<token>`, or the page on which anybody may start. */
  readonly base: string;
  readonly routes: readonly Capability[];
  readonly values: Values;
  /** The account has said who sends. */
  readonly hasCustomer: boolean;
  /** The platform sends no money now, so that nothing can be confirmed. */
  readonly isPaused: boolean;
  /** The whole URL of the session, for a mail; undefined where the service does not know its own address. */
  readonly mailLink?: string | undefined;
}

export function visitOf(facts: Omit<Visit, 'words' | 'locale' | 'country'>): Visit {
  const country = payerCountry(facts.routes, facts.values);
  return { ...facts, words: wordsIn[facts.language], country, locale: localeOf(facts.language, country) };
}

/** What stands in the way of every answer, whatever it is. */
export const noticeOf = ({ isPaused, words }: Pick<Visit, 'isPaused' | 'words'>): string | undefined =>
  isPaused ? words.paused : undefined;

/** The questions, in their order; paying is none. */
export const steps = ['amount', 'sender', 'beneficiary', 'review'] as const;
export type Step = (typeof steps)[number];

/** Where a step stands among those of this visit. */
export function placeOf(step: Step, { hasCustomer }: Pick<Visit, 'hasCustomer'>): readonly [number, number] {
  const own = steps.filter((each) => each !== 'sender' || !hasCustomer);
  return [own.indexOf(step) + 1, own.length];
}
