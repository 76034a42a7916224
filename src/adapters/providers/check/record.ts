import { answer, balance, noticePage, statement, type LineMessage } from '../connector/protocol.js';
import type { Cases } from './proof.js';
import { aReference, must, type Probe } from './probe.js';

const after = (cursor: string): string => `?after=${encodeURIComponent(cursor)}`;
const pagesMost = 50;

async function linesOf(probe: Probe): Promise<{ lines: LineMessage[]; closed: number; next: string }> {
  const lines: LineMessage[] = [];
  let [next, hasMore, closed] = ['', true, 0];
  for (let page = 0; hasMore && page < pagesMost; page++) {
    const answered = await probe.read(statement, `GET /statement${page === 0 ? '' : after(next)}`);
    lines.push(...answered.lines);
    ({ next, has_more: hasMore, closed_sequence: closed } = answered);
  }
  return { lines, closed, next };
}

const rises = (all: readonly { readonly sequence: number }[]): boolean =>
  all.every(({ sequence }, at) => at === 0 || sequence > (all[at - 1]?.sequence ?? 0));

export const offerCases: Cases = [
  [
    'it reports its version, environment and offers',
    async (probe) => {
      const described = await probe.capabilities();
      must(described.capabilities.length > 0, 'it offers nothing');
    },
  ],
  [
    'each offer is listed once',
    async (probe) => {
      const { capabilities } = await probe.capabilities();
      const names = capabilities.map(({ product, method, currency }) => `${product} ${method} ${currency}`);
      must(new Set(names).size === names.length, 'an offer is listed twice');
    },
  ],
  [
    'its ETag works',
    async (probe) => {
      const { headers } = await probe.ask('GET', '/capabilities');
      must(headers.etag !== undefined, 'there is no ETag');
      const again = await probe.ask('GET', '/capabilities', { headers: { 'if-none-match': headers.etag } });
      must(again.status === 304, `the status is ${again.status}`);
      must(again.unsigned === undefined, `the 304 is not authentic: ${again.unsigned}`);
      must(again.raw.length === 0, 'the 304 has a body');
    },
  ],
  [
    'another ETag returns the body',
    async (probe) => {
      const got = await probe.ask('GET', '/capabilities', { headers: { 'if-none-match': '"another"' } });
      must(got.status === 200 && got.raw.length > 0, `the status is ${got.status}`);
    },
  ],
];

export const recordCases: Cases = [
  ['notices are read from the beginning', (probe) => probe.read(noticePage, 'GET /notices')],
  [
    'sequence numbers increase',
    async (probe) => {
      const { notices } = await probe.read(noticePage, 'GET /notices');
      must(rises(notices), 'a number is not above the previous one');
    },
  ],
  [
    'each notice has its own id',
    async (probe) => {
      const { notices } = await probe.read(noticePage, 'GET /notices');
      must(new Set(notices.map(({ id }) => id)).size === notices.length, 'an offer is listed twice');
    },
  ],
  [
    'the same cursor returns the same notices',
    async (probe) => {
      const [one, other] = [
        await probe.read(noticePage, 'GET /notices'),
        await probe.read(noticePage, 'GET /notices'),
      ];
      const ids = one.notices.map(({ id }) => id).join();
      must(
        other.notices
          .map(({ id }) => id)
          .join()
          .startsWith(ids),
        'they differ',
      );
    },
  ],
  [
    'after the last page there is nothing',
    async (probe) => {
      const first = await probe.read(noticePage, 'GET /notices');
      const known = new Set(first.notices.map(({ id }) => id));
      const behind = await probe.read(noticePage, `GET /notices${after(first.next)}`);
      must(!behind.notices.some(({ id }) => known.has(id)), 'a notice comes twice');
    },
  ],
  [
    'an invalid cursor is refused',
    (probe) => probe.refuses('GET', '/notices?after=no%20cursor%20of%20yours'),
  ],
  ['the statement is read from the beginning', (probe) => probe.read(statement, 'GET /statement')],
  [
    'line numbers increase',
    async (probe) => must(rises((await linesOf(probe)).lines), 'a number is not above the previous one'),
  ],
  [
    'lines never change',
    async (probe) => {
      const { lines: first } = await linesOf(probe);
      const { lines: again } = await linesOf(probe);
      must(JSON.stringify(again.slice(0, first.length)) === JSON.stringify(first), 'a line has changed');
    },
  ],
  [
    "nothing is added before a day's marker",
    async (probe) => {
      const { lines, closed } = await linesOf(probe);
      const last = lines.findLast(({ kind }) => kind === 'day_closed')?.sequence ?? 0;
      must(
        closed === last || lines.length === 0,
        `closed_sequence is ${closed}, and the last marker ${last}`,
      );
    },
  ],
  [
    'a paid order is listed once',
    async (probe) => {
      const reference = aReference();
      const answered = await probe.read(answer, `PUT /operations/${reference}`, {
        body: await probe.order(),
      });
      if (answered.outcome !== 'paid') return;
      const { lines } = await linesOf(probe);
      const own = lines.filter((line) => line.kind === 'operation' && line.reference === reference);
      // The order may be booked later.
      must(own.length <= 1, 'it is listed twice');
      must(
        own.every((line) => 'amount' in line && Number(line.amount) === 1),
        'its amount is another',
      );
    },
  ],
  [
    'an invalid statement cursor is refused',
    (probe) => probe.refuses('GET', '/statement?after=no%20cursor%20of%20yours'),
  ],
  [
    'the balance lists each currency once',
    async (probe) => {
      const { balances } = await probe.read(balance, 'GET /balance');
      must(
        new Set(balances.map(({ currency }) => currency)).size === balances.length,
        'an offer is listed twice',
      );
    },
  ],
];
