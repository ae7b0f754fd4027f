/** The Dual-TSO engine as others know it: finite programs under TSO, store buffers of any length, any number of threads. */
import { hasOneQueue } from '../../memory/models.js';
import { exactEngine } from '../automata/exact-engine.js';
import { dualMethod } from './space.js';

export const dualTso = exactEngine({
  ...dualMethod,
  name: 'dual-tso',
  isFor: hasOneQueue,
  proof: ({ program, system, certificate }) => ({ kind: 'minor set', program, system, certificate }),
});
