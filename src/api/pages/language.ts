/** The languages of the pages. The first one is the default. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string | undefined): text is Language =>
  languages.includes(text as Language);

/** A language range of RFC 4647 with its weight; other text is ignored. */
const range = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:\s*;\s*q\s*=\s*([01]?(?:\.\d{0,3})?))?$/i;

/**
 * The best supported language for an Accept-Language header. Regions and case are ignored, and so are unreadable
 * ranges.
 */
export function languageOf(accepted = ''): Language {
  const ranges = accepted
    .slice(0, 1_000)
    .split(',')
    .flatMap((each) => {
      const [, name = '', weight = '1'] = range.exec(each.trim()) ?? [];
      return isLanguage(name.toLowerCase()) ? [{ language: name.toLowerCase(), weight: Number(weight) }] : [];
    })
    .filter(({ weight }) => weight > 0 && weight <= 1);
  const [best] = ranges.toSorted((a, b) => b.weight - a.weight);
  return (best?.language as Language | undefined) ?? languages[0];
}
