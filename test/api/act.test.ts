import { expect, it } from 'vitest';
import { acts, groups } from '../../src/api/act/table.js';
import { graphqlSchema } from '../../src/api/graphql/schema.js';
import { commandLine } from '../../src/main/command/psp.js';
import { rootFieldsOf } from '../setup/selection.js';

const forms = acts.flatMap((act) => act.commands.map((form) => ({ act, ...form })));

it('every act is a command of its group, and a mutation where it has an answer', () => {
  const psp = commandLine();
  const rendered = groups.flatMap(({ name }) => {
    const group = psp.commands.find((each) => each.name() === name);
    return (group?.commands ?? []).map((verb) => `${name} ${verb.name()}`);
  });
  expect(rendered).toEqual(expect.arrayContaining(forms.map(({ path }) => path)));
  expect(new Set(forms.map(({ path }) => path)).size).toBe(forms.length);
  const mutations = rootFieldsOf(graphqlSchema(), 'mutation').map(({ name }) => name);
  const answered = acts.filter(({ answers }) => answers !== undefined);
  expect(mutations).toEqual(expect.arrayContaining(answered.map(({ name }) => name)));
});

it('a command names only arguments that its act takes, and leaves none of them out', () => {
  for (const { act, path, places = [], hints = {}, sets = {}, written } of forms) {
    const names = act.takes.map(({ name }) => name);
    const named = [...places, ...Object.keys(hints), ...Object.keys(sets), ...(written?.of ?? [])];
    expect(names, path).toEqual(expect.arrayContaining(named));
  }
});

it('says in sentences what it does and what it takes', () => {
  const said = acts.flatMap(({ words, takes }) => [words, ...takes.map((each) => each.words)]);
  expect(said.filter((words) => !/^[A-Z1].+\.$/s.test(words))).toEqual([]);
});
