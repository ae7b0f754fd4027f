/**
 * Which bad cubes an obligation of consecution needs: a guess, on which nothing rests.
 *
 * An obligation says that a step leads into a cube only from bad states, and may assume of the state before it that no cube
 * holds for any processes. Of thousands of cubes it seldom needs more than one: the search that found the proof stopped where
 * the states that step into a cube lie in another one. So the same is looked for here, by the search's own means: the states
 * before the step, as conjunctions of literals, and for each an instance of a cube that contains it, or a few that do so
 * together. Their negations are then all that the obligation assumes. If a guess were wrong, too little would be assumed, and
 * the solver would not answer `unsat`; if there is none, the obligation assumes the negations of all cubes.
 *
 * Cubes with quantifiers or choices take no part, nor do transitions that have no normal form, nor instances with a declared
 * number of processes.
 */
import type { Cube } from '../../engines/parameterized/cube.js';
import { Instantiation } from '../../engines/parameterized/instantiate.js';
import { lone, type SearchNode } from '../../engines/parameterized/node.js';
import { PlainEmbedding } from '../../engines/parameterized/plain/embed.js';
import { PlainPreImages } from '../../engines/parameterized/plain/pre-image.js';
import { first } from '../../engines/parameterized/slots.js';
import { Union } from '../../engines/parameterized/union.js';
import { type Effort, Visited, type VisitedInstance } from '../../engines/parameterized/visited.js';
import { Conjunction } from '../../logic/conjunction.js';
import { Literals, MAX_PROCESSES } from '../../logic/literals.js';
import type { ArraySystem, Formula, Property, Transition } from '../../models/array-system/model.js';
import { type GuardedCommand, normalForm, type StateCommand } from '../../models/array-system/normal-form.js';
import { accesses, hasQuantifier } from './syntax.js';

/** A property for some processes, counted from 0. */
export interface Instance {
  readonly property: Property;
  readonly processes: readonly number[];
}

/** A step into a cube: the processes of both, counted from 0, among so many. */
export interface Occasion {
  readonly cube: Property;
  readonly about: readonly number[];
  readonly transition: Transition;
  readonly arguments: readonly number[];
  readonly processes: number;
}

/** Conjunctions that are looked at for one step. */
const MOST_CASES = 200;

/** A proof leaves out cubes that lie in the union of others; what lay in one of those is harder to find in the union. */
const HARD: Effort = { literals: 4, instances: 20_000, tries: 3_000 };

/** After so many times in vain the cubes are no proof, or one with quantifiers: nothing is gained by looking hard. */
const MOST_FAILURES = 50;

export class Enough {
  readonly #literals: Literals;
  readonly #visited: Visited<Cube>;
  readonly #cubes = new Map<Property, Cube>();
  readonly #properties = new Map<SearchNode<Cube>, Property>();
  readonly #commands = new Map<Transition, readonly GuardedCommand[]>();
  /** By the number of processes. */
  readonly #images: (PlainPreImages | undefined)[] = [];
  #failures = 0;

  constructor(system: ArraySystem, badCubes: readonly Property[]) {
    const known = new Set(system.symbols);
    const unsafe = [...badCubes, ...system.invariants].filter(
      ({ formula }) => !hasQuantifier(formula) && [...accesses(formula)].every(({ symbol }) => known.has(symbol)),
    );
    const transitions = system.transitions.filter(hasNormalForm);
    const init = { ...system.init, formula: { kind: 'constant', value: true } as const };
    const form = normalForm({ ...system, init, transitions, unsafe, invariants: [], lemmas: [] });
    this.#literals = new Literals(system, false);
    this.#visited = new Visited(new PlainEmbedding(this.#literals), new Union(this.#literals));
    for (const [k, each] of transitions.entries()) {
      this.#commands.set(
        each,
        form.commands.filter(({ transition }) => transition === k),
      );
    }
    const parts = unsafe.map((): StateCommand[] => []);
    for (const command of form.unsafe) parts[command.property]?.push(command);
    for (const [position, property] of unsafe.entries()) this.#add(property, parts[position] as StateCommand[]);
  }

  /** A property of several parts takes no part. */
  #add(property: Property, [only, ...more]: readonly StateCommand[]): void {
    const cube = only === undefined || more.length > 0 ? null : this.#cubeOf(only);
    if (cube === null) return;
    const node = lone(cube, false);
    this.#cubes.set(property, cube);
    this.#properties.set(node, property);
    this.#visited.add(node);
  }

  /** Properties whose negations contradict the step; null where none are found. */
  for({ cube, about, transition, arguments: chosen, processes }: Occasion): readonly Instance[] | null {
    const after = this.#cubes.get(cube);
    const commands = this.#commands.get(transition);
    if (after === undefined || commands === undefined || processes > MAX_PROCESSES) return null;
    const literals = after.literals.map((literal) => this.#literals.rename(literal, about)).sort();
    const target: Cube = { processes, literals, universals: [] };
    const found = new Map<string, Instance>();
    let cases = 0;
    for (const command of commands) {
      for (const slots of completions(chosen, command.arity, processes)) {
        for (const { cube: before } of this.#imagesAmong(processes).along(target, command, slots, true)) {
          const cover = ++cases > MOST_CASES ? null : this.#cover(before);
          if (cover === null) return null;
          for (const { node, names } of cover) {
            const property = this.#properties.get(node) as Property;
            found.set(`${node.id} ${names}`, { property, processes: names });
          }
        }
      }
    }
    return [...found.values()];
  }

  #cover(states: Cube): readonly VisitedInstance<Cube>[] | null {
    const easily = this.#visited.instances(states);
    if (easily !== null || this.#failures > MOST_FAILURES) return easily;
    const found = this.#visited.instances(states, HARD);
    if (found === null) this.#failures++;
    return found;
  }

  #imagesAmong(processes: number): PlainPreImages {
    this.#images[processes] ??= new PlainPreImages(this.#literals, {
      absolute: processes,
      most: processes,
      keepAll: true,
    });
    return this.#images[processes];
  }

  #cubeOf({ arity, literals, universals }: StateCommand): Cube | null {
    const instance = new Instantiation(this.#literals);
    instance.place(first(arity));
    const conjunction = new Conjunction(this.#literals);
    const normal = literals.every((each) => conjunction.add(instance.literal(each))) ? conjunction.finish() : null;
    return normal === null || universals.length > 0 ? null : { processes: arity, literals: normal, universals: [] };
  }
}

/** Conditions of cases have no quantifiers, and no existential quantifier of the guard stands below a universal one. */
function hasNormalForm({ guard, updates }: Transition): boolean {
  const plain = updates.every(
    (update) => update.kind !== 'case' || !update.switches.some(({ condition }) => hasQuantifier(condition)),
  );
  return plain && !alternates(guard, true, false);
}

function alternates(formula: Formula, sign: boolean, below: boolean): boolean {
  if (formula.kind === 'not') return alternates(formula.operand, !sign, below);
  if (formula.kind === 'and' || formula.kind === 'or') {
    return formula.operands.some((operand) => alternates(operand, sign, below));
  }
  if (formula.kind !== 'forall' && formula.kind !== 'exists') return false;
  const universal = (formula.kind === 'forall') === sign;
  return (below && !universal) || alternates(formula.body, sign, universal || below);
}

/** The processes of a command whose parameters are given: witnesses are any others. */
function* completions(chosen: readonly number[], arity: number, processes: number): Generator<readonly number[]> {
  if (chosen.length === arity) yield chosen;
  else for (const p of first(processes)) if (!chosen.includes(p)) yield* completions([...chosen, p], arity, processes);
}
