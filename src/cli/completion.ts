import { Argument, type Command } from 'commander';
import { answers } from './define.js';

/** `completion`: prints the completion script of a shell. */
export function completionCommand(psp: Command): void {
  const completing = psp
    .command('completion')
    .description('Print shell completion: source <(npm run -s psp -- completion bash)')
    .addArgument(new Argument('<shell>', 'for which').choices(['bash', 'zsh']));
  answers<[string], object>(completing, 'completion bash', ([shell]) => {
    const text = scriptFor(shell, psp);
    return Promise.resolve({ json: { shell, script: text }, text });
  });
}

function scriptFor(shell: string, psp: Command): string {
  const lines = psp.commands.flatMap((group) => [
    ...group.commands.map((verb) => branch(`${group.name()} ${verb.name()}`, optionsOf(verb))),
    branch(
      `${group.name()} *`,
      group.commands.length === 0 ? optionsOf(group) : group.commands.map((verb) => verb.name()),
    ),
  ]);
  const names = psp.commands.map((each) => each.name());
  return [
    ...(shell === 'zsh' ? ['autoload -U +X compinit bashcompinit && compinit && bashcompinit'] : []),
    'command -v psp >/dev/null || psp() { npm run -s psp -- "$@"; }',
    '_psp() {',
    '  local next',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in',
    ...lines,
    '  esac',
    `  [ "$COMP_CWORD" -gt 1 ] || next='${names.join(' ')}'`,
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -F _psp psp',
  ].join('\n');
}

/** `words` as a shell pattern: quoted, except for a star at the end. */
const branch = (words: string, next: readonly string[]): string =>
  `    '${words.replace('*', "'*")}${words.endsWith('*') ? '' : "'"}) next='${next.join(' ')}' ;;`;

const optionsOf = (command: Command): string[] =>
  command.options.flatMap(({ long, hidden }) => (hidden ? [] : (long ?? [])));
