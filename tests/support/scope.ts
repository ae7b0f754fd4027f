/** A scope for certificates whose scope does not matter. */
import type { CertificateScope } from '../../src/evidence/scope.js';

export const SCOPE: CertificateScope = {
  memory: 'tso',
  buffers: 'unbounded',
  per: 'queue',
  threads: 2,
  about: 'states',
  property: 'mutex',
  model: '0123456789abcdef'.repeat(4),
  bridge: null,
};
