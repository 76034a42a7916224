import { resolved } from '../api/description.js';
import {
  amounts,
  bodies,
  brokenBytes,
  csvFiles,
  xmlFiles,
  mediaTypes,
  names,
  numberTokens,
  pumped,
  texts,
  tokens,
} from './corpus.js';
import { idPrefix, textOf, type Draft, type Served } from './draft.js';
import { define, fieldsOf, isObject, putToken, someField, type Field } from './field.js';
import type { Mutation } from './mutate.js';
import type { Draw } from './recipe.js';

const bodyBytesMax = 64 * 1024;
const batchBytesMax = 1024 * 1024;

const noticesBytesMax = 256 * 1024;
const formBytesMax = 16 * 1024;

/** The largest body of the operation, in bytes. */
export function bytesMax({ id, method, isPage, sign }: Served): number {
  if (isPage && method === 'POST') return formBytesMax;
  if (sign !== undefined) return noticesBytesMax;
  return id.endsWith('PayoutBatch') ? batchBytesMax : bodyBytesMax;
}

/** Each makes one change to the body; returns false if the draft has nothing to change. */
export const bodyMutations: Readonly<Record<string, Mutation>> = {
  'field missing': (draft, draw) => {
    const field = someField(draft, draw, () => true);
    if (field === undefined) return false;
    delete field.holder[field.name];
    draft.mustRefuse = field.required;
    return true;
  },
  'field unknown': (draft, draw) => {
    const objects = [draft.body, ...fieldsOf(draft).map(({ value }) => value)].filter(isObject);
    const [holder] = draw.random.chance(0.6) ? objects : objects.slice(1);
    if (holder === undefined) return false;
    const name = draw.random.pick(names);
    draft.mustRefuse = holder === draft.body && !describes(draft, name);
    define(holder, name, draw.random.pick([null, 1, 'x', {}]));
    return true;
  },
  'field null': (draft, draw) =>
    replace(draft, draw, { holds: () => true, token: () => 'null', mustRefuse: true }),
  'field of another type': (draft, draw) =>
    replace(draft, draw, { holds: () => true, token: (field) => otherToken(field, draw) }),
  'nasty number': (draft, draw) =>
    replace(draft, draw, { holds: () => true, token: () => draw.random.pick(numberTokens) }),
  'nasty text': (draft, draw) =>
    replace(draft, draw, { holds: isText, token: () => JSON.stringify(draw.random.pick(texts)) }),
  'text that goes on and on': (draft, draw) =>
    replace(draft, draw, {
      holds: isText,
      token: ({ value }) => {
        const length = draw.random.pick([1_000, bytesMax(draft.operation) / 4]);
        return JSON.stringify(pumped(String(value), length, draw.random));
      },
    }),
  'text that no database holds': (draft, draw) =>
    replace(draft, draw, {
      holds: isText,
      token: ({ value }) => {
        const text = String(value);
        const flaw = draw.random.pick(['\0', '\ud800', '\udfff', '\udca9\ud83d']);
        return JSON.stringify(draw.random.pick([flaw + text, text + flaw, flaw]));
      },
      mustRefuse: true,
    }),
  'nasty amount': (draft, draw) =>
    replace(draft, draw, {
      holds: ({ name }) => name === 'amount',
      token: () => JSON.stringify(draw.random.pick(amounts)),
    }),
  'length at its edge': (draft, draw) =>
    replace(draft, draw, {
      holds: ({ schema }) => schema?.maxLength !== undefined,
      token: ({ schema }) => {
        const length = (schema?.maxLength ?? 0) + draw.random.pick([-1, 0, 1, 1, 1000]);
        return JSON.stringify(draw.random.pick(['x', '日', '👩', 'e\u0301']).repeat(Math.max(0, length)));
      },
    }),
  'enumeration missed': (draft, draw) =>
    replace(draft, draw, {
      holds: ({ schema }) => schema?.enum !== undefined,
      token: ({ value }) => {
        const text = String(value);
        return JSON.stringify(
          draw.random.pick([text.toUpperCase(), `${text} `, '', 'unknown', text.slice(1)]),
        );
      },
      mustRefuse: true,
    }),
  "another account's id": (draft, draw) => {
    const field = someField(draft, draw, isId(draw));
    const id = draw.other.pick(idPrefix(field?.schema, draw.random) ?? '', draw.random);
    if (field === undefined || id === undefined) return false;
    field.holder[field.name] = id;
    draft.mustRefuse = !field.isOfElement;
    return true;
  },
  'malformed id': (draft, draw) =>
    replace(draft, draw, {
      holds: isId(draw),
      token: ({ value, schema }) => {
        const id = String(value);
        const form = new RegExp(schema?.pattern ?? '');
        const bent = [
          id.toUpperCase(),
          `${id}${'0'.repeat(64)}`,
          id.slice(4),
          id.slice(0, 4),
          ` ${id}`,
          `${id} `,
        ];
        return JSON.stringify(draw.random.pick(bent.filter((each) => !form.test(each))));
      },
      mustRefuse: true,
    }),
  'field given twice': (draft, draw) => {
    const field = someField(draft, draw, ({ holder }) => holder === draft.body);
    if (field === undefined) return false;
    const { operation } = draft;
    const one = textOf({ operation, body: { [field.name]: field.value } });
    const twice = operation.isPage
      ? `${one}&${textOf(draft)}`
      : textOf(draft).replace(/^\{/, () => `${one.slice(0, -1)},`);
    draft.bytes = Buffer.from(twice);
    draft.mustRefuse = true;
    return true;
  },
  'body broken': (draft, { random }) => {
    if (draft.body === undefined) return false;
    const whole = Buffer.from(textOf(draft));
    if (whole.length === 0) return false;
    const at = random.whole(0, whole.length - 1);
    const cut = Buffer.concat([whole.subarray(0, at), random.pick(brokenBytes), whole.subarray(at)]);
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.whole(0, 7));
    draft.bytes = random.pick([
      cut,
      cut,
      whole.subarray(0, at),
      flipped,
      random.pick(bodies),
      random.pick(bodies),
    ]);
    draft.mustRefuse = draft.bytes === cut;
    return true;
  },
  'body at the edge of its size': (draft, { random }) => {
    // The body of a GET is not read, but its size is limited.
    if (draft.body === undefined && draft.method !== 'GET') return false;
    const text = draft.body === undefined ? '{}' : textOf(draft);
    draft.chunked = draft.method === 'GET' && random.chance(0.5);
    const most = bytesMax(draft.operation);
    const size = most + random.pick([-1, 0, 1, 1000, 200_000]);
    const padding = ' '.repeat(size - Buffer.byteLength(text));
    draft.bytes = Buffer.from(random.chance(0.5) ? text + padding : padding + text);
    draft.mustRefuse = size > most;
    return true;
  },
  'a file in place of JSON': (draft, { random }) => {
    if (draft.body === undefined || draft.operation.isPage) return false;
    const [type, files] = random.pick([
      ['text/csv', csvFiles] as const,
      ['application/xml', xmlFiles] as const,
    ]);
    draft.bytes = random.pick(files);
    draft.headers = draft.headers.filter(([name]) => name !== 'Content-Type');
    draft.headers.push(['Content-Type', type]);
    draft.mustRefuse = draft.bytes.length > 0 && !draft.operation.id.endsWith('PayoutBatch');
    return true;
  },
  'body without a length': (draft) => {
    draft.chunked = draft.body !== undefined;
    return draft.chunked;
  },
  'media type': (draft, { random }) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Content-Type');
    if (random.chance(0.8)) draft.headers.push(['Content-Type', random.pick(mediaTypes)]);
    if (random.chance(0.1)) draft.headers.push(['Content-Encoding', 'identity']);
    return true;
  },
};

function describes({ operation }: Draft, name: string): boolean {
  return operation.body !== undefined && Object.hasOwn(resolved(operation.body).properties ?? {}, name);
}

const isId =
  ({ random }: Draw) =>
  ({ schema }: Field): boolean =>
    idPrefix(schema, random) !== undefined;

const isText = ({ value }: Field): boolean => typeof value === 'string';

interface Replacement {
  readonly holds: (field: Field) => boolean;
  /** The JSON that replaces the field's value. */
  readonly token: (field: Field) => string;
  readonly mustRefuse?: boolean;
}

function replace(draft: Draft, draw: Draw, { holds, token, mustRefuse = false }: Replacement): boolean {
  const field = someField(draft, draw, holds);
  if (field === undefined) return false;
  putToken(draft, field, token(field));
  draft.mustRefuse = mustRefuse;
  return true;
}

function otherToken(field: Field, { random }: Draw): string {
  const own = JSON.stringify(field.value)[0];
  return random.pick(tokens.filter((token) => token[0] !== own));
}
