/** The languages that a page is written in; the first is spoken where none of them is asked for. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string | undefined): text is Language =>
  languages.includes(text as Language);

/** A language range of RFC 4647 with its weight; anything else in its place is passed over. */
const range = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:\s*;\s*q\s*=\s*([01]?(?:\.\d{0,3})?))?$/i;

/** The best of ours for an Accept-Language: regions and case make no difference, what cannot be read is not there. */
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
