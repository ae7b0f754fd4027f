/** The normal form says what the model says: shapes that matter for the search, and meaning against the interpreter. */
import { describe, expect, it } from 'vitest';
import { Instantiation } from '../../../src/engines/parameterized/instantiate.js';
import { Literals } from '../../../src/logic/literals.js';
import { bind, holds } from '../../../src/memory/operational/evaluate.js';
import { isEnabled } from '../../../src/memory/operational/machine.js';
import { findInitFailure } from '../../../src/memory/operational/properties.js';
import { makeInstance } from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import type { Property, Transition } from '../../../src/models/array-system/model.js';
import { type Command, normalForm, type Universal } from '../../../src/models/array-system/normal-form.js';
import { literalHolds, showState, statesOf, type World } from '../../engines/parameterized/worlds.js';
import { systemOf } from '../../memory/operational/models.js';
import { randomModel } from '../../random/generate.js';
import { Random } from '../../random/random.js';
import { printModel } from '../../random/text-model.js';
import { cases } from '../../support/size.js';

/** A transition `t` with this guard over locations, a matrix, a flag and a counter; nothing else of note. */
function guarded(parameters: string, guard: string): string {
  return `type loc = A | B | C
    array P[proc] : loc  array M[proc, proc] : bool  var X : bool  var N : int  var T : proc
    init (i) { P[i] = A && X = False && N = 0 } unsafe (i) { P[i] = C }
    transition t (${parameters}) requires { ${guard} } { X := True }`;
}

function commandsOf(parameters: string, guard: string): readonly Command[] {
  return normalForm(systemOf(guarded(parameters, guard))).commands;
}

describe('guards', () => {
  it('become one command for each disjunct', () => {
    const commands = commandsOf('i', 'P[i] = A && (X = True || N = 1) && (N < 3 || X = False)');
    // X = True with X = False is no disjunct.
    expect(commands.map((c) => c.literals.length)).toEqual([3, 3, 3]);
    expect(commands.every((c) => c.arity === 1 && c.universals.length === 0)).toBe(true);
  });

  it('merge what is said of one enumerated cell into one mask', () => {
    const mask = (guard: string) =>
      commandsOf('i', guard).map((c) => c.literals.map((l) => (l.kind === 'mask' ? l.mask : l.kind)));
    expect(mask('P[i] = A || P[i] = C')).toEqual([[0b101]]);
    expect(mask('P[i] <> A && P[i] <> B')).toEqual([[0b100]]);
    expect(mask('not (P[i] = A) && (P[i] = A || P[i] = B)')).toEqual([[0b010]]);
    expect(mask('P[i] = A && P[i] = B')).toEqual([]);
    expect(mask('P[i] = A || P[i] <> A')).toEqual([[]]);
    expect(mask('(P[i] = A || X = True) && (P[i] = A || X = False)')).toEqual([[0b001], [0b001, 0b01], [0b10, 0b001]]);
  });

  it('turn an existential quantifier into a further process, or into a parameter where that is allowed', () => {
    const arities = (parameters: string, guard: string) => commandsOf(parameters, guard).map((c) => c.arity);
    expect(arities('i', 'exists k. P[k] = B')).toEqual([1, 2]);
    expect(arities('i j', 'exists k. P[k] = B')).toEqual([2, 2, 3]);
    expect(arities('i j', 'exists_other k. P[k] = B')).toEqual([3]);
    expect(arities('i j', 'exists k <> l. P[k] = P[l]')).toEqual(
      // k is i, j or new; l is one of the others or new.
      [2, 3, 2, 3, 3, 3, 4],
    );
    expect(arities('i', 'not forall k. P[k] = B')).toEqual([1, 2]);
  });

  it('drop choices of a witness that contradict the rest', () => {
    const commands = commandsOf('i', 'P[i] = A && exists k. P[k] = B');
    expect(commands.map((c) => c.arity)).toEqual([2]);
  });

  it('keep universal guards with what they exclude', () => {
    const universals = (parameters: string, guard: string) =>
      commandsOf(parameters, guard).map((c) => c.universals.map((u) => u.variables.map((v) => v.excluded.length)));
    expect(universals('i j', 'forall k. P[k] = A')).toEqual([[[0]]]);
    expect(universals('i j', 'forall_other k. P[k] = A')).toEqual([[[2]]]);
    expect(universals('i', 'forall_other k. forall_other l. P[k] = P[l]')).toEqual([[[1, 2]]]);
    expect(universals('i', 'forall k <> l. P[k] = P[l]')).toEqual([[[0, 1]]]);
    expect(universals('i', '(forall k. P[k] = A) && forall_other l. P[l] = B')).toEqual([[[0], [1]]]);
    expect(universals('i', 'not exists k. P[k] = A')).toEqual([[[0]]]);
  });

  it('split a universal guard over a conjunction and pull it out of a disjunction below another', () => {
    const split = commandsOf('i', 'forall k. P[k] = A && (X = True || N = 1)')[0]?.universals;
    expect(split?.map((u) => u.body.length)).toEqual([1, 2]);
    const inner = commandsOf('i', 'forall k. P[k] = A || forall l. M[k,l] = True')[0]?.universals;
    expect(inner?.map((u) => [u.variables.length, u.body.length])).toEqual([[2, 2]]);
  });

  it('know whether names of processes matter', () => {
    const flags = (text: string) => {
      const { usesConstants, usesOrder } = normalForm(systemOf(text));
      return [usesConstants, usesOrder];
    };
    expect(flags(guarded('i j', 'P[i] = P[j]'))).toEqual([false, false]);
    expect(flags(guarded('i j', 'i < j'))).toEqual([false, true]);
    expect(flags(guarded('i', 'not (T <= i)'))).toEqual([false, true]);
    expect(flags(guarded('i', 'N < 3'))).toEqual([false, false]);
    expect(flags(`number_procs 2\n${guarded('i', 'P[#1] = A')}`)).toEqual([true, false]);
    expect(flags(`number_procs 2\n${guarded('i', 'P[i] = A').replace('X := True', 'T := #2')}`)).toEqual([true, false]);
    const inCase = guarded('i', 'true').replace('X := True', 'P[j] := case | j < i : A | _ : P[j]');
    expect(flags(inCase)).toEqual([false, true]);
  });
});

/** Which commands and universals are true, read off their literals one by one. */
class Reading {
  private readonly instantiation: Instantiation;
  private readonly world: World;
  private readonly identity: number[];
  private readonly processes: number[];

  constructor(world: World) {
    this.world = world;
    this.instantiation = new Instantiation(world.literals);
    this.processes = Array.from({ length: world.instance.processes }, (_, p) => p);
    this.identity = this.processes.map((p) => p + 1);
  }

  universal(universal: Universal): boolean {
    let all = true;
    this.instantiation.assignments(universal, this.processes, () => {
      const body = universal.body.some((conjunct) =>
        conjunct.every((t) => this.literal(this.instantiation.literal(t))),
      );
      all &&= body;
    });
    return all;
  }

  /** True for the parameters given (numbers from 1) and some further distinct processes. */
  command(command: Command, given: readonly number[]): boolean {
    for (const all of distinctTuples(this.processes.length, command.arity)) {
      if (given.some((p, k) => all[k] !== p)) continue;
      for (const [slot, p] of all.entries()) this.instantiation.environment[slot] = p - 1;
      if (!command.literals.every((t) => this.literal(this.instantiation.literal(t)))) continue;
      if (command.universals.every((u) => this.universal(u))) return true;
    }
    return false;
  }

  private literal(literal: number): boolean {
    return literalHolds(this.world, literal, this.identity);
  }
}

/** Compares guards, init and unsafe conditions in all states of small instances, or a sample; throws on a difference. */
function compareMeaning(text: string, mostStates: number, seed: number): { yes: number; no: number } {
  const system = systemOf(text);
  const form = normalForm(system);
  const literals = new Literals(system, form.usesConstants);
  const counts = { yes: 0, no: 0 };
  const compare = (what: string, meant: boolean, said: boolean, world: World) => {
    if (meant !== said) throw new Error(`${what} is ${meant}, its normal form ${said}, in ${showState(world)}`);
    counts[meant ? 'yes' : 'no']++;
  };
  const random = new Random(seed);
  for (const n of system.processes === null ? [1, 2, 3] : [system.processes]) {
    const instance = makeInstance(system, n);
    for (const state of statesOf(instance, mostStates, random)) {
      const world = { literals, instance, state };
      const reading = new Reading(world);
      compare(
        'init',
        findInitFailure(instance, state) === null,
        form.init.every((u) => reading.universal(u)),
        world,
      );
      for (const [index, transition] of system.transitions.entries()) {
        const own = form.commands.filter((command) => command.transition === index);
        for (const given of distinctTuples(n, transition.parameters.length)) {
          const enabled = isEnabled(instance, state, transition as Transition, given);
          compare(
            `${transition.name}(${given})`,
            enabled,
            own.some((command) => reading.command(command, given)),
            world,
          );
        }
      }
      for (const [index, property] of system.unsafe.entries()) {
        const own = form.unsafe.filter((command) => command.property === index);
        for (const given of distinctTuples(n, property.parameters.length)) {
          const { parameters, formula } = property as Property;
          const unsafe = holds(instance, state, formula, bind(parameters, given));
          compare(
            `unsafe(${given})`,
            unsafe,
            own.some((command) => reading.command(command, given)),
            world,
          );
        }
      }
    }
  }
  return counts;
}

describe('the meaning of a formula', () => {
  it.each([
    ['a conditional', 'i', 'if P[i] = A then X = True else N = 1'],
    ['a negated conditional', 'i', 'not (if P[i] = A then X = True else N = 1)'],
    ['an equivalence', 'i', '(P[i] = A) <=> (X = True || N < 2)'],
    ['a negated equivalence', 'i j', 'not ((P[i] = P[j]) <=> (N <= 1))'],
    ['an implication below a quantifier', 'i', 'forall_other k. P[k] = A => M[i,k] = True'],
    ['a negated order', 'i j', 'not (T < i) && not (j <= T) || i < j'],
    ['a universal quantifier in a disjunction', 'i', 'X = True || (forall k. P[k] = A) || (forall_other l. P[l] = B)'],
    ['nested quantifiers', 'i', 'forall k. (P[k] = A || forall l. M[k,l] = False)'],
    ['a universal below an existential', 'i', 'exists k. P[k] = B && forall_other l. M[k,l] = True || P[l] = A'],
    ['pairs', 'i', 'forall k <> l. M[k,l] = True || P[k] = P[l]'],
    ['a witness that may be a parameter', 'i j', 'exists k. P[k] = C && M[i,k] = M[k,j]'],
    ['a witness that may not', 'i j', 'exists_other k. P[k] = C && M[i,k] = M[k,j]'],
    ['a negated universal', 'i', 'not (forall_other k. P[k] = A && M[k,i] = True)'],
    ['the constants', 'i', '(true && not false) && (P[i] = A || false)'],
  ])('is kept: %s', (_, parameters, guard) => {
    const { yes, no } = compareMeaning(guarded(parameters, guard), 300, 7);
    expect(yes).toBeGreaterThan(0);
    expect(no).toBeGreaterThan(0);
  });

  it('is kept in random models', () => {
    const total = { yes: 0, no: 0 };
    for (let seed = 1; seed <= cases(60, 15); seed++) {
      const text = printModel(randomModel(seed));
      try {
        const { yes, no } = compareMeaning(text, 40, seed);
        total.yes += yes;
        total.no += no;
      } catch (fault) {
        throw new Error(`seed ${seed}: ${(fault as Error).message}\n${text}`);
      }
    }
    expect(total.yes).toBeGreaterThan(2000);
    expect(total.no).toBeGreaterThan(2000);
  });
});
