/**
 * The kinds of certificates that can be judged, by the schemas of their data. Each reads its data without trust and says, for
 * a model, what there is to prove: obligations for solvers, or the work of a checker of its own. The model is the one that was
 * asked about, after the bridge that its engine would have crossed (`suit.ts`); nothing else of the search takes part.
 *
 * To add one: a reader whose data has a `scope`, and a row in `JUDGES`.
 */
import { type SlotPlan, withSlots } from '../bridges/store-slots/index.js';
import { anySource } from '../engines/automata/any-source.js';
import { anySystem, type Instance } from '../engines/automata/any-system.js';
import { concurrentSystem } from '../engines/automata/program-system.js';
import type { ConcurrentSystem, Taker } from '../engines/automata/system.js';
import { DUAL_TSO } from '../engines/dual-tso/taker.js';
import type { Progress } from '../engines/engine.js';
import { PSO_QUEUES } from '../engines/pso-queues/taker.js';
import { LONGEST_BUFFER, type Question } from '../engines/question.js';
import type { EngineName } from '../engines/registry.js';
import * as cubes from '../evidence/cubes/file.js';
import type { CertificatePredicate } from '../evidence/invariant/certificate.js';
import * as invariant from '../evidence/invariant/file.js';
import { legendOf as invariantLegend, legendFault as invariantLegendFault } from '../evidence/invariant/legend.js';
import { predicateObligations } from '../evidence/invariant/obligations.js';
import * as minorSet from '../evidence/minor-set/file.js';
import { type Judged, judge } from '../evidence/minor-set/judge.js';
import { type Legend, legendOf } from '../evidence/minor-set/legend.js';
import * as runs from '../evidence/runs/file.js';
import { judgeRanking, type RankingJudgement } from '../evidence/runs/judge.js';
import { legendOf as runsLegend } from '../evidence/runs/legend.js';
import { type Part, partsOf } from '../evidence/runs/parts.js';
import type { CertificateScope } from '../evidence/scope.js';
import type { Certificate } from '../evidence/solvers/certificate.js';
import * as storeQueues from '../evidence/store-queues/file.js';
import { judge as judgeQueues } from '../evidence/store-queues/judge.js';
import * as views from '../evidence/views/file.js';
import {
  hasBuffers,
  hasOneQueue,
  hasQueuePerCell,
  type MemoryModel,
  memoryNamed,
  PSO,
  SC,
  TSO,
} from '../memory/models.js';
import { reduceProgram } from '../memory/reduction/index.js';
import type { ArraySystem, Property } from '../models/array-system/model.js';
import type { Program } from '../models/program/model.js';

/** `fault`: it is no certificate of this model. `undecided`: nobody can say. */
export type NotJudged = { readonly fault: string } | { readonly undecided: string };

/** What has to be shown, of a question about the model as the engine takes it. */
export type ToShow =
  | { readonly kind: 'obligations'; readonly obligations: Certificate }
  | { readonly kind: 'minor set'; readonly steps: Generator<Progress, Judged> }
  | { readonly kind: 'ranking'; readonly ofFamilies: boolean; readonly steps: Generator<Progress, RankingJudgement> };

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
  { schema: minorSet.SCHEMA, engine: 'dual-tso', smtLib: false, open: openLoadBuffers },
  { schema: storeQueues.SCHEMA, engine: 'pso-queues', smtLib: false, open: openStoreQueues },
  { schema: invariant.SCHEMA, engine: 'predicates', smtLib: true, open: openInvariant },
  { schema: cubes.SCHEMA, engine: 'parameterized', smtLib: true, open: openCubes },
  { schema: views.SCHEMA, engine: 'parameterized', smtLib: true, open: openViews },
  { schema: runs.SCHEMA, engine: 'ltl', smtLib: false, open: (data) => openRanking(runs.readRanking(data)) },
  { schema: runs.FAMILIES, engine: 'ltl', smtLib: false, open: (data) => openRanking(runs.readFamilies(data)) },
];

function openLoadBuffers(data: string): Opened | { readonly fault: string } {
  const read = minorSet.readCertificate(data);
  if ('fault' in read) return read;
  const judged = (system: ConcurrentSystem) => judge(system, read.certificate);
  return minorSetOf({ ...read, memory: TSO, taker: DUAL_TSO, judged });
}

function openStoreQueues(data: string): Opened | { readonly fault: string } {
  const read = storeQueues.readCertificate(data);
  if ('fault' in read) return read;
  const judged = (system: ConcurrentSystem) => judgeQueues(system, read.certificate);
  return minorSetOf({ ...read, memory: PSO, taker: PSO_QUEUES, judged });
}

interface ReadMinorSet {
  readonly scope: CertificateScope;
  readonly legend: Legend;
  /** The only one under whose steps it is closed. */
  readonly memory: MemoryModel;
  readonly taker: Taker;
  judged(system: ConcurrentSystem): Generator<Progress, Judged>;
}

function minorSetOf({ scope, legend, memory, taker, judged }: ReadMinorSet): Opened {
  const toShow = async (question: Question): Promise<ToShow | NotJudged> => {
    if (question.memory !== memory || scope.buffers !== 'unbounded' || question.property !== 'states') {
      return { fault: `such a certificate is a proof of states under ${memory.title} with buffers of any length` };
    }
    const made = systemOf(question, taker);
    if ('refused' in made) return { fault: `there is no such proof of this program: ${made.refused}` };
    const other = minorSet.legendFault(legend, legendOf(made.program, made.system));
    if (other !== null) return { fault: `it is about another program: ${other}` };
    return { kind: 'minor set', steps: judged(made.system) };
  };
  return { scope, toShow };
}

function systemOf({ model }: Question, taker: Taker): Instance | { readonly refused: string } {
  switch (model.kind) {
    case 'open program': {
      const any = anySource(model.open.file, taker);
      return 'refused' in any ? any : anySystem(any, taker);
    }
    case 'program': {
      const { program } = model;
      const system = concurrentSystem(program, taker);
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
  const { scope, cubesOf, sumsOf, slotsOf } = read;
  const toShow = async ({ model, memory: asked, property }: Question): Promise<ToShow | NotJudged> => {
    if (model.kind !== 'system' || property !== 'states') return { fault: 'cubes are a proof of array systems' };
    const plan = slotsOf(model.system);
    if (plan !== null && 'fault' in plan) return plan;
    const reduced = plan === null ? null : withQueues(model.system, asked, plan, scope.buffers);
    if (reduced !== null && 'fault' in reduced) return reduced;
    const [system, memory] = reduced === null ? [model.system, asked] : [reduced, SC];
    const bad = cubesOf(system);
    if ('fault' in bad) return bad;
    const sums = sumsOf(system);
    if (sums !== null && 'fault' in sums) return sums;
    // The obligations are those of steps under SC. Without an initial state there are no steps, under any memory.
    if (hasBuffers(memory) && !isEverything(bad)) return { fault: 'these cubes are a proof under SC alone' };
    const { certificate } = await import('../evidence/cubes/certificate.js');
    return { kind: 'obligations', obligations: certificate(system, bad, [], sums) };
  };
  return { scope, toShow };
}

/** The system in which store queues are cells, under SC: what is safe there is so for the store buffers of the scope. */
function withQueues(
  system: ArraySystem,
  memory: MemoryModel,
  plan: SlotPlan,
  buffers: CertificateScope['buffers'],
): ArraySystem | { readonly fault: string } {
  if (!hasQueuePerCell(memory)) return { fault: 'store queues are cells in proofs under PSO alone' };
  const short = [...plan.values()].some((keeping) => keeping.kind === 'queue' && keeping.length !== buffers);
  if (buffers !== 'unbounded' && short) return { fault: 'its queues are of other lengths than its scope' };
  return withSlots(system, memory, plan, buffers === 'unbounded' ? 'told' : 'blocks').system;
}

function openViews(data: string): Opened | { readonly fault: string } {
  const read = views.readCertificate(data);
  if ('fault' in read) return read;
  const { scope, cubesOf, sumsOf } = read;
  const toShow = async ({ model, memory, property }: Question): Promise<ToShow | NotJudged> => {
    if (model.kind !== 'system' || property !== 'states') return { fault: 'cubes are a proof of array systems' };
    if (!hasOneQueue(memory)) return { fault: 'cubes of views are a proof under TSO alone' };
    const { system } = model;
    const bad = cubesOf(system);
    if ('fault' in bad) return bad;
    const sums = sumsOf(system);
    if (sums !== null && 'fault' in sums) return sums;
    const { viewCertificate } = await import('../evidence/views/certificate.js');
    return { kind: 'obligations', obligations: viewCertificate(system, bad, [], sums) };
  };
  return { scope, toShow };
}

function openRanking(read: runs.ReadRanking | { readonly fault: string }): Opened | { readonly fault: string } {
  if ('fault' in read) return read;
  const { scope, ranking } = read;
  const toShow = async ({ model, memory, property, fairness }: Question): Promise<ToShow | NotJudged> => {
    if (model.kind !== 'program' || property === 'states') {
      return { fault: 'a ranking is a proof of the infinite runs of a program' };
    }
    const { program } = model;
    const parts = partsOf(property);
    if ('refused' in parts) return { fault: parts.refused };
    const wrong = rankingFault(read, program, parts);
    if (wrong !== null) return { fault: wrong };
    // What is claimed without a bound is looked at without one.
    const bound = typeof scope.buffers === 'number' ? scope.buffers : null;
    const question = { program, memory, bound, perLocation: scope.per === 'location', ...fairness, parts };
    return { kind: 'ranking', ofFamilies: ranking.ofFamilies, steps: judgeRanking(question, ranking) };
  };
  return { scope, toShow };
}

/** Names and automata are told in the certificate for people and for other checkers; those of the program count. */
function rankingFault({ legend, automata }: runs.ReadRanking, program: Program, parts: readonly Part[]): string | null {
  const expected = runsLegend(program);
  for (const part of ['threads', 'cells'] as const) {
    const differs = JSON.stringify(legend[part]) !== JSON.stringify(expected[part]);
    if (differs) return `it is about another program: its ${part} are not those of the program`;
  }
  if (automata.length !== parts.length) return `it has ${automata.length} parts, and the property has ${parts.length}`;
  const wrong = parts.findIndex(({ automaton }, number) => shown(automaton) !== shown(automata[number]));
  return wrong < 0 ? null : `the automaton of part ${wrong + 1} is not that of the property`;
}

function shown(automaton: Part['automaton'] | undefined): string {
  if (automaton === undefined) return '';
  const { states, initial, sets, transitions } = automaton;
  const listed = transitions.map(({ from, to, positive, negative, marks }) => [from, to, positive, negative, marks]);
  return JSON.stringify([states, initial, sets, listed]);
}

/** One cube that all states are in: that it is a proof means that no state is initial. */
function isEverything([first, ...others]: readonly Property[]): boolean {
  const { formula, parameters } = first ?? {};
  return others.length === 0 && parameters?.length === 0 && formula?.kind === 'constant' && formula.value;
}
