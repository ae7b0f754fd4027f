/**
 * A syntax tree of C into the plan of a program (`../program/plan.ts`), from which the compiler of programs makes automata.
 *
 * The translation is done in rounds. A round begins with what earlier ones found out about memory: which objects lie in pools,
 * which locals others see (`memory.ts`). It translates and runs `main`, which tells the threads and the initial state, then it
 * translates each kind of thread. When a round needs nothing new, it is the last.
 */
import type { PlannedShared, PlannedThread, Size, Statement } from '../program/plan.js';
import { DiagnosticList } from '../shared/diagnostics.js';
import type { Patience } from '../shared/patience.js';
import type { SourceText } from '../shared/source.js';
import { arranged, replaced } from './assemble.js';
import type { FunctionNode, Unit as UnitNode } from './ast.js';
import { argumentOf, kindsOf } from './creation.js';
import { Fault } from './cursor.js';
import { type Kind, Thread } from './lower/thread.js';
import { cellsAlong, Demands, type Leaf, NULL, type OpenCount, sortOfScalar } from './memory.js';
import { Sightings } from './races.js';
import { joined, resumed } from './resume.js';
import { MainRunner } from './run-main.js';
import { INT, isScalar, showType } from './types.js';
import { type Options, type SharedDraft, Unit } from './unit.js';

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
    const kinds = kindsOf(run?.created ?? [], unit);
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
    const threads = kinds.map((each) => this.thread(each, done, started, runner));
    this.checkBusy(run?.read ?? new Set(), threads);
    if (needsMain) {
      const rest = run === null ? body : resumed(body, run, main, done, started);
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
    const shown = size?.kind === 'fixed' ? this.cellNames(leaf) : null;
    return { name, sort, size, place, initial, ...marks, ...(shown === null ? {} : { cells: shown }) };
  }

  /** Of a member of objects that lie in a pool; null for others. */
  private cellNames({ region, path }: Leaf): readonly string[] | null {
    const [, pool] = /^pool (.*)$/s.exec(region.key) ?? [];
    if (pool === undefined) return null;
    const each = cellsAlong(region.type, path);
    return this.unit.pools
      .names(pool)
      .flatMap((object) => Array.from({ length: each }, (_, at) => `${object}${path}${each === 1 ? '' : `[${at}]`}`));
  }

  private thread(kind: Kind, done: number | null, started: number | null, runner: MainRunner): PlannedThread {
    const node = kind.function as FunctionNode;
    const thread = new Thread(this.unit, kind, node.place, this.starting);
    const body = thread.outside(() =>
      thread.collectStatements(() => {
        if (started !== null && kind.later.some(Boolean)) thread.begin(started, node.place);
        const given = argumentOf(kind.arguments, thread);
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

function sizeOfLeaf({ size }: Leaf, position: (kind: string) => number): Size | null {
  if (size === null) return null;
  if (typeof size === 'number') return { kind: 'fixed', size };
  return { kind: 'instances', thread: position(size.each), ...(size.times === 1 ? {} : { times: size.times }) };
}

function hasJoin(thread: Thread): boolean {
  return [...thread.events.values()].some((event) => event.kind === 'join');
}

function labelsIn(statements: readonly Statement[]): string[] {
  const found: string[] = [];
  replaced(statements, (statement) => {
    found.push(...statement.labels);
    return [statement];
  });
  return found;
}
