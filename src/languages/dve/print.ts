/**
 * Syntax trees as text: a declaration, a section or a transition in a line, two blanks for each level. Reading the text
 * again gives the same tree, up to places.
 *
 * A transition that is longer than a line has a line for each clause, and a long conjunction or disjunction one for each
 * part. A comment in the middle of something moves to the end of it.
 */

import { CommentedLines } from '../shared/commented-lines.js';
import { ATOMIC, FENCE } from './annotations.js';
import { printExpression, printParts } from './print-expression.js';
import type {
  DeclarationSyntax,
  DveSyntax,
  ExpressionSyntax,
  ProcessSyntax,
  SectionSyntax,
  SyncSyntax,
  TransitionSyntax,
  VariablesSyntax,
} from './syntax.js';

const WIDTH = 120;

export function printDve({ declarations, comments }: DveSyntax): string {
  const lines = new CommentedLines(comments);
  // Comments inside of a declaration are printed as if they stood behind it: then printing twice changes nothing more.
  return lines.text(declarations, groupOf, (declaration) => printDeclaration(declaration, lines));
}

const groupOf = ({ kind }: DeclarationSyntax) => (kind === 'process' ? null : kind === 'channels' ? 'variables' : kind);

function printDeclaration(declaration: DeclarationSyntax, lines: CommentedLines): void {
  switch (declaration.kind) {
    case 'variables':
      return lines.line(printVariables(declaration));
    case 'channels': {
      const types = declaration.types === null ? '' : `{${declaration.types.join(', ')}} `;
      const names = declaration.channels.map(({ name, capacity }) => name.text + printSize(capacity));
      return lines.line(`channel ${types}${names.join(', ')};`);
    }
    case 'process':
      return printProcess(declaration, lines);
    case 'system': {
      const property = declaration.property === null ? '' : ` property ${declaration.property.text}`;
      return lines.line(`system ${declaration.mode}${property};`);
    }
  }
}

function printVariables({ constant, type, declarators }: VariablesSyntax): string {
  const parts = declarators.map(({ name, size, initial }) => {
    const declared = name.text + printSize(size);
    if (initial === null) return declared;
    if (initial.kind !== 'list') return `${declared} = ${printExpression(initial)}`;
    return `${declared} = {${initial.values.map((value) => printExpression(value)).join(', ')}}`;
  });
  return `${constant ? 'const ' : ''}${type} ${parts.join(', ')};`;
}

function printSize(size: ExpressionSyntax | null): string {
  return size === null ? '' : `[${printExpression(size)}]`;
}

function printProcess({ name, sections, start, end }: ProcessSyntax, lines: CommentedLines): void {
  lines.line(`process ${name.text} {`);
  lines.trailing(sections[0]?.start ?? start);
  lines.depth++;
  for (const section of sections) {
    lines.before(section.start);
    printSection(section, lines);
    // Also what stood inside of the last transition: it comes behind the whole section.
    lines.before(section.end);
  }
  lines.before(end);
  lines.depth--;
  lines.line('}');
}

function printSection(section: SectionSyntax, lines: CommentedLines): void {
  const names = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text).join(', ');
  switch (section.kind) {
    case 'variables':
      return lines.line(printVariables(section));
    case 'state':
    case 'commit':
      return lines.line(`${section.kind} ${names(section.states)};`);
    case 'init':
      return lines.line(`init ${section.state.text};`);
    case 'accept': {
      const { condition, sets } = section;
      if (condition === 'buchi') return lines.line(`accept ${names(sets.flat())};`);
      const paired = condition === 'rabin' || condition === 'streett';
      const groups = sets.flatMap((set, at) => {
        if (!paired) return [`(${names(set)})`];
        return at % 2 === 0 ? [`(${names(set)}; ${names(sets[at + 1] ?? [])})`] : [];
      });
      return lines.line(`accept ${condition} ${groups.join(', ')};`);
    }
    case 'assert': {
      const parts = section.assertions.map(({ state, condition }) => `${state.text}: ${printExpression(condition)}`);
      return lines.line(`assert ${parts.join(', ')};`);
    }
    case 'trans':
      return printTransitions(section.transitions, lines);
  }
}

function printTransitions(transitions: readonly TransitionSyntax[], lines: CommentedLines): void {
  lines.line('trans');
  lines.depth++;
  for (const [position, transition] of transitions.entries()) {
    lines.before(transition.start);
    const last = position === transitions.length - 1;
    printTransition(transition, last ? ';' : ',', lines);
    if (!last) lines.before(transition.end);
  }
  lines.depth--;
}

function printTransition(transition: TransitionSyntax, end: string, lines: CommentedLines): void {
  const { from, to, guards, sync, effects, fence } = transition;
  const head = `${fence === true ? `${FENCE} ` : ''}${from === null ? '' : `${from.text} `}-> ${to.text} {`;
  const clauses: string[] = [];
  if (guards.length > 0) clauses.push(`guard ${guards.map((guard) => printExpression(guard)).join(', ')};`);
  if (sync !== null) clauses.push(`sync ${printSync(sync)};`);
  if (effects.length > 0) {
    const parts = effects.map(
      ({ target, value, atomic }) => `${marked(atomic === true)}${printExpression(target)} = ${printExpression(value)}`,
    );
    clauses.push(`effect ${parts.join(', ')};`);
  }
  const whole = clauses.length === 0 ? `${head}}${end}` : `${head} ${clauses.join(' ')} }${end}`;
  const room = WIDTH - 2 * lines.depth;
  if (whole.length <= room) return lines.line(whole);
  lines.line(head);
  lines.depth++;
  for (const clause of clauses) {
    const [guard, ...others] = guards;
    const long = clause.length > room - 2 && clause.startsWith('guard ');
    if (long && guard?.kind === 'chain' && others.length === 0) printLongGuard(guard, lines);
    else lines.line(clause);
  }
  lines.depth--;
  lines.line(`}${end}`);
}

function printLongGuard(guard: Extract<ExpressionSyntax, { kind: 'chain' }>, lines: CommentedLines): void {
  const parts = printParts(guard);
  for (const [position, part] of parts.entries()) {
    const before = position === 0 ? 'guard' : guard.operator.padStart('guard'.length);
    lines.line(`${before} ${part}${position === parts.length - 1 ? ';' : ''}`);
  }
}

function marked(atomic: boolean): string {
  return atomic ? `${ATOMIC} ` : '';
}

function printSync({ channel, direction, values, braces, atomic = [] }: SyncSyntax): string {
  const list = values.map((value, position) => marked(atomic.includes(position)) + printExpression(value)).join(', ');
  return channel.text + direction + (braces ? `{${list}}` : list);
}
