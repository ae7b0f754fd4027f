/**
 * The automaton of a thread.
 *
 * Transitions are edges. An access through a computed address is one edge for each address that it may be (`values.ts`),
 * guarded by the address being that one; if the addresses are unknown, an edge more leads to a failure when it is none
 * of the cells.
 *
 * `lock` takes memory for the thread alone until `unlock`: nobody sees what happens in between but the thread, so every
 * path from a `lock` to an `unlock` is one atomic edge. A path that stops in between (a `check` that fails, a second
 * `lock`, which waits for itself) holds the lock for ever; the thread reaches no final state then, unless one lies
 * inside (which is refused), so leaving such paths out changes no answer. `unlock` without lock waits for ever as well.
 *
 * Where there is a loop in between, or a division that may fail on a way that stops, the section is taken in steps: `lock`
 * takes a copy of the cells that it may touch, at one moment and with an empty buffer; what follows works on the copy; and
 * `unlock`, one atomic edge, is possible only if these cells still hold what was copied, and writes the changed ones. Then it
 * is as if everything had happened at the moment of `unlock`, since nobody saw the copy; and every run of the section that
 * nobody disturbs is there. If somebody did, the thread waits for ever, which is a run that had better not begun, and a
 * failure in between is one from the moment of the copy.
 */
import { binary, chain, compare, FALSE, readLocal, readShared, TRUE } from '../../models/program/expression.js';
import type { Edge, Location, SharedVariable } from '../../models/program/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Effect } from '../shared/effect.js';
import type { SourceText, Span } from '../shared/source.js';
import { toExpression } from './expression.js';
import type { ExpressionSyntax, Instruction, ThreadSyntax, Transition } from './syntax.js';
import { type Analysis, addressesOf, evaluateAll } from './values.js';

const MOST_PATHS = 1_000;
const LONGEST_TEXT = 200;
const OUT_OF_MEMORY = 'an address outside of memory';
const FAILED = -1;
const INT = { kind: 'int' } as const;

/** The cells of memory, and for each address the one it is. */
export interface Layout {
  readonly cells: readonly SharedVariable[];
  readonly variables: ReadonlyMap<number, number>;
}

export interface Automaton {
  readonly locations: Location[];
  readonly edges: Edge[];
  readonly entry: number;
  /** Where each state of the file went; some are never reached. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Cells that sections in steps copy: for each two locals behind the registers, what it was and what it is. */
  readonly copied: readonly number[];
}

/** What stands between a `lock` and its `unlock`. */
interface Behind {
  readonly transitions: readonly Transition[];
  readonly states: ReadonlySet<number>;
  readonly loops: boolean;
}

/** Where an instruction finds a cell: in memory, or in the copy. */
type CellPlace = (variable: number) => { readonly kind: 'local' | 'shared'; readonly variable: number };

const IN_MEMORY: CellPlace = (variable) => ({ kind: 'shared', variable });

interface Way {
  readonly effect: Effect;
  /** Which of several addresses it is about; empty otherwise. */
  readonly note: string;
  /** The access was outside of memory: nothing follows. */
  readonly failed: boolean;
}

interface ThreadQuestion {
  /** Its number in the file. */
  readonly index: number;
  readonly thread: ThreadSyntax;
  readonly layout: Layout;
  readonly analysis: Analysis;
  readonly source: SourceText;
  readonly diagnostics: DiagnosticList;
}

export function compileThread(question: ThreadQuestion): Automaton {
  return new Compiler(question).compile();
}

class Compiler {
  private readonly index: number;
  private readonly thread: ThreadSyntax;
  private readonly layout: Layout;
  private readonly analysis: Analysis;
  private readonly source: SourceText;
  private readonly diagnostics: DiagnosticList;
  private readonly edges: Edge[] = [];
  private readonly leaving: Transition[][];
  /** See `Automaton.copied`. */
  private readonly copied: number[] = [];
  private readonly entered: Transition[] = [];
  private readonly left: Transition[] = [];
  private paths = 0;

  constructor({ index, thread, layout, analysis, source, diagnostics }: ThreadQuestion) {
    this.index = index;
    this.thread = thread;
    this.layout = layout;
    this.analysis = analysis;
    this.source = source;
    this.diagnostics = diagnostics;
    this.leaving = thread.states.map(() => []);
    for (const transition of thread.transitions) this.leaving[transition.from]?.push(transition);
  }

  compile(): Automaton {
    const { initial, finals, states } = this.thread;
    const reached = new Set([initial]);
    for (const state of reached) {
      const isInside = state >= states.length;
      for (const transition of this.leaving[isInside ? state - states.length : state] ?? []) {
        if (this.diagnostics.full) break;
        const targets = isInside ? this.inside(transition) : this.transition(transition);
        for (const to of targets) if (to !== FAILED) reached.add(to);
      }
    }
    this.addCopying();
    for (const { state } of finals) reached.add(state);
    const numbers = new Map([...reached].sort((a, b) => a - b).map((state, number) => [state, number]));
    const locations: Location[] = [...numbers.keys()].map((state) => {
      return { labels: [states[state % states.length]?.text ?? ''], failure: null };
    });
    if (this.edges.some(({ to }) => to === FAILED)) {
      numbers.set(FAILED, locations.length);
      locations.push({ labels: [], failure: OUT_OF_MEMORY });
    }
    const number = (state: number): number => numbers.get(state) as number;
    const edges = this.edges.map((edge) => ({ ...edge, from: number(edge.from), to: number(edge.to) }));
    return { locations, edges, entry: number(initial), numbers, copied: this.copied };
  }

  /** Makes the edges of a transition outside of `lock`; where they lead. */
  private transition(transition: Transition): number[] {
    const { instruction, from, to, text } = transition;
    if (instruction.kind === 'lock') {
      return this.needsSteps(transition) ? this.enter(transition) : this.section(transition);
    }
    if (instruction.kind === 'unlock') {
      const message = 'this `unlock` is reached without `lock`, and waits for ever';
      this.diagnostics.warning('vacuous', transition, message);
      return [];
    }
    const ways = this.execute(transition, new Effect());
    for (const { effect, note, failed } of ways) {
      this.edge(effect, transition, { from, to: failed ? FAILED : to, atomic: false, text: text + note });
    }
    return ways.length === 0 ? [] : [to];
  }

  /** All paths from a `lock` to an `unlock`, by depth-first search; the states of the path are `on` it. */
  private section(lock: Transition): number[] {
    const targets: number[] = [];
    this.paths = 0;
    const finals = new Map(this.thread.finals.map(({ state, place }) => [state, place]));
    const walk = (state: number, effect: Effect, on: ReadonlySet<number>, before: string): void => {
      const final = finals.get(state);
      if (final !== undefined) {
        this.diagnostics.error('unsupported', final, 'a final state cannot lie between `lock` and `unlock`');
        return;
      }
      for (const transition of this.leaving[state] ?? []) {
        if (this.diagnostics.full || this.paths > MOST_PATHS) return;
        const { instruction, to } = transition;
        const written = before.length > LONGEST_TEXT ? before : `${before}; ${transition.text}`;
        if (instruction.kind === 'unlock') {
          this.count(lock);
          this.edge(effect, lock, { from: lock.from, to, atomic: true, text: written });
          targets.push(to);
        } else if (instruction.kind === 'lock') {
          const message = 'this `lock` is reached with the lock already taken, and waits for ever';
          this.diagnostics.warning('vacuous', transition, message);
        } else {
          if (on.has(to)) throw new Error('a loop in what should be one step');
          for (const { effect: after, note, failed } of this.execute(transition, effect)) {
            this.count(lock);
            const text = written + note;
            if (failed) this.edge(after, lock, { from: lock.from, to: FAILED, atomic: true, text });
            else walk(to, after, new Set([...on, to]), text);
          }
        }
      }
    };
    walk(lock.to, new Effect(), new Set([lock.to]), lock.text);
    return targets;
  }

  /** What can be executed behind a `lock` before its `unlock`, and whether something of it comes back to itself. */
  private behind(lock: Transition): Behind {
    const transitions: Transition[] = [];
    const done = new Set<number>();
    let loops = false;
    const visit = (state: number, on: ReadonlySet<number>): void => {
      if (on.has(state)) loops = true;
      if (done.has(state)) return;
      done.add(state);
      for (const transition of this.leaving[state] ?? []) {
        transitions.push(transition);
        const { kind } = transition.instruction;
        if (kind !== 'lock' && kind !== 'unlock') visit(transition.to, new Set([...on, state]));
      }
    };
    visit(lock.to, new Set());
    return { transitions, states: done, loops };
  }

  private needsSteps(lock: Transition): boolean {
    const { transitions, loops } = this.behind(lock);
    return loops || transitions.some(({ instruction }) => expressionsIn(instruction).some(mayDivideByZero));
  }

  /** The first step of a section in steps. */
  private enter(lock: Transition): number[] {
    const touched = new Set<number>();
    const { transitions, states } = this.behind(lock);
    for (const { state, place } of this.thread.finals) {
      if (!states.has(state)) continue;
      this.diagnostics.error('unsupported', place, 'a final state cannot lie between `lock` and `unlock`');
      return [];
    }
    for (const transition of transitions) {
      const { kind } = transition.instruction;
      if (kind !== 'read' && kind !== 'write') continue;
      const addresses = addressesOf(this.index, transition, this.analysis) ?? this.layout.variables.keys();
      for (const address of addresses) touched.add(this.layout.variables.get(address) as number);
    }
    // One copy for all sections of the thread: what another one touches is copied as well.
    for (const variable of touched) if (!this.copied.includes(variable)) this.copied.push(variable);
    this.entered.push(lock);
    return [this.insideOf(lock.to)];
  }

  private insideOf(state: number): number {
    return state + this.thread.states.length;
  }

  /** Makes the edges of a transition in a section in steps. */
  private inside(transition: Transition): number[] {
    const { instruction, from, to, text } = transition;
    if (instruction.kind === 'lock') {
      const message = 'this `lock` is reached with the lock already taken, and waits for ever';
      this.diagnostics.warning('vacuous', transition, message);
      return [];
    }
    if (instruction.kind === 'unlock') {
      this.left.push(transition);
      return [to];
    }
    const ways = this.execute(transition, new Effect(), (variable) => ({
      kind: 'local',
      variable: this.copyOf(variable).is,
    }));
    for (const { effect, note, failed } of ways) {
      const ends = { from: this.insideOf(from), to: failed ? FAILED : this.insideOf(to) };
      this.edge(effect, transition, { ...ends, atomic: false, text: text + note });
    }
    return ways.length === 0 ? [] : [this.insideOf(to)];
  }

  private copyOf(variable: number): { readonly was: number; readonly is: number } {
    const position = this.copied.indexOf(variable);
    if (position < 0) throw new Error('a cell that was not copied');
    const first = this.thread.registers.length + 2 * position;
    return { was: first, is: first + 1 };
  }

  /** `lock` and `unlock` of sections in steps, when all cells that they copy are known. */
  private addCopying(): void {
    for (const lock of this.entered) {
      const effect = new Effect();
      for (const variable of this.copied) {
        const { was, is } = this.copyOf(variable);
        for (const local of [was, is]) effect.assign('local', local, readShared(variable), INT);
      }
      this.edge(effect, lock, { from: lock.from, to: this.insideOf(lock.to), atomic: true, text: lock.text });
    }
    for (const unlock of this.left) {
      const effect = new Effect();
      for (const variable of this.copied) {
        effect.assume(binary('==', readShared(variable), readLocal(this.copyOf(variable).was)));
      }
      for (const variable of this.copied) {
        const { was, is } = this.copyOf(variable);
        effect.assign('shared', variable, readLocal(is), INT);
        for (const local of [was, is]) effect.assign('local', local, FALSE, INT);
      }
      this.edge(effect, unlock, { from: this.insideOf(unlock.from), to: unlock.to, atomic: true, text: unlock.text });
    }
  }

  private count(lock: Transition): void {
    this.paths++;
    if (this.paths !== MOST_PATHS + 1) return;
    this.diagnostics.error('too-large', lock, `more than ${MOST_PATHS} paths lead from this \`lock\` on`);
  }

  private edge(effect: Effect, span: Span, edge: Pick<Edge, 'from' | 'to' | 'atomic' | 'text'>): void {
    if (effect.tooLarge) {
      this.diagnostics.error('too-large', span, 'the values computed here are too large to write down');
    }
    const place = this.source.place(span.start);
    const { fence } = effect;
    const text = edge.text.length > LONGEST_TEXT ? `${edge.text.slice(0, LONGEST_TEXT)}…` : edge.text;
    this.edges.push({ ...edge, guard: effect.guard(), updates: effect.updates(), fence, text, place });
  }

  private execute(transition: Transition, before: Effect, placeOf: CellPlace = IN_MEMORY): Way[] {
    const { instruction } = transition;
    const environment = this.analysis.before(this.index, transition);
    // Never reached, as the values show: no edge is needed.
    if (environment === null) return [];
    const effect = new Effect(before);
    const translate = (syntax: ExpressionSyntax, of: Effect) => {
      const expression = toExpression(syntax, of, environment);
      if (expression !== null) return expression;
      const message =
        'a bitwise `&` of two values that are both unknown: one of them must be a number, or one of a few';
      this.diagnostics.error('unsupported', transition, message);
      return FALSE;
    };
    switch (instruction.kind) {
      case 'mfence':
        effect.needFence();
        break;
      case 'check':
        effect.assume(translate(instruction.condition, effect));
        break;
      case 'local':
        effect.assign('local', instruction.register, translate(instruction.value, effect), INT);
        break;
      case 'read':
      case 'write': {
        const address = translate(instruction.address, effect);
        const possible = evaluateAll(instruction.address, environment);
        const addresses = possible ?? this.layout.variables.keys();
        const ways: Way[] = [];
        for (const one of addresses) {
          const way = new Effect(effect);
          if (possible?.size !== 1) {
            way.assume(compare(address, '==', one));
          }
          const cell = placeOf(this.layout.variables.get(one) as number);
          if (instruction.kind === 'read') {
            way.assign('local', instruction.register, way.value(cell.kind, cell.variable), INT);
          } else way.assign(cell.kind, cell.variable, translate(instruction.value, way), INT);
          const note = possible?.size === 1 ? '' : ` (memory[${one}])`;
          ways.push({ effect: way, note, failed: false });
        }
        if (possible === null) {
          const outside = new Effect(effect);
          const others = [...this.layout.variables.keys()].map((one) => compare(address, '!=', one));
          outside.assume(chain('&&', others) ?? TRUE);
          ways.push({ effect: outside, note: ' (outside)', failed: true });
        }
        return ways;
      }
      case 'noop':
        break;
      case 'lock':
      case 'unlock':
        throw new Error(`\`${instruction.kind}\` is no step of its own`);
    }
    return [{ effect, note: '', failed: false }];
  }
}

function expressionsIn(instruction: Instruction): ExpressionSyntax[] {
  switch (instruction.kind) {
    case 'read':
      return [instruction.address];
    case 'write':
      return [instruction.value, instruction.address];
    case 'local':
      return [instruction.value];
    case 'check':
      return [instruction.condition];
    case 'mfence':
    case 'lock':
    case 'unlock':
    case 'noop':
      return [];
  }
}

function mayDivideByZero(expression: ExpressionSyntax): boolean {
  if (expression.kind === 'not') return mayDivideByZero(expression.of);
  if (expression.kind !== 'binary') return false;
  const { operator, left, right } = expression;
  const divides = operator === '/' || operator === '%';
  if (divides && !(right.kind === 'number' && right.value !== 0)) return true;
  return mayDivideByZero(left) || mayDivideByZero(right);
}
