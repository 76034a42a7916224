import type { Complete } from './complete.js';
import type { Words } from './en.js';
import { act } from './es/act.js';
import { book } from './es/book.js';
import { details } from './es/detail.js';
import { entry } from './es/entry.js';
import { failure } from './es/failure.js';
import { faults } from './es/fault.js';
import { fields } from './es/field.js';
import { frame } from './es/frame.js';
import { hints } from './es/hint.js';
import { list } from './es/list.js';
import { moneyFields } from './es/money-field.js';
import { nouns } from './es/noun.js';
import { page } from './es/page.js';
import { part } from './es/part.js';
import { pay } from './es/pay.js';
import { refusals } from './es/refusal.js';
import { setting } from './es/setting.js';
import { states } from './es/state.js';

const schema = { fields: { ...fields, ...moneyFields }, nouns, states, refusals, faults, hints, details };

export const es = {
  language: 'es',
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
  schema,
} as const satisfies Words;

true satisfies Complete<typeof es>;
