import { refusalText } from '../words/refusal.js';
import { words } from '../words/speech.js';
import type { Refusal } from './step.js';

/** A refusal in a file begins with its place. */
export function splitPosition(message: string): readonly [position: string, reason: string] {
  const at = message.indexOf(': ');
  return at === -1 ? ['', message] : [message.slice(0, at), message.slice(at + 2)];
}

/** Heads the list of further faults of a file. */
export const alsoHead = ' Also wrong: ';

/** Where a file is wrong, why, and where else. */
export function faultText({ code, message }: Refusal): string {
  const [first = '', others] = message.split(alsoHead);
  const [position, reason] = splitPosition(first);
  const text = `${position === '' ? '' : `${placeText(position)}: `}${refusalText(code, reason)}`;
  return others === undefined ? text : `${text}${alsoHead}${placeText(others)}`;
}

export const placeText = (place: string): string =>
  place.replaceAll(
    /\b(line|column|item|and|more)\b/g,
    (word) => words.pay.placesOf[word as keyof typeof words.pay.placesOf],
  );
