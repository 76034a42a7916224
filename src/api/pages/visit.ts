import type { Capability } from '../../domain/capability.js';
import type { Brand } from './brand.js';
import type { Values } from './form.js';
import { localeOf, type Language } from './language.js';
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
}

export function visitOf(facts: Omit<Visit, 'words' | 'locale' | 'country'>): Visit {
  const country = payerCountry(facts.routes, facts.values);
  return { ...facts, words: wordsIn[facts.language], country, locale: localeOf(facts.language, country) };
}

/** What stands in the way of every answer, whatever it is. */
export const noticeOf = ({ isPaused, words }: Pick<Visit, 'isPaused' | 'words'>): string | undefined =>
  isPaused ? words.paused : undefined;

/** The clocks of the countries that money is sent from; elsewhere the time is that of Greenwich. */
const zones: Readonly<Record<string, string>> = {
  BR: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  US: 'America/New_York',
  VE: 'America/Caracas',
};

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A time as the payer's own clock has it, with its offset, which says whose clock that is. */
export function showTime(at: Date, { locale, country }: Pick<Visit, 'locale' | 'country'>): string {
  const timeZone = zones[country ?? ''] ?? 'UTC';
  const name = `${locale} ${timeZone}`;
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    });
  clocks.set(name, clock);
  // A line may break after a hyphen, but not after a minus.
  return clock.format(at).replace('GMT-', 'GMT\u2212');
}

/** The questions, in their order; paying is none. */
export const steps = ['amount', 'sender', 'beneficiary', 'review'] as const;
export type Step = (typeof steps)[number];

/** Where a step stands among those of this visit. */
export function placeOf(step: Step, { hasCustomer }: Pick<Visit, 'hasCustomer'>): readonly [number, number] {
  const own = steps.filter((each) => each !== 'sender' || !hasCustomer);
  return [own.indexOf(step) + 1, own.length];
}
