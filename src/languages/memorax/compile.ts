/**
 * The automaton of a process.
 *
 * A statement is compiled between two locations, where it starts and where it goes on. A label names the location before
 * its statement, and a goto is no step: where one is to start, the location of its label stands instead, so the step
 * before leads there. Only where a statement *borrows* its first location, because the alternatives of an `either`
 * share it, a label, a loop or a goto there needs a location of its own, and a `nop` leads to it.
 *
 * A computed pointer is a choice between the globals. The test and the access are one edge: between them only the
 * registers of the process itself matter, and being there is like being before.
 */
import type { Edge, Location } from '../../models/program/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Effect } from '../shared/effect.js';
import type { SourceText, Span } from '../shared/source.js';
import { printCondition, printExpression, printStatement } from './print.js';
import type { Scope } from './scope.js';
import type { BooleanSyntax, LabelledSyntax, MemorySyntax, ProcessSyntax, StatementSyntax } from './syntax.js';

const MOST_ALTERNATIVES = 1_000;

/** One way to execute a statement that is a step; `choices` says which cells its pointers meant. */
interface Way {
  readonly effect: Effect;
  readonly choices: ReadonlyMap<MemorySyntax, number>;
}

export interface Automaton {
  readonly locations: Location[];
  readonly edges: Edge[];
  readonly entry: number;
  readonly labels: ReadonlyMap<string, number>;
}

export function compileProcess(
  process: ProcessSyntax,
  scope: Scope,
  source: SourceText,
  diagnostics: DiagnosticList,
): Automaton {
  return new Compiler(scope, source, diagnostics).compile(process);
}

class Compiler {
  private readonly scope: Scope;
  private readonly source: SourceText;
  private readonly diagnostics: DiagnosticList;
  private readonly edges: Edge[] = [];
  private readonly labels = new Map<string, number>();
  /** For each location another one that it is the same as, or itself. */
  private readonly same: number[] = [];

  constructor(scope: Scope, source: SourceText, diagnostics: DiagnosticList) {
    this.scope = scope;
    this.source = source;
    this.diagnostics = diagnostics;
  }

  compile(process: ProcessSyntax): Automaton {
    const entry = this.fresh();
    this.sequence(process.text, entry, this.fresh(), false);
    return this.tidy(entry);
  }

  private fresh(): number {
    this.same.push(this.same.length);
    return this.same.length - 1;
  }

  private find(location: number): number {
    let found = location;
    while (this.same[found] !== found) found = this.same[found] as number;
    return found;
  }

  private label(name: string): number {
    const known = this.labels.get(name);
    if (known !== undefined) return known;
    const made = this.fresh();
    this.labels.set(name, made);
    return made;
  }

  /** Where a statement starts that nothing shares its first location with. */
  private start(labelled: LabelledSyntax | undefined): number {
    if (labelled === undefined) return this.fresh();
    const { label, statement } = labelled;
    if (label !== null) return this.label(label.text);
    if (statement.kind === 'goto') return this.label(statement.label.text);
    return statement.kind === 'block' ? this.start(statement.statements[0]) : this.fresh();
  }

  private sequence(statements: readonly LabelledSyntax[], from: number, to: number, borrowed: boolean): void {
    let at = from;
    for (const [index, statement] of statements.entries()) {
      const last = index === statements.length - 1;
      const next = last ? to : this.start(statements[index + 1]);
      this.labelled(statement, at, next, borrowed && index === 0);
      at = next;
    }
  }

  private labelled({ label, statement }: LabelledSyntax, from: number, to: number, borrowed: boolean): void {
    if (label === null) return this.statement(statement, from, to, borrowed);
    const own = this.label(label.text);
    if (borrowed) this.nop(from, own, label);
    else this.same[this.find(own)] = this.find(from);
    this.statement(statement, own, to, false);
  }

  private statement(statement: StatementSyntax, from: number, to: number, borrowed: boolean): void {
    switch (statement.kind) {
      case 'goto': {
        const target = this.label(statement.label.text);
        if (this.find(target) !== this.find(from)) this.nop(from, target, statement);
        return;
      }
      case 'block':
        return this.sequence(statement.statements, from, to, borrowed);
      case 'if': {
        const { condition, then, otherwise } = statement;
        this.branch(condition, statement, from, then, to);
        const negated: BooleanSyntax = { kind: 'not', of: condition };
        if (otherwise === null) this.test(negated, statement, from, to);
        else this.branch(negated, statement, from, otherwise, to);
        return;
      }
      case 'while': {
        let head = from;
        if (borrowed) {
          head = this.fresh();
          this.nop(from, head, statement);
        }
        this.branch(statement.condition, statement, head, statement.body, head);
        this.test({ kind: 'not', of: statement.condition }, statement, head, to);
        return;
      }
      case 'either':
        for (const alternative of statement.alternatives) this.sequence(alternative, from, to, true);
        return;
      default:
        this.step(statement, from, to);
    }
  }

  private branch(condition: BooleanSyntax, span: Span, from: number, body: LabelledSyntax, to: number): void {
    const inside = this.start(body);
    this.test(condition, span, from, inside);
    this.labelled(body, inside, to, false);
  }

  private test(condition: BooleanSyntax, span: Span, from: number, to: number): void {
    const effect = new Effect();
    effect.assume(this.scope.condition(condition, effect));
    this.edge(effect, span, { from, to, atomic: false, text: `assume: ${printCondition(condition)}` });
  }

  private nop(from: number, to: number, span: Span): void {
    this.edge(new Effect(), span, { from, to, atomic: false, text: 'nop' });
  }

  private edge(effect: Effect, { start }: Span, edge: Pick<Edge, 'from' | 'to' | 'atomic' | 'text'>): void {
    const { fence } = effect;
    const place = this.source.place(start);
    // A step that waits for empty buffers has nothing before it to be parted from.
    const parts = effect.storeFence && !fence && !edge.atomic ? { storeFence: true as const } : {};
    this.edges.push({ ...edge, guard: effect.guard(), updates: effect.updates(), fence, ...parts, place });
  }

  private step(statement: StatementSyntax, from: number, to: number): void {
    const ways = this.execute(statement, [{ effect: new Effect(), choices: new Map() }]);
    const passesBuffers = statement.kind === 'write' && statement.how === 'syncwr';
    const atomic = passesBuffers || (statement.kind === 'locked' && writes(statement));
    const several = statement.kind === 'locked' && statement.alternatives.length > 1;
    for (const [index, { effect, choices }] of ways.entries()) {
      if (effect.tooLarge) {
        this.diagnostics.error(
          'too-large',
          statement,
          'the values that this block computes are too large to write down',
        );
        return;
      }
      const text = printStatement(statement, (memory) => this.name(memory, choices));
      this.edge(effect, statement, { from, to, atomic, text: several ? `${text} (${index + 1})` : text });
    }
  }

  private name(memory: MemorySyntax, choices: ReadonlyMap<MemorySyntax, number>): string {
    const chosen = choices.get(memory);
    const name = chosen === undefined ? undefined : this.scope.memory.cells[chosen]?.name;
    if (memory.kind !== 'pointer') return name ?? memory.name.text;
    const pointer = printExpression(memory.address);
    return name === undefined ? `[${pointer}]` : `[${pointer} -> ${name}]`;
  }

  /** All ways to go on from these with a statement that is (part of) a step. */
  private execute(statement: StatementSyntax, ways: readonly Way[]): Way[] {
    switch (statement.kind) {
      case 'nop':
      case 'llfence':
        return [...ways];
      case 'ssfence':
        return ways.map((way) => change(way, (effect) => effect.partStores()));
      case 'fence':
        return ways.map((way) => change(way, (effect) => effect.needFence()));
      case 'assume':
        return ways.map((way) =>
          change(way, (effect) => effect.assume(this.scope.condition(statement.condition, effect))),
        );
      case 'assign': {
        const register = this.scope.register(statement.register);
        const sort = register === null ? null : (this.scope.registers[register]?.sort ?? null);
        return ways.map((way) =>
          change(way, (effect) => {
            const value = this.scope.expression(statement.value, effect);
            if (register !== null && sort !== null) effect.assign('local', register, value, sort);
          }),
        );
      }
      case 'read':
      case 'load':
      case 'write':
        return ways.flatMap((way) => this.access(statement, way));
      case 'block':
        return this.executeAll(statement.statements, ways);
      case 'locked': {
        const all: Way[] = [];
        for (const alternative of statement.alternatives) {
          all.push(...this.executeAll(alternative, ways));
          if (all.length > MOST_ALTERNATIVES) {
            const message = `this block can be executed in more than ${MOST_ALTERNATIVES} ways`;
            this.diagnostics.error('too-large', statement, message);
            return [];
          }
        }
        return all;
      }
      case 'if':
      case 'while':
      case 'either':
      case 'goto':
        throw new Error(`\`${statement.kind}\` inside a step`);
    }
  }

  private executeAll(statements: readonly LabelledSyntax[], ways: readonly Way[]): Way[] {
    return statements.reduce((before: Way[], { statement }) => this.execute(statement, before), [...ways]);
  }

  private access(statement: StatementSyntax & { kind: 'read' | 'load' | 'write' }, way: Way): Way[] {
    const { scope } = this;
    const { memory } = statement;
    const chosen = way.choices.get(memory);
    // The read and the write of `cas` are about the same location, which is looked up once.
    const cells = chosen === undefined ? scope.locate(memory, way.effect) : [{ variable: chosen, when: null }];
    return cells.map(({ variable, when }) => {
      const effect = new Effect(way.effect);
      if (when !== null) effect.assume(when);
      const value = effect.value('shared', variable);
      if (statement.kind !== 'write' && statement.sync) effect.needFence();
      if (statement.kind === 'read') {
        const right = scope.expression(statement.equals, effect);
        effect.assume({ kind: 'binary', operator: '==', left: value, right });
      } else if (statement.kind === 'load') {
        const register = scope.register(statement.register);
        const sort = register === null ? undefined : scope.registers[register]?.sort;
        if (register !== null && sort !== undefined) effect.assign('local', register, value, sort);
      } else {
        const sort = scope.memory.cells[variable]?.sort ?? { kind: 'int' };
        if (statement.how === 'slocked') effect.partStores();
        effect.assign('shared', variable, scope.expression(statement.value, effect), sort);
      }
      return { effect, choices: new Map(way.choices).set(memory, variable) };
    });
  }

  /** Locations that can be reached or have a name, numbered in the order of the text; edges that can be taken. */
  private tidy(entry: number): Automaton {
    const edges = this.edges.map((edge) => ({ ...edge, from: this.find(edge.from), to: this.find(edge.to) }));
    const leaving = new Map<number, Edge[]>();
    for (const edge of edges) {
      const list = leaving.get(edge.from);
      if (list === undefined) leaving.set(edge.from, [edge]);
      else list.push(edge);
    }
    const reached = new Set([this.find(entry)]);
    for (const location of reached) for (const { to } of leaving.get(location) ?? []) reached.add(to);
    const named = new Map<number, string[]>();
    for (const [name, label] of this.labels) {
      const location = this.find(label);
      named.set(location, [...(named.get(location) ?? []), name]);
    }
    const numbers = new Map(
      [...new Set([...reached, ...named.keys()])].sort((a, b) => a - b).map((location, index) => [location, index]),
    );
    const number = (location: number): number => numbers.get(this.find(location)) as number;
    const locations = [...numbers.keys()].map((location) => ({ labels: named.get(location) ?? [], failure: null }));
    const labels = new Map([...this.labels].map(([name, location]) => [name, number(location)]));
    const kept = edges.filter(({ from }) => reached.has(from));
    return {
      locations,
      edges: kept.map((edge) => ({ ...edge, from: number(edge.from), to: number(edge.to) })),
      entry: number(entry),
      labels,
    };
  }
}

function change(way: Way, make: (effect: Effect) => void): Way {
  const effect = new Effect(way.effect);
  make(effect);
  return { effect, choices: way.choices };
}

/** Anywhere inside: such a block needs an empty buffer whichever alternative is executed. */
function writes(statement: StatementSyntax): boolean {
  if (statement.kind === 'write') return true;
  if (statement.kind === 'block') return statement.statements.some((inner) => writes(inner.statement));
  if (statement.kind !== 'locked') return false;
  return statement.alternatives.some((list) => list.some((inner) => writes(inner.statement)));
}
