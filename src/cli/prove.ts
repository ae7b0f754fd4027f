/**
 * A proof that others can check. Of an array system the invariant becomes obligations that share nothing with the search; of
 * a program all states are found again by the interpreter, or the minor set of the Dual-TSO engine is written down, or the
 * invariant of predicate abstraction becomes obligations.
 */

import { Budget } from '../check/budget.js';
import { type CheckOptions, type ProofResult, prove as search } from '../check/check.js';
import { type Audit, auditProgram } from '../evidence/audit.js';
import { certificate } from '../evidence/cubes/certificate.js';
import { writeCertificate as writeInvariant } from '../evidence/invariant/file.js';
import { legendOf as legendOfInvariant } from '../evidence/invariant/legend.js';
import { predicateObligations } from '../evidence/invariant/obligations.js';
import { certificateOf } from '../evidence/invariant/proof.js';
import { writeCertificate } from '../evidence/minor-set/file.js';
import { legendOf } from '../evidence/minor-set/legend.js';
import type { Outcome } from '../evidence/outcome.js';
import { inLanguage } from '../languages/index.js';
import { memoryNamed } from '../memory/models.js';
import type { ProveResult } from './services.js';

/** States that the interpreter looks at: a minute or so. */
const MOST_STATES = 1_000_000;
const NONE_UNDER_TSO =
  'proofs under TSO have none yet; `check --cubes events` asks the other form of cube for a second opinion';

function missing({ outcome }: Extract<ProofResult, { ok: true }>): string {
  return outcome.verdict === 'holds' ? NONE_UNDER_TSO : 'the model was not proved';
}

export async function prove(text: string | Uint8Array, asked: CheckOptions): Promise<ProveResult> {
  const found = inLanguage(text, asked);
  if (!found.ok) return found;
  const { language, options } = found;
  if (language.kind === 'array system') {
    const result = await search(text, options);
    if (!result.ok) return result;
    const { outcome, warnings, system, invariant } = result;
    const proof = invariant === null ? { missing: missing(result) } : certificate(system, invariant);
    return { ok: true, outcome, warnings, certificate: proof };
  }
  const { proveProgram } = await import('../check/program.js');
  const result = await proveProgram(text, options);
  if (!result.ok) return result;
  const { outcome, warnings, proof } = result;
  const certified = (made: (ProveResult & { ok: true })['certificate']): ProveResult => {
    return { ok: true, outcome, warnings, certificate: made };
  };
  switch (proof?.kind) {
    case undefined:
      return certified({
        missing: outcome.verdict === 'holds' ? 'temporal properties have none' : 'the program was not proved',
      });
    case 'states':
      return certified({ audit: await audited(proof.program, outcome, options) });
    case 'invariant':
      if (proof.invariant === null) return certified({ missing: NONE_UNDER_TSO });
      return certified(certificate(proof.system, proof.invariant));
    case 'predicates': {
      const { reduction } = proof.proof;
      const invariant = certificateOf(proof.proof);
      const made = predicateObligations(reduction.program, invariant);
      if ('fault' in made) throw new Error(`a proof is no certificate: ${made.fault}`);
      if ('unsupported' in made) return certified({ missing: made.unsupported });
      return certified({ ...made, data: () => writeInvariant(invariant, legendOfInvariant(reduction.program)) });
    }
    case 'dual-tso': {
      const { program, system, certificate: minor } = proof;
      const chunks = () => writeCertificate(minor, legendOf(program, system));
      return certified({ configurations: minor.configurations.length, chunks });
    }
  }
}

async function audited(
  program: Parameters<typeof auditProgram>[0],
  outcome: Outcome,
  options: CheckOptions,
): Promise<Audit> {
  const { memory, buffer } = outcome;
  // What holds without a bound is looked at without one.
  const bound = buffer === 'unbounded' ? null : buffer;
  const perLocation = options.bufferPerLocation !== undefined;
  const steps = auditProgram(program, memoryNamed(memory), bound, options.maxStates ?? MOST_STATES, perLocation);
  const driven = await new Budget(options).drive(steps, options.onProgress);
  if ('value' in driven) return driven.value;
  return { states: 0, transitions: 0, full: false, fault: driven.stopped, refuted: false };
}
