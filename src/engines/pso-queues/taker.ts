/** The PSO engines as the automata of programs know them (`automata/`): each write of a step waits in the queue of its cell. */
import type { Taker } from '../automata/system.js';

export const PSO_QUEUES: Taker = { title: 'the PSO engine', apart: true };
