/** The PSO engine as others know it: finite programs under PSO, store buffers of any length, any number of threads. */
import { hasQueuePerCell } from '../../memory/models.js';
import { exactEngine } from '../automata/exact-engine.js';
import { psoMethod } from './space.js';

export const psoQueues = exactEngine({
  ...psoMethod,
  name: 'pso-queues',
  isFor: hasQueuePerCell,
  proof: ({ program, system, certificate }) => ({ kind: 'store queues', program, system, certificate }),
});
