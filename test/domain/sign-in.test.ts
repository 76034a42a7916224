import { expect, it } from 'vitest';
import { mayAsk, type CodesMade } from '../../src/domain/sign-in.js';

const now = new Date('2026-11-28T12:00:00.000Z');
/** `count` codes, all created `minutesAgo`. */
const codes = (count: number, minutesAgo: number): Date[] =>
  Array.from({ length: count }, () => new Date(now.getTime() - minutesAgo * 60_000));
const none: CodesMade = { pair: [], address: [], client: [], hasLive: false };

it.each<[string, 'live' | 'sandbox', Partial<CodesMade>, boolean]>([
  ['nothing was made', 'live', {}, true],
  ['a client asks again within the minute', 'live', { pair: codes(1, 0.9) }, false],
  ['a client asks again after the minute', 'live', { pair: codes(1, 1) }, true],
  ['a client has five for the address within the hour', 'live', { pair: codes(5, 59) }, false],
  ['the five are an hour old', 'live', { pair: codes(5, 60) }, true],
  ['a client has twenty for the address within the day', 'live', { pair: codes(20, 1_439) }, false],
  ['the twenty are a day old', 'live', { pair: codes(20, 1_440) }, true],
  ['other clients requested codes within the minute', 'live', { address: codes(6, 0), hasLive: true }, true],
  ['an address has 23, one of them live', 'live', { address: codes(23, 5), hasLive: true }, true],
  ['an address has 24, one of them live', 'live', { address: codes(24, 5), hasLive: true }, false],
  ['an address has 24, none of them live', 'live', { address: codes(24, 20) }, true],
  ['an address has 29, none of them live', 'live', { address: codes(29, 20) }, true],
  ['an address has thirty within the hour', 'live', { address: codes(30, 59) }, false],
  ['the thirty are an hour old', 'live', { address: codes(30, 60) }, true],
  ['a client has 29 for other addresses', 'live', { client: codes(29, 0) }, true],
  ['a client has thirty for other addresses', 'live', { client: codes(30, 59) }, false],
  [
    'sandbox: a client has 59 within the minute',
    'sandbox',
    { pair: codes(59, 0), client: codes(59, 0) },
    true,
  ],
  ['sandbox: a client has sixty within the minute', 'sandbox', { client: codes(60, 0.9) }, false],
  ['sandbox: an address has sixty', 'sandbox', { address: codes(60, 0), hasLive: true }, true],
  ['sandbox: an address has 360, none of them live', 'sandbox', { address: codes(360, 0) }, false],
])('if %s (%s), another code may be created: %j', (_, environment, made, may) => {
  expect(mayAsk(environment, { ...none, ...made }, now)).toBe(may);
});
