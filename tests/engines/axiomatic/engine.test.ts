/** What is shown for an outcome: an execution that has it, or one with the cycle that forbids it. */
import { describe, expect, it } from 'vitest';
import { litmus } from '../../../src/check/litmus.js';
import type { EventGraph } from '../../../src/memory/event-graph.js';
import type { MemoryName } from '../../../src/memory/models.js';
import { answer } from '../../languages/litmus/support.js';

const table = (name: string, columns: readonly (readonly string[])[], condition: string, init = ''): string => {
  const length = Math.max(...columns.map((column) => column.length));
  const rows = Array.from({ length }, (_, row) => ` ${columns.map((column) => column[row] ?? '').join(' | ')} ;`);
  return [`X86 ${name}`, `{ ${init} }`, ` ${columns.map((_, p) => `P${p}`).join(' | ')} ;`, ...rows, condition].join(
    '\n',
  );
};

const SB = table(
  'SB',
  [
    ['MOV [x],$1', 'MOV EAX,[y]'],
    ['MOV [y],$1', 'MOV EAX,[x]'],
  ],
  'exists (0:EAX=0 /\\ 1:EAX=0)',
);
const LB = table(
  'LB',
  [
    ['MOV EAX,[x]', 'MOV [y],$1'],
    ['MOV EAX,[y]', 'MOV [x],$1'],
  ],
  'exists (0:EAX=1 /\\ 1:EAX=1)',
);
const CO = table('CoWR', [['MOV [x],$1', 'MOV EAX,[x]']], 'exists (0:EAX=0)');
const INCREMENTS = table('INC', [['LOCK INC [x]'], ['LOCK INC [x]']], 'exists (x=1)');
const PLAIN_INCREMENTS = table('INC', [['INC [x]'], ['INC [x]']], 'exists (x=1)');

async function outcome(text: string, memory: MemoryName, proposition?: string) {
  const options = proposition === undefined ? { memory } : { memory, outcome: proposition };
  const found = (await answer(text, options)).outcome;
  if (found === null) throw new Error('nothing is shown');
  return found;
}

/** `x=1` for each access, by kind. */
function accesses(graph: EventGraph | null): string[] {
  return (graph?.events ?? []).map(
    ({ kind, thread, accesses: all }) =>
      `${thread ?? 'i'}${kind[0]} ${all.map((a) => `${a.location}=${a.value}`).join()}`,
  );
}

const cycleOf = (graph: EventGraph | null): string =>
  (graph?.cycle ?? []).map(({ event, relation }) => `${accesses(graph)[event]} ${relation}`).join(', ');

describe('an allowed outcome', () => {
  it('has an execution that gives it', async () => {
    const { verdict, axiom, graph } = await outcome(SB, 'tso');
    expect([verdict, axiom, graph?.forbiddenBy]).toEqual(['allowed', null, 'sc']);
    expect(cycleOf(graph)).toBe('0w x=1 po, 0r y=0 fr, 1w y=1 po, 1r x=0 fr');
    expect(accesses(graph)).toEqual(['iw x=0', 'iw y=0', '0w x=1', '0r y=0', '1w y=1', '1r x=0']);
    expect(graph?.threads).toEqual(['P0', 'P1']);
    expect(graph?.events[2]?.origin).toBe('MOV [x],$1');
    const edges = graph?.edges.map(({ from, to, relation }) => `${from}${relation}${to}`).sort();
    expect(edges).toEqual(['0co2', '0rf5', '1co4', '1rf3', '2po3', '3fr4', '4po5', '5fr2']);
  });

  it('may be another one than that of the test', async () => {
    const { verdict, graph } = await outcome(SB, 'sc', '0:EAX=1 /\\ 1:EAX=0');
    expect(verdict).toBe('allowed');
    expect(accesses(graph)).toEqual(['iw x=0', '0w x=1', '0r y=1', '1w y=1', '1r x=0']);
  });

  it('is shown by a smallest execution', async () => {
    const spin = table('MP', [['MOV [x],$1'], ['L: MOV EAX,[x]', 'CMP EAX,$0', 'JE L']], 'exists (1:EAX=1)');
    expect(accesses((await outcome(spin, 'tso')).graph)).toEqual(['0w x=1', '1r x=1']);
  });

  it('of `forall` is what refutes it', async () => {
    const { verdict, proposition } = await outcome(SB.replace('exists', 'forall ~'), 'tso');
    expect([verdict, proposition]).toEqual(['allowed', '0:EAX=0 /\\ 1:EAX=0']);
  });
});

describe('a forbidden outcome', () => {
  it('has a cycle of ghb', async () => {
    const { verdict, axiom, graph } = await outcome(SB, 'sc');
    expect([verdict, axiom]).toEqual(['forbidden', 'ghb']);
    expect(cycleOf(graph)).toBe('0w x=1 po, 0r y=0 fr, 1w y=1 po, 1r x=0 fr');
  });

  it('also when po and rf make it', async () => {
    const { axiom, graph } = await outcome(LB, 'pso');
    expect([axiom, cycleOf(graph)]).toEqual(['ghb', '0r x=1 po, 0w y=1 rf, 1r y=1 po, 1w x=1 rf']);
  });

  it('may go against the order of a thread', async () => {
    const { axiom, graph } = await outcome(CO, 'tso');
    expect([axiom, cycleOf(graph)]).toEqual(['uniproc', '0w x=1 po, 0r x=0 fr']);
  });

  it('may tear a locked instruction apart', async () => {
    const { axiom, graph } = await outcome(INCREMENTS, 'tso');
    expect(axiom).toBe('ghb');
    expect(graph?.cycle?.map(({ relation }) => relation).sort()).toEqual(['atom', 'co', 'fr']);
    expect((await outcome(PLAIN_INCREMENTS, 'sc')).verdict).toBe('allowed');
  });

  it('goes along fences', async () => {
    const fenced = SB.replaceAll(' ;\n MOV EAX', ' ;\n MFENCE | MFENCE ;\n MOV EAX');
    expect(cycleOf((await outcome(fenced, 'tso')).graph)).toBe('0w x=1 fence, 0r y=0 fr, 1w y=1 fence, 1r x=0 fr');
  });
});

describe('an impossible outcome', () => {
  it('is called that', async () => {
    expect(await outcome(SB, 'tso', '0:EAX=7')).toMatchObject({ verdict: 'impossible', axiom: null, graph: null });
    expect((await outcome(SB, 'tso', 'x=0')).verdict).toBe('impossible');
    expect((await outcome(SB, 'tso', 'false')).verdict).toBe('impossible');
  });

  it('is not, when only the filter excludes it', async () => {
    const filtered = SB.replace('exists', 'filter (0:EAX=1)\nexists');
    expect((await outcome(filtered, 'tso')).verdict).toBe('impossible');
    expect((await outcome(filtered, 'tso', '0:EAX=1')).verdict).toBe('allowed');
  });
});

describe('the answer', () => {
  it('counts executions by final state', async () => {
    const writes = table('W', [['MOV [x],$1'], ['MOV [x],$1'], ['MOV [x],$2']], 'exists (x=2)');
    const { states, executions, observation } = await answer(writes, { memory: 'sc' });
    // Six orders of three writes.
    expect(states).toEqual([
      { state: '[x]=1;', executions: 4, satisfies: false },
      { state: '[x]=2;', executions: 2, satisfies: true },
    ]);
    expect([executions, observation]).toEqual([6, 'Sometimes']);
  });

  it.each([
    ['exists (0:EAX=0)', 'Sometimes', true],
    ['~exists (0:EAX=0)', 'Sometimes', false],
    ['forall (0:EAX=0)', 'Sometimes', false],
    ['exists (0:EAX=7)', 'Never', false],
    ['~exists (0:EAX=7)', 'Never', true],
    ['forall (x=1)', 'Always', true],
    ['~exists (x=1)', 'Always', false],
    ['filter (0:EAX=0) forall (0:EAX=0)', 'Always', true],
    ['filter (0:EAX=7) forall (0:EAX=0)', 'Never', true],
  ])('%s is observed %s', async (condition, observation, validated) => {
    const found = await answer(SB.replace(/exists.*/, condition));
    expect([found.observation, found.validated]).toEqual([observation, validated]);
  });

  it('pins what the search does', async () => {
    expect((await answer(SB)).counts).toEqual({
      executions: 4,
      filtered: 0,
      decisions: 13,
      refused: 0,
      abandoned: 3,
      cut: 0,
    });
  });

  const many = table(
    'many',
    Array.from({ length: 5 }, () => ['MOV [x],$1', 'MOV [x],$2', 'MOV EAX,[x]', 'MOV EBX,[x]']),
    'exists (x=1)',
  );

  it('is unknown when time runs out, with what was found', async () => {
    const found = await answer(many, { timeout: 0.5 });
    expect([found.observation, found.outcome, found.validated]).toEqual([null, null, null]);
    expect(found.reason).toMatchObject({ code: 'limit', limit: 'time', value: 0.5 });
    expect(found.executions).toBeGreaterThan(0);
  });

  it('is unknown when it is interrupted or memory runs out', async () => {
    expect((await answer(many, { signal: AbortSignal.timeout(200) })).reason).toMatchObject({ code: 'interrupted' });
    expect((await answer(many, { maxMemory: 1 })).reason).toMatchObject({ code: 'limit', limit: 'memory', value: 1 });
  });

  it('is about the text that is wrong', async () => {
    const wrong = await litmus(SB, { outcome: '0:EAX=' });
    expect(wrong).toMatchObject({ ok: false, text: '0:EAX=', diagnostics: [{ code: 'syntax', file: '<outcome>' }] });
    expect(await litmus('', {})).toMatchObject({ ok: false, text: '' });
  });
});
