/**
 * What several tests of the `.fp` language share: automata and terms as short text, trees without places.
 */
import { expect } from 'vitest';
import { type Instantiation, readProgram } from '../../../src/languages/program/index.js';
import type { Expression, Program, StateExpression, Template } from '../../../src/models/program/model.js';

/** The program of a text without faults. */
export function program(text: string, anyCount: number | null = null): Extract<Instantiation, { kind: 'program' }> {
  const { program: file, diagnostics } = readProgram(text, 'test.fp');
  expect(
    diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  const made = file?.instantiate(anyCount);
  if (made?.kind !== 'program') throw new Error(made?.message ?? 'no program');
  return made;
}

const index = (text: string | null) => (text === null ? '' : `[${text}]`);

export function showTerm(term: Expression, template: Template, shared: Program['shared']): string {
  const show = (part: Expression): string => {
    switch (part.kind) {
      case 'constant':
        return String(part.value);
      case 'local':
        return `${template.locals[part.variable]?.name}${index(part.index && show(part.index))}`;
      case 'shared':
        return `${shared[part.variable]?.name}${index(part.index && show(part.index))}`;
      case 'unary':
        return `${part.operator}${show(part.operand)}`;
      case 'binary':
        return `(${show(part.left)} ${part.operator} ${show(part.right)})`;
      case 'conditional':
        return `(${show(part.condition)} ? ${show(part.whenTrue)} : ${show(part.whenFalse)})`;
    }
  };
  return show(term);
}

/** `0 -> 1 [guard] x = 1, y = 2 !fence`, one line for each edge; then the labelled and failing locations. */
export function showTemplate(template: Template, { shared }: Program): string[] {
  const edges = template.edges.map(({ from, to, guard, updates, fence, atomic }) => {
    const condition = guard === null ? '' : ` [${showTerm(guard, template, shared)}]`;
    const effects = updates.map(({ target, value }) => {
      const name = (target.kind === 'local' ? template.locals : shared)[target.variable]?.name;
      const cell = target.index === null ? '' : `[${showTerm(target.index, template, shared)}]`;
      return `${name}${cell} = ${value === 'any' ? '?' : showTerm(value, template, shared)}`;
    });
    const flags = `${fence ? ' fence' : ''}${atomic ? ' atomic' : ''}`;
    return `${from} -> ${to}${condition}${effects.length === 0 ? '' : ` ${effects.join(', ')}`}${flags}`;
  });
  const places = template.locations.flatMap(({ labels, failure }, number) => {
    if (failure !== null) return [`${number}: ${labels.join(' ')} fails`.replace('  ', ' ')];
    return labels.length === 0 ? [] : [`${number}: ${labels.join(' ')}`];
  });
  return [...edges, ...places];
}

/** The automaton of the first thread. */
export function automaton(text: string, anyCount: number | null = null): string[] {
  const { program: made } = program(text, anyCount);
  const [template] = made.templates;
  if (template === undefined) throw new Error('no thread');
  return showTemplate(template, made);
}

export function showState(condition: StateExpression, made: Program): string {
  const show = (part: StateExpression): string => {
    switch (part.kind) {
      case 'constant':
        return String(part.value);
      case 'memory':
        return `${made.shared[part.variable]?.name}${index(part.index && show(part.index))}`;
      case 'at':
        return `${made.threads[part.thread]?.name}@${part.locations.join('/')}`;
      case 'localOf': {
        const thread = made.threads[part.thread];
        const local = made.templates[thread?.template ?? 0]?.locals[part.variable];
        return `${thread?.name}.${local?.name}${index(part.index && show(part.index))}`;
      }
      case 'unary':
        return `${part.operator}${show(part.operand)}`;
      case 'binary':
        return `(${show(part.left)} ${part.operator} ${show(part.right)})`;
      case 'conditional':
        return `(${show(part.condition)} ? ${show(part.whenTrue)} : ${show(part.whenFalse)})`;
    }
  };
  return show(condition);
}

/** A syntax tree without its places; comments as their texts. */
export function withoutPlaces(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutPlaces);
  if (typeof tree !== 'object' || tree === null) return tree;
  const kept = Object.entries(tree).filter(([key]) => key !== 'start' && key !== 'end' && key !== 'trailing');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPlaces(value)]));
}

/** A small generator of our own: the texts are the same on every machine. */
export function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
