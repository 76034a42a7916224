import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, it } from 'vitest';
import { declared } from '../../src/domain/noun/all.js';
import { coloured } from '../../src/cli/colour.js';
import { commandLine } from '../../src/cli/psp.js';

it.each(
  declared
    .filter(({ listedBy }) => listedBy !== undefined)
    .map(({ noun, command }) => [noun, command] as const),
)(
  '%s has a command that lists and one that shows',
  (noun, word = noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) => {
    const group = commandLine().commands.find((each) => each.name() === word);
    expect(group?.commands.map((each) => each.name())).toEqual(expect.arrayContaining(['list', 'show']));
  },
);

it('a table has colours on a terminal and nowhere else', () => {
  const table = ['ID       STATUS     CREATED AT', 'pout_1   completed  2026-11-20', 'pout_2   failed'].join(
    '\n',
  );
  const stream = Object.assign(Object.create(process.stdout) as NodeJS.WriteStream, { isTTY: true });
  expect(
    coloured(table, Object.assign(Object.create(process.stdout) as NodeJS.WriteStream, { isTTY: false })),
  ).toBe(table);
  const output = coloured(table, stream);
  expect(stripVTControlCharacters(output)).toBe(table);
  expect(output).toContain(styleText('green', 'completed', { validateStream: false }));
  expect(output).toContain(styleText('red', 'failed', { validateStream: false }));
});
