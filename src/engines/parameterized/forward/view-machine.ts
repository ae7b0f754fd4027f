/**
 * TSO as an array system under sequential consistency, for forward exploration.
 *
 * Every weak symbol X becomes the memory X and one view of it for each process: what the process sees at its position in
 * the history of writes (views/cube.ts). A write changes memory and the writer's own view; the other views lag until their
 * process *catches up* with memory, a new transition. A fence waits until the process has caught up with its own last
 * write, an atomic transition works on memory and leaves its process caught up.
 *
 * Everything reachable here is reachable under TSO: positions only move forward and a process may lag as long as it
 * likes. Not everything reachable under TSO is reachable here, since a process that moves on moves to the present. So a
 * violation found here is real (and is replayed like any other), and as an oracle it errs on the side of guessing.
 */
import type {
  Access,
  ArraySystem,
  EnumSort,
  Formula,
  Process,
  StateSymbol,
  Switch,
  Term,
  Transition,
  Update,
} from '../../../models/array-system/model.js';
import { BOOL } from '../../../models/array-system/model.js';
import { isAtomic, mapFormula, mapUpdate, splitOnFence } from '../../../models/array-system/views.js';

export interface ViewMachine {
  readonly system: ArraySystem;
  /** For each weak symbol the symbol of its views: the reader is the first index. */
  readonly views: ReadonlyMap<number, number>;
  /** `Behind[p]`: a write of p comes after its position. */
  readonly behind: number;
  /** The transition in which a process catches up; those before it are the model's own, some in several copies. */
  readonly catchUp: number;
  /** For each transition the one of the model it comes from. */
  readonly origins: readonly number[];
}

const READER = 'reader@';

export function viewMachine(system: ArraySystem): ViewMachine {
  const symbols: StateSymbol[] = system.symbols.map((s) => ({ ...s, weak: false }));
  const views = new Map<number, StateSymbol>();
  for (const symbol of system.symbols) {
    if (!symbol.weak) continue;
    const view: StateSymbol = {
      name: `${symbol.name}@`,
      index: symbols.length,
      constant: false,
      arity: symbol.arity + 1,
      sort: symbol.sort,
      weak: false,
    };
    symbols.push(view);
    views.set(symbol.index, view);
  }
  const behind: StateSymbol = {
    name: 'Behind@',
    index: symbols.length,
    constant: false,
    arity: 1,
    sort: BOOL,
    weak: false,
  };
  symbols.push(behind);
  const translation = new Translation(symbols, views, behind);
  const transitions: Transition[] = [];
  const origins: number[] = [];
  const fences = system.transitions.some((t) => splitOnFence(t.guard).some((s) => s.barrier !== 'any'));
  for (const [index, transition] of system.transitions.entries()) {
    const atomic = isAtomic(transition);
    const told = fences && !atomic && mayWriteNothing(transition) ? byWriting(transition) : [transition];
    for (const variant of told.flatMap(withoutHavoc)) {
      transitions.push(translation.transition(variant, atomic));
      origins.push(index);
    }
  }
  const catchUp = transitions.length;
  transitions.push(translation.catchUp());
  origins.push(-1);
  return {
    system: {
      ...system,
      symbols,
      transitions,
      init: {
        ...system.init,
        parameters: [...system.init.parameters, ...translation.initParameters()],
        formula: { kind: 'and', operands: [system.init.formula, ...translation.initFormulas()] },
      },
      invariants: system.invariants.filter((i) => !mentionsWeak(i.formula)),
      unsafe: system.unsafe.map((u) => ({ ...u, formula: mapFormula(u.formula, translation.memory, null) })),
    },
    views: new Map([...views].map(([base, view]) => [base, view.index])),
    behind: behind.index,
    catchUp,
    origins,
  };
}

/** It writes weak cells, but only where a condition on the state holds. */
function mayWriteNothing({ updates }: Transition): boolean {
  const weak = updates.filter((u) => u.symbol.weak);
  return weak.length > 0 && !weak.some(surelyWrites);
}

function surelyWrites(update: Update): boolean {
  if (update.kind !== 'case' || update.otherwise !== null) return true;
  const namesCell = (f: Formula): boolean =>
    f.kind === 'and'
      ? f.operands.every(namesCell)
      : f.kind === 'compare' && f.operator === '=' && f.left.kind === 'process' && f.right.kind === 'process';
  return update.switches.some((s) => namesCell(s.condition));
}

/** One that writes nothing and one that writes something: whether its process is behind then does not depend on the state. */
function byWriting(transition: Transition): Transition[] {
  const { guard, updates } = transition;
  const conditions = updates.flatMap((update) =>
    update.kind === 'case' && update.symbol.weak
      ? update.switches.map(({ condition }) => ({ binders: update.binders, condition }))
      : [],
  );
  const none = conditions.map(({ binders, condition }) => quantified('forall', binders, negation(condition)));
  const some = conditions.map(({ binders, condition }) => quantified('exists', binders, condition));
  return [
    { ...transition, guard: conjunction(guard, ...none), updates: updates.filter(({ symbol }) => !symbol.weak) },
    { ...transition, guard: conjunction(guard, { kind: 'or', operands: some }) },
  ];
}

function mentionsWeak(formula: Formula): boolean {
  let weak = false;
  mapFormula(
    formula,
    (access) => {
      weak ||= access.symbol.weak;
      return access;
    },
    null,
  );
  return weak;
}

/** A weak scalar that takes any value takes the same one in memory and in a view: one transition for each value. */
function withoutHavoc(transition: Transition): Transition[] {
  const at = transition.updates.findIndex((u) => u.kind === 'havoc' && u.symbol.weak);
  if (at < 0) return [transition];
  const { symbol } = transition.updates[at] as Update;
  if (symbol.sort.kind !== 'enum') return []; // Left out: less is explored.
  const sort: EnumSort = symbol.sort;
  return sort.constructors.flatMap((_, value) => {
    const update: Update = { kind: 'assign', symbol, indices: [], value: { kind: 'constructor', sort, value } };
    return withoutHavoc({ ...transition, updates: transition.updates.with(at, update) });
  });
}

class Translation {
  private readonly symbols: readonly StateSymbol[];
  private readonly views: ReadonlyMap<number, StateSymbol>;
  private readonly behind: StateSymbol;

  constructor(symbols: readonly StateSymbol[], views: ReadonlyMap<number, StateSymbol>, behind: StateSymbol) {
    this.symbols = symbols;
    this.views = views;
    this.behind = behind;
  }

  /** An access to memory, whoever reads. */
  memory = (access: Access): Access => ({
    symbol: this.symbols[access.symbol.index] as StateSymbol,
    indices: access.indices,
    reader: null,
  });

  transition(transition: Transition, atomic: boolean): Transition {
    const actor: Process = { kind: 'bound', name: transition.actor as string };
    const seen = (access: Access): Access => {
      const view = this.views.get(access.symbol.index);
      return view === undefined
        ? this.memory(access)
        : { symbol: view, indices: [actor, ...access.indices], reader: null };
    };
    const read = atomic ? this.memory : seen;
    const guard = mapFormula(transition.guard, read, this.isBehind(actor, 0));
    const updates: Update[] = transition.updates.map((u) => ({
      ...mapUpdate(u, read),
      symbol: this.symbols[u.symbol.index] as StateSymbol,
    }));
    const written = new Map(updates.map((u) => [u.symbol.index, u]));
    let writes = false;
    for (const [base, view] of this.views) {
      const update = written.get(base);
      if (update !== undefined) writes = true;
      if (atomic) updates.push(this.seenByActor(view, this.symbols[base] as StateSymbol, update ?? null, actor, true));
      else if (update !== undefined) {
        updates.push(this.seenByActor(view, this.symbols[base] as StateSymbol, update, actor, false));
      }
    }
    if (writes) updates.push(this.setBehind(actor, atomic ? 0 : 1));
    return { ...transition, guard: atomic ? conjunction(guard, this.isBehind(actor, 0)) : guard, updates };
  }

  /** The process moves to the present. */
  catchUp(): Transition {
    const actor: Process = { kind: 'bound', name: 'p' };
    const updates = [...this.views].map(([base, view]) =>
      this.seenByActor(view, this.symbols[base] as StateSymbol, null, actor, true),
    );
    return {
      name: 'catch up',
      parameters: ['p'],
      actor: 'p',
      guard: { kind: 'constant', value: true },
      updates: [...updates, this.setBehind(actor, 0)],
      place: { line: 0, column: 0 },
    };
  }

  initParameters(): string[] {
    const most = Math.max(...[...this.views.values()].map((v) => v.arity));
    return [READER, ...this.indexNames(most - 1)];
  }

  initFormulas(): Formula[] {
    const reader: Process = { kind: 'bound', name: READER };
    const formulas: Formula[] = [...this.views].map(([base, view]) => {
      const symbol = this.symbols[base] as StateSymbol;
      const indices = this.indexNames(symbol.arity).map((name): Process => ({ kind: 'bound', name }));
      return equal(termOf(view, [reader, ...indices]), termOf(symbol, indices));
    });
    return [...formulas, this.isBehind(reader, 0)];
  }

  private indexNames(count: number): string[] {
    return Array.from({ length: count }, (_, i) => `index${i + 1}@`);
  }

  private isBehind(process: Process, value: 0 | 1): Formula {
    return equal(termOf(this.behind, [process]), { kind: 'constructor', sort: BOOL, value });
  }

  private setBehind(process: Process, value: 0 | 1): Update {
    return {
      kind: 'assign',
      symbol: this.behind,
      indices: [process],
      value: { kind: 'constructor', sort: BOOL, value },
    };
  }

  /** The actor's view after its step: what it writes; for the rest memory, if the step brings it to the present. */
  private seenByActor(
    view: StateSymbol,
    symbol: StateSymbol,
    update: Update | null,
    actor: Process,
    present: boolean,
  ): Update {
    const names = update?.kind === 'case' ? update.binders : this.indexNames(symbol.arity);
    const indices = names.map((name): Process => ({ kind: 'bound', name }));
    const own = equalProcesses({ kind: 'bound', name: READER }, actor);
    const switches: Switch[] = [];
    if (update?.kind === 'assign') {
      const hit = indices.map((index, i) => equalProcesses(index, update.indices[i] as Process));
      switches.push({ condition: { kind: 'and', operands: [own, ...hit] }, value: update.value });
    } else if (update?.kind === 'case') {
      for (const { condition, value } of update.switches)
        switches.push({ condition: conjunction(own, condition), value });
      if (update.otherwise !== null) switches.push({ condition: own, value: update.otherwise });
    }
    if (present) switches.push({ condition: own, value: termOf(symbol, indices) });
    const same = termOf(view, [{ kind: 'bound', name: READER }, ...indices]);
    return { kind: 'case', symbol: view, binders: [READER, ...names], switches, otherwise: same };
  }
}

function termOf(symbol: StateSymbol, indices: readonly Process[]): Term {
  const access: Access = { symbol, indices, reader: null };
  const { sort } = symbol;
  if (sort.kind !== 'int' && sort.kind !== 'real') return { kind: 'access', access };
  const one = { numerator: 1n, denominator: 1n };
  return {
    kind: 'linear',
    sort,
    constant: { numerator: 0n, denominator: 1n },
    summands: [{ coefficient: one, access }],
  };
}

function equal(left: Term, right: Term): Formula {
  return { kind: 'compare', operator: '=', left, right };
}

function equalProcesses(left: Process, right: Process): Formula {
  return equal({ kind: 'process', process: left }, { kind: 'process', process: right });
}

function quantified(kind: 'forall' | 'exists', variables: readonly string[], body: Formula): Formula {
  return variables.reduceRight<Formula>((inner, variable) => ({ kind, variable, excluded: [], body: inner }), body);
}

function negation(operand: Formula): Formula {
  return { kind: 'not', operand };
}

function conjunction(...operands: Formula[]): Formula {
  return { kind: 'and', operands };
}
