import { describe, expect, it } from 'vitest';
import { anySource } from '../../../src/engines/automata/any-source.js';
import { anySystem } from '../../../src/engines/automata/any-system.js';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { legendFault, readCertificate, SCHEMA, writeCertificate } from '../../../src/evidence/minor-set/file.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { legendOf } from '../../../src/evidence/minor-set/legend.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { runAny } from '../../engines/dual-tso/any-compare.js';
import { runDual } from '../../engines/dual-tso/compare.js';
import { mutate } from '../../languages/shared/mutate.js';
import { Random } from '../../random/random.js';
import { SCOPE } from '../../support/scope.js';

const FLAGS = `shared flag[2]: bool, turn: 0..1
thread P(i: 0..1) {
  flag[i] = true
  turn = 1 - i
  fence
  local r: 0..1 = turn
  await !flag[1 - i] || r == i
  cs: assert r <= 1
}
never mutex: P(0)@cs && P(1)@cs`;

const ANY = `shared lock: 0..1
thread T[any] { loop { await swap(lock, 1) == 0; cs: skip; lock = 0 } }
never mutex: T(i)@cs && T(j)@cs`;

function read(text: string) {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(diagnostics[0]?.message);
  return program;
}

function fixed(text: string): Program {
  const made = read(text).instantiate(null);
  if (made.kind !== 'program') throw new Error(made.message);
  return made.program;
}

/** The proof as text, and the program and its system made once more. */
function written(text: string) {
  const source = text.includes('[any]') ? anySource(read(text), DUAL_TSO) : null;
  if (source !== null && 'refused' in source) throw new Error(source.refused);
  const { answer } = source === null ? runDual(fixed(text)) : runAny(source);
  if (answer.verdict !== 'holds') throw new Error(answer.verdict);
  const sample = source === null ? null : anySystem(source, DUAL_TSO);
  if (sample !== null && 'refused' in sample) throw new Error(sample.refused);
  const program = sample?.program ?? fixed(text);
  const system = sample?.system ?? concurrentSystem(program, DUAL_TSO);
  if ('refused' in system) throw new Error(system.refused);
  const legend = legendOf(program, system);
  const chunks = [...writeCertificate(SCOPE, answer.certificate, legend)];
  return { certificate: answer.certificate, system, legend, chunks, content: chunks.join('') };
}

const PROOF = written(FLAGS);

function faultOf(content: string): string {
  const found = readCertificate(content);
  return 'fault' in found ? found.fault : 'none';
}

describe('certificates as text', () => {
  it.each([
    ['a fixed number of threads', PROOF],
    ['any number of threads', written(ANY)],
  ])(
    'come back as they were, with %s, and are accepted for the program',
    (_, { content, certificate, system, legend }) => {
      const found = readCertificate(content);
      if ('fault' in found) throw new Error(found.fault);
      expect(found.certificate).toEqual(certificate);
      expect(legendFault(found.legend, legend)).toBeNull();
      expect(checkCertificate(system, found.certificate)).toEqual({ ok: true });
    },
  );

  it('have a configuration on a line, with names', () => {
    const { content, certificate, chunks } = PROOF;
    const lines = content.split('\n');
    expect(lines[0]).toBe(`{"schema": "${SCHEMA}",`);
    const first = lines.indexOf('"configurations": [') + 1;
    const found = lines.slice(first, first + certificate.configurations.length);
    for (const [k, line] of found.entries()) {
      expect(line).toMatch(/^\{"memory":\[.*\],"threads":\[.*\]\},?$/);
      expect(line.endsWith(',')).toBe(k < found.length - 1);
    }
    expect(lines.slice(first + found.length)).toEqual([']}', '']);
    expect(content).toContain('{"name":"flag[1]","values":[0,1]}');
    expect(content).toMatch(/"buffer":\[.*"own turn=[01]"/);
    expect(chunks.length).toBeGreaterThan(certificate.configurations.length);
  });

  it('explain local states', () => {
    const [first] = PROOF.legend.threads;
    expect(first?.name).toBe('P(0)');
    expect(first?.states).toEqual(expect.arrayContaining(['line 3', 'line 5', 'line 7; r = 1', '@cs; r = 0', '@end']));
    expect(written(ANY).legend.threads.map(({ name }) => name)).toEqual(['T']);
    expect(written(ANY).legend.threads[0]?.states).toContain('@cs');
  });

  it('prove nothing for another program', () => {
    const other = concurrentSystem(fixed(FLAGS.replace('  fence\n', '')), DUAL_TSO);
    if ('refused' in other) throw new Error(other.refused);
    expect(checkCertificate(other, PROOF.certificate).ok).toBe(false);
    const legend = { ...PROOF.legend, threads: PROOF.legend.threads.toReversed() };
    expect(legendFault(legend, PROOF.legend)).toBe('"P(1)" is not "P(0)" as in the program');
    const fewer = { ...PROOF.legend, cells: PROOF.legend.cells.slice(1) };
    expect(legendFault(fewer, PROOF.legend)).toBe('there are 2 cells and not 3');
  });

  it('are refused with the place of what is wrong', () => {
    const change = (from: RegExp | string, to: string): string => {
      const changed = PROOF.content.replace(from, to);
      if (changed === PROOF.content) throw new Error(`nothing is changed: ${from}`);
      return faultOf(changed);
    };
    expect(faultOf('')).toMatch(/^it is not JSON: /);
    expect(faultOf('[]')).toBe(`it has no schema: this program reads ${SCHEMA}`);
    expect(faultOf('null')).toBe(`it has no schema: this program reads ${SCHEMA}`);
    expect(change('/1"', '/2"')).toBe(`its schema is "fencepost-dual-tso-certificate/2": this program reads ${SCHEMA}`);
    expect(faultOf(`{"schema": "${SCHEMA}"}`)).toBe('the certificate: "scope" is missing');
    expect(change('"alone"', '"extra": 1, "alone"')).toBe('the certificate: "extra" is not known');
    expect(change('"name":"flag[1]"', '"name":"flag[0]"')).toBe('cells: two things are called "flag[0]=0"');
    expect(change('"values":[0,1]', '"values":[0,0.5]')).toBe('the certificate, cells 0, values 1: no whole number');
    expect(change('"name": "P(1)"', '"name": "P(0)"')).toBe('threads: two of them are called "P(0)"');
    expect(change('"state":0,"own"', '"state":99,"own"')).toMatch(
      /^the certificate, alone 0, state: 99 is not below \d+$/,
    );
    expect(change('"state":0,"own"', '"state":-1,"own"')).toMatch(/alone 0, state: -1 is not below \d+$/);
    expect(change('"own":[]', '"own":["flag[0]=1","flag[0]=0"]')).toBe(
      'the certificate, alone 0, own 1: the cell is named twice',
    );
    expect(change('"own":[]', '"own":["own flag[0]=1"]')).toBe(
      'the certificate, alone 0, own 0: a cell and a value is wanted',
    );
    expect(change(/"memory":\["flag\[0\]=1"(?=.*"threads")/, '"memory":["flag[7]=1"')).toMatch(
      /^the certificate, configurations \d+, memory 0: the legend has no such cell and value$/,
    );
    expect(change('{"thread":"P(1)"', '{"thread":"Q"')).toMatch(/, thread: there is no such thread in the legend$/);
  });

  it('never make the reader throw: with any part replaced', () => {
    const replacements: unknown[] = [null, true, -1, 0.5, 1e300, 'x', '__proto__', [], {}, [[]], { length: 1 }];
    let faults = 0;
    let accepted = 0;
    const tree: unknown = JSON.parse(PROOF.content);
    /** Looks at the whole with each part of this one replaced, taken out or doubled. */
    const damage = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const fields = part as Record<string, unknown>;
      // Lists are alike: their first and last elements are enough.
      const keys = Object.keys(fields).filter((_, k, all) => !Array.isArray(part) || k === 0 || k === all.length - 1);
      for (const key of keys) {
        const old = fields[key];
        for (const other of replacements) {
          fields[key] = other;
          look();
        }
        delete fields[key];
        look();
        fields[key] = old;
        damage(old);
      }
    };
    const look = (): void => {
      const found = readCertificate(JSON.stringify(tree));
      if ('fault' in found) faults++;
      else {
        accepted++;
        expect(typeof checkCertificate(PROOF.system, found.certificate).ok).toBe('boolean');
      }
    };
    damage(tree);
    expect(faults).toBeGreaterThan(300);
    expect(accepted).toBeGreaterThan(5);
  });

  it('never make the reader throw: damaged texts', () => {
    const random = new Random(8);
    const words = ['"own x=1"', '[', ']', '{', '}', ',', ':', '-1', '1e9', 'null', '"P(0)"', '"flag[0]=1"'];
    let faults = 0;
    for (let k = 0; k < 400; k++) {
      const damaged = mutate(PROOF.content, PROOF.content, words, random);
      const found = readCertificate(damaged);
      if ('fault' in found) faults++;
      else expect(typeof checkCertificate(PROOF.system, found.certificate).ok).toBe('boolean');
    }
    expect(faults).toBeGreaterThan(200);
    expect(faultOf('['.repeat(200_000))).toMatch(/^it is not JSON: /);
  });
});
