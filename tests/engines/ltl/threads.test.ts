import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LtlEngine, type LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { everywhere } from '../../../src/engines/ltl/everywhere.js';
import { Board, MOST_LABELS } from '../../../src/engines/ltl/parallel/board.js';
import { PartSearch } from '../../../src/engines/ltl/parallel/part-search.js';
import { makeParts, PASSED } from '../../../src/engines/ltl/parallel/parts.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { formulaProperty } from '../../../src/models/program/temporal.js';
import { finish } from '../../support/engines.js';
import { cases, least } from '../../support/size.js';
import { LIMITS } from './ask.js';
import { notInfinitelyOften } from './formulas.js';
import { randomQuestion } from './random-questions.js';

/** The answer and what is counted, with so many threads, all of them from the first states on. */
function asked(question: LtlQuestion, jobs: number): object {
  const limits = { ...question.limits, jobs, alone: 1 };
  const engine = new LtlEngine({ ...question, limits, keptFrom: 1 });
  const answer = finish(engine.run());
  const { states, productStates, transitions, acceptanceSets } = engine.counts();
  // What was counted until a limit depends on the memory that threads take.
  return answer.verdict === 'unknown' ? { answer } : { answer, states, productStates, transitions, acceptanceSets };
}

describe('a temporal search by several threads', () => {
  it('gives the answers, counts, runs and warnings of one thread, on random questions', { timeout: 600_000 }, () => {
    const tally = { holds: 0, violated: 0, several: 0 };
    for (let seed = 0; seed < cases(240, 24); seed++) {
      const question = { ...randomQuestion(seed), noting: seed % 2 === 0 };
      if (everywhere(question.automaton) === null) continue;
      for (const firstLook of [5, 1000]) {
        const alone = asked({ ...question, firstLook }, 1);
        for (const jobs of seed % 8 === 0 ? [2, 3, 4] : [2]) {
          const what = `seed ${seed}, first look at ${firstLook}, ${jobs} threads: ${JSON.stringify(question)}`;
          expect(asked({ ...question, firstLook }, jobs), what).toEqual(alone);
        }
        const { answer, acceptanceSets } = alone as { answer: { verdict: string }; acceptanceSets?: number };
        if (answer.verdict === 'holds' || answer.verdict === 'violated') tally[answer.verdict]++;
        if ((acceptanceSets ?? 0) > 32) tally.several++;
      }
    }
    expect(tally.holds).toBeGreaterThan(least(10));
    expect(tally.violated).toBeGreaterThan(least(5));
  });

  it('ends when nobody waits for it', () => {
    const steps = new LtlEngine({ ...counters(4, 13), limits: { ...LIMITS, jobs: 2, alone: 1 }, keptFrom: 1 }).run();
    for (let k = 0; k < 20; k++) steps.next();
    steps.return(undefined as never);
    expect(steps.next().done).toBe(true);
  });

  it('is given up at a limit, and one thread goes on', () => {
    const question = { ...counters(4, 13), keptFrom: 1 };
    const limits = { ...LIMITS, jobs: 2, alone: 1 };
    const few = new LtlEngine({ ...question, limits: { ...limits, maxStates: 1000 } });
    expect(finish(few.run())).toMatchObject({ verdict: 'unknown', reason: { code: 'limit', limit: 'states' } });
    const all = new LtlEngine({ ...question, limits });
    expect(finish(all.run()).verdict).toBe('holds');
    expect(all.counts()).toMatchObject({ states: 13 ** 4, productStates: 13 ** 4 });
  });

  it('finds what only several steps of the automaton lead to', () => {
    const steps = ['a', 'b', 'c', 'd'].map((place, k) => `${place}: x = ${k % 2 === 0}`).join('\n');
    const text = `shared x: bool = false\nthread T[2] {\n${steps}\ngoto a\n}\nltl p: G (T(0)@a -> F T(0)@d)`;
    const question = { ...oneQuestion(text), zeroDead: false };
    const alone = asked(question, 1);
    // From a on until d, which the automaton does not leave.
    const states = 4 * 4 * 2;
    expect(alone).toMatchObject({ answer: { verdict: 'holds' }, states: expect.any(Number) });
    expect((alone as { productStates: number }).productStates).toBeGreaterThan(states);
    for (const jobs of [2, 4]) expect(asked(question, jobs)).toEqual(alone);
  });

  it('finds what only another initial state of the automaton leads to', () => {
    const loops = [0, 1].map((state) => ({ from: state, to: state, positive: 0, negative: 0, marks: state }));
    const automaton = { states: 2, initial: [0, 1], sets: 1, transitions: loops };
    const question = { ...counters(2, 13), automaton };
    expect(asked(question, 1)).toMatchObject({ answer: { verdict: 'violated' } });
    expect(asked(question, 2)).toEqual(asked(question, 1));
  });

  it('stays with one thread where more combinations of propositions have occurred than others can tell', () => {
    const bits = Array.from({ length: 13 }, (_, bit) => `b${bit}`);
    const shared = bits.map((bit) => `shared ${bit}: bool = false\n`).join('');
    const chosen = bits.map((bit) => `choose { ${bit} = true } or { ${bit} = false }\n`).join('');
    // Half of the combinations stay where they are, all before others may join; the rest is what others would expand.
    const ways = Array.from({ length: 8 }, (_, way) => `{ n = ${way} }`).join(' or ');
    const rest = `while (b12) { }\nchoose ${ways}\nloop { skip }`;
    const text = `${shared}thread T { local n: 0..7 = 0\n${chosen}${rest} }\nltl p: ${bits.map((bit) => `G ${bit}`).join(' && ')}`;
    const made = readProgram(text, 'bits.fp').program?.instantiate(null);
    const [read] = made?.kind === 'program' ? made.ltl : [];
    if (made?.kind !== 'program' || read === undefined) throw new Error('it is a program');
    const propositions = read.propositions.map(({ condition }) => condition);
    expect(propositions.length).toBe(bits.length);
    const all = 2 ** bits.length - 1;
    // That all are true from some moment on.
    const transitions = [
      { from: 0, to: 0, positive: 0, negative: 0, marks: 0 },
      { from: 0, to: 1, positive: all, negative: 0, marks: 0 },
      { from: 1, to: 1, positive: all, negative: 0, marks: 1 },
    ];
    const automaton = { states: 2, initial: [0], sets: 1, transitions };
    const question = { ...counters(1, 2), program: made.program, propositions, automaton };
    const engine = (jobs: number) => {
      const limits = { ...LIMITS, jobs, alone: 2 ** 14 - 1 };
      return new LtlEngine({ ...question, limits, keptFrom: 1, firstLook: 10 ** 6 });
    };
    expect(finish(engine(1).run()).verdict).toBe('violated');
    expect(finish(engine(2).run())).toEqual(finish(engine(1).run()));
  });

  it('goes on where what is kept is more than threads can share, and looks for components with one thread', () => {
    const step = (from: number, to: number, marks: number) => ({ from, to, positive: 0, negative: 0, marks });
    const transitions = [step(0, 0, 0), step(0, 1, 0), step(1, 1, 1)];
    // With two sets of which one is never met, nothing is accepting; several threads need not look at components for that.
    const withSets = (sets: number) => ({
      ...counters(4, 13),
      automaton: { states: 2, initial: [0], sets, transitions },
    });
    const holds = withSets(2);
    for (const each of [holds, withSets(1)]) expect(asked({ ...each, shareable: 1 }, 2)).toEqual(asked(each, 1));
    const components = (question: LtlQuestion, jobs: number): number | undefined => {
      const engine = new LtlEngine({ ...question, limits: { ...LIMITS, jobs, alone: 1 }, keptFrom: 1 });
      finish(engine.run());
      return engine.counts().components;
    };
    expect(components(holds, 2)).toBe(0);
    expect(components(holds, 1)).toBeGreaterThan(0);
    expect(components({ ...holds, shareable: 1 }, 2)).toBe(components(holds, 1));
  });

  it('leaves components to one thread where several would need more memory than is allowed', () => {
    const question = gettingIn();
    const ask = (jobs: number, maxMegabytes: number) => {
      const limits = { ...LIMITS, jobs, alone: 1, maxMegabytes };
      const engine = new LtlEngine({ ...question, limits, keptFrom: 1, firstLook: 10 ** 6 });
      return { verdict: finish(engine.run()).verdict, components: engine.counts().components };
    };
    const [one, several] = [ask(1, 1000), ask(2, 1000)];
    expect([one.verdict, several.verdict]).toEqual(['holds', 'holds']);
    expect(several.components).toBeLessThan(one.components ?? 0);
    // With the least of it not even what is kept has room.
    const told = Array.from({ length: 21 }, (_, k) => ask(2, 0.5 + k / 20));
    expect(new Set(told.map(({ verdict }) => verdict))).toEqual(new Set(['holds']));
    const components = told.map((each) => each.components);
    expect(components).toContain(one.components);
    expect(components).toContain(several.components);
  });

  it('has more labels than it can tell apart', () => {
    const question = { ...counters(2, 300), keptFrom: 1 };
    expect(asked(question, 3)).toEqual(asked(question, 1));
  });
});

/** Whoever wants to enter the filter lock gets in: the thread that is asked about waits in a loop. */
function gettingIn(): LtlQuestion {
  const text = readFileSync('bench/twins/filter.fp', 'utf8').replace('const N = 4', 'const N = 3');
  return oneQuestion(`${text}\nltl p: G (P(0)@set -> F P(0)@cs)`);
}

/** What the one temporal property of a text asks. */
function oneQuestion(text: string): LtlQuestion {
  const made = readProgram(text, 'one.fp').program?.instantiate(null);
  const [read] = made?.kind === 'program' ? made.ltl : [];
  if (made?.kind !== 'program' || read === undefined) throw new Error('it is a program');
  const conditions = read.propositions.map(({ condition }) => condition);
  const questions = formulaProperty(read.name, read.text, read.formula, conditions).questions();
  if ('refused' in questions || questions[0] === undefined) throw new Error('it is one question');
  return { ...counters(1, 2), program: made.program, ...questions[0] };
}

function counters(threads: number, values: number): LtlQuestion {
  const last = values - 1;
  const text = `thread T[${threads}] { local n: 0..${last}; loop { n = (n + 1) % ${values} } }`;
  const made = readProgram(text, 'counters.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('it is a program');
  return {
    program: made.program,
    ...{ memory: memoryNamed('sc'), buffer: 1, fairThreads: true, fairBuffers: true, zeroDead: false },
    // Of GF p, with p true everywhere: nothing is accepting, and all states are seen.
    ...{ propositions: [{ kind: 'constant', value: 1 }], automaton: notInfinitelyOften, limits: LIMITS },
  };
}

function boardWith(steps: readonly (readonly [from: number, to: number, marks: number])[], labels = 4): Board {
  const portion = { states: 1, successors: 1, lists: 1 };
  const sizes = { members: 2, places: 1, words: 1, portion, marks: 0, fair: false };
  const board = new Board(Board.shared(sizes));
  board.begin(0, 0);
  for (let label = 0; label < labels; label++) board.labelOf(1000 + label);
  for (const [from, to, marks] of steps) {
    board.steps[from * MOST_LABELS + to] = 1;
    board.stepMarks[from * MOST_LABELS + to] = marks;
    board.labelSizes[from] = 10;
  }
  return board;
}

describe('the parts of a product', () => {
  it('are labels that lead to one another in a circle', () => {
    const board = boardWith([
      [0, 1, 1],
      [1, 2, 1],
      [2, 1, 1],
      [2, 3, 1],
      [3, 3, 1],
    ]);
    makeParts(board, 1);
    const [first, second, third, fourth] = board.parts;
    expect(second).toBe(third);
    expect(new Set([second, fourth]).size).toBe(2);
    // No circle leads through it.
    expect(first).toBe(PASSED);
    expect(board.owners[1]).toBe(board.owners[2]);
    expect(board.owners[1]).not.toBe(board.owners[3]);
  });

  it('are passed where their steps together miss a set, and only there', () => {
    const board = boardWith([
      [0, 1, 1],
      [1, 0, 2],
      [1, 2, 4],
      [2, 2, 3],
    ]);
    makeParts(board, 7);
    expect([...board.parts.slice(0, 3)]).toEqual([PASSED, PASSED, PASSED]);
    makeParts(board, 3);
    expect(board.parts[0]).toBe(board.parts[1]);
    expect([...board.parts.slice(0, 3)]).not.toContain(PASSED);
  });

  it('are one where there are too many labels', () => {
    const board = boardWith([[0, 1, 1]], MOST_LABELS + 10);
    makeParts(board, 1);
    expect(new Set(board.parts).size).toBe(1);
    expect(board.parts[0]).not.toBe(PASSED);
  });
});

describe('the search of a part', () => {
  const graph = (edges: readonly (readonly [from: number, to: number, marks: number])[], nodes: number) => {
    const sorted = [...edges].sort(([one], [other]) => one - other);
    const first = Array.from({ length: nodes + 1 }, (_, node) => sorted.filter(([from]) => from < node).length);
    return {
      nodes,
      first: Int32Array.from(first),
      to: Int32Array.from(sorted, ([, to]) => to),
      marks: Int32Array.from(sorted, ([, , marks]) => marks),
      words: 1,
      all: Int32Array.of(3),
    };
  };

  it('finds a component with all sets, and counts components otherwise', () => {
    const search = new PartSearch();
    const round = [
      [0, 1, 1],
      [1, 2, 2],
      [2, 1, 0],
      [3, 0, 3],
    ] as const;
    search.begin(graph(round, 4));
    expect(search.advance(1000)).toBe('empty');
    expect(search.components).toBe(3);
    search.begin(graph([...round, [2, 0, 0]], 4));
    expect(search.advance(1000)).toBe('accepting');
  });
});
