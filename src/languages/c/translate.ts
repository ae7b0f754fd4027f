/**
 * A syntax tree of C into the plan of a program (`../program/plan.ts`), from which the compiler of programs makes automata.
 *
 * The translation is done in rounds. A round begins with what earlier ones found out about memory: which objects lie in pools,
 * which locals others see (`memory.ts`). It translates and runs `main`, which tells the threads and the initial state, then it
 * translates each kind of thread. When a round needs nothing new, it is the last.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Place as ModelPlace } from '../../models/program/model.js';
import type { PlannedShared, PlannedThread, Size, Statement, Target } from '../program/plan.js';
import { DiagnosticList } from '../shared/diagnostics.js';
import type { Patience } from '../shared/patience.js';
import type { SourceText } from '../shared/source.js';
import { arranged, replaced } from './assemble.js';
import type { FunctionNode, Unit as UnitNode } from './ast.js';
import { Fault } from './cursor.js';
import type { Linear } from './endless.js';
import { type Kind, Thread } from './lower/thread.js';
import {
  add,
  Demands,
  type Leaf,
  type LValue,
  NULL,
  type OpenCount,
  scalarsOf,
  sortOfScalar,
  type Term,
} from './memory.js';
import { Sightings } from './races.js';
import { type Created, MainRunner } from './run-main.js';
import type { Place } from './tokens.js';
import { INT, isScalar, pointerTo, showType, VOID } from './types.js';
import { type Options, type SharedDraft, Unit } from './unit.js';
import type { Value } from './values.js';

export interface Translation {
  readonly unit: Unit;
  readonly shared: readonly PlannedShared[];
  readonly threads: readonly PlannedThread[];
}

const MOST_ROUNDS = 40;

/** Null when something is wrong; the faults are those of the last round. */
export function translate(
  node: UnitNode,
  source: SourceText,
  options: Options,
  properties: string,
  patience: Patience,
): { readonly translation: Translation | null; readonly faults: DiagnosticList } {
  const demands = new Demands();
  for (let round = 0; ; round++) {
    patience.look();
    const faults = new DiagnosticList(source);
    const unit = new Unit(node, faults, demands, options, properties);
    demands.changed = false;
    const before = demands.sightings.text;
    demands.sightings = new Sightings();
    let translation: Translation | null = null;
    try {
      translation = new Round(unit).translate();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
    // What is wrong may be so because something is not where it will be.
    const settled = faults.errors > 0 || demands.sightings.text === before;
    if (!demands.changed && settled) return { translation: faults.errors > 0 ? null : translation, faults };
    if (round === MOST_ROUNDS) throw new Error('the translation of C does not come to an end');
  }
}

class Round {
  private readonly starting = new Map<string, true>();

  constructor(private readonly unit: Unit) {}

  translate(): Translation {
    const { unit } = this;
    const found = unit.globals.get('main');
    if (found?.kind !== 'function')
      throw unit.refuse(unit.node.end, 'there is no `main`: it says which threads run', 'missing');
    const kind: Kind = {
      name: 'main',
      function: found.node,
      arguments: [{ kind: 'void' }],
      numbers: [-1],
      later: [false],
    };
    const main = new Thread(unit, kind, found.node.place, this.starting);
    const beginning = main.outside(() => main.collectStatements(() => this.firstValues(main)));
    const body = main.collectStatements(() => {
      main.append(main.run(found.node, []));
      main.outside(() => main.end(found.node.place));
    });
    const runner = new MainRunner(
      main.events,
      (variable) => this.initialOf(unit.shared[variable] as SharedDraft),
      ({ handle }) => (handle === null || !isScalar(handle.type) ? null : main.targetOf(handle)),
      (variable) => unit.demands.busy.has(unit.shared[variable]?.name ?? ''),
    );
    runner.begin([...beginning, ...main.beginning]);
    const creates = [...main.events.values()].some((event) => event.kind === 'create');
    const run = creates ? runner.run(body) : null;
    if (run?.fault != null) {
      const event = main.events.get(run.fault.statement);
      throw unit.refuse(event?.place ?? found.node.place, run.fault.message);
    }
    const kinds = this.kinds(run?.created ?? [], main);
    const any = kinds.filter((each) => each.any === true);
    const needsMain = (run === null && any.length === 0) || (run !== null && run.rest !== null && run.matters);
    const joins = (needsMain && hasJoin(main)) || unit.demands.joined;
    this.checkOpen(any, main, joins);
    if (unit.options.races) {
      if (any.length > 0)
        throw unit.refuse(found.node.place, 'races are looked for with a given number of threads: create that many');
      unit.demands.sightings.threads = 1 + (run?.created.length ?? 0);
    }
    const count = Math.max(1, run?.created.length ?? 0);
    const place = unit.place(found.node.place);
    const flag = { ...INT, bits: 1, name: '_Bool', signed: false } as const;
    const done = joins ? unit.hidden('$done', flag, count, place) : null;
    const later = run?.created.some((each) => each.later) === true;
    const started = later ? unit.hidden('$created', flag, count, place) : null;
    const threads = kinds.map((each) => this.thread(each, main, done, started, runner));
    this.checkBusy(run?.read ?? new Set(), threads);
    if (needsMain) {
      const rest = run === null ? body : this.resumed(body, run, main, done, started);
      threads.unshift(this.planned(main, found.node, rest, 0));
    }
    const [mixed] = unit.pools.mixed;
    if (mixed !== undefined)
      throw unit.refuse(
        found.node.place,
        `pointers to ${showType(mixed)} lead to an object of each of any number of threads, and to others: nobody can say which is which`,
      );
    const position = (kind: string) => threads.findIndex(({ name }) => name === kind);
    const shared = unit.shared.map(
      (draft, variable): PlannedShared => this.shared(draft, runner.memory.get(variable) ?? null, position),
    );
    return { unit, shared, threads };
  }

  /** What is asked of threads of which there are any number. */
  private checkOpen(any: readonly Kind[], main: Thread, joins: boolean): void {
    const { unit } = this;
    const [first] = any;
    if (first === undefined) return;
    const place = first.function?.place ?? unit.node.end;
    for (const each of any) if (each.arguments.length > 1) unit.demands.create(each.name, each.arguments.length);
    if (any.some(({ later }) => later.some(Boolean)))
      throw unit.refuse(place, `any number of \`${first.name}\` are created before \`main\` does anything else`);
    const join = [...main.events.values()].find(({ kind }) => kind === 'join');
    if (joins)
      throw unit.refuse(
        join?.place ?? place,
        'of any number of threads none is joined: let them run, and leave this out',
      );
  }

  /** Objects of the file in their order, each with its first value. */
  private firstValues(main: Thread): void {
    for (const [name, { kind, node }] of this.unit.globals) {
      try {
        if (kind !== 'variable' || node.place.file.builtIn) continue;
        const binding = main.globalObject(name, node.place);
        if (binding?.kind !== 'object' || node.threadLocal || node.storage === 'extern') continue;
        main.declareObject(binding.lvalue);
        if (node.initial !== null) main.initialiseObject(binding.lvalue, node.initial);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    }
  }

  private initialOf({ leaf, initial }: SharedDraft): number[] {
    if (initial !== undefined) return [...initial];
    const each = typeof leaf.size === 'object' && leaf.size !== null ? leaf.size : null;
    const size = each === null ? ((leaf.size as number | null) ?? 1) : this.cellsIn(each);
    const { type } = leaf;
    const pointee = this.unit.demands.pointees.get(`${leaf.region.key}${leaf.path}`) ?? null;
    const isPosition =
      type.kind === 'pointer' && (type.to.kind !== 'void' || (pointee !== null && pointee.kind !== 'integer'));
    return new Array<number>(size).fill(isPosition ? NULL : 0);
  }

  /** While `main` runs, as many as it creates. */
  private cellsIn({ each, times }: OpenCount): number {
    return (this.unit.demands.created.get(each) ?? 1) * times;
  }

  private shared(
    draft: SharedDraft,
    cells: readonly number[] | null,
    position: (kind: string) => number,
  ): PlannedShared {
    const { leaf, name, place } = draft;
    const pointee = this.unit.demands.pointees.get(`${leaf.region.key}${leaf.path}`) ?? null;
    const sort = sortOfScalar(leaf.type, pointee, this.unit.pools);
    const size = sizeOfLeaf(leaf, position);
    // What `main` does before threads run happens before all they do.
    const first = draft.watches === true ? this.initialOf(draft) : (cells ?? this.initialOf(draft));
    const initial = size?.kind === 'instances' ? (first[0] ?? 0) : first;
    if (size?.kind === 'instances' && first.some((cell) => cell !== initial))
      throw this.unit.refuse(
        this.unit.node.end,
        `\`${name}\` has an element for each of any number of threads: all begin with the same value`,
      );
    const marks = {
      ...(draft.ghost === true ? { ghost: true as const } : {}),
      ...(draft.strong === true ? { strong: true as const } : {}),
    };
    return { name, sort, size, place, initial, ...marks };
  }

  private kinds(created: readonly Created[], main: Thread): Kind[] {
    const { any } = this.unit.options;
    const names = [...new Set([...created.map(({ creation }) => creation.function), ...any.keys()])];
    return names.map((name): Kind => {
      const own = created
        .map((each, number) => ({ ...each, number }))
        .filter(({ creation }) => creation.function === name);
      const found = this.unit.globals.get(name);
      const place = own[0]?.creation.place ?? any.get(name)?.place ?? this.unit.node.end;
      if (found?.kind !== 'function')
        throw this.unit.refuse(place, `\`${name}\` has no body: it is the function of a thread`, 'unknown-name');
      return {
        name,
        function: found.node,
        ...(any.has(name) || own.some(({ endless }) => endless !== undefined) ? { any: true } : {}),
        arguments: own.map((each) => this.concrete(each, main)),
        numbers: own.map(({ number }) => number),
        later: own.map((each) => each.later),
      };
    });
  }

  /** The argument of a thread with numbers for its terms. */
  private concrete({ creation, value, endless }: Created, _main: Thread): Value {
    const { argument, place } = creation;
    const number = (term: Term): Term => {
      if (endless !== undefined) return this.inEachRound(endless(term), place);
      const found = value(term);
      if (found === null)
        throw this.unit.refuse(
          place,
          'the argument of a thread is known before threads run: a constant, or the counter of the loop',
        );
      return constant(found);
    };
    if (argument.kind === 'integer') return { ...argument, term: number(argument.term) };
    if (argument.kind !== 'pointer') return argument;
    const { pointer } = argument;
    switch (pointer.kind) {
      case 'position':
      case 'number':
        return { ...argument, pointer: { ...pointer, term: number(pointer.term) } };
      case 'address': {
        const { lvalue } = pointer;
        if (lvalue.region.kind === 'local') this.unit.demands.share(lvalue.region.key);
        const index = lvalue.index === null ? null : number(lvalue.index);
        const element = lvalue.element && {
          ...lvalue.element,
          base: lvalue.element.base === null ? null : number(lvalue.element.base),
          position: number(lvalue.element.position),
        };
        return { ...argument, pointer: { kind: 'address', lvalue: { ...lvalue, index, element } } };
      }
      default:
        return argument;
    }
  }

  /** In round r of a loop without end; the threads are numbered by rounds. */
  private inEachRound(value: Linear | null, place: Place): Term {
    if (value?.step === 0) return constant(value.base);
    if (value?.step !== 1)
      throw this.unit.refuse(place, 'each of any number of threads is given the same, or a number that counts them');
    return add(SELF, constant(value.base)) as Term;
  }

  private thread(
    kind: Kind,
    main: Thread,
    done: number | null,
    started: number | null,
    runner: MainRunner,
  ): PlannedThread {
    const node = kind.function as FunctionNode;
    const thread = new Thread(this.unit, kind, node.place, this.starting);
    const body = thread.outside(() =>
      thread.collectStatements(() => {
        if (started !== null && kind.later.some(Boolean)) thread.begin(started, node.place);
        const given = merged(kind.arguments, thread);
        const statements = thread.run(node, node.type.parameters.length === 0 ? [] : [given]);
        thread.firstLocals();
        thread.append(statements);
        thread.end(node.place);
        if (done !== null) thread.finish(done, node.place);
      }),
    );
    for (const [, event] of thread.events) {
      if (event.kind === 'create') this.unit.report('unsupported', event.place, 'threads are created by `main`');
      else if (done === null) {
        this.unit.demands.joined = true;
        this.unit.demands.changed = true;
      }
    }
    runner.begin(thread.beginning);
    void main;
    const waiting = replaced(body, (statement, original) => {
      const event = thread.events.get(original);
      if (event?.kind !== 'join' || done === null) return [statement];
      return [joined(statement, event.handle, done), ...thread.seesJoined(event.handle, event.place)];
    });
    const number = kind.arguments.length > 1 ? kind.arguments.length : 0;
    return this.planned(thread, node, waiting, kind.any === true ? 'any' : number);
  }

  private planned(
    thread: Thread,
    node: FunctionNode,
    body: readonly Statement[],
    instances: number | 'any',
  ): PlannedThread {
    const parameters = instances === 'any' || instances > 0 ? 1 : 0;
    const { locals, hidden, body: made } = arranged(thread.locals, parameters, body, this.unit.words);
    return {
      name: thread.name,
      place: this.unit.place(node.place),
      locals,
      parameters,
      hidden,
      instances:
        instances === 'any' ? 'any' : instances > 0 ? Array.from({ length: instances }, (_, self) => [self]) : [[]],
      firstValues: [],
      body: made,
      labels: new Set(labelsIn(made)),
    };
  }

  /** `main` from the place on where it is a thread. */
  private resumed(
    body: readonly Statement[],
    run: ReturnType<MainRunner['run']>,
    main: Thread,
    done: number | null,
    started: number | null,
  ): Statement[] {
    const { rest, created } = run;
    const RESUME = 'main goes on';
    const before: Statement[] = [];
    const made = replaced(body, (statement, original) => {
      const event = main.events.get(original);
      const keys = original === rest ? { keys: [...(statement.keys ?? []), RESUME] } : {};
      if (event === undefined) return [{ ...statement, ...keys }];
      const { labels, place, text } = statement;
      if (event.kind === 'join')
        return [
          { ...joined(statement, event.handle, done as number), ...keys },
          ...main.seesJoined(event.handle, event.place),
        ];
      const own = created.flatMap((each, number) =>
        each.statement === original ? [{ number, later: each.later }] : [],
      );
      if (started === null || own.every((each) => !each.later)) return [{ ...statement, ...keys }];
      const { number, count } = this.nextCreated(own, main, before, place);
      const expression: Term = {
        kind: 'locked',
        operation: 'swap',
        variable: started,
        index: number,
        operands: [constant(1)],
        text,
      };
      const assign = (target: Target, value: Term): Statement => ({
        kind: 'assign',
        target,
        value,
        labels: [],
        place,
        text: '',
      });
      const handle = event.handle === null || !isScalar(event.handle.type) ? null : main.targetOf(event.handle);
      const keep =
        handle === null
          ? []
          : [
              assign(
                { kind: handle.kind, variable: handle.variable, index: handle.index },
                binaryTerm('+', number, constant(1)),
              ),
            ];
      const step: Statement = { kind: 'call', expression, labels, place, text };
      const [first, ...others] = [...keep, step, ...count(assign), ...main.showsCreated(number, event.place)] as [
        Statement,
        ...Statement[],
      ];
      return [{ ...first, ...keys }, ...others];
    });
    const place = this.unit.place(main.kind.function?.place ?? this.unit.node.end);
    const values = [...run.locals].flatMap(([variable, cells]) =>
      cells.flatMap((value, index): Statement[] => {
        if (value === undefined || main.locals[variable] === undefined) return [];
        const size = main.locals[variable]?.size ?? null;
        const target = { kind: 'local', variable, index: size === null ? null : constant(index) } as const;
        return [{ kind: 'assign', target, value: constant(value), labels: [], place, text: '' }];
      }),
    );
    return [...values, ...before, { kind: 'goto', target: RESUME, labels: [], place, text: '' }, ...made];
  }

  /**
   * The number of the thread that a statement creates next: a constant where it creates one. Others are counted in a hidden
   * local, which begins behind those that were created before `main` was a thread.
   */
  private nextCreated(
    own: readonly { readonly number: number; readonly later: boolean }[],
    main: Thread,
    before: Statement[],
    place: ModelPlace,
  ): { readonly number: Term; readonly count: (assign: (target: Target, value: Term) => Statement) => Statement[] } {
    const [only] = own;
    if (only !== undefined && own.length === 1) return { number: constant(only.number), count: () => [] };
    const variable = main.counter(own.length);
    const target: Target = { kind: 'local', variable, index: null };
    const earlier = own.filter((each) => !each.later).length;
    before.push({ kind: 'assign', target, value: constant(earlier), labels: [], place, text: '' });
    const read: Term = { kind: 'local', variable, index: null };
    const number = chosen(
      own.map((each) => each.number),
      read,
    );
    return { number, count: (assign) => [assign(target, binaryTerm('+', read, constant(1)))] };
  }

  /** What `main` reads while it creates threads must be what they do not write. */
  private checkBusy(read: ReadonlySet<number>, threads: readonly PlannedThread[]): void {
    const written = new Set<number>();
    const look = (statements: readonly Statement[]): void => {
      replaced(statements, (statement) => {
        if (statement.kind === 'assign' && statement.target.kind === 'shared') written.add(statement.target.variable);
        if (statement.kind === 'call' && statement.expression.kind === 'locked')
          written.add(statement.expression.variable);
        return [];
      });
    };
    for (const { body } of threads) look(body);
    for (const variable of read) {
      const name = this.unit.shared[variable]?.name ?? '';
      if (!written.has(variable) || this.unit.demands.busy.has(name)) continue;
      this.unit.demands.busy.add(name);
      this.unit.demands.changed = true;
    }
  }
}

/** The number of a thread: the first of its locals. */
const SELF: Term = { kind: 'local', variable: 0, index: null };

function sizeOfLeaf({ size }: Leaf, position: (kind: string) => number): Size | null {
  if (size === null) return null;
  if (typeof size === 'number') return { kind: 'fixed', size };
  return { kind: 'instances', thread: position(size.each), ...(size.times === 1 ? {} : { times: size.times }) };
}

function hasJoin(thread: Thread): boolean {
  return [...thread.events.values()].some((event) => event.kind === 'join');
}

/** Waits until a thread has ended. */
function joined({ labels, place, text, keys }: Statement, handle: Term, done: number): Statement {
  const index = binaryTerm('-', handle, constant(1));
  const read: Term = { kind: 'shared', variable: done, index, text: 'the thread has ended' };
  const condition = binaryTerm('==', read, constant(1));
  return { kind: 'await', condition, labels, place, text, ...(keys === undefined ? {} : { keys }) };
}

function labelsIn(statements: readonly Statement[]): string[] {
  const found: string[] = [];
  replaced(statements, (statement) => {
    found.push(...statement.labels);
    return [statement];
  });
  return found;
}

/** The number at a position of the list, as a term. */
function chosen(numbers: readonly number[], position: Term): Term {
  const least = numbers[0] ?? 0;
  if (numbers.every((number) => number === least)) return constant(least);
  if (numbers.every((number, at) => number === least + at))
    return least === 0 ? position : binaryTerm('+', position, constant(least));
  return numbers.reduceRight<Term>((rest, number, at) => {
    if (at === numbers.length - 1) return constant(number);
    const condition = binaryTerm('==', position, constant(at));
    return { kind: 'conditional', condition, whenTrue: constant(number), whenFalse: rest };
  }, constant(0));
}

/** What all instances of a thread are given, as one value that depends on their number. */
function merged(values: readonly Value[], thread: Thread): Value {
  const [first] = values;
  if (first === undefined) {
    // Any number of threads, and `main` creates none of them: each is given its number.
    const type = pointerTo(VOID);
    return thread.kind.any === true
      ? { kind: 'pointer', type, pointer: { kind: 'number', term: thread.self } }
      : { kind: 'void' };
  }
  if (thread.kind.any === true && values.length === 1) return first;
  const terms = (select: (value: Value) => Term | null): Term | null => {
    const found = values.map(select);
    if (found.some((term) => term === null)) return null;
    const numbers = found.map((term) => (term?.kind === 'constant' ? term.value : Number.NaN));
    const count = numbers.every((number, position) => number === (numbers[0] ?? 0) + position);
    if (thread.kind.any === true && !count && numbers.some((number) => number !== numbers[0]))
      throw thread.unit.refuse(
        thread.kind.function?.place ?? thread.unit.node.end,
        'each of any number of threads is given the same, or a number that counts them',
      );
    return chosen(numbers, thread.self);
  };
  if (first.kind === 'integer') {
    const term = terms((value) => (value.kind === 'integer' ? value.term : null));
    if (term !== null) return { ...first, term };
  }
  if (first.kind !== 'pointer') return first;
  const kinds = new Set(values.map((value) => (value.kind === 'pointer' ? value.pointer.kind : 'none')));
  const { pointer } = first;
  if (kinds.size === 1 && pointer.kind === 'null') return first;
  if ([...kinds].every((kind) => kind === 'number' || kind === 'null')) {
    const term = terms((value) =>
      value.kind !== 'pointer' ? null : value.pointer.kind === 'number' ? value.pointer.term : constant(0),
    );
    if (term !== null) return { ...first, pointer: { kind: 'number', term } };
  }
  const lvalueOf = (value: Value): LValue | null =>
    value.kind === 'pointer' && value.pointer.kind === 'address' ? value.pointer.lvalue : null;
  const one = lvalueOf(first);
  const same = values.every((value) => {
    const lvalue = lvalueOf(value);
    return lvalue !== null && lvalue.region.key === one?.region.key && lvalue.path === one.path;
  });
  if (one !== null && same) {
    const index = one.index === null ? null : terms((value) => lvalueOf(value)?.index ?? null);
    const element = one.element && {
      ...one.element,
      base: one.element.base === null ? null : terms((value) => lvalueOf(value)?.element?.base ?? null),
      position: terms((value) => lvalueOf(value)?.element?.position ?? null) ?? constant(0),
    };
    return { ...first, pointer: { kind: 'address', lvalue: { ...one, index, element } } };
  }
  return thread.asPositions(first, values, (found) => terms((value) => found.get(value) ?? null) ?? constant(NULL));
}

export const NOTHING = VOID;
export { scalarsOf };
