import { describe, expect, test } from 'vitest';
import { requestLanguage, mailLanguage, personLanguage } from '../../src/domain/language.js';
import type { Language } from '../../src/domain/mail.js';
import { addMember, inviteMember, setLanguage, signIn, type Member } from '../../src/domain/member.js';
import { vault } from '../setup/fixture.js';
import { before, moment } from '../setup/payout-state.js';

const id = moment.newId('member', before);
const fields = {
  id,
  accountId: moment.newId('account', before),
  email: vault.encrypt('ana@example.com', { noun: 'member', field: 'email', id }),
  emailHash: 'hash',
  role: 'developer',
} as const;

const at = (seconds: number) => new Date(before.getTime() + seconds * 1_000);
const membership = (nth: number, patch: Partial<Member>): Member => ({
  ...addMember(moment, fields).member,
  id: `mem_${nth}`,
  ...patch,
});

describe('the language of a mail (supplement §11.16)', () => {
  type Row = [name: string, own: Language | null, requested: Language | undefined, language: Language];
  const ofMember: Row[] = [
    ["is the member's", 'pt', 'es', 'pt'],
    ["is the request's while the member's is not known", null, 'es', 'es'],
    ['is English if neither is known', null, undefined, 'en'],
    ["is the member's without a request", 'es', undefined, 'es'],
  ];
  test.each(ofMember)('to a member %s', (_name, language, requested, expected) => {
    expect(mailLanguage({ member: { language } }, requested)).toBe(expected);
  });

  type Person = [
    name: string,
    memberships: Partial<Member>[],
    requested: Language | undefined,
    expected: Language,
  ];
  const ofPerson: Person[] = [
    [
      'is that of the membership that signed in last',
      [
        { language: 'pt', lastSignedInAt: at(2) },
        { language: 'es', lastSignedInAt: at(1) },
      ],
      'en',
      'pt',
    ],
    [
      'is that of the newest of memberships that signed in together',
      [
        { language: 'pt', lastSignedInAt: at(1) },
        { language: 'es', lastSignedInAt: at(1) },
      ],
      'en',
      'es',
    ],
    [
      'passes over a membership without a language',
      [
        { language: null, lastSignedInAt: at(2) },
        { language: 'es', lastSignedInAt: at(1) },
      ],
      'en',
      'es',
    ],
    [
      'passes over disabled memberships',
      [{ language: 'pt', status: 'disabled', lastSignedInAt: at(2) }],
      'es',
      'es',
    ],
    [
      'passes over an invitation, whose language another person chose',
      [{ language: 'pt', status: 'invited', lastSignedInAt: null }],
      'es',
      'es',
    ],
    ['passes over a membership that never signed in', [{ language: 'pt', lastSignedInAt: null }], 'es', 'es'],
    ["is the request's for an unknown address", [], 'pt', 'pt'],
    ['is English for an unknown address without a request', [], undefined, 'en'],
  ];
  test.each(ofPerson)('to an address %s', (_name, rows, requested, expected) => {
    const memberships = rows.map((patch, nth) => membership(nth, patch));
    expect(mailLanguage({ memberships }, requested)).toBe(expected);
    expect(mailLanguage({ memberships: memberships.toReversed() }, requested)).toBe(expected);
  });
});

describe('the language of a member', () => {
  const invited = (language: Language | null): Member => inviteMember(moment, { ...fields, language }).member;
  test.each([
    ['is learned at the first sign-in', invited('es'), 'pt', 'pt'],
    ["stays the invitation's if the first request names none", invited('es'), undefined, 'es'],
    ['is learned later if it is not known yet', membership(1, { lastSignedInAt: before }), 'es', 'es'],
    ['is not learned again', membership(1, { lastSignedInAt: before, language: 'pt' }), 'es', 'pt'],
    ['stays unknown if nothing tells it', invited(null), undefined, null],
  ] as const)('%s', (_name, known, spoken, expected) => {
    expect(signIn(moment, known, spoken).member.language).toBe(expected);
  });

  test('is written only if it changes', () => {
    const known = membership(1, { language: 'pt' });
    expect(setLanguage(moment, known, 'pt').changes).toEqual([]);
    expect(setLanguage(moment, known, 'es').changes).toMatchObject([{ row: { language: 'es' } }]);
  });
});

test('an Accept-Language without a supported language is ignored', () => {
  for (const header of [undefined, '', '*', 'de, fr', 'es;q=0', 'x'.repeat(100_000)])
    expect(requestLanguage(header)).toBeUndefined();
  expect(requestLanguage('de, es;q=0.1')).toBe('es');
  expect(personLanguage([])).toBeUndefined();
});
