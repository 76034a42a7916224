import { words } from './words/speech.js';

/** What a failure code means and what to do, in plain words. Codes that only the bank knows are shown as they are. */
export function failureText(code: string): string {
  const meanings: Readonly<Record<string, string>> = words.failure.meanings;
  return meanings[code] ?? words.failure.ofBank(code);
}
