/** The Dual-TSO engines as the automata of programs know them (`automata/`). */
import type { Taker } from '../automata/system.js';

export const DUAL_TSO: Taker = { title: 'the Dual-TSO engine', several: false };
