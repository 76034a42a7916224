import type { Mistake } from './list.js';

const linear = {
  test: 'test/regex.test.ts',
  called: 'each regular expression of the source takes linear time',
} as const;

/** Issue 54: length checks come first (1), invalid form values are not used (17), no invisible characters (18). */
export const textMistakes: readonly Mistake[] = [
  {
    name: 'a text that is too long is judged all the same',
    edits: [
      {
        file: 'src/api/field.ts',
        find: '.refine((value) => isWithin(value, max), { message, abort: true });',
        put: '.refine((value) => isWithin(value, max), { message });',
      },
    ],
    test: 'test/api/size.test.ts',
    called: 'is refused before any other check',
    says: /expected/,
  },
  {
    name: 'an address of the hosted page is matched in quadratic time',
    edits: [
      {
        file: 'src/api/rest/hosted-page.ts',
        find: String.raw`[^/?#\s\\@]+([/?#][^\s\\]*)?$`,
        put: String.raw`[^/\s\\@]+([/?#][^\s\\]*)?$`,
      },
    ],
    ...linear,
    says: /hosted-page\.ts: .* polynomial/,
  },
  {
    name: 'an SVG is looked through in quadratic time',
    edits: [
      {
        file: 'src/domain/svg.ts',
        find: '/<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION|DOCTYPE)/i',
        put: String.raw`/<!(?:ENTITY|ELEMENT|ATTLIST)|<!DOCTYPE[^>]*\[/i`,
      },
    ],
    ...linear,
    says: /svg\.ts: .* polynomial/,
  },
  {
    name: 'the hosted page reads an amount in a currency that its form does not offer',
    edits: [
      {
        file: 'src/api/pages/route.ts',
        find: "routes.find((each) => originOf(each) === values['origin'])?.sourceCurrency",
        put: "values['origin']?.split('.')[0]",
      },
    ],
    test: 'test/pages/sweep.test.ts',
    called: 'answers 4xx to any invalid field of the first step',
    says: /origin is a name that looks right: 500/,
  },
  {
    name: 'a non-joiner hides between Latin letters',
    edits: [
      {
        file: 'src/domain/text.ts',
        find: 'return shapesLetters(before) && (shapesLetters(after) || virama.test(before));',
        put: 'return true;',
      },
    ],
    test: 'test/domain/text.test.ts',
    called: 'a non-joiner between Latin letters',
    says: /undefined|expected/,
  },
];
