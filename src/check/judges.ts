/**
 * The kinds of certificates that can be judged, by the schemas of their data. Each reads its data without trust and says, for
 * a model, what there is to prove: obligations for solvers, or the work of a checker of its own. The model is the one that was
 * asked about, after the bridge that its engine would have crossed (`suit.ts`); nothing else of the search takes part.
 *
 * To add one: a reader whose data has a `scope`, and a row in `JUDGES`.
 */
import { anySource } from '../engines/dual-tso/any-source.js';
import { anySystem, type Instance } from '../engines/dual-tso/any-system.js';
import { concurrentSystem } from '../engines/dual-tso/program-system.js';
import type { Progress } from '../engines/engine.js';
import { LONGEST_BUFFER, type Question } from '../engines/question.js';
import type { EngineName } from '../engines/registry.js';
import * as cubes from '../evidence/cubes/file.js';
import type { CertificatePredicate } from '../evidence/invariant/certificate.js';
import * as invariant from '../evidence/invariant/file.js';
import { legendOf as invariantLegend, legendFault as invariantLegendFault } from '../evidence/invariant/legend.js';
import { predicateObligations } from '../evidence/invariant/obligations.js';
import * as minorSet from '../evidence/minor-set/file.js';
import { judge } from '../evidence/minor-set/judge.js';
import { legendOf } from '../evidence/minor-set/legend.js';
import type { CertificateScope } from '../evidence/scope.js';
import type { Certificate } from '../evidence/solvers/certificate.js';
import { hasBuffers, hasOneQueue, memoryNamed } from '../memory/models.js';
import { reduceProgram } from '../memory/reduction/index.js';
import type { Property } from '../models/array-system/model.js';

/** `fault`: it is no certificate of this model. `undecided`: nobody can say. */
export type NotJudged = { readonly fault: string } | { readonly undecided: string };

export type MinorSetJudgement = ReturnType<typeof judge> extends Generator<Progress, infer R> ? R : never;

/** What has to be shown, of a question about the model as the engine takes it. */
export type ToShow =
  | { readonly kind: 'obligations'; readonly obligations: Certificate }
  | { readonly kind: 'minor set'; readonly steps: Generator<Progress, MinorSetJudgement> };

export interface Opened {
  readonly scope: CertificateScope;
  /** Of a question that fits the scope. */
  toShow(question: Question): Promise<ToShow | NotJudged>;
}

export interface JudgeRow {
  readonly schema: string;
  /** Whose kind of model the proof is about. */
  readonly engine: EngineName;
  /** There is such a text in SMT-LIB, too. */
  readonly smtLib: boolean;
  open(data: string): Opened | { readonly fault: string };
}

export const JUDGES: readonly JudgeRow[] = [
  { schema: minorSet.SCHEMA, engine: 'dual-tso', smtLib: false, open: openMinorSet },
  { schema: invariant.SCHEMA, engine: 'predicates', smtLib: true, open: openInvariant },
  { schema: cubes.SCHEMA, engine: 'parameterized', smtLib: true, open: openCubes },
];

function openMinorSet(data: string): Opened | { readonly fault: string } {
  const read = minorSet.readCertificate(data);
  if ('fault' in read) return read;
  const { scope, legend, certificate } = read;
  const toShow = async (question: Question): Promise<ToShow | NotJudged> => {
    // A minor set is closed under the steps of TSO without a bound, and no others.
    if (!hasOneQueue(question.memory) || scope.buffers !== 'unbounded' || question.property !== 'states') {
      return { fault: 'a minor set is a proof of states under TSO with buffers of any length' };
    }
    const made = systemOf(question);
    if ('refused' in made) return { fault: `there is no minor set of this program: ${made.refused}` };
    const other = minorSet.legendFault(legend, legendOf(made.program, made.system));
    if (other !== null) return { fault: `it is about another program: ${other}` };
    return { kind: 'minor set', steps: judge(made.system, certificate) };
  };
  return { scope, toShow };
}

function systemOf({ model }: Question): Instance | { readonly refused: string } {
  switch (model.kind) {
    case 'open program': {
      const any = anySource(model.open.file);
      return 'refused' in any ? any : anySystem(any);
    }
    case 'program': {
      const { program } = model;
      const system = concurrentSystem(program);
      return 'refused' in system ? system : { program, system };
    }
    case 'system':
      return { refused: 'the number of processes is open' };
  }
}

function openInvariant(data: string): Opened | { readonly fault: string } {
  const read = invariant.readCertificate(data);
  if ('fault' in read) return read;
  const { scope, legend, certificate } = read;
  const toShow = async ({ model, property }: Question): Promise<ToShow | NotJudged> => {
    const { memory, bound, overflow } = certificate;
    if (model.kind !== 'program' || property !== 'states') {
      return { fault: 'an invariant of predicates is a proof of the states of a program' };
    }
    if (memory !== scope.memory) return { fault: 'its invariant is for another memory than its scope' };
    if (bound !== null && bound > LONGEST_BUFFER) {
      return { fault: `its bound of store buffers is ${bound}, and the longest is ${LONGEST_BUFFER}` };
    }
    const reduction = reduceProgram(model.program, memoryNamed(memory), bound ?? 1, {
      overflow: overflow === 'fails' ? 'told' : 'blocks',
    });
    if ('refused' in reduction) return { fault: `there is no invariant of this program: ${reduction.refused}` };
    // A full buffer that would be a failure is never full; and a program that buffers nothing needs no bound.
    const reach = overflow === 'fails' || reduction.buffers.length === 0 ? 'unbounded' : bound;
    if (scope.buffers !== (hasBuffers(memoryNamed(memory)) ? reach : null)) {
      return { fault: 'its invariant is for other store buffers than its scope' };
    }
    const other = invariantLegendFault(legend, invariantLegend(reduction.program));
    if (other !== null) return { fault: `it is about another program: ${other}` };
    const edges = reduction.program.templates.reduce((sum, template) => sum + template.edges.length, 0);
    if (edges * sizeOf(certificate.predicates) > MOST_PREDICATES) {
      return { fault: 'its predicates are too many or too large' };
    }
    const made = predicateObligations(reduction.program, certificate);
    if ('fault' in made) return made;
    if ('unsupported' in made) {
      return { undecided: `the program cannot be put to a solver of integers: ${made.unsupported}` };
    }
    return { kind: 'obligations', obligations: made };
  };
  return { scope, toShow };
}

/** Parts of predicates, each written for each edge: far more than a search comes to. */
const MOST_PREDICATES = 5_000_000;

function sizeOf(predicates: readonly CertificatePredicate[]): number {
  return predicates.reduce((sum, predicate) => {
    if ('sum' in predicate) return sum + 1 + predicate.sum.length;
    if ('not' in predicate) return sum + 1 + sizeOf([predicate.not]);
    return sum + 1 + sizeOf('and' in predicate ? predicate.and : predicate.or);
  }, 0);
}

function openCubes(data: string): Opened | { readonly fault: string } {
  const read = cubes.readCertificate(data);
  if ('fault' in read) return read;
  const { scope, cubesOf } = read;
  const toShow = async ({ model, memory, property }: Question): Promise<ToShow | NotJudged> => {
    if (model.kind !== 'system' || property !== 'states') return { fault: 'cubes are a proof of array systems' };
    const { system } = model;
    const bad = cubesOf(system);
    if ('fault' in bad) return bad;
    // The obligations are those of steps under SC. Without an initial state there are no steps, under any memory.
    if (hasBuffers(memory) && !isEverything(bad)) return { fault: 'these cubes are a proof under SC alone' };
    const { certificate } = await import('../evidence/cubes/certificate.js');
    return { kind: 'obligations', obligations: certificate(system, bad) };
  };
  return { scope, toShow };
}

/** One cube that all states are in: that it is a proof means that no state is initial. */
function isEverything([first, ...others]: readonly Property[]): boolean {
  const { formula, parameters } = first ?? {};
  return others.length === 0 && parameters?.length === 0 && formula?.kind === 'constant' && formula.value;
}
