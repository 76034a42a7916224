import type { Capability } from '../../domain/capability.js';
import { localeOf } from '../../domain/local-format.js';
import type { Brand } from './brand.js';
import type { Values } from './form.js';
import type { Language } from './language.js';
import { payerCountry } from './route.js';
import { wordsIn, type Words } from './words.js';

/** A visit: the language and brand of the page, and the answers given so far. */
export interface Visit {
  readonly language: Language;
  readonly words: Words;
  readonly locale: string;
  /** The country that the payer pays from. */
  readonly country: string | undefined;
  readonly brand: Brand;
  readonly sandbox: boolean;
  /** `/s/<token>`, or the path of the public start page. */
  readonly base: string;
  readonly routes: readonly Capability[];
  readonly values: Values;
  /** The account has already named the sender. */
  readonly hasCustomer: boolean;
  /** The kill switch is on, so nothing can be confirmed. */
  readonly isPaused: boolean;
  /** The full URL of the session, for a mail; undefined if the service does not know its own origin. */
  readonly mailLink?: string | undefined;
}

export function visitOf(facts: Omit<Visit, 'words' | 'locale' | 'country'>): Visit {
  const country = payerCountry(facts.routes, facts.values);
  return { ...facts, words: wordsIn[facts.language], country, locale: localeOf(facts.language, country) };
}

/** A notice that applies to every answer. */
export const noticeOf = ({ isPaused, words }: Pick<Visit, 'isPaused' | 'words'>): string | undefined =>
  isPaused ? words.paused : undefined;

/** The steps in order, without paying. */
export const steps = ['amount', 'sender', 'beneficiary', 'review'] as const;
export type Step = (typeof steps)[number];

/** The number of a step and the number of steps in this visit. */
export function stepPosition(
  step: Step,
  { hasCustomer }: Pick<Visit, 'hasCustomer'>,
): readonly [number, number] {
  const own = steps.filter((each) => each !== 'sender' || !hasCustomer);
  return [own.indexOf(step) + 1, own.length];
}
