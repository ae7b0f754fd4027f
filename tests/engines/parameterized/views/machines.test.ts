/** Theorem 1: the view machine and the store-buffer machine show the same. */
import { describe, expect, it } from 'vitest';
import { systemOf } from '../../../memory/operational/models.js';
import { compareMachines } from './examine-machines.js';
import { denseModel } from './models.js';

/** Store buffering, with something in between the store and the load. */
const buffering = (between: string) => `type loc = A | B | C  weak var X : bool  weak var Y : bool  array P[proc] : loc
  init (i) { P[i] = A && X = False && Y = False } unsafe (i j) { P[i] = C && P[j] = C }
  transition x ([i]) requires { P[i] = A } { P[i] := B; X := True }
  transition y ([i]) requires { P[i] = A } { P[i] := B; Y := True }
  transition read_x ([i]) requires { P[i] = B ${between} && X = False } { P[i] := C }
  transition read_y ([i]) requires { P[i] = B ${between} && Y = False } { P[i] := C }`;

describe('the view machine', () => {
  it.each([
    ['no fence', ''],
    ['a fence', '&& fence()'],
    ['a write on its way', '&& not fence()'],
  ])('shows what store buffers show: %s', (_, between) => {
    for (const processes of [1, 2, 3]) {
      expect(compareMachines(systemOf(buffering(between)), processes, 4000).sights).toBeGreaterThan(0);
    }
  });

  it('shows what store buffers show on random models without loops', () => {
    const total = { models: 0, three: 0, sights: 0, buffered: 0, viewed: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const text = denseModel(seed, { loops: false, universal: seed % 3 === 0 });
      const processes = seed % 4 === 0 ? 3 : 2;
      try {
        const { sights, buffered, viewed } = compareMachines(systemOf(text), processes, 400);
        if (sights === null) continue;
        total.models++;
        if (processes === 3) total.three++;
        total.sights += sights;
        total.buffered += buffered;
        total.viewed += viewed;
      } catch (fault) {
        throw new Error(`dense model of seed ${seed}: ${(fault as Error).message}\n${text}`, { cause: fault });
      }
    }
    expect(total.models).toBeGreaterThan(40);
    expect(total.three).toBeGreaterThan(5);
    expect(total.sights).toBeGreaterThan(600);
    expect(total.buffered).toBeGreaterThan(1100);
    expect(total.viewed).toBeGreaterThan(2200);
  });
});
