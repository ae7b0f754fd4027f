/** Sequential consistency: plain cubes, traces computed back once more and run forwards. */
import type { Literals } from '../../logic/literals.js';
import { type Replay, replay } from '../../memory/operational/replay.js';
import type { Property } from '../../models/array-system/model.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import { showProperty } from '../../models/array-system/show.js';
import type { Approach, Confirmation } from './approach.js';
import { confirm, culprits, symbolicTrace } from './concretise.js';
import type { Cube } from './cube.js';
import { propertyOf } from './describe.js';
import { ExploredInstance } from './explored-instance.js';
import { rootOf, type SearchNode } from './form.js';
import type { Exploration } from './forward/explore.js';
import { runFound } from './found.js';
import { PlainApproximation } from './plain-approximation.js';
import { PlainForm } from './plain-form.js';
import type { Guesser } from './search.js';
import type { Naming } from './slots.js';

export class PlainApproach implements Approach<Cube> {
  readonly form: PlainForm;
  readonly forward: NormalForm;
  readonly patience = 150;
  readonly mostStates = Number.POSITIVE_INFINITY;
  private readonly literals: Literals;

  constructor(normal: NormalForm, literals: Literals, naming: Naming) {
    this.forward = normal;
    this.literals = literals;
    this.form = new PlainForm(normal, literals, naming);
  }

  counts(): Record<string, number> {
    return { ...this.form.counts };
  }

  hasInitialStates(): boolean {
    return this.form.meetsInitial({ processes: 0, literals: new Int32Array(0), universals: [] });
  }

  /** Tries exactly the processes of the trace, then as many as the unsafe condition has parameters, mentioned or not. */
  confirm(node: SearchNode<Cube>): Confirmation {
    const { processes } = this.forward.system;
    const trace = symbolicTrace(this.literals, node, processes ?? 1, processes);
    const first = confirm(this.forward, this.literals, trace);
    const arity = arityOf(this.forward, rootOf(node).property);
    if (first.kind === 'real' || arity <= trace.processes || processes !== null) return first;
    const wider = confirm(this.forward, this.literals, symbolicTrace(this.literals, node, arity));
    return wider.kind === 'real' ? wider : first;
  }

  refine(node: SearchNode<Cube>): boolean {
    const { processes } = this.forward.system;
    const trace = symbolicTrace(this.literals, node, processes ?? 1, processes);
    return this.form.refine(culprits(this.forward, this.literals, trace));
  }

  replayFound(exploration: Exploration): Replay {
    const run = runFound(this.forward, this.literals, this.form.safety, exploration);
    if (run === null) return { ok: false, reason: 'the state found does not satisfy init', step: 0 };
    return replay(this.forward.system, run);
  }

  guesser(explorations: readonly Exploration[], fixed: boolean): Guesser<Cube> {
    const { symbols } = this.forward.system;
    const isConstant = (cell: number) => symbols[this.literals.cellSymbol[cell] as number]?.constant ?? false;
    const explored = explorations.filter((e) => e.count > 0).map((e) => new ExploredInstance(this.literals, e, null));
    return new PlainApproximation(this.literals, explored, this.literals.absolute, isConstant, fixed);
  }

  describe(cube: Cube): { shown: string; property: Property } {
    const property = propertyOf(this.forward.system, this.literals, cube, null);
    return { shown: showProperty('invariant', property), property };
  }
}

/** Parameters of the unsafe condition that a trace ends in. */
export function arityOf(normal: NormalForm, property: number | null): number {
  return Math.max(...normal.unsafe.filter((u) => u.property === property).map((u) => u.arity));
}
