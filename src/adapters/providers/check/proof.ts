import { capabilities } from '../connector/protocol.js';
import { newNonce } from '../connector/signature.js';
import { aReference, must, type Ask, type Probe } from './probe.js';

export type Run = (probe: Probe) => Promise<unknown>;
export type Cases = readonly (readonly [name: string, run: Run])[];

const path = '/capabilities';
/** Relative to the time the case runs, because earlier cases take a while. */
const seconds = (count: number): Date => new Date(Date.now() + count * 1000);

/** The request must be refused as unauthenticated and must have no effect. */
const unproven =
  (ask: () => Ask): Run =>
  async (probe) => {
    const got = await probe.refuses('GET', path, ask());
    must(got.status === 401 || got.status === 403, `the status is ${got.status}, not 401`);
  };

export const proofCases: Cases = [
  ['a signed request is answered', (probe) => probe.read(capabilities, `GET ${path}`)],
  ['an unsigned request is refused', unproven(() => ({ signature: null }))],
  ['an empty signature is refused', unproven(() => ({ signature: '' }))],
  ['an unreadable signature is refused', unproven(() => ({ signature: 'v1=abc' }))],
  [
    'a signature without a nonce is refused',
    unproven(() => ({ signature: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` })),
  ],
  [
    'a signature of zeros is refused',
    unproven(() => ({
      signature: `t=${Math.floor(Date.now() / 1000)},nonce=${newNonce()},v1=${'0'.repeat(64)}`,
    })),
  ],
  ['an unknown key is refused', unproven(() => ({ keys: ['another key, which nobody knows of, 123'] }))],
  ['a timestamp 305 seconds old is refused', unproven(() => ({ at: seconds(-305) }))],
  ['a timestamp 310 seconds ahead is refused', unproven(() => ({ at: seconds(310) }))],
  [
    'a timestamp 290 seconds old is accepted',
    (probe) => probe.read(capabilities, `GET ${path}`, { at: seconds(-290) }),
  ],
  ['a signature for another method is refused', unproven(() => ({ signs: { method: 'PUT' } }))],
  ['a signature for another path is refused', unproven(() => ({ signs: { path: '/balance' } }))],
  ['a signature for another body is refused', unproven(() => ({ signs: { body: Buffer.from('{}') } }))],
  [
    'the signature covers the query',
    async (probe) => {
      const got = await probe.refuses('GET', '/statement?after=1', { signs: { path: '/statement' } });
      must(got.status === 401 || got.status === 403, `the status is ${got.status}, not 401`);
    },
  ],
  [
    'one valid signature beside an invalid one suffices',
    async (probe) => {
      const keys = [...probe.options.sendingKeys.slice(0, 1), 'the key that is to come, not known yet'];
      await probe.read(capabilities, `GET ${path}`, { keys });
    },
  ],
  [
    'an order with a duplicate JSON key is refused and not executed',
    async (probe) => {
      const reference = aReference();
      const text = JSON.stringify(await probe.order());
      const body = text.replace('"amount":"1.00"', '"amount":"1.00","amount":"2.00"');
      await probe.refuses('PUT', `/operations/${reference}`, { body });
      must((await probe.findingOf(reference)) === 'not_found', 'it is known all the same');
    },
  ],
  [
    'an unauthenticated order is not executed',
    async (probe) => {
      const reference = aReference();
      const body = await probe.order();
      await probe.refuses('PUT', `/operations/${reference}`, {
        body,
        keys: ['another key, which nobody knows of, 123'],
      });
      must((await probe.findingOf(reference)) === 'not_found', 'the order is known');
    },
  ],
  [
    'an order whose amount was changed in transit is not executed',
    async (probe) => {
      const reference = aReference();
      const body = await probe.order();
      const signs = { body: Buffer.from(JSON.stringify(body)) };
      await probe.refuses('PUT', `/operations/${reference}`, { body: { ...body, amount: '2.00' }, signs });
      must((await probe.findingOf(reference)) === 'not_found', 'the order is known');
    },
  ],
  [
    'an answer is signed over the nonce of its request',
    async (probe) => {
      const got = await probe.ask('GET', path);
      must(got.unsigned === undefined, got.unsigned ?? '');
    },
  ],
  [
    'a refusal is signed too',
    async (probe) => {
      const got = await probe.refuses('POST', '/operations/lookup', { body: {} });
      must(got.unsigned === undefined, got.unsigned ?? '');
    },
  ],
  [
    'two answers to one question have different nonces',
    async (probe) => {
      const [one, other] = await Promise.all([probe.ask('GET', path), probe.ask('GET', path)]);
      must(one.unsigned === undefined && other.unsigned === undefined, 'an answer is not authentic');
      const name = 'connector-signature';
      must(one.headers[name] !== other.headers[name], 'both have the same signature');
    },
  ],
];

export const answerCases: Cases = [
  [
    'an answer has a Date',
    async (probe) => {
      const { headers } = await probe.ask('GET', path);
      must(headers.date !== undefined, 'there is no Date');
    },
  ],
  [
    'its clock is within 30 seconds of ours',
    async (probe) => {
      const { headers } = await probe.ask('GET', path);
      const apart = Math.abs(Date.parse(headers.date ?? '') - Date.now()) / 1000;
      must(apart <= 30, `it is ${Math.round(apart)} seconds off`);
    },
  ],
  [
    'an answer is JSON',
    async (probe) => {
      const { headers } = await probe.ask('GET', path);
      must(
        headers['content-type']?.toString().startsWith('application/json') === true,
        'its Content-Type is another',
      );
    },
  ],
  [
    'an unknown path is 404',
    async (probe) => {
      const { status } = await probe.refuses('GET', '/nothing-is-here');
      must(status === 404, `the status is ${status}`);
    },
  ],
  ['another method is refused', (probe) => probe.refuses('POST', '/capabilities', { body: {} })],
  [
    'traceparent is accepted',
    (probe) =>
      probe.read(capabilities, `GET ${path}`, {
        headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
      }),
  ],
  [
    'a body that is not JSON is refused',
    (probe) => probe.refuses('POST', '/operations/lookup', { body: '{"references":' }),
  ],
  ['an empty body is refused', (probe) => probe.refuses('POST', '/operations/lookup')],
  [
    'a body of more than 256 KiB is refused',
    (probe) =>
      probe.refuses('POST', '/operations/lookup', { body: { references: ['x'.repeat(300 * 1024)] } }),
  ],
  [
    'it continues after refused requests',
    async (probe) => {
      await probe.refuses('POST', '/operations/lookup', { body: '[' });
      await probe.read(capabilities, `GET ${path}`);
    },
  ],
];
