/** Counting on random systems: what is proved with place sums is not violated by one, two or three processes. */
import { expect, test } from 'vitest';
import { ParameterizedEngine } from '../../../src/engines/parameterized/engine.js';
import { SC } from '../../../src/memory/models.js';
import { readModel } from '../../evidence/cubes/proof.js';
import { sized } from '../../support/size.js';

const PLACES = ['A', 'B', 'C'] as const;

/** Numbers below n, always the same ones. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

/** Additions that mostly fit weights of both signs, with guards about the counter, and now and then a store. */
function randomModel(below: (n: number) => number): string {
  const weights = [0, below(5) - 2, below(5) - 2];
  const transitions = Array.from({ length: 3 + below(4) }, (_, k) => {
    const [from, to] = [below(3), below(3)];
    const added = (weights[from] as number) - (weights[to] as number) + (below(6) === 0 ? below(3) - 1 : 0);
    const guard = below(3) === 0 ? '' : ` && X ${['=', '<=', '<', '<>'][below(4)]} ${below(5) - 2}`;
    const sum = added < 0 ? `X := X - ${-added};` : added === 0 ? '' : `X := X + ${added};`;
    const update = below(6) === 0 ? `X := ${below(2)};` : sum;
    return `transition t${k} (i) requires { P[i] = ${PLACES[from]}${guard} } { P[i] := ${PLACES[to]}; ${update} }`;
  });
  const unsafe = ['(i j) { P[i] = B && P[j] = C }', '(i j) { P[i] = C && P[j] = C }', '() { X < -1 }'][below(3)];
  return `type t = A | B | C  array P[proc] : t  var X : int
    init (i) { P[i] = A && X = ${below(3)} } unsafe ${unsafe}\n${transitions.join('\n')}`;
}

function ask(text: string, processes: number | null, countAtOnce: boolean) {
  const system = { ...readModel(text), processes };
  const limits = { maxCubes: 60, maxDepth: 60, maxProcesses: 6, maxStates: 2_000 };
  const hints = { cubes: 'views', approximate: !countAtOnce, trim: true, countAtOnce } as const;
  const engine = new ParameterizedEngine({ system, memory: SC, limits, ...hints });
  const run = engine.run();
  let step = run.next();
  while (!step.done) step = run.next();
  return { verdict: step.value.verdict, sums: engine.counts().sums ?? 0 };
}

test('nothing is proved that a small instance violates', () => {
  const below = numbers(11);
  let counted = 0;
  for (let k = 0; k < sized(40, 300); k++) {
    const text = randomModel(below);
    const { verdict, sums } = ask(text, null, true);
    if (verdict !== 'holds' || sums === 0) continue;
    counted++;
    for (const processes of [1, 2, 3]) expect([text, ask(text, processes, false).verdict]).not.toContain('violated');
  }
  expect(counted).toBeGreaterThan(5);
});
