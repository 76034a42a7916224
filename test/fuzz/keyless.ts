import { newNonce, signatureHeader, signed } from '../../src/adapters/providers/connector/signature.js';
import { operations, type Parameter } from '../api/description.js';
import { theirKeys } from '../setup/connector.js';
import { answers } from '../setup/page.js';
import type { Served } from './draft.js';
import type { Message } from './exchange.js';
import { payoutRails, type Draw } from './recipe.js';

type Body = Record<string, unknown>;

const origins = ['PEN.bank_transfer', 'MXN.spei', 'BRL.pix', 'USD.ach'];
const targets = payoutRails.map(({ method, currency }) => `${currency}.${method}`);
const sides = ['source', 'destination'];

const amountForm = ({ random }: Draw): Body => ({
  ...answers.amount,
  ...(random.chance(0.5) && { origin: random.pick(origins), target: random.pick(targets) }),
  amount: random.pick(['100', '10.50', '1']),
  side: random.pick(sides),
  ...(random.chance(0.2) && { go: 'price' }),
});

/** The texts of an object by dotted names, as in a form. */
const flat = (value: object, at: string): Body =>
  Object.entries(value).reduce<Body>(
    (all, [name, each]) =>
      Object.assign(
        all,
        typeof each === 'object' ? flat(each as object, `${at}.${name}`) : { [`${at}.${name}`]: each },
      ),
    {},
  );

/** The forms of the hosted pages, by path. */
const forms: Readonly<Record<string, (draw: Draw) => Body>> = {
  '/p/{pageId}/amount': amountForm,
  '/p/{pageId}/es/amount': amountForm,
  '/s/{token}/amount': amountForm,
  '/s/{token}/sender': () => ({ ...answers.sender }),
  '/s/{token}/beneficiary': ({ random }) => ({
    ...(random.chance(0.5) ? answers.beneficiary : flat(random.pick(payoutRails).details(7), 'details')),
    ...(random.chance(0.3) && { label: 'Casa' }),
  }),
  '/s/{token}/review': ({ random, own }) => ({ go: 'confirm', quote: own.pick('quote', random) ?? 'x' }),
  '/s/{token}/language': ({ random }) => ({ language: random.pick(['en', 'es', 'pt']), back: 'amount' }),
  '/s/{token}/paid': () => ({ go: 'paid' }),
};

const steps = ['amount', 'sender', 'beneficiary', 'review', 'pay', 'progress', 'state', 'events'];
/** Paths that are read with GET. */
const reads = [
  ...['', ...steps].map((step) => `/s/{token}${step && `/${step}`}`),
  '/p/{pageId}',
  '/p/{pageId}/pt',
  '/p/theme/{pageId}/theme.css',
  `/p/image/{pageId}/${'0'.repeat(32)}`,
  '/p/static/page.js',
  '/p/font/lato.woff2',
];
const priced = ['/s/{token}/price', '/p/{pageId}/price', '/p/{pageId}/es/price'];

const inPath: Readonly<Record<string, Parameter>> = {
  token: { name: 'token', in: 'path', schema: { pattern: '^hps_' } },
  pageId: { name: 'pageId', in: 'path', schema: { pattern: '^hp_' } },
};
const inPrice = Object.entries({ origin: origins, target: targets, amount: ['100', '1'], side: sides }).map(
  ([name, values]): Parameter => ({ name, in: 'query', required: true, schema: { enum: values } }),
);
const formSchema = {
  properties: Object.fromEntries(
    Object.entries({ origin: origins, target: targets, side: sides }).map(([name, values]) => [
      name,
      { enum: values },
    ]),
  ),
};

/** A page shows its form again for any input; it refuses only what no browser sends. */
const pageRefuses = new Set([
  'field given twice',
  'text that no database holds',
  'body at the edge of its size',
]);

function pageAt(method: string, path: string, more: Partial<Served> = {}): Served {
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const parameters = [inPath[name] ?? [], path.endsWith('/price') ? inPrice : []].flat();
  const answered = { body: undefined, example: undefined, answers: new Map() };
  const page = { isPage: true, refuses: pageRefuses } as const;
  return { id: `${method} ${path}`, method, path, parameters, ...answered, ...page, ...more };
}

const pages: readonly Served[] = [
  ...[...reads, ...priced].map((path) => pageAt('GET', path)),
  ...Object.entries(forms).map(([path, recipe]) => pageAt('POST', path, { recipe, body: formSchema })),
];

type Notice = Record<string, string | number>;

/** A notice that the protocol allows, about existing and unknown references, sometimes repeated. */
function notice({ random, own }: Draw): Notice {
  const number = random.whole(1, 200);
  const type = random.pick(['operation', 'payment', 'payment_result']);
  const head = { id: `notice-${number}`, sequence: random.whole(1, 2 ** 40), type };
  const money = { amount: random.pick(['10.00', '1', '999999.99']), currency: random.pick(['MXN', 'USD']) };
  const payment = { payment_reference: `payment-${number}` };
  if (type === 'payment_result')
    return { ...head, ...payment, outcome: random.pick(['settled', 'reversed']) };
  if (type === 'payment') {
    const account = random.chance(0.5) ? own.pick('funding reference', random) : undefined;
    return {
      ...head,
      ...payment,
      funding_reference: account ?? `account-${number}`,
      bank_reference: `bank-${number}`,
      ...money,
    };
  }
  return {
    ...head,
    reference: `order-${number}`,
    outcome: random.pick(['paid', 'not_executed', 'returned', 'in_flight']),
    ...(random.chance(0.5) && { code: 'rejected' }),
    ...(random.chance(0.5) && money),
  };
}

/** All public routes have the same error shape. */
const errorAnswers = operations.find(({ id }) => id === 'createPayout')?.answers ?? new Map();

/** Notices of a connector; the protocol allows additional fields. */
const takeNotices: Served = {
  id: 'takeNotices',
  method: 'POST',
  path: '/providers/reference/notices',
  parameters: [],
  body: undefined,
  example: undefined,
  answers: new Map([
    [200, undefined],
    ...[400, 401, 413, 415, 429, 503].map((status) => [status, errorAnswers.get(status)] as const),
  ]),
  recipe: (draw) => ({ notices: Array.from({ length: draw.random.whole(1, 3) }, () => notice(draw)) }),
  refuses: new Set([
    'field given twice',
    'field null',
    'body at the edge of its size',
    'header: a wrong signature',
  ]),
  sign: ({ method, target, bytes = Buffer.alloc(0) }: Message) => [
    signatureHeader,
    signed({ method, path: target, body: bytes }, { keys: theirKeys, nonce: newNonce(), at: new Date() }),
  ],
};

/** Every public route that needs no key and is not in the OpenAPI file. */
export const keyless: readonly Served[] = [...pages, ...Array.from({ length: 3 }, () => takeNotices)];
