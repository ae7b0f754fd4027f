/**
 * A proof as something that others can check: a tagged value with one judge for each kind.
 *
 *   obligations   SMT-LIB text that solvers answer (`solvers/`): of cubes under SC (`cubes/`) and TSO (`views/`), and of
 *                 predicate abstraction, whose invariant can also be written as JSON
 *   minor set     the configurations of the Dual-TSO engine as JSON, for their own checker (`minor-set/`)
 *   audit         all states again, by the interpreter (`audit.ts`); there is nothing to write
 */
import type { BufferScope, Proof } from '../engines/answer.js';
import type { Progress } from '../engines/engine.js';
import type { MemoryModel } from '../memory/models.js';
import { type Audit, auditProgram } from './audit.js';
import type { Certificate as Obligations } from './solvers/certificate.js';

export type Certificate =
  | { readonly kind: 'obligations'; readonly obligations: Obligations; readonly data: (() => Iterable<string>) | null }
  | { readonly kind: 'minor set'; readonly configurations: number; chunks(): Iterable<string> }
  | { readonly kind: 'audit'; audit(most: number): Generator<Progress, Audit> }
  | { readonly kind: 'none'; readonly why: NoCertificate };

/** Why a proof has no certificate: `unsupported` with what a solver of integers cannot express. */
export type NoCertificate =
  | { readonly code: 'temporal' }
  | { readonly code: 'event cubes' }
  | { readonly code: 'unsupported'; readonly message: string }
  | { readonly code: 'not proved' };

/** In the head of a certificate. */
const OF_PROGRAM =
  'About the array system that a program for any number of threads becomes: its threads are the processes.';

export async function certificateOf(proof: Proof, memory: MemoryModel, buffer: BufferScope): Promise<Certificate> {
  switch (proof.kind) {
    case 'runs':
      return { kind: 'none', why: { code: 'temporal' } };
    case 'states': {
      // What holds without a bound is looked at without one.
      const bound = buffer === 'unbounded' ? null : buffer;
      const { program, perLocation } = proof;
      return { kind: 'audit', audit: (most) => auditProgram(program, memory, bound, most, perLocation) };
    }
    case 'cubes': {
      const about = proof.ofProgram ? [OF_PROGRAM] : [];
      if (proof.views !== null) {
        const { viewCertificate } = await import('./views/certificate.js');
        return { kind: 'obligations', obligations: viewCertificate(proof.system, proof.views, about), data: null };
      }
      if (proof.invariant === null) return { kind: 'none', why: { code: 'event cubes' } };
      const { certificate } = await import('./cubes/certificate.js');
      return { kind: 'obligations', obligations: certificate(proof.system, proof.invariant, about), data: null };
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
