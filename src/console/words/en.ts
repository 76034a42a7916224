import type { Language } from './phrase.js';
import type { SchemaWords } from './schema-words.js';
import { act } from './en/act.js';
import { book } from './en/book.js';
import { entry } from './en/entry.js';
import { failure } from './en/failure.js';
import { frame } from './en/frame.js';
import { list } from './en/list.js';
import { page } from './en/page.js';
import { part } from './en/part.js';
import { pay } from './en/pay.js';
import { setting } from './en/setting.js';

/**
 * Every text of the pages that the dashboard shows. A key that another language lacks or has besides does not compile, nor
 * does a text that leaves out a value.
 */
export const en = {
  language: 'en',
  frame,
  entry,
  part,
  list,
  book,
  act,
  pay,
  setting,
  page,
  failure,
} as const;

export type Words = Omit<typeof en, 'language'> & {
  readonly language: Language;
  readonly schema?: SchemaWords;
};
