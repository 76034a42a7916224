import { grouped } from '../text.js';
import { faultOf } from './fault.js';
import { fieldLabel, stateText } from './label.js';
import { words } from './speech.js';

/** Codes that say only that a value is wrong; the sentence says why. */
const ofValues = new Set(['invalid_parameter', 'invalid_body', 'invalid_request']);

/** The account detail that a parameter names, as `document.type` in `details.document.type`; empty if it names none. */
function detailIn(param: string): string {
  const at = `.${param}`.indexOf('.details.');
  return at < 0 ? '' : param.slice(at + 'details.'.length);
}

/** What a code of a refusal means where its sentence is not at hand. */
export const refusalMeaning = (code: string): string => words.schema?.refusals[code] ?? stateText(code);

/** The part of a refusal's text that names its field: "amount: ", or the field's name in the reader's language. */
export function fieldPrefix(param: string): string {
  if (words.language === 'en') return `${param}: `;
  const detail = detailIn(param);
  const [, line, field = param] = /^line\[(\d+)\]\.?(.*)$/.exec(param) ?? [];
  const place = line === undefined ? [] : [`${words.pay.placesOf.line} ${line}`];
  const label = words.schema?.details[detail]?.[0] ?? fieldLabel(field.split('.').at(-1) ?? '');
  return `${[...place, label].filter((each) => each !== '').join(', ')}: `;
}

/** Amounts in a sentence of the service, as the reader's language writes them. */
const withMoney = (sentence: string): string =>
  sentence.replace(/\b\d{1,40}(?:\.\d{1,10})?(?= [A-Z]{3,4}\b)/g, grouped);

/**
 * What a refusal means: by its code, in English as the service says it. Of a wrong value it says why, by the field or by
 * the shape of the service's sentence. A sentence of another shape is left out: it is English.
 */
export function refusalText(code: string, message: string, param = ''): string {
  const { schema } = words;
  if (schema === undefined) return withMoney(message);
  const known = schema.refusals[code];
  if (known === undefined || !ofValues.has(code)) return known ?? message;
  return `${param === '' ? '' : fieldPrefix(param)}${valueText(message, param) ?? known}`;
}

function valueText(message: string, param: string): string | undefined {
  const detail = detailIn(param);
  const [, , own] = words.schema?.details[detail] ?? [];
  if (own !== undefined) return own;
  const found = faultOf(message);
  return found && words.schema?.faults[found.shape].replace('#', grouped(found.figure));
}
