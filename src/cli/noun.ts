import type { Command } from 'commander';
import type { IdKind } from '../domain/noun/prefix.js';
import { declared, type ListedNoun } from '../domain/noun/all.js';
import { capital, outputNameOf, snake, type Declaration } from '../domain/noun/declare.js';
import { fieldsAt } from '../domain/noun/show.js';
import { amountOf, valueOf } from './cell.js';
import { lists, shows } from './list.js';

type Listed = ListedNoun & IdKind;
type Row = Readonly<Record<string, unknown>>;

/** `list` and `show` for nouns without their own commands. */
export function nounCommands(psp: Command): void {
  for (const declaration of declared) if (declaration.listedBy !== undefined) addTo(psp, declaration);
}

function addTo(psp: Command, declaration: Declaration): void {
  const [one, many] = declaration.called;
  const noun = declaration.noun as Listed;
  const word = declaration.command ?? snake(noun).replaceAll('_', '-');
  const group =
    psp.commands.find((each) => each.name() === word) ?? psp.command(word).description(capital(many));
  const has = (name: string) => group.commands.some((each) => each.name() === name);
  const plain = (row: object) => plainOf(declaration, row as Row);
  if (!has('list')) {
    lists(group.command('list').description(`${capital(many)}, newest first`), `${word} list`, {
      noun,
      none: `There are no ${many}.`,
      columns: columnsOf(declaration),
      show: plain,
    });
  }
  if (has('show')) return;
  const article = /^[aeio]/i.test(one) ? 'An' : 'A';
  shows(group.command('show').description(`${article} ${one}`), `${word} show`, { noun, show: plain });
}

/** The fields that the console shows. Sealed fields are not decrypted: that needs a reason. */
function plainOf(declaration: Declaration, row: Row): Readonly<Record<string, unknown>> {
  const fields = fieldsAt(declaration, 'console').flatMap(([name, field]) => {
    const value = field.kind === 'made' || field.sealed ? null : valueOf(name, field, row);
    return value === null || value === undefined ? [] : [[snake(outputNameOf(name, field)), value] as const];
  });
  return { id: row['id'], ...Object.fromEntries(fields), ...paidOf(row) };
}

/** The total that an operation with a price takes from the balance. */
function paidOf({ total, sourceCurrency }: Row) {
  return sourceCurrency === undefined ? {} : { total: amountOf(total, sourceCurrency) };
}

/** Columns: id, account, status, amounts and creation time. */
function columnsOf(declaration: Declaration) {
  const fields = fieldsAt(declaration, 'console').filter(
    ([name, { kind, words: fieldWords }]) =>
      fieldWords !== undefined || kind === 'money' || name === 'accountId' || name === 'createdAt',
  );
  const named = fields.map(([name]) => [
    snake(name).toUpperCase().replace('_ID', '').replace('CREATED_AT', 'CREATED').replaceAll('_', ' '),
    name,
  ]);
  return { ID: 'id' as const, ...(Object.fromEntries(named) as Record<string, 'id'>) };
}
