/** What the exploration ended with, as a certificate: an invariant of the program whose store buffers are variables. */

import type { PredicateProof } from '../../engines/predicates/engine.js';
import { hasBuffers } from '../../memory/models.js';
import { type PredicateCertificate, predicateOf } from './certificate.js';

export function certificateOf({ reduction, system, predicates, reached }: PredicateProof): PredicateCertificate {
  const { memory, bound, overflow } = reduction;
  const names = system.variables.map(({ name }) => name);
  return {
    memory: memory.name,
    bound: hasBuffers(memory) ? bound : null,
    overflow: overflow === null ? 'waits' : 'fails',
    predicates: predicates.map((predicate) => predicateOf(predicate, names)),
    states: reached.filter(({ cubes }) => cubes.length > 0),
  };
}
