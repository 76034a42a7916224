import type { Complete } from './complete.js';
import type { Words } from './en.js';
import { act } from './pt/act.js';
import { book } from './pt/book.js';
import { details } from './pt/detail.js';
import { entry } from './pt/entry.js';
import { failure } from './pt/failure.js';
import { faults } from './pt/fault.js';
import { fields } from './pt/field.js';
import { frame } from './pt/frame.js';
import { hints } from './pt/hint.js';
import { list } from './pt/list.js';
import { moneyFields } from './pt/money-field.js';
import { nouns } from './pt/noun.js';
import { page } from './pt/page.js';
import { part } from './pt/part.js';
import { pay } from './pt/pay.js';
import { refusals } from './pt/refusal.js';
import { setting } from './pt/setting.js';
import { states } from './pt/state.js';

const schema = { fields: { ...fields, ...moneyFields }, nouns, states, refusals, faults, hints, details };

export const pt = {
  language: 'pt',
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

true satisfies Complete<typeof pt>;
