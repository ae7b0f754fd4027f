/**
 * From a symbolic trace to a concrete run, to be judged by the operational machine.
 *
 * The search says which commands lead from an initial state to an unsafe one, and which processes take part. Taken as an
 * instance of exactly those processes, the path is computed backwards once more, with universal guards over all of them
 * and every branch kept apart; a branch that meets init gives a model, hence an initial state, and running forwards gives
 * the rest. Values chosen freely on the way are solved for in the cube they must lead into. If no branch meets init the
 * trace is spurious: some universal guard did not hold for a process that joined later.
 */
import { Conjunction } from '../../../logic/conjunction.js';
import { type Literals, MAX_PROCESSES, TRUE } from '../../../logic/literals.js';
import { modelOf } from '../../../logic/model.js';
import { SC } from '../../../memory/models.js';
import { isEnabled, step } from '../../../memory/operational/machine.js';
import type { RunStep } from '../../../memory/operational/replay.js';
import { type Cell, type Instance, makeInstance, placeOf } from '../../../memory/operational/state.js';
import type { Value } from '../../../memory/operational/values.js';
import type { StateSymbol, Transition } from '../../../models/array-system/model.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import { type Confirmation, type Judged, judged } from '../approach.js';
import { type Cube, cellsOf } from '../cube.js';
import { type Grounding, initialState } from '../ground.js';
import { rootOf, type SearchNode } from '../node.js';
import { pathOf, type SymbolicStep } from '../path.js';
import { Safety } from '../safety.js';
import { admit, products, renameBody } from '../universal.js';
import { PlainPreImages } from './pre-image.js';

export interface SymbolicTrace {
  readonly processes: number;
  /** In the order of execution. */
  readonly steps: readonly SymbolicStep[];
  /** The unsafe cube at the end, in global names; one for each way its universal parts hold for the other processes. */
  readonly last: readonly Cube[];
}

/** With `most` processes at most, and at least `atLeast`. */
export function symbolicTrace(
  literals: Literals,
  node: SearchNode<Cube>,
  atLeast: number,
  most: number | null = null,
): SymbolicTrace {
  const path = pathOf(node, most);
  const processes = Math.max(path.processes, atLeast, 1);
  return { processes, steps: path.steps, last: lastCubes(literals, rootOf(node).cube, path.names, processes) };
}

function lastCubes(literals: Literals, cube: Cube, names: readonly number[], processes: number): Cube[] {
  const map = Array.from({ length: MAX_PROCESSES }, (_, p) => names[p] ?? p);
  const parts = cube.universals.flatMap((part) => {
    const body = renameBody(literals, part.body, map);
    return body === TRUE ? [] : [{ variables: part.variables, body }];
  });
  const others = Array.from({ length: processes }, (_, p) => p).filter((p) => !names.includes(p));
  const admitted = admit(literals, parts, others);
  if (admitted === null) return [];
  const renamed = Array.from(cube.literals, (l) => literals.rename(l, names));
  const conjunction = new Conjunction(literals);
  return products(renamed, admitted.items, MOST_BRANCHES).flatMap((conjunct) => {
    conjunction.reset();
    const normal = conjunct.every((l) => conjunction.add(l)) ? conjunction.finish() : null;
    return normal === null ? [] : [{ processes, literals: normal, universals: [] }];
  });
}

const MOST_BRANCHES = 4_000;

/**
 * Decides whether the trace is an execution with exactly its processes. With `only` the universal guards of all other
 * transitions are left out: if the trace is spurious even so, keeping these precisely is enough to exclude it.
 */
export function confirm(
  form: NormalForm,
  literals: Literals,
  trace: SymbolicTrace,
  only: ReadonlySet<number> | null = null,
): Confirmation {
  const { processes } = trace;
  const preImages = new PlainPreImages(literals, { absolute: processes, most: processes, keepAll: true });
  const safety = new Safety(literals, preImages.instance, form);
  let branches = 0;
  let failure: string | null = null;
  const cubes: Cube[] = [];
  const back = (k: number, cube: Cube): Confirmation | null => {
    cubes[k] = cube;
    if (++branches > MOST_BRANCHES)
      return { kind: 'undecided', reason: 'the trace has too many branches to try them all' };
    if (k === 0) {
      const conjunction = safety.initialConjunction(cube, processes);
      if (conjunction === null) return null;
      if (only !== null) return { kind: 'undecided', reason: 'guards were left out' };
      const result = new Concretisation(form, literals, trace, cubes).run(conjunction);
      if (result.ok) return { kind: 'real', run: result.run };
      failure = `${result.reason} (step ${result.step})`;
      return null;
    }
    const step = trace.steps[k - 1] as SymbolicStep;
    for (const image of preImages.along(cube, step.command, step.slots, only?.has(step.command.transition) ?? true)) {
      const found = back(k - 1, image.cube);
      if (found !== null) return found;
    }
    return null;
  };
  for (const last of trace.last) {
    const found = back(trace.steps.length, last);
    if (found !== null) return found;
  }
  return failure === null ? { kind: 'spurious' } : { kind: 'undecided', reason: failure };
}

/** Few transitions whose universal guards, kept precisely, exclude a spurious trace. */
export function culprits(form: NormalForm, literals: Literals, trace: SymbolicTrace): Set<number> {
  const guarded = new Set(trace.steps.filter((s) => s.command.universals.length > 0).map((s) => s.command.transition));
  for (const transition of guarded) {
    const only = new Set([transition]);
    if (confirm(form, literals, trace, only).kind === 'spurious') return only;
  }
  return guarded;
}

/** Runs a trace forwards from a model of its initial cube, then hands the whole run to the judge. */
class Concretisation {
  private readonly form: NormalForm;
  private readonly literals: Literals;
  private readonly trace: SymbolicTrace;
  private readonly cubes: readonly Cube[];
  private readonly instance: Instance;

  constructor(form: NormalForm, literals: Literals, trace: SymbolicTrace, cubes: readonly Cube[]) {
    this.form = form;
    this.literals = literals;
    this.trace = trace;
    this.cubes = cubes;
    this.instance = makeInstance(form.system, trace.processes);
  }

  run(conjunction: Int32Array): Judged {
    const { processes } = this.trace;
    const { system } = this.form;
    const { ground, state: initial, numbers } = initialState(this.form, this.literals, conjunction, this.instance);
    let state = initial;
    const steps: RunStep[] = [];
    for (const [k, { command, slots }] of this.trace.steps.entries()) {
      const given = slots.slice(0, command.parameters).map((p) => numbers[p] as number);
      const transition = system.transitions[command.transition] as Transition;
      if (!isEnabled(this.instance, state, transition, given)) {
        return { ok: false, reason: `the guard of ${transition.name} does not hold`, step: k + 1 };
      }
      const chosen = this.choices(ground, state, transition, given, this.cubes[k + 1] as Cube);
      const choose = (symbol: StateSymbol, indices: readonly number[]) =>
        chosen.get(placeOf(this.instance, symbol, indices)) as Value;
      state = step(this.instance, state, transition, given, choose);
      steps.push({ transition: command.transition, arguments: given, choose });
    }
    return judged(
      system,
      {
        processes,
        initial: (symbol, indices) => initial[placeOf(this.instance, symbol, indices)] as Value,
        steps,
      },
      SC,
    );
  }

  /** Values for what the step leaves open, such that the next cube holds; by place. */
  private choices(
    ground: Grounding,
    state: readonly Value[],
    transition: Transition,
    given: readonly number[],
    next: Cube,
  ): Map<number, Value> {
    const open = new Set<number>();
    const after = step(this.instance, state, transition, given, (symbol, indices) => {
      const place = placeOf(this.instance, symbol, indices);
      open.add(place);
      return state[place] as Value;
    });
    const chosen = new Map<number, Value>();
    if (open.size === 0) return chosen;
    const mentioned = new Set(Array.from(next.literals).flatMap((l) => cellsOf(this.literals, l)));
    const fixed = new Map<number, Value>();
    this.instance.cells.forEach((cell, place) => {
      const name = ground.cellOf(cell);
      if (!open.has(place) && mentioned.has(name)) fixed.set(name, after[place] as Value);
    });
    const conjunction = new Conjunction(this.literals);
    const literals = [...next.literals, ...ground.pin(fixed)];
    const solved = literals.every((l) => conjunction.add(l)) ? conjunction.finish() : null;
    const model = solved === null ? null : modelOf(this.literals, solved, this.trace.processes);
    for (const place of open) {
      const cell = this.instance.cells[place] as Cell;
      const name = ground.cellOf(cell);
      // What the next cube does not mention may stay as it is.
      const value =
        model === null || !mentioned.has(name)
          ? (state[place] as Value)
          : ground.valueIn(model, name, cell.symbol, fixed);
      chosen.set(place, value);
    }
    return chosen;
  }
}
