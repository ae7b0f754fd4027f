/**
 * Places of a `.fp` text.
 *
 * Fences, full ones or those between stores: between any two statements of a block, before the first and behind the last;
 * not inside `atomic`, where there is nothing to wait for, and not in bodies without braces. A label belongs to the statement
 * behind it: a fence before `again: x = 1` is passed by who comes from above and not by `goto again`. So where a `goto` leads
 * to a label that no property asks about, the fence can also take the label: `again: fence`.
 *
 * A place in a procedure is one place for all its calls, whoever makes them.
 *
 * No fence where a ghost may come before the next access: it is part of the step before, and would become one of the fence.
 *
 * Atomic writes: each store outside `atomic`. `x = 1` becomes `atomic { x = 1 }`. Where the value or the index reads shared
 * variables that would join the reads to the write; there `swap(x, y + 1)` reads first and then writes atomically.
 */
import type { ProgramSyntax } from '../languages/program/index.js';
import {
  type Block,
  blocksOf,
  type CompoundOperator,
  type ExpressionSyntax,
  nodesIn,
  type ProcedureSyntax,
  type StatementSyntax,
  type ThreadSyntax,
} from '../languages/program/syntax.js';
import { SourceText } from '../languages/shared/source.js';
import { lineIn } from '../models/program/place.js';
import type { Insertion } from './edits.js';
import { leadOf, lineAfter, lineBefore } from './layout.js';
import type { FenceCandidate, TextPlace, WriteCandidate } from './text-places.js';

/** `word`: what is written there. */
export function fpFences(
  text: string,
  syntax: ProgramSyntax,
  word: 'fence' | 'fence store' = 'fence',
): FenceCandidate[] {
  const walk = new Walk(text, syntax, word);
  return walk.bodies.flatMap((thread) => walk.fences(thread));
}

export function fpWrites(text: string, syntax: ProgramSyntax): WriteCandidate[] {
  const walk = new Walk(text, syntax);
  return walk.bodies.flatMap((thread) => walk.writes(thread));
}

const RELEASE = 'store_release';

/** What comes behind a block: whether a thread may come to a ghost from there without a step. */
type Behind = () => boolean;

/** Preferred first: between a store and a load, behind a store, before a load, elsewhere; a label is moved last of all. */
const MOVES_LABEL = 4;

type Body = ThreadSyntax | ProcedureSyntax;

class Walk {
  readonly bodies: readonly Body[];
  private readonly text: string;
  private readonly source: SourceText;
  private readonly shared: ReadonlySet<string>;
  private readonly ghosts: ReadonlySet<string>;
  private readonly behind = new Map<Block, Behind>();
  /** Labels that properties ask about. */
  private readonly asked: ReadonlySet<string>;

  constructor(
    text: string,
    { declarations }: ProgramSyntax,
    private readonly word = 'fence',
  ) {
    this.text = text;
    this.source = new SourceText(text, '');
    this.bodies = declarations.filter(({ kind }) => kind === 'thread' || kind === 'proc') as Body[];
    const declared = (kind: 'shared' | 'ghost') =>
      declarations.flatMap((declaration) =>
        declaration.kind === kind && 'declarators' in declaration
          ? declaration.declarators.flatMap(({ names }) => names)
          : [],
      );
    const shared = declared('shared');
    this.ghosts = new Set(declared('ghost').map(({ name }) => name.text));
    const parameters = this.bodies.flatMap((body) => (body.kind === 'proc' ? body.parameters : []));
    const named = parameters.filter((parameter) => parameter.shared);
    this.shared = new Set([...shared, ...named].map(({ name }) => name.text));
    this.asked = new Set(
      declarations.flatMap((declaration) => {
        switch (declaration.kind) {
          case 'never':
          case 'invariant':
            return labelsIn(declaration.condition);
          case 'ltl':
            return labelsIn(declaration.formula);
          case 'predicates':
            return declaration.conditions.flatMap(labelsIn);
          default:
            return [];
        }
      }),
    );
  }

  fences(thread: Body): FenceCandidate[] {
    // A procedure ends wherever it was called.
    this.noteBehind(thread.body, () => thread.kind === 'proc');
    const targets = new Set(
      statementsIn(thread.body).flatMap((each) => (each.kind === 'goto' ? [each.target.text] : [])),
    );
    return blocksIn(thread.body)
      .flatMap((block) => this.gaps(block, thread, targets))
      .sort((one, other) => one.probe.offset - other.probe.offset);
  }

  private gaps(block: Block, thread: Body, targets: ReadonlySet<string>): FenceCandidate[] {
    if (this.text[block.start] !== '{' && this.text[block.start] !== ':') return [];
    const { statements } = block;
    const behind = this.behind.get(block) ?? (() => true);
    const found = [...statements, null].flatMap((next, position) =>
      this.comesToGhost(statements, position, behind) ? [] : [this.gap(block, statements[position - 1], next, thread)],
    );
    for (const statement of statements) {
      const label = statement.labels.at(-1);
      const named = statement.labels.map(({ text }) => text);
      if (label === undefined || statement.kind === 'block') continue;
      if (!named.some((name) => targets.has(name)) || named.some((name) => this.asked.has(name))) continue;
      if (
        this.comesToGhost(
          [{ ...statement, labels: [] }, ...statements.slice(statements.indexOf(statement) + 1)],
          0,
          behind,
        )
      )
        continue;
      const offset = behindColon(this.text, label.end);
      found.push({
        ...this.described('before', statement, thread),
        weight: MOVES_LABEL + (this.reads(statement) ? 2 : 3),
        probe: { offset, text: `${this.word}; ` },
        told: { offset: statement.start },
        patch: [{ offset, text: `${this.word}\n${leadOf(this.text, statement.start)}` }],
      });
    }
    return found;
  }

  private noteBehind(block: Block, behind: Behind): void {
    this.behind.set(block, behind);
    const { statements } = block;
    for (const [position, statement] of statements.entries()) {
      const after: Behind = () => this.comesToGhost(statements, position + 1, behind);
      for (const inner of blocksOf<Block>(statement)) this.noteBehind(inner, this.behindBody(statement, inner, after));
    }
  }

  /** A round of a loop is followed by the next one, and the last by what comes behind. */
  private behindBody(statement: StatementSyntax, body: Block, after: Behind): Behind {
    switch (statement.kind) {
      case 'loop':
        return () => this.comesToGhost(body.statements, 0, () => false);
      case 'while':
        if (this.mentions(statement.condition)) return () => false;
        return () => this.comesToGhost(body.statements, 0, () => false) || after();
      case 'for':
        return () => this.ghosts.size > 0;
      default:
        return after;
    }
  }

  /** Whether a ghost may come next, without an access before it: told from the text, and true where in doubt. */
  private comesToGhost(statements: readonly StatementSyntax[], position: number, behind: Behind): boolean {
    if (this.ghosts.size === 0) return false;
    const statement = statements[position];
    if (statement === undefined) return behind();
    if (statement.labels.length > 0 || this.reads(statement) || this.stores(statement)) return false;
    const after: Behind = () => this.comesToGhost(statements, position + 1, behind);
    const inside = (block: Block | null) => (block === null ? after() : this.comesToGhost(block.statements, 0, after));
    switch (statement.kind) {
      case 'skip':
        return after();
      case 'local':
        return after();
      case 'assign': {
        if (this.ghosts.has(statement.target.name.text)) return true;
        const { value } = statement;
        return value.kind === 'any' || !this.acts(value) ? after() : false;
      }
      case 'assert':
        return namesIn(statement.condition).some((name) => this.ghosts.has(name)) || after();
      case 'block':
        return inside(statement.body);
      case 'if':
        return inside(statement.then) || inside(statement.otherwise);
      case 'while':
      case 'loop':
        return this.comesToGhost(statement.body.statements, 0, () => false) || after();
      // Steps of their own, and what ends the one before.
      case 'call':
      case 'atomic':
      case 'fence':
      case 'choose':
      case 'await':
      case 'assume':
        return false;
      default:
        return true;
    }
  }

  /** There is a locked instruction in it. */
  private acts(expression: ExpressionSyntax): boolean {
    return nodesIn(expression).some(({ kind }) => kind === 'locked');
  }

  private gap(
    block: Block,
    previous: StatementSyntax | undefined,
    next: StatementSyntax | null,
    thread: Body,
  ): FenceCandidate {
    const { word } = this;
    const end = this.text[block.start] === '{' ? block.end - 1 : block.end;
    const probe = next === null ? { offset: end, text: ` ${word} ` } : { offset: next.start, text: `${word}; ` };
    const anchor = previous ?? next;
    const place =
      anchor === null
        ? { ...lineIn(this.source.place(block.start)), where: 'in' as const, statement: '{}', thread: thread.name.text }
        : this.described(previous === undefined ? 'before' : 'after', anchor, thread);
    const [stored, read] = [previous !== undefined && this.stores(previous), next !== null && this.reads(next)];
    return {
      ...place,
      weight: stored ? (read ? 0 : 1) : read ? 2 : 3,
      probe,
      told: { inserted: next === null ? 1 : 0 },
      patch: [this.written(previous, next) ?? (next === null ? { ...probe, text: `; ${word} ` } : probe)],
    };
  }

  private written(previous: StatementSyntax | undefined, next: StatementSyntax | null): Insertion | null {
    const { text, word } = this;
    const behind = previous === undefined ? null : lineAfter(text, previous.start, previous.end, word);
    return behind ?? (next === null ? null : lineBefore(text, next.start, word));
  }

  writes(thread: Body): WriteCandidate[] {
    return statementsIn(thread.body).flatMap((statement): WriteCandidate[] => {
      if (statement.kind !== 'assign' || !this.shared.has(statement.target.name.text)) return [];
      const { target, value, end, operator } = statement;
      const loads =
        operator !== undefined ||
        (value.kind !== 'any' && this.mentions(value)) ||
        (target.index !== null && this.mentions(target.index));
      const first = statement.release === true ? this.text.lastIndexOf(RELEASE, target.start) : target.start;
      const swapped =
        statement.release === true
          ? [{ offset: first, text: 'swap', remove: RELEASE.length }]
          : this.swapped(target.start, target.end, end, operator);
      const patch: Insertion[] =
        loads && value.kind !== 'any'
          ? swapped
          : [
              { offset: first, text: 'atomic { ' },
              { offset: end, text: ' }' },
            ];
      const place = this.described('at', statement, thread);
      return [{ ...place, weight: 0, told: { offset: statement.start }, patch }];
    });
  }

  /** `x = e` as `swap(x, e)`: the equals sign becomes a comma. */
  private swapped(start: number, targetEnd: number, end: number, operator?: CompoundOperator): Insertion[] {
    const equals = this.text.indexOf('=', targetEnd);
    const again = operator === undefined ? '' : ` ${this.text.slice(start, targetEnd)} ${operator} (`;
    return [
      { offset: start, text: 'swap(' },
      { offset: targetEnd, text: `,${again}`, remove: equals + 1 - targetEnd },
      { offset: end, text: operator === undefined ? ')' : '))' },
    ];
  }

  private described(
    where: TextPlace['where'],
    { start, end }: StatementSyntax,
    thread: Body,
  ): Pick<TextPlace, 'line' | 'file' | 'where' | 'statement' | 'thread'> {
    const [first = ''] = this.text.slice(start, end).split(/\s*\n/);
    return {
      ...lineIn(this.source.place(start)),
      where,
      statement: first.replace(/\s*\{$/, ''),
      thread: thread.name.text,
    };
  }

  private stores(statement: StatementSyntax): boolean {
    return statement.kind === 'assign' && this.shared.has(statement.target.name.text);
  }

  /** Whether it begins by reading shared variables, as far as names tell. */
  private reads(statement: StatementSyntax): boolean {
    switch (statement.kind) {
      case 'if':
      case 'while':
      case 'await':
      case 'assume':
      case 'assert':
        return this.mentions(statement.condition);
      case 'switch':
        return this.mentions(statement.value);
      case 'return':
        return statement.value !== null && this.mentions(statement.value);
      case 'assign':
        if (statement.operator !== undefined && this.shared.has(statement.target.name.text)) return true;
        return statement.value.kind !== 'any' && this.mentions(statement.value);
      case 'local':
        return statement.declarators.some(({ initial }) => {
          return initial !== null && initial.kind !== 'list' && initial.kind !== 'any' && this.mentions(initial);
        });
      case 'block':
      case 'loop':
        return statement.body.statements[0] !== undefined && this.reads(statement.body.statements[0]);
      default:
        return false;
    }
  }

  private mentions(expression: ExpressionSyntax): boolean {
    return namesIn(expression).some((name) => this.shared.has(name));
  }
}

/** Blocks whose statements are steps of their own. */
function blocksIn(block: Block): Block[] {
  return [
    block,
    ...block.statements.flatMap((statement) =>
      statement.kind === 'atomic' ? [] : blocksOf<Block>(statement).flatMap(blocksIn),
    ),
  ];
}

function statementsIn(block: Block): StatementSyntax[] {
  return blocksIn(block).flatMap(({ statements }) => statements);
}

function behindColon(text: string, offset: number): number {
  const colon = text.indexOf(':', offset);
  return colon + 1 + (/^\s*/.exec(text.slice(colon + 1))?.[0].length ?? 0);
}

function namesIn(expression: ExpressionSyntax): string[] {
  return nodesIn(expression).flatMap((node) => {
    if (node.kind === 'localOf') return [node.instance.name.text];
    return node.kind === 'name' ? [node.name.text] : [];
  });
}

function labelsIn(expression: ExpressionSyntax): string[] {
  return nodesIn(expression).flatMap((node) => (node.kind === 'at' ? [node.label.text] : []));
}
