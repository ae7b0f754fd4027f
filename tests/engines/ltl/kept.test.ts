import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LtlEngine, type LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { everywhere } from '../../../src/engines/ltl/everywhere.js';
import { Kept } from '../../../src/engines/ltl/kept.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { MEMORY_NAMES, memoryNamed } from '../../../src/memory/models.js';
import { formulaProperty } from '../../../src/models/program/temporal.js';
import { at, edge, location, template } from '../../support/build.js';
import { finish } from '../../support/engines.js';
import { cases, least, sized } from '../../support/size.js';
import { ask, kindOf, LIMITS } from './ask.js';
import {
  bothInfinitelyOften,
  notAlways,
  notCompassion,
  notEventually,
  notInfinitelyOften,
  notResponse,
  notUntil,
} from './formulas.js';
import { randomQuestion } from './random-questions.js';

const NEVER_KEPT = { keptFrom: Number.POSITIVE_INFINITY };

describe('a state of the automaton that goes with every state of the program', () => {
  it('is there where the automaton may wait for as long as it likes', () => {
    for (const automaton of [notInfinitelyOften, notCompassion, notResponse])
      expect(everywhere(automaton)).toEqual({ state: 0, passing: true });
    for (const automaton of [notEventually, notAlways, notUntil]) expect(everywhere(automaton)).toBeNull();
  });

  it('may take several loops, and be accepting itself', () => {
    expect(everywhere(bothInfinitelyOften)).toEqual({ state: 0, passing: false });
    const [, ...three] = bothInfinitelyOften.transitions;
    expect(everywhere({ ...bothInfinitelyOften, transitions: three })).toBeNull();
  });

  it('is accepting with others that lead back to it', () => {
    const [wait, leave] = notInfinitelyOften.transitions;
    if (wait === undefined || leave === undefined) throw new Error('it has transitions');
    const back = { ...wait, from: 1, to: 0, marks: 1 };
    const automaton = { ...notInfinitelyOften, transitions: [wait, leave, back] };
    expect(everywhere(automaton)).toEqual({ state: 0, passing: false });
    expect(everywhere({ ...automaton, sets: 2 })).toEqual({ state: 0, passing: true });
    expect(everywhere({ ...automaton, initial: [1] })).toBeNull();
  });
});

/** What the search that keeps successors says by itself; null where it was not possible or given up. */
function kept(question: LtlQuestion): { readonly accepting: boolean; readonly counts: object } | null {
  const { propositions } = question;
  const wanted = { symmetry: false, shifts: true, maxStates: LIMITS.maxStates, propositions };
  const search = Kept.of(question, wanted);
  const accepting = search === null ? null : finish(search.run(() => false));
  if (search === null || accepting === null) return null;
  const { nodes: productStates, transitions } = search.search;
  return { accepting, counts: { states: search.kernel.count, productStates, transitions } };
}

describe('successors that are kept', () => {
  it('give the answers and counts of the first search, on random questions', () => {
    const tally = { holds: 0, lasso: 0, several: 0 };
    for (let seed = 0; seed < cases(1200, 100); seed++) {
      const question = randomQuestion(seed);
      const { answer, counts } = ask({ ...question, ...NEVER_KEPT });
      if (answer.verdict === 'unknown' && answer.reason.includes('limit')) continue;
      const kind = kindOf(answer);
      for (const firstLook of [1, 5, 1000]) {
        const found = kept({ ...question, firstLook });
        if (found === null) continue;
        const { states, productStates, transitions } = counts;
        const what = `seed ${seed}, first look at ${firstLook}: ${JSON.stringify(question)}`;
        // A failure ends a search where the other may find a lasso before it.
        if (kind !== 'holds' && kind !== 'lasso') expect(found.accepting, what).toBe(true);
        else expect(found.accepting, what).toBe(kind === 'lasso');
        if (kind === 'holds') expect(found.counts, what).toEqual({ states, productStates, transitions });
        if (kind === 'holds' || kind === 'lasso') tally[kind]++;
        if ((counts.acceptanceSets ?? 0) > 32) tally.several++;
      }
    }
    expect(tally.holds).toBeGreaterThan(least(600));
    expect(tally.lasso).toBeGreaterThan(least(300));
    expect(tally.several).toBeGreaterThan(0);
  });

  it('give the answers, counts and warnings of the first search, on the examples', { timeout: 600_000 }, () => {
    const folder = join('examples', 'liveness');
    let asked = 0;
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.fp'))) {
      const made = readProgram(readFileSync(join(folder, file), 'utf8'), file).program?.instantiate(null);
      if (made?.kind !== 'program') continue;
      for (const { name, text, formula, propositions: read } of made.ltl) {
        const conditions = read.map(({ condition }) => condition);
        const questions = formulaProperty(name, text, formula, conditions).questions();
        if ('refused' in questions) continue;
        for (const { propositions, automaton } of questions) {
          if (everywhere(automaton) === null) continue;
          for (const memory of MEMORY_NAMES.slice(0, sized(2, 3))) {
            for (const fair of [true, false]) {
              const question = {
                program: { ...made.program, never: [], premises: [] },
                ...{ memory: memoryNamed(memory), buffer: 1, propositions, automaton, noting: true },
                ...{ fairThreads: fair, fairBuffers: fair, limits: { ...LIMITS, maxStates: sized(20_000, 100_000) } },
              };
              const [first, other] = [NEVER_KEPT, { keptFrom: 1, firstLook: 100 }].map((way) => {
                const { answer, counts } = ask({ ...question, ...way });
                if (answer.verdict !== 'holds') return answer.verdict;
                const { states, productStates, transitions } = counts;
                return { ...answer, states, productStates, transitions };
              });
              expect(other, `${file}, ${name}, ${memory}, ${fair}`).toEqual(first);
              asked++;
            }
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(sized(20, 40));
  });
});

function counters(threads: number): LtlQuestion {
  const text = `thread T[${threads}] { local n: 0..12; loop { n = (n + 1) % 13 } }`;
  const made = readProgram(text, 'counters.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('it is a program');
  return {
    program: made.program,
    ...{ memory: memoryNamed('sc'), buffer: 1, fairThreads: true, fairBuffers: true, zeroDead: false },
    // Of GF p, with p true everywhere: nothing is accepting, and all states are seen.
    ...{ propositions: [{ kind: 'constant', value: 1 }], automaton: notInfinitelyOften, limits: LIMITS },
  };
}

describe('successors of four counters', () => {
  const question = counters(4);

  it('are given up at a limit, and the first search goes on', () => {
    const engine = (more: Partial<LtlQuestion>) => new LtlEngine({ ...question, ...more });
    const states = 13 ** 4;
    for (const keptFrom of [1, 100, Number.POSITIVE_INFINITY]) {
      const one = engine({ keptFrom });
      expect(finish(one.run()).verdict).toBe('holds');
      expect(one.counts()).toMatchObject({ states, productStates: states });
      const few = engine({ keptFrom, limits: { ...LIMITS, maxStates: 1000 } });
      expect(finish(few.run())).toMatchObject({ verdict: 'unknown', reason: { code: 'limit', limit: 'states' } });
      const small = engine({ keptFrom, limits: { ...LIMITS, maxMegabytes: 1 } });
      expect(finish(small.run())).toMatchObject({ verdict: 'unknown', reason: { code: 'limit', limit: 'memory' } });
    }
  });

  it('are searched for what only another initial state of the automaton leads to', () => {
    const loops = [0, 1].map((state) => ({ from: state, to: state, positive: 0, negative: 0, marks: state }));
    const automaton = { states: 2, initial: [0, 1], sets: 1, transitions: loops };
    for (const firstLook of [1, 1_000_000]) {
      expect(kept({ ...question, automaton, firstLook })?.accepting).toBe(true);
      expect(kept({ ...question, automaton: { ...automaton, initial: [0] }, firstLook })?.accepting).toBe(false);
    }
  });

  it('are searched with each transition of the automaton', () => {
    const transition = (from: number, to: number, marks: number) => ({ from, to, positive: 0, negative: 0, marks });
    const transitions = [transition(0, 0, 0), transition(0, 1, 0), transition(0, 2, 0)];
    const automaton = { states: 3, initial: [0], sets: 1, transitions: [...transitions, transition(2, 2, 1)] };
    // With one thread each state has one predecessor, and the first of the two nodes leads nowhere.
    expect(kept({ ...counters(1), automaton })?.accepting).toBe(true);
    expect(kept({ ...counters(1), automaton: { ...automaton, transitions } })?.accepting).toBe(false);
  });

  it('are searched for cycles that have other cycles in them, with all their sets', () => {
    const places = ['a', 'b', 'c'].map((name) => location(name));
    const edges = [edge(0, 1, {}), edge(1, 2, {}), edge(2, 1, {}), edge(1, 0, {})];
    const program = { ...question.program, templates: [template('T', 0, [], places, edges)] };
    const threads = [{ name: 'T', template: 0, initial: [] }];
    const asked = {
      ...question,
      program: { ...program, threads },
      propositions: [at(0, 0), at(0, 2)],
      automaton: bothInfinitelyOften,
    };
    expect(kept(asked)?.accepting).toBe(true);
    expect(kept({ ...asked, propositions: [at(0, 0), { kind: 'constant', value: 0 }] })?.accepting).toBe(false);
  });

  it('say how far the search came when nobody waits for it', () => {
    const engine = new LtlEngine({ ...question, keptFrom: 1, firstLook: 10_000 });
    const steps = engine.run();
    for (let k = 0; k < 3; k++) steps.next();
    const { what, ...covered } = engine.covered();
    expect(what).toBe('product');
    expect(covered).toMatchObject({ components: 0 });
    steps.return(undefined as never);
    expect(steps.next().done).toBe(true);
  });
});
