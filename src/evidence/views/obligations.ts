/**
 * The obligations of a proof on view cubes: initiation, safety and consecution.
 *
 * A proof is a list of bad cubes, sets of configurations of the view machine (view-cube.ts in the model). It is right when
 *
 *   initiation    no initial configuration is in a cube. At first all positions are now, and nobody has written: views are
 *                 memory, every position is clear, and a cube with a pending mark has no initial configuration;
 *   safety        every unsafe configuration is in a cube, wherever the joint position J of the unsafe condition lies;
 *   consecution   only configurations in a cube step into a cube. One obligation for each cube, transition, choice of their
 *                 processes, and each way the cube's positions can lie about the step's write (cuts.ts).
 *
 * For then no reachable configuration of the view machine is in a cube, and none is unsafe; and the machine with store
 * buffers reaches the same (docs/internals/engines/parameterized.md, Theorem 1).
 *
 * A step that changes no cell of the cube needs no obligation, unless it pays a pending mark: a write of a process that the
 * cube says has something in its buffer. Positions at the new end of the history were at the old end then, and the cube held
 * already. Neither do those that say in plain words that two constructors are equal.
 */
import { readsWeak, writesWeak } from '../../memory/operational/weak-accesses.js';
import type { ArraySystem, Formula, Property, Transition } from '../../models/array-system/model.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { mapFormula } from '../../models/array-system/views.js';
import { choicesOf, forAllChoices, forSomeChoices } from '../cubes/choices.js';
import { assume, type Environment, type Reading, resolve } from '../cubes/formula.js';
import { placements, tuples } from '../cubes/instances.js';
import { type Case, cases, wholeCase } from '../cubes/split.js';
import { Step as PlainStep, updatesOf } from '../cubes/step.js';
import { accesses, hasQuantifier } from '../cubes/syntax.js';
import { Vocabulary } from '../cubes/vocabulary.js';
import type { Obligation } from '../solvers/certificate.js';
import {
  assertion,
  conjunction,
  disjunction,
  FALSE,
  negation,
  scoped,
  stringLiteral,
  symbol,
  TRUE,
} from '../solvers/smtlib.js';
import { type Cut, cuts } from './cuts.js';
import { Known } from './known.js';
import { FRONT, JOINT, Moments } from './moments.js';
import { type CubeImage, chosen, images, key, marksOf, type PreparedCube, prepared } from './negations.js';
import { noOutsiders, type Outsiders, readingAt, readingOf, readingOfActor } from './readings.js';
import { Step } from './step.js';
import { Witnesses } from './witnesses.js';
import { writes, writing } from './wrote.js';

/** An obligation about so many processes; null where it contradicts itself in plain words. */
export interface Written {
  readonly processes: number;
  readonly obligation: Obligation | null;
  readonly partial: boolean;
}

/** One step into a cube. */
interface Move {
  readonly cube: ViewedCube;
  readonly content: Case;
  readonly about: Environment;
  readonly transition: Transition;
  readonly guard: Case;
  readonly arguments: Environment;
  readonly atomic: boolean;
  readonly processes: readonly string[];
}

export class ViewObligations {
  readonly vocabulary: Vocabulary;
  omitted = 0;
  readonly #prepared: readonly PreparedCube[];
  readonly #assumed: readonly ViewedCube[];
  readonly #known = new Map<number, ReadonlySet<string>>();
  /** Some of what may be assumed is not said: then `sat` refutes nothing. */
  readonly #weaker: boolean;

  constructor(
    readonly system: ArraySystem,
    readonly cubes: readonly ViewedCube[],
  ) {
    this.vocabulary = new Vocabulary(system, cubes);
    this.#assumed = system.invariants.flatMap((property) => assumedCube(property) ?? []);
    this.#weaker = this.#assumed.length < system.invariants.length || cubes.some(({ formula }) => isNested(formula));
    this.#prepared = [...this.#assumed, ...cubes].map(prepared).sort((a, b) => a.choices.length - b.choices.length);
  }

  *safety(): Generator<Written> {
    for (const [position, unsafe] of this.system.unsafe.entries()) {
      for (const content of this.#cases(unsafe.formula)) {
        const scope = { parameters: unsafe.parameters, witnesses: content.witnesses };
        for (const { environments, processes } of placements([scope], this.vocabulary)) {
          const environment = environments[0] as Environment;
          const named = this.#processes(processes);
          const make = () => this.#moments(named, () => [JOINT]);
          const atJoint = (moments: Moments, outsiders: Outsiders) =>
            readingOf(moments, outsiders, (cell, indices, { reader }) =>
              reader === null ? moments.plain(cell, indices) : moments.seen(cell, indices, reader, JOINT),
            );
          const known = new Known();
          const scratch = make();
          learn(known, content, environment, atJoint(scratch, noOutsiders(scratch)));
          const title = `unsafe ${position + 1}${unsafe.name === null ? '' : ` ${unsafe.name}`}`;
          yield this.#written(
            `safety: ${described(title, unsafe.parameters, content, environment)}`,
            make(),
            known,
            (moments, witnesses) => facts(content, environment, atJoint(moments, witnesses)),
          );
        }
      }
    }
  }

  *consecution(): Generator<Written> {
    for (const [position, cube] of this.cubes.entries()) {
      for (const content of this.#cases(cube.formula)) {
        const cells = content.conjuncts.flatMap(({ formula }) => [...accesses(formula)]);
        for (const transition of this.system.transitions) {
          const atomic = writesWeak(transition) && readsWeak(transition);
          for (const guard of this.#cases(transition.guard)) {
            const scopes = [
              { parameters: cube.parameters, witnesses: content.witnesses },
              { parameters: transition.parameters, witnesses: guard.witnesses },
            ];
            for (const { environments, processes } of placements(scopes, this.vocabulary)) {
              const [about, given] = environments as [Environment, Environment];
              const touched = new PlainStep(updatesOf(transition), given, this.vocabulary).mayChange(cells, about);
              const actor = transition.actor === null ? null : (given.get(transition.actor) as string);
              const waits = cube.chains.some(
                ({ process, pending }) => pending.length > 0 && resolve(process, about, this.vocabulary) === actor,
              );
              if (!touched && !(waits && writesWeak(transition))) {
                this.omitted++;
                continue;
              }
              const named = this.#processes(processes);
              const move = { cube, content, about, transition, guard, arguments: given, atomic, processes: named };
              yield* this.#steps(move, actor, `cube ${position + 1}`);
            }
          }
        }
      }
    }
  }

  *#steps(move: Move, actor: string | null, title: string): Generator<Written> {
    const { cube, about, transition, atomic } = move;
    const decided = writes(transition, atomic, this.system.weak);
    const own = cube.chains.findIndex(({ process }) => resolve(process, about, this.vocabulary) === actor);
    for (const wrote of decided === null ? [true, false] : [decided]) {
      for (const cut of cuts(cube, own, atomic, wrote))
        yield this.#step({ ...move, actor, own }, cut, decided === null, title);
    }
  }

  #step(
    move: Move & { readonly actor: string | null; readonly own: number },
    cut: Cut,
    undecided: boolean,
    title: string,
  ): Written {
    const { cube, content, about, transition, guard, arguments: given, atomic, actor, own } = move;
    const reads = actor !== null && !atomic && (readsWeak(transition) || hasFence(transition.guard));
    const chainOf = new Map(
      cube.chains.map(({ process }, chain) => [resolve(process, about, this.vocabulary), chain] as const),
    );
    const earlier = (process: string): string[] => {
      const chain = chainOf.get(process);
      const groups: string[] = [];
      if (chain !== undefined) {
        const first = (cut.after[chain] as number) + 1;
        for (let group = cube.chains[chain]?.groups ?? 0; group >= first; group--) groups.push(`${group}`);
      }
      return [...(reads && process === actor ? [FRONT] : []), ...groups, ...(cube.joint && !cut.joint ? [JOINT] : [])];
    };
    const make = () => this.#moments(move.processes, earlier);
    const isAfter = (process: string, moment: number) =>
      moment === 0 ? cut.joint : moment <= (cut.after[chainOf.get(process) as number] as number);
    const label = (moment: number) => (moment === 0 ? JOINT : `${moment}`);
    const stepIn = (moments: Moments, outsiders: Outsiders) => {
      const before = readingOfActor(moments, outsiders, actor, atomic);
      const step = new Step(transition, given, moments, before);
      const after = readingOf(moments, outsiders, (cell, indices, { reader, moment }) => {
        const memory = () => step.applied(cell, indices, moments.plain(cell, indices));
        if (reader === null || !cell.weak || isAfter(reader, moment ?? 0)) return memory();
        const seen = moments.seen(cell, indices, reader, label(moment ?? 0));
        return reader === actor && cut.wrote ? step.applied(cell, indices, seen) : seen;
      });
      return { before, step, after };
    };
    // What the cube says of buffers; cuts that contradict it are not listed.
    const marks = (moments: Moments): string[] =>
      cube.chains.flatMap(({ process, groups, fence, pending }, chain) => {
        if (chain === own && cut.wrote) return [];
        const name = resolve(process, about, this.vocabulary);
        const at = (moment: number) => (isAfter(name, moment) ? TRUE : moments.clear(name, label(moment)));
        const out = cube.joint && fence >= 0 ? [at(0)] : [];
        for (let group = 1; group <= groups; group++) {
          if (group <= fence) out.push(at(group));
          if (pending.includes(group)) out.push(negation(at(group)));
        }
        return out;
      });
    const known = new Known();
    const scratch = make();
    const rough = stepIn(scratch, noOutsiders(scratch));
    learn(known, guard, given, rough.before);
    learn(known, content, about, rough.after);
    for (const mark of marks(scratch)) known.note(mark, true);
    const written = () => (undecided ? [cut.wrote ? 'writing' : 'writing nothing'] : []);
    const where = [
      ...written(),
      ...cube.chains.flatMap(({ process }, chain) =>
        (cut.after[chain] as number) === 0 ? [] : [`${resolve(process, about, this.vocabulary)} ${cut.after[chain]}`],
      ),
      ...(cut.joint ? ['J'] : []),
    ];
    const target = described(title, cube.parameters, content, about);
    const cause = described(transition.name, transition.parameters, guard, given);
    const after = where.length === 0 ? '' : `, after it: ${where.join(', ')}`;
    return this.#written(`consecution: ${target} by ${cause}${after}`, make(), known, (moments, witnesses) => {
      const { before, step, after: reading } = stepIn(moments, witnesses);
      const lines = [
        ...facts(guard, given, before),
        ...(undecided ? [writing(step, cut.wrote, { domain: (environment) => witnesses.domain(environment) })] : []),
        ...marks(moments),
        ...facts(content, about, reading),
        ...this.#reachable(move, reading),
      ];
      return [...lines, ...step.facts];
    });
  }

  /** The state after the step is none of those declared unreachable, whatever its readers still read. */
  *#reachable({ cube, about, processes }: Move, after: Reading): Generator<string> {
    for (const { parameters, formula, chains } of this.#assumed) {
      for (const environment of tuples(parameters, processes, true)) {
        const names = chains
          .filter(({ groups }) => groups > 0)
          .map(({ process }) => resolve(process, environment, this.vocabulary));
        const options = names.map((name) => {
          const chain = cube.chains.find(({ process }) => resolve(process, about, this.vocabulary) === name);
          const groups = Array.from({ length: chain?.groups ?? 0 }, (_, k) => k + 1);
          return [null, ...(cube.joint ? [0] : []), ...groups];
        });
        for (const picked of product(options)) {
          const reading: Reading = {
            ...after,
            cell: (cell, indices, seen) => {
              if (seen === undefined || seen.reader === null) return after.cell(cell, indices, seen);
              const moment = picked[names.indexOf(seen.reader)] ?? null;
              return after.cell(cell, indices, { reader: moment === null ? null : seen.reader, moment });
            },
          };
          yield assume(formula, environment, false, reading);
        }
      }
    }
  }

  #written(
    label: string,
    moments: Moments,
    known: Known,
    content: (moments: Moments, witnesses: Witnesses) => readonly string[],
  ): Written {
    const processes = moments.processes.length;
    const scratch = this.#moments(moments.processes, (process) => moments.positions(process).slice(0, -1));
    if (content(scratch, new Witnesses(scratch)).includes(FALSE))
      return { processes, obligation: null, partial: false };
    const found = known.contradictory ? [] : images(this.#prepared, scratch, known);
    const { images: written, partial } = chosen(found);
    const witnesses = new Witnesses(moments);
    const negations = written.map((image) => negationOf(image, moments, witnesses));
    const asserted = new Set(content(moments, witnesses).map(assertion));
    for (const text of negations) asserted.add(assertion(text));
    asserted.delete(assertion(TRUE));
    const order = [...moments.order()];
    const body = [
      `(echo ${stringLiteral(label)})`,
      ...moments.declarations(),
      ...witnesses.lines,
      ...order,
      ...asserted,
      '(check-sat)',
    ];
    return { processes, obligation: { label, script: scoped(body.join('\n')) }, partial: partial || this.#weaker };
  }

  #cases(formula: Formula): Case[] {
    return this.system.processes === null ? cases(formula) : wholeCase(formula);
  }

  #processes(size: number): string[] {
    return Array.from({ length: size }, (_, position) => this.vocabulary.process(position + 1));
  }

  #moments(processes: readonly string[], earlier: (process: string) => readonly string[]): Moments {
    return new Moments(this.vocabulary, processes, earlier, this.sharedNames(processes.length));
  }

  /** The constants that all obligations about so many processes share. */
  sharedNames(size: number): ReadonlySet<string> {
    let names = this.#known.get(size);
    if (names === undefined) {
      names = new Set([...this.sharedCells(size)].map(([name]) => name));
      this.#known.set(size, names);
    }
    return names;
  }

  *sharedCells(size: number): Generator<readonly [string, string]> {
    const processes = this.#processes(size);
    for (const cell of this.system.symbols) {
      const indices = Array.from({ length: cell.arity }, (_, place) => `${place}`);
      for (const environment of tuples(indices, processes, false)) {
        yield [symbol(this.vocabulary.cellName(cell, [...environment.values()])), this.vocabulary.sort(cell.sort)];
      }
    }
  }

  *shared(size: number): Generator<string> {
    const names = this.#processes(size).map(symbol);
    for (const name of names) yield `(declare-const ${name} ${this.vocabulary.processSort()})`;
    const relation = this.system.processes !== null && this.vocabulary.ordered ? '<' : 'distinct';
    if (names.length > 1) yield assertion(`(${relation} ${names.join(' ')})`);
    for (const [name, sort] of this.sharedCells(size)) yield `(declare-const ${name} ${sort})`;
  }
}

/** An assumption excludes whoever is still to read such values, at whatever position: each reader has one of its own. */
function assumedCube(property: Property): ViewedCube | null {
  const readers = new Set<string>();
  for (const { reader } of accesses(property.formula)) {
    if (reader?.kind === 'constant') readers.add(`#${reader.number}`);
    if (reader?.kind === 'bound') {
      // A view of any process there is: that is not taken for granted here.
      if (!property.parameters.includes(reader.name)) return null;
      readers.add(reader.name);
    }
  }
  const formula = mapFormula(
    property.formula,
    (access) => (access.reader === null ? access : { ...access, moment: 1 }),
    null,
  );
  const chains = [
    ...property.parameters.map((name) => ({ process: { kind: 'bound', name } as const, name })),
    ...[...readers]
      .filter((name) => name.startsWith('#'))
      .map((name) => ({ process: { kind: 'constant', number: Number(name.slice(1)) } as const, name })),
  ].map(({ process, name }) => ({ process, groups: readers.has(name) ? 1 : 0, fence: -1, pending: [] }));
  return { ...property, formula, chains, joint: false };
}

function negationOf(image: CubeImage, moments: Moments, witnesses: Witnesses): string {
  const { cube, environment, places } = image;
  const choices = choicesOf(cube.formula, moments.vocabulary);
  // A witness would depend on the values chosen, so with choices there is none.
  const outsiders = choices.length === 0 ? witnesses.naming() : noOutsiders(moments);
  const reading = readingAt(moments, outsiders, (process, moment) => places.get(key(process, moment)) as string);
  const fact = disjunction([
    assume(cube.formula, environment, false, reading),
    ...marksOf(image, moments).map(negation),
  ]);
  return forAllChoices(choices, fact, moments.vocabulary);
}

function facts(content: Case, environment: Environment, reading: Reading): string[] {
  const choices = content.conjuncts.flatMap(({ formula }) => choicesOf(formula, reading.vocabulary));
  const parts = content.conjuncts.map(({ formula, sign }) => assume(formula, environment, sign, reading));
  if (choices.length === 0) return parts;
  return [forSomeChoices([...new Set(choices)], conjunction(parts), reading.vocabulary)];
}

function learn(known: Known, content: Case, environment: Environment, reading: Reading): void {
  for (const { formula, sign } of content.conjuncts) {
    if (choicesOf(formula, reading.vocabulary).length === 0) known.learn(formula, environment, sign, reading);
  }
}

/** A universal part about two processes, or one about values that exist. */
function isNested(formula: Formula): boolean {
  if (formula.kind === 'and') return formula.operands.some(isNested);
  return formula.kind === 'forall' && hasQuantifier(formula.body);
}

function hasFence(formula: Formula): boolean {
  if (formula.kind === 'fence') return true;
  if (formula.kind === 'and' || formula.kind === 'or') return formula.operands.some(hasFence);
  if (formula.kind === 'not') return hasFence(formula.operand);
  return (formula.kind === 'forall' || formula.kind === 'exists') && hasFence(formula.body);
}

function* product<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const head of first) for (const tail of product(rest)) yield [head, ...tail];
}

/** `t(z1, z2)`, and the witnesses of the case: `t(z1) with k = z3`. */
function described(
  title: string,
  parameters: readonly string[],
  { witnesses }: Case,
  environment: Environment,
): string {
  const named = witnesses.map(({ variable }) => `${variable} = ${environment.get(variable)}`);
  const about = parameters.map((parameter) => environment.get(parameter));
  return `${title}(${about.join(', ')})${named.length === 0 ? '' : ` with ${named.join(', ')}`}`;
}
