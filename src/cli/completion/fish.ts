/** For fish. */
import { type CommandWords, modelExtensions, type OptionWord } from './words.js';

export function fishCompletion(commands: readonly CommandWords[]): string {
  return [
    '# fish completion of fencepost: fencepost completion fish | source',
    'complete -c fencepost -f',
    ...commands.flatMap(ofCommand),
    '',
  ].join('\n');
}

function ofCommand({ name, summary, options, operands }: CommandWords): string[] {
  const after = `-n '__fish_seen_subcommand_from ${name}'`;
  const words = operands === 'files' ? `(${modelExtensions().map(ending).join('; ')})` : operands.join(' ');
  return [
    `complete -c fencepost -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...(words === '' ? [] : [`complete -c fencepost ${after} -a ${quoted(words)}`]),
    ...options.map((option) => `complete -c fencepost ${after} ${ofOption(option)}`),
  ];
}

function ending(extension: string): string {
  return `__fish_complete_suffix ${extension}`;
}

function ofOption({ word, help, argument }: OptionWord): string {
  const name = `-l ${word.slice(2)} -d ${quoted(help)}`;
  switch (argument.kind) {
    case 'none':
      return name;
    case 'choice':
      return `${name} -x -a ${quoted(argument.choices.join(' '))}`;
    case 'file':
      return `${name} -r -F`;
    case 'other':
      return `${name} -x`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
