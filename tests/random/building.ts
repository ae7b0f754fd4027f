/** Short words for models that are written down by hand: the seeds of random variations. */
import {
  conjunction,
  literal,
  type TextFormula,
  type TextSymbol,
  type TextTransition,
  type TextUpdate,
} from './text-model.js';

export function all(...parts: (string | TextFormula)[]): TextFormula {
  return conjunction(parts.map((part) => (typeof part === 'string' ? literal(part) : part)));
}

/** `weak F#` is a weak array, `##` a matrix, `R#` a local array, `const N` a constant. */
export function symbols(declarations: Readonly<Record<string, string>>): TextSymbol[] {
  return Object.entries(declarations).map(([declared, sort]) => {
    const name = declared.replace(/^(weak|const) /, '').replaceAll('#', '');
    const arity = declared.split('#').length - 1;
    if (declared.startsWith('const ')) return { keyword: 'const', name, arity, sort };
    const weak = declared.startsWith('weak ') ? 'weak ' : '';
    return { keyword: `${weak}${arity === 0 ? 'var' : 'array'}` as TextSymbol['keyword'], name, arity, sort };
  });
}

/** `X := 1`, `X := ?`; a `case` is given as it is. */
export function transition(
  name: string,
  parameters: string,
  guard: TextFormula,
  ...updates: (string | TextUpdate)[]
): TextTransition {
  return {
    name,
    parameters: parameters.split(' ').filter((parameter) => parameter !== ''),
    guard,
    lets: [],
    updates: updates.map((update) => {
      if (typeof update !== 'string') return update;
      const [target = '', value = ''] = update.split(' := ');
      return value === '?' ? { kind: 'havoc', target } : { kind: 'assign', target, value };
    }),
  };
}

export function cases(
  target: string,
  switches: readonly [condition: string, value: string][],
  otherwise: string | null,
): TextUpdate {
  const made = switches.map(([condition, value]) => ({ condition: literal(condition), value }));
  return { kind: 'case', target, switches: made, otherwise };
}
