/**
 * A proof as something that others can check: a tagged value with one judge for each kind.
 *
 *   obligations   SMT-LIB text that solvers answer (`solvers/`): of cubes under SC, and of predicate abstraction, whose
 *                 invariant can also be written as JSON
 *   minor set     the configurations of the Dual-TSO engine as JSON, for their own checker (`minor-set/`)
 *   runs          a ranking of the runs of a program as JSON, for its own checker (`runs/`)
 *   audit         all states again, by a second kernel (`audit/`) and, if there are not too many, by the interpreter
 *                 (`audit.ts`); there is nothing to write
 */
import type { BufferScope, Proof } from '../engines/answer.js';
import type { Progress } from '../engines/engine.js';
import type { ExplicitLimits } from '../engines/explicit/question.js';
import type { Reason } from '../engines/remarks.js';
import type { MemoryModel } from '../memory/models.js';
import { auditByKernel } from './audit/kernel.js';
import { type Audit, auditProgram } from './audit.js';
import type { Asked } from './runs/claim.js';
import type { Certificate as Obligations } from './solvers/certificate.js';

export type Certificate =
  | { readonly kind: 'obligations'; readonly obligations: Obligations; readonly data: (() => Iterable<string>) | null }
  | { readonly kind: 'minor set'; readonly configurations: number; chunks(): Iterable<string> }
  | {
      readonly kind: 'runs';
      make(limits: ExplicitLimits): Generator<Progress, RunsCertificate | { readonly unfinished: Reason }>;
    }
  | {
      readonly kind: 'audit';
      /** By the second kernel, and by the interpreter, of no more than so many states. */
      kernel(limits: ExplicitLimits): Generator<Progress, Audit>;
      interpreter(most: number): Generator<Progress, Audit>;
    }
  | { readonly kind: 'none'; readonly why: NoCertificate };

/** A ranking that is made. */
export interface RunsCertificate {
  readonly kind: 'ranking';
  readonly configurations: number;
  chunks(): Iterable<string>;
}

/** Why a proof has no certificate: `unsupported` with what a solver of integers cannot express. */
export type NoCertificate =
  | { readonly code: 'unfinished'; readonly reason: Reason }
  | { readonly code: 'cubes of buffers' }
  | { readonly code: 'unsupported'; readonly message: string }
  | { readonly code: 'not proved' };

export async function certificateOf(
  proof: Proof,
  memory: MemoryModel,
  buffer: BufferScope,
  asked: Asked = {},
): Promise<Certificate> {
  switch (proof.kind) {
    case 'runs':
      return runsCertificate(proof, memory, buffer, asked);
    case 'states': {
      // What holds without a bound is looked at without one.
      const bound = buffer === 'unbounded' ? null : buffer;
      const { program, perLocation } = proof;
      return {
        kind: 'audit',
        kernel: (limits) => auditByKernel(program, memory, { bound, perLocation }, limits),
        interpreter: (most) => auditProgram(program, memory, bound, most, perLocation),
      };
    }
    case 'cubes': {
      if (proof.invariant === null) return { kind: 'none', why: { code: 'cubes of buffers' } };
      const { certificate } = await import('./cubes/certificate.js');
      return { kind: 'obligations', obligations: certificate(proof.system, proof.invariant), data: null };
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
      return { kind: 'obligations', obligations: made, data: () => writeCertificate(invariant, legendOf(program)) };
    }
    case 'minor set': {
      const [{ writeCertificate }, { legendOf }] = await Promise.all([
        import('./minor-set/file.js'),
        import('./minor-set/legend.js'),
      ]);
      const { program, system, certificate } = proof;
      const chunks = () => writeCertificate(certificate, legendOf(program, system));
      return { kind: 'minor set', configurations: certificate.configurations.length, chunks };
    }
  }
}

async function runsCertificate(
  proof: Extract<Proof, { readonly kind: 'runs' }>,
  memory: MemoryModel,
  buffer: BufferScope,
  asked: Asked,
): Promise<Certificate> {
  const [{ makeRanking }, { claimOf, legendOf, questionOf }, { partsOf }, { writeRanking }] = await Promise.all([
    import('./runs/make.js'),
    import('./runs/claim.js'),
    import('./runs/parts.js'),
    import('./runs/file.js'),
  ]);
  const { program, property, bound } = proof;
  const parts = partsOf(property);
  if ('refused' in parts) return { kind: 'none', why: { code: 'unsupported', message: parts.refused } };
  const claim = claimOf(proof, memory, buffer, asked);
  return {
    kind: 'runs',
    *make(limits) {
      const ranking = yield* makeRanking({ ...questionOf(claim, program, memory, parts), buffer: bound }, limits);
      if ('unfinished' in ranking) return ranking;
      const chunks = () => writeRanking(claim, legendOf(program), parts, ranking);
      return { kind: 'ranking', configurations: ranking.count, chunks };
    },
  };
}
