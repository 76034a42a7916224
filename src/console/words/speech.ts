import { useSyncExternalStore } from 'react';
import { newSignal } from '../signal.js';
import type { Words } from './en.js';
import type { Language } from './phrase.js';

/** The words of the reader's language. Set before the first page is drawn; only functions and components may read it. */
export let words: Words;

const { subscribe, changed } = newSignal();

/** From now on texts are taken from these words. A page that is open has to be drawn again: see useLanguage. */
export function speak(next: Words): void {
  words = next;
  changed();
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => words.language);
