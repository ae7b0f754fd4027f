/**
 * A proof as something that others can check: a tagged value with one judge for each kind.
 *
 *   obligations   SMT-LIB text that solvers answer (`solvers/`): of cubes under SC (`cubes/`) and TSO (`views/`), and of
 *                 predicate abstraction; with the proof as data at its head, which can also be written alone, as JSON
 *   minor set     the configurations of the Dual-TSO engine, or the elements of the PSO engine, as JSON, for their own
 *                 checkers (`minor-set/`, `store-queues/`)
 *   runs          a ranking of the runs of a program as JSON, for its own checker (`runs/`); of large ones all runs again, by the
 *                 second kernel
 *   audit         all states again, by a second kernel (`audit/`) and, if there are not too many, by the interpreter
 *                 (`audit.ts`); there is nothing to write
 *
 * Each that is written has its scope in it (`scope.ts`): a judge accepts it for that and nothing else.
 */
import type { Proof } from '../engines/answer.js';
import type { Progress } from '../engines/engine.js';
import type { ExplicitLimits } from '../engines/explicit/question.js';
import { outside, type Reason } from '../engines/remarks.js';
import { memoryNamed } from '../memory/models.js';
import { auditByKernel } from './audit/kernel.js';
import { type Audit, auditProgram } from './audit.js';
import { type CertificateScope, scopeText } from './scope.js';
import type { Certificate as Obligations } from './solvers/certificate.js';
import { withData } from './solvers/data.js';

export type Certificate =
  | { readonly kind: 'obligations'; readonly obligations: Obligations; data(): Iterable<string> }
  | { readonly kind: 'minor set'; readonly configurations: number; chunks(): Iterable<string> }
  | {
      readonly kind: 'runs';
      /** All runs again, by the second kernel. */
      audit(limits: ExplicitLimits): Generator<Progress, Audit>;
      /** Of configurations, or of families of them, where integers grow without end: then only what its judge accepts. */
      make(
        limits: ExplicitLimits,
        of: 'configurations' | 'families',
      ): Generator<Progress, RunsCertificate | { readonly unfinished: Reason }>;
    }
  | {
      readonly kind: 'audit';
      /** By the second kernel, which knows nothing of threads that get stuck: null where none may. */
      readonly kernel: ((limits: ExplicitLimits) => Generator<Progress, Audit>) | null;
      /** By the interpreter, of no more than so many states. */
      interpreter(most: number): Generator<Progress, Audit>;
    }
  | { readonly kind: 'none'; readonly why: NoCertificate };

/** A ranking that is made. */
export interface RunsCertificate {
  readonly kind: 'ranking';
  readonly configurations: number;
  /** What `configurations` counts where each stands for many. */
  readonly counted?: 'families';
  chunks(): Iterable<string>;
}

/** Why a proof has no certificate: `unsupported` with what a solver of integers cannot express. */
export type NoCertificate =
  | { readonly code: 'unfinished'; readonly reason: Reason }
  | { readonly code: 'event cubes' }
  | { readonly code: 'unsupported'; readonly message: string }
  | { readonly code: 'not proved' };

/** In the head of a certificate. */
const OF_PROGRAM =
  'About the array system that a program for any number of threads becomes: its threads are the processes.';

/** The head of a certificate about store queues that became cells. */
const WITH_QUEUES = [
  'The model is one for PSO: what waits in store queues is in cells of the processes, and further transitions take it to',
  'memory. That a queue overflows its cells is unsafe, unless the question is about queues of that length.',
];

export async function certificateOf(proof: Proof, scope: CertificateScope): Promise<Certificate> {
  switch (proof.kind) {
    case 'runs':
      return runsCertificate(proof, scope);
    case 'states': {
      // What holds without a bound is looked at without one.
      const bound = scope.buffers === 'unbounded' ? null : scope.buffers;
      const { program, perLocation } = proof;
      const memory = memoryNamed(scope.memory);
      return {
        kind: 'audit',
        kernel:
          program.noDeadlock === undefined
            ? (limits) => auditByKernel(program, memory, { bound, perLocation }, limits)
            : null,
        interpreter: (most) => auditProgram(program, memory, bound, most, perLocation),
      };
    }
    case 'cubes': {
      const about = proof.ofProgram ? [OF_PROGRAM] : [];
      if (proof.views !== null) {
        const [{ viewCertificate }, { writeCertificate }] = await Promise.all([
          import('./views/certificate.js'),
          import('./views/file.js'),
        ]);
        const { system, views, sums } = proof;
        const made = viewCertificate(system, views, about, sums);
        return obligations(scope, made, () => writeCertificate(scope, system, views, sums));
      }
      if (proof.invariant === null) return { kind: 'none', why: { code: 'event cubes' } };
      const [{ certificate }, { writeCertificate }] = await Promise.all([
        import('./cubes/certificate.js'),
        import('./cubes/file.js'),
      ]);
      const { system, invariant, sums, slots } = proof;
      const lines = slots === undefined ? about : [...about, ...WITH_QUEUES];
      const made = certificate(system, invariant, lines, sums);
      return obligations(scope, made, () => writeCertificate(scope, system, invariant, sums, slots));
    }
    case 'predicates': {
      const [{ predicateObligations }, { certificateOf: invariantOf }, { writeCertificate }, { legendOf }] =
        await Promise.all([
          import('./invariant/obligations.js'),
          import('./invariant/proof.js'),
          import('./invariant/file.js'),
          import('./invariant/legend.js'),
        ]);
      const { program } = proof.proof.reduction;
      const invariant = invariantOf(proof.proof);
      const made = predicateObligations(program, invariant);
      if ('fault' in made) throw new Error(`a proof is no certificate: ${made.fault}`);
      if ('unsupported' in made) return { kind: 'none', why: { code: 'unsupported', message: made.unsupported } };
      return obligations(scope, made, () => writeCertificate(scope, invariant, legendOf(program)));
    }
    case 'minor set': {
      const [{ writeCertificate }, { legendOf }] = await Promise.all([
        import('./minor-set/file.js'),
        import('./minor-set/legend.js'),
      ]);
      const { program, system, certificate } = proof;
      const chunks = () => writeCertificate(scope, certificate, legendOf(program, system));
      return { kind: 'minor set', configurations: certificate.configurations.length, chunks };
    }
    case 'store queues': {
      const [{ writeCertificate }, { legendOf }] = await Promise.all([
        import('./store-queues/file.js'),
        import('./minor-set/legend.js'),
      ]);
      const { program, system, certificate } = proof;
      const chunks = () => writeCertificate(scope, certificate, legendOf(program, system));
      return { kind: 'minor set', configurations: certificate.elements.length, chunks };
    }
  }
}

function obligations(scope: CertificateScope, made: Obligations, data: () => Iterable<string>): Certificate {
  return { kind: 'obligations', obligations: withData(made, scopeText(scope), data), data };
}

async function runsCertificate(
  proof: Extract<Proof, { readonly kind: 'runs' }>,
  scope: CertificateScope,
): Promise<Certificate> {
  const [{ auditRuns }, { judgeRanking }, { makeRanking }, { legendOf }, { partsOf }, { writeRanking }] =
    await Promise.all([
      import('./runs/audit.js'),
      import('./runs/judge.js'),
      import('./runs/make.js'),
      import('./runs/legend.js'),
      import('./runs/parts.js'),
      import('./runs/file.js'),
    ]);
  const { program, property, fairness, perLocation } = proof;
  const parts = partsOf(property);
  if ('refused' in parts) return { kind: 'none', why: { code: 'unsupported', message: parts.refused } };
  // What is claimed without a bound is looked at without one.
  const bound = typeof scope.buffers === 'number' ? scope.buffers : null;
  const question = { program, memory: memoryNamed(scope.memory), bound, perLocation, ...fairness, parts };
  return {
    kind: 'runs',
    audit: (limits) => auditRuns(question, limits),
    *make(limits, of) {
      const merged = of === 'families';
      const ranking = yield* makeRanking({ ...question, buffer: proof.bound, merged }, limits);
      if ('unfinished' in ranking) return ranking;
      const refused = merged ? (yield* judgeRanking(question, ranking)).refused : null;
      if (refused !== null) return { unfinished: outside(refused) };
      const chunks = () => writeRanking(scope, legendOf(program), parts, ranking);
      const counted = merged ? { counted: 'families' as const } : {};
      return { kind: 'ranking', configurations: ranking.count, ...counted, chunks };
    },
  };
}
