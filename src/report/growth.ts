/** What a cycle that does not come back to the same state adds in each turn: `, each time with next 1 higher`. */
import type { Trace } from '../memory/trace.js';

export function growthText(growth: NonNullable<Trace['growth']>): string {
  const told = growth.map(({ cell, by }) => `${cell} ${Math.abs(by)} ${by > 0 ? 'higher' : 'lower'}`);
  return told.length === 0 ? '' : `, each time with ${told.join(', ')}`;
}
