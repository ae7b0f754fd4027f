/** The PSO engines as the automata of programs know them (`automata/`): each write of a step waits in the queue of its
 * cell, so that what a step does in several cells can be taken apart. */
import type { Taker } from '../automata/system.js';

export const PSO_QUEUES: Taker = { title: 'the PSO engine', several: true };
