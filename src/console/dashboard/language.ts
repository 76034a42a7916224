import { describe } from '../catalogue.js';
import { rest } from '../client.js';
import { environment } from '../environment.js';
import { nameProgram } from '../title.js';
import { speak, words } from '../words/speech.js';
import type { Language } from '../words/phrase.js';

/** The languages of members, by their own names. */
export const languages = [
  ['en', 'English'],
  ['es', 'Español'],
  ['pt', 'Português'],
] as const satisfies readonly (readonly [Language, string])[];

/** The words of one language. English descriptions are those of the schema. */
const loads = {
  async en() {
    const [{ en }, { default: descriptions }] = await Promise.all([
      import('../words/en.js'),
      import('virtual:descriptions'),
    ]);
    return [en, descriptions] as const;
  },
  async es() {
    const { es } = await import('../words/es.js');
    return [es, es.schema.hints] as const;
  },
  async pt() {
    const { pt } = await import('../words/pt.js');
    return [pt, pt.schema.hints] as const;
  },
};

const storedAs = 'psp.dashboard.language';

const known = (tag: string | null): Language | undefined =>
  languages.map(([each]) => each).find((each) => tag?.toLowerCase().split('-')[0] === each);

/** The language in which this browser last saw the dashboard, or else the browser's own. */
export const firstLanguage = (): Language =>
  known(localStorage.getItem(storedAs)) ??
  navigator.languages.map(known).find((each) => each !== undefined) ??
  'en';

/** Loads the words of a language, and draws the pages in it. */
export async function learn(language: Language): Promise<void> {
  localStorage.setItem(storedAs, language);
  if ((words as typeof words | undefined)?.language === language) return;
  const [next, descriptions] = await loads[language]();
  document.documentElement.lang = language;
  describe(descriptions);
  speak(next);
  nameProgram(`${environment === 'live' ? '' : `${words.frame.sandbox} · `}${words.frame.program}`);
}

/** The language that was chosen before the sign-in; it becomes the member's own. */
let chosen: Language | undefined;

export function choose(language: Language): Promise<void> {
  chosen = language;
  return learn(language);
}

/** The language of a member who has signed in. */
export async function keepChoice(own: Language | undefined): Promise<Language | undefined> {
  const language = chosen;
  chosen = undefined;
  if (language === undefined || language === own) return own;
  await rest('PATCH', '/dashboard/preferences', { body: { language } });
  return language;
}
