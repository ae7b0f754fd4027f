/**
 * The obligations of a certificate of predicate abstraction, as SMT-LIB text that any solver can check. Written from the
 * program's own expressions. A program holds when
 *
 *   initiation    every initial state is within the bounds of the sorts, and in a cube at the entry locations;
 *   consecution   every step from a cube, at any vector of locations, leads into a cube at the next vector; where there is
 *                 none, the step is impossible;
 *   no failure    no step from a cube fails: no division by zero, index out of bounds, value out of range;
 *   safety        no state in a cube is bad: no thread is at a failure, no `never` condition is true or without a value.
 *
 * For then every reachable state is in a cube, by induction on the length of an execution, and none is bad. That all cells
 * are within the bounds of their sorts is part of what is claimed: it is shown of initial states, assumed before a step, and
 * kept by it, as a value that does not fit is a failure, or no step at all (`does` in `step.ts` includes that all fit). That
 * cells which no edge writes keep their first values is seen without a solver (`vocabulary.ts`), and what is false with all
 * numbers put in is not asked.
 *
 * One group for each vector of locations, at which one of its cubes is assumed; one question for each edge, and for each
 * thing that must not be. Of the cubes that a step may lead to only those are named that can be meant (`cubes.ts`).
 */

import { memoryNamed } from '../../memory/models.js';
import type { Program } from '../../models/program/model.js';
import { locationAt, templateOf, threadAt } from '../../models/program/parts.js';
import type { Certificate, CountedGroup, Obligation } from '../solvers/certificate.js';
import {
  assertion,
  conjunction,
  disjunction,
  FALSE,
  negation,
  scoped,
  stringLiteral,
  TRUE,
} from '../solvers/smtlib.js';
import type { CertifiedStates, PredicateCertificate } from './certificate.js';
import { type Cube, makeCube, Successors, union } from './cubes.js';
import { shapeFault } from './legend.js';
import { Predicates } from './predicate.js';
import { makeStep, type Step } from './step.js';
import { translate, Unsupported } from './translate.js';
import { asTruth, numeral } from './value.js';
import { Vocabulary } from './vocabulary.js';

/**
 * Of a vector with more cubes, so many are assumed at a time, lest a question be too long for anybody to stop. Fewer make it
 * slower: 4,096 cubes of 24 predicates at one vector take eight times as long 250 at a time as all at once.
 */
const CUBES_PER_GROUP = 5_000;

/** Not a certificate of this program, whatever a solver says; or a program that cannot be said in integers. */
type NoObligations = { readonly fault: string } | { readonly unsupported: string };

/** All obligations in one text. */
export function predicateObligations(
  program: Program,
  certificate: PredicateCertificate,
  cubesPerGroup = CUBES_PER_GROUP,
): Certificate | NoObligations {
  if (program.wraps === true) return { unsupported: 'its numbers have 32 bits and wrap' };
  const vocabulary = new Vocabulary(program);
  const fault = shapeFault(certificate, vocabulary.legend);
  if (fault !== null) return { fault };
  try {
    return new Obligations(vocabulary, certificate, cubesPerGroup).text();
  } catch (reason) {
    if (reason instanceof Unsupported) return { unsupported: reason.message };
    throw reason;
  }
}

interface StepAndCubes extends Step {
  readonly successors: Successors;
}

/** A question before it is written. */
interface Question {
  readonly label: string;
  assertions(): readonly string[];
}

class Obligations {
  readonly #program: Program;
  readonly #cubes = new Map<string, readonly Cube[]>();
  readonly #definitions: readonly string[];
  /** By thread, then by location. */
  readonly #steps: readonly (readonly (readonly StepAndCubes[])[])[];

  constructor(
    readonly vocabulary: Vocabulary,
    readonly certificate: PredicateCertificate,
    readonly cubesPerGroup: number,
  ) {
    const { program } = vocabulary;
    this.#program = program;
    const predicates = new Predicates(vocabulary, certificate.predicates);
    for (const { locations, cubes } of certificate.states) {
      this.#cubes.set(
        `${locations}`,
        cubes.map((cube) => makeCube(cube, certificate.predicates.length)),
      );
    }
    const definitions: string[] = [...predicates.definitions];
    let number = 0;
    this.#steps = program.threads.map(({ name }, thread) => {
      const { locations, edges } = templateOf(program, thread);
      const steps = locations.map((): StepAndCubes[] => []);
      for (const edge of edges) {
        const step = makeStep(vocabulary, number++, thread, edge);
        const after = predicates.after(step);
        definitions.push(`; Step ${step.number}, of ${oneLine(name)}: ${oneLine(edge.text)}`);
        definitions.push(...step.definitions, ...after.definitions);
        steps[edge.from]?.push({ ...step, successors: new Successors(after) });
      }
      return steps;
    });
    this.#definitions = definitions;
  }

  text(): Certificate {
    const { memory, bound, overflow, predicates, states } = this.certificate;
    const groups = [this.#initiation(), ...states.flatMap((each) => [...this.#groupsAt(each)])];
    const total = groups.reduce((sum, group) => sum + group.obligations, 0);
    const cubes = states.reduce((sum, each) => sum + each.cubes.length, 0);
    const header = [
      'Proof of safety. Every check-sat below must be answered unsat.',
      bound === null
        ? 'Memory: sequentially consistent.'
        : `Memory: ${memoryNamed(memory).title} with store buffers of at most ${bound} as variables; a full buffer ${overflow}.`,
      ...this.#program.never.map(({ name, text }) => `Never ${oneLine(name)}: ${oneLine(text)}`),
      `The proof: ${predicates.length} predicates, p0 and so on; ${cubes} cubes of them at ${states.length} vectors of`,
      'locations. Initial states are in a cube, steps lead from cubes to cubes and do not fail, and no bad state is in one.',
      'Step 3 happens where does3 holds and fails where fails3 does; p0.3 is predicate p0 after it.',
      `Obligations: ${total}.`,
    ];
    const preamble = [
      '(set-info :smt-lib-version 2.6)',
      '(set-logic ALL)',
      ...this.vocabulary.declarations(),
      `(define-fun bounds () Bool ${conjunction(this.vocabulary.bounds())})`,
      ...this.#definitions,
      '',
    ].join('\n');
    const chunks = () => chunksOf(header, preamble, groups);
    return { header, obligations: total, omitted: 0, assumptions: [], preamble, groups, chunks };
  }

  #initiation(): CountedGroup {
    const entry = this.#program.threads.map((_, thread) => templateOf(this.#program, thread).entry);
    const initial = this.vocabulary.cells.map(({ initial: value, value: cell, low, high }) => {
      if (typeof cell === 'number') return TRUE;
      if (value !== 'any') return `(= ${cell.text} ${numeral(value)})`;
      return low === null || high === null ? TRUE : `(<= ${numeral(low)} ${cell.text} ${numeral(high)})`;
    });
    const covered = union((this.#cubes.get(`${entry}`) ?? []).map(({ literals }) => literals));
    const question = {
      label: `at (${entry.join(', ')}): an initial state`,
      assertions: () => [negation(conjunction(['bounds', covered]))],
    };
    return group('initial states', [conjunction(initial)], [question]);
  }

  *#groupsAt({ locations, cubes }: CertifiedStates): Generator<CountedGroup> {
    const all = this.#cubes.get(`${locations}`) as readonly Cube[];
    const bad = this.#bad(locations);
    for (let first = 0; first < cubes.length; first += this.cubesPerGroup) {
      const some = all.slice(first, first + this.cubesPerGroup);
      const title = `locations (${locations.join(', ')}), cubes from ${first}`;
      const assumed = ['bounds', union(some.map(({ literals }) => literals))];
      yield group(title, assumed, [...bad, ...this.#stepsFrom(locations, some)]);
    }
  }

  *#stepsFrom(locations: readonly number[], cubes: readonly Cube[]): Generator<Question> {
    for (const [thread, location] of locations.entries()) {
      for (const { does, fails, edge, successors } of this.#steps[thread]?.[location] ?? []) {
        const label = `at (${locations.join(', ')}): ${oneLine(threadAt(this.#program, thread).name)}, ${oneLine(edge.text)}`;
        if (fails !== FALSE) yield { label: `${label}: fails`, assertions: () => [fails] };
        if (does === FALSE) continue;
        const targets = this.#cubes.get(`${locations.with(thread, edge.to)}`) ?? [];
        yield { label, assertions: () => [does, negation(successors.reach(cubes, targets))] };
      }
    }
  }

  #bad(locations: readonly number[]): Question[] {
    const at = `at (${locations.join(', ')})`;
    const questions: Question[] = [];
    for (const [thread, location] of locations.entries()) {
      const { failure } = locationAt(templateOf(this.#program, thread), location);
      if (failure === null) continue;
      const name = oneLine(threadAt(this.#program, thread).name);
      questions.push({ label: `${at}: ${name} fails, ${oneLine(failure)}`, assertions: () => [] });
    }
    for (const { name, condition } of this.#program.never) {
      const { value, fails } = translate(this.vocabulary, condition, { locations });
      const bad = disjunction([fails, asTruth(value)]);
      if (bad !== FALSE) questions.push({ label: `${at}: never ${oneLine(name)}`, assertions: () => [bad] });
    }
    return questions;
  }
}

function group(title: string, assumed: readonly string[], questions: readonly Question[]): CountedGroup {
  return {
    title,
    obligations: questions.length,
    *shared() {
      yield `(echo ${stringLiteral(title)})\n`;
      for (const formula of assumed) yield `${assertion(formula)}\n`;
    },
    partial: () => false,
    *scripts(): Generator<Obligation> {
      for (const { label: written, assertions } of questions) {
        // The text of an edge may be empty, and solvers need not echo spaces.
        const label = written.trim();
        const lines = [`(echo ${stringLiteral(label)})`, ...assertions().map(assertion), '(check-sat)'];
        yield { label, script: scoped(lines.join('\n')) };
      }
    },
  };
}

function* chunksOf(header: readonly string[], preamble: string, groups: readonly CountedGroup[]): Generator<string> {
  yield header.map((line) => `; ${line}\n`).join('');
  yield preamble;
  for (const each of groups) {
    yield '(push 1)\n';
    yield* each.shared();
    for (const { script } of each.scripts()) yield script;
    yield '(pop 1)\n';
  }
  yield '(exit)\n';
}

/** As it comes back from a solver that echoes it. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^ -~]|["\\]/g, '_')
    .trim();
}
