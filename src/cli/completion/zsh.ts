/** For zsh, after `compinit`. */
import { type CommandWords, modelExtensions, type OptionWord } from './words.js';

export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef fencepost
# zsh completion of fencepost: source <(fencepost completion zsh)
_fencepost() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(ofCommand).join('\n')}
  esac
}
compdef _fencepost fencepost
`;
}

function ofCommand({ name, options, operands }: CommandWords): string {
  const endings = modelExtensions().map((extension) => extension.slice(1));
  const words = operands === 'files' ? `_files -g "*.(${endings.join('|')})"` : `(${operands.join(' ')})`;
  const arguments_ = [
    ...options.map(ofOption),
    ...(operands.length === 0 ? [] : [quoted(`*:${operandName(operands)}:${words}`)]),
  ];
  return [`    ${name})`, `      _arguments ${arguments_.join(' \\\n        ')}`, '      ;;'].join('\n');
}

function operandName(operands: CommandWords['operands']): string {
  return operands === 'files' ? 'model' : 'word';
}

function ofOption({ word, help, argument, placeholder }: OptionWord): string {
  const told = help.replaceAll('\\', '\\\\').replaceAll('[', '\\[').replaceAll(']', '\\]').replaceAll(':', '\\:');
  const name = placeholder.replaceAll(':', '\\:');
  switch (argument.kind) {
    case 'none':
      return quoted(`${word}[${told}]`);
    case 'choice':
      return quoted(`${word}=[${told}]:${name}:(${argument.choices.join(' ')})`);
    case 'file':
      return quoted(`${word}=[${told}]:${name}:_files`);
    case 'other':
      return quoted(`${word}=[${told}]:${name}: `);
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
