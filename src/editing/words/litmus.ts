/**
 * The words of litmus tests. What an instruction does to memory is told by its operands: `MOV [x],$1` is a store and `MOV
 * EAX,[x]` a load. X86 writes the target first, X86_64 last.
 */
import { instructionWords, type Meaning } from '../../languages/litmus/vocabulary.js';
import type { Access } from '../memory-table.js';
import { help, type WordHelp } from './help.js';

const CONDITIONS: Readonly<Record<string, WordHelp>> = {
  exists: help(
    'exists (0:EAX=0 /\\ 1:EAX=0)',
    'is there an execution with such a final state? `~exists`: is there none?',
  ),
  forall: help('forall (x=1)', 'is every final state such a state?'),
  final: help('final (x=1)', 'the same as `exists`'),
  observed: help('observed', 'final states that were seen elsewhere'),
  Observed: help('Observed', 'final states that were seen elsewhere'),
  locations: help('locations [x; 1:EAX;]', 'more locations and registers that final states show'),
  filter: help('filter (x=1)', 'final states that do not satisfy this are not counted'),
  with: help('with', 'belongs to conditions of other tools'),
  not: help('not (x=1)', 'negation, also `~`'),
  and: help('x=1 /\\ y=1', 'both'),
  true: help('exists true', 'the condition that is always true'),
  false: help('forall false', 'the condition that is never true'),
};

const usage = (word: string, operands: string): string => (operands === '' ? word : `${word} ${operands}`);

/** `operands`: the order of the architecture. */
function instruction(word: string, meaning: Meaning, targetLast: boolean): WordHelp {
  const two = targetLast ? 'source,target' : 'target,source';
  switch (meaning.kind) {
    case 'move':
      return help(usage(word, two), 'moves a value: a load where the source is memory, a store where the target is');
    case 'arithmetic':
      return help(usage(word, two), `${meaning.operation}: on memory a load and then a store, or one step behind LOCK`);
    case 'of-one':
      return help(
        usage(word, 'target'),
        `${meaning.operation}: on memory a load and then a store, or one step behind LOCK`,
      );
    case 'compare':
      return help(usage(word, two), 'compares, for the jump or move behind it');
    case 'test':
      return help(usage(word, two), 'tests bits, for the jump behind it');
    case 'set-no-carry':
      return help(usage(word, 'target'), 'sets the target to 1 where there is no carry, else to 0');
    case 'exchange':
      return help(usage(word, two), 'exchanges two values; with memory it is locked', 'locked');
    case 'exchange-add':
      return help(usage(word, two), 'adds, and gives the value before: one step behind LOCK');
    case 'address':
      return help(usage(word, two), 'computes an address; memory is not accessed');
    case 'compare-exchange':
      return help(usage(word, two), 'writes if EAX has the value of the target: one step behind LOCK');
    case 'move-if-carry':
      return help(usage(word, two), 'moves a value where there is a carry');
    case 'jump':
      return help(
        usage(word, 'label'),
        meaning.condition === null ? 'goes on at the label' : 'goes on at the label if the comparison says so',
      );
    case 'fence':
      return fence(word, meaning.fence);
    case 'nothing':
      return help(usage(word, meaning.operands === 1 ? 'operand' : ''), 'does nothing to memory or registers');
    case 'return':
      return help(word, 'ends the thread');
  }
}

function fence(word: string, kind: Extract<Meaning, { kind: 'fence' }>['fence']): WordHelp {
  if (kind === 'full') return help(word, 'a full fence', 'fence');
  if (kind === 'store') return help(word, 'a barrier between stores', 'store fence');
  return help(word, 'a barrier between loads, which are in order under SC, TSO and PSO');
}

const isMemory = (operand: string): boolean => /[[(]/.test(operand) || /^[a-z_]\w*$/.test(operand);

/** What the operands behind a word make of it. `locked`: it stands behind LOCK. */
function accessOf(meaning: Meaning, operands: readonly string[], targetLast: boolean, locked: boolean): Access | null {
  const target = (targetLast ? operands.at(-1) : operands[0]) ?? '';
  const others = targetLast ? operands.slice(0, -1) : operands.slice(1);
  if (locked || meaning.kind === 'exchange') return operands.some(isMemory) ? 'locked' : null;
  if (meaning.kind === 'move') return isMemory(target) ? 'store' : others.some(isMemory) ? 'load' : null;
  if (meaning.kind === 'compare' || meaning.kind === 'test') return operands.some(isMemory) ? 'load' : null;
  return null;
}

const INSTRUCTIONS = instructionWords();
const isWide = (text: string): boolean => /^\s*X86_64\b/.test(text);

/** Of the word from `start` to `end`. */
export function litmusHelp(text: string, start: number, end: number): WordHelp | null {
  const word = text.slice(start, end);
  const small = word.toLowerCase();
  if (Object.hasOwn(CONDITIONS, word)) return CONDITIONS[word] ?? null;
  if (small === 'lock')
    return help(
      `${word}; ${word === small ? 'incl' : 'INC'} [x]`,
      'makes the instruction behind it one step',
      'locked',
    );
  const meaning = INSTRUCTIONS.get(small);
  if (meaning === undefined) return null;
  const wide = isWide(text);
  const row = text.slice(end, Math.max(end, text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)));
  const operands = (/^[^|;]*/.exec(row)?.[0] ?? '')
    .split(/,(?![^(]*\))/)
    .map((operand) => operand.trim())
    .filter((operand) => operand !== '');
  const locked = /\block[\s;]*$/i.test(text.slice(Math.max(0, start - 12), start));
  const told = instruction(word, meaning, wide);
  const access = accessOf(meaning, operands, wide, locked);
  return access === null ? told : { ...told, access };
}

/** What can be written in a part of a test (`highlight/litmus.ts` has the parts), beside the names of the text. */
export function litmusWords(text: string, part: string): readonly (readonly [string, WordHelp])[] {
  if (part === 'condition') return Object.entries(CONDITIONS).filter(([word]) => word !== 'Observed');
  if (part !== 'program') return [];
  const capitals = !isWide(text);
  const words = [...INSTRUCTIONS].map(([small, meaning]) => {
    const word = capitals ? small.toUpperCase() : small;
    return [word, instruction(word, meaning, !capitals)] as const;
  });
  const ends = ['exists', 'forall', 'locations', 'filter'].map((word) => [word, CONDITIONS[word] as WordHelp] as const);
  return [...words, ...ends];
}
