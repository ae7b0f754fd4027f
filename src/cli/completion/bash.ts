/** For bash, without the package `bash-completion`. */
import { type CommandWords, modelExtensions, type OptionWord } from './words.js';

export function bashCompletion(commands: readonly CommandWords[]): string {
  const endings = modelExtensions().map((extension) => extension.slice(1));
  return `# bash completion of fencepost: eval "$(fencepost completion bash)"
_fencepost() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local options='' operands='' choices=''
  COMPREPLY=()
  # bash splits words at '='.
  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case $command in
${commands.map(commandCase).join('\n')}
  esac
  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
  elif [[ $operands == any-file ]]; then
    _fencepost_files "$word"
  elif [[ $operands == nothing ]]; then
    return
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $operands == models ]]; then
    _fencepost_files "$word" '(${endings.join('|')})'
  else
    COMPREPLY=($(compgen -W "$operands" -- "$word"))
  fi
}
# Files, of certain kinds if a second word says so, and folders.
_fencepost_files() {
  local name
  compopt -o filenames 2> /dev/null
  while IFS= read -r name; do
    if [[ -d $name || -z \${2-} || $name =~ \\.$2$ ]]; then COMPREPLY+=("$name"); fi
  done < <(compgen -f -- "$1")
}
complete -F _fencepost fencepost
`;
}

function commandCase({ name, options, operands }: CommandWords): string {
  const arms = options.flatMap((option) => optionArm(option));
  const inner = arms.length === 0 ? [] : ['      case $before in', ...arms, '      esac'];
  const words = operands === 'files' ? 'models' : operands.join(' ');
  return [
    `    ${name})`,
    `      options='${options.map(({ word }) => word).join(' ')}' operands='${words}'`,
    ...inner,
    '      ;;',
  ].join('\n');
}

function optionArm({ word, argument }: OptionWord): string[] {
  switch (argument.kind) {
    case 'none':
      return [];
    case 'choice':
      return [`        ${word}) choices='${argument.choices.join(' ')}' ;;`];
    case 'file':
      return [`        ${word}) operands=any-file ;;`];
    case 'other':
      return [`        ${word}) operands=nothing ;;`];
  }
}
