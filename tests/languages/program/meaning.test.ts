/**
 * The compiled automata against the interpreter of the text, on random programs: the same final states, the same
 * failures, the same memory wherever all threads are at labels.
 */
import { describe, expect, it } from 'vitest';
import { parseProgramText } from '../../../src/languages/program/index.js';
import type { ProgramSyntax } from '../../../src/languages/program/syntax.js';
import { cases } from '../../support/size.js';
import { ProgramMachine, ReferenceMachine, type Seen } from './explore.js';
import { Reference } from './reference.js';
import { sample } from './samples.js';
import { generator, program } from './support.js';

const PROGRAMS = cases(150);
const SEED = 11;
const STATES = 1_000;

const DECLARATIONS = 'shared x, y: 0..2\nshared z[2]: 0..2\n';
const LOCALS = '  local a, b: 0..2\n  local t[2]: 0..2\n';
const range = { low: 0, high: 2 };
const ranges = { x: range, y: range, z: range, a: range, b: range, t: range };
const memory = { x: [0], y: [0], z: [0, 0] };

/** What both say of a text. */
function compare(text: string, weak: boolean): { expected: Seen; actual: Seen } {
  const made = program(text).program;
  const { syntax } = parseProgramText(text, 'random.fp');
  const reference = new Reference(syntax as ProgramSyntax, ['x', 'y', 'z'], ranges);
  return {
    expected: new ReferenceMachine(reference, weak).run(memory, STATES),
    actual: new ProgramMachine(made, weak).run(STATES),
  };
}

type Random = (below: number) => number;

class Writer {
  private readonly random: Random;
  private labels = 0;
  private readonly known: string[];

  constructor(random: Random, known: string[]) {
    this.random = random;
    this.known = known;
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  private shared(): string {
    return this.pick(['x', 'y', 'x', 'y', 'z[0]', 'z[1]', 'z[a]']);
  }

  private local(): string {
    return this.pick(['a', 'b', 'a', 'b', 't[0]', 't[1]', 't[a]', 't[b]']);
  }

  value(depth: number, locked: boolean): string {
    const kind = this.random(depth > 0 ? 14 : 5);
    const inner = () => this.value(depth - 1, locked);
    if (kind < 2) return this.local();
    if (kind === 2) return String(this.random(3));
    if (kind < 5) return this.shared();
    if (kind < 7) return `(${inner()} + ${inner()}) % 3`;
    if (kind === 7) return `${inner()} * ${inner()} % 3`;
    if (kind === 8) return `(${this.condition(depth - 1, locked)} ? ${inner()} : ${inner()})`;
    if (kind === 9 && this.random(6) === 0) return `(${this.local()} + 1)`;
    if (kind === 10 && this.random(8) === 0) return `(2 / ${this.shared()})`;
    if (kind === 11 && locked) return `swap(${this.shared()}, ${inner()})`;
    if (kind === 12 && locked && this.random(2) === 0)
      return `fetch_add(${this.shared()}, ${this.pick(['0', '1'])}) % 3`;
    return this.shared();
  }

  condition(depth: number, locked: boolean): string {
    const kind = this.random(depth > 0 ? 10 : 3);
    const inner = () => this.condition(depth - 1, locked);
    if (kind === 3 || kind === 4) return `(${inner()} && ${inner()})`;
    if (kind === 5 || kind === 6) return `(${inner()} || ${inner()})`;
    if (kind === 7) return `!(${inner()})`;
    if (kind === 8 && locked) return `cas(${this.shared()}, ${this.value(0, false)}, ${this.value(0, false)})`;
    if (kind === 9) return `(${inner()} -> ${inner()})`;
    return `${this.value(depth, locked)} ${this.pick(['==', '!=', '<', '<='])} ${this.value(0, locked)}`;
  }

  block(length: number, depth: number, place: { atomic: boolean; loop: boolean }): string {
    const list = Array.from({ length: 1 + this.random(length) }, () => this.statement(depth, place));
    return `{ ${list.join('; ')} }`;
  }

  /** A place that both interpreters show in the same way. */
  labelled(): string {
    const name = `l${this.labels++}`;
    this.known.push(name);
    return `${name}: ${this.pick(['skip', 'x = a', 'b = y', 'z[0] = 1', 'await x == 0 || y == 1'])}`;
  }

  statement(depth: number, place: { atomic: boolean; loop: boolean }, top = false): string {
    const { atomic } = place;
    const label = (text: string) => {
      if (!top || this.random(4) === 0) return text;
      const name = `l${this.labels++}`;
      this.known.push(name);
      return `${name}: ${text}`;
    };
    switch (this.random(depth > 0 ? 19 : 10)) {
      case 0:
        return label(`${this.local()} = ${this.value(1, false)}`);
      case 1:
        return `${this.local()} = ${this.value(2, true)}`;
      case 2:
        return label(`${this.shared()} = ${this.value(1, false)}`);
      case 3:
        return `${this.shared()} = ${this.value(2, true)}`;
      case 4:
        return `${this.pick(['a', 'b', 't[0]', 't[a]', 'x'])} = ?`;
      case 5:
        return atomic ? 'skip' : this.random(2) === 0 ? 'fence' : label('skip');
      case 6:
        return `assert ${this.value(0, false)} <= ${this.pick(['2', '2', '2', '1'])}`;
      case 7:
        if (place.loop) return this.pick(['break', 'continue', `if (${this.condition(0, false)}) break`]);
        return this.known.length > 0 && this.random(3) === 0
          ? `if (${this.condition(0, false)}) goto ${this.pick(this.known)}`
          : 'skip';
      case 8:
        return `cas(${this.shared()}, ${this.value(0, false)}, ${this.value(0, false)})`;
      case 9:
        return atomic ? 'skip' : label(`await ${this.condition(1, false)}`);
      case 10:
        return atomic ? 'skip' : this.pick([`await ${this.condition(2, true)}`, `assume ${this.condition(2, true)}`]);
      case 11:
      case 12:
        return `if (${this.condition(2, true)}) ${this.block(2, depth - 1, place)}`;
      case 13:
        return `if (${this.condition(1, true)}) ${this.block(2, depth - 1, place)} else ${this.block(2, depth - 1, place)}`;
      case 14:
        if (atomic) return 'skip';
        return `while (${this.condition(1, true)}) ${this.block(2, depth - 1, { ...place, loop: true })}`;
      case 15:
        return atomic ? 'skip' : `loop { ${this.statement(depth - 1, { ...place, loop: true })}; break }`;
      case 16:
        return `choose ${this.block(2, depth - 1, place)} or ${this.block(2, depth - 1, place)}`;
      default: {
        const wait = () =>
          !atomic && this.random(3) === 0 ? `${this.pick(['assume', 'await'])} ${this.condition(1, true)}; ` : '';
        const inner = () => this.statement(this.random(2) === 0 ? depth - 1 : 0, { ...place, atomic: true });
        const hasty = this.random(4) === 0 ? `a = 2 / ${this.shared()}; ` : '';
        return `atomic { ${wait()}${hasty}${inner()}; ${wait()}${inner()} }`;
      }
    }
  }
}

function randomProgram(random: Random): string {
  const threads = ['P', 'Q'].map((name) => {
    const known: string[] = [];
    const writer = new Writer(random, known);
    const body = Array.from({ length: 1 + random(3) }, () => writer.statement(2, { atomic: false, loop: false }, true));
    if (random(2) === 0) body.splice(random(body.length + 1), 0, writer.labelled());
    return `thread ${name} {\n${LOCALS}${body.map((line) => `  ${line}\n`).join('')}}\n`;
  });
  return DECLARATIONS + threads.join('');
}

describe('the samples', () => {
  /** Two threads are at `cs` at once. */
  const broken = (text: string, anyCount: number | null, weak: boolean) => {
    const { places, complete } = new ProgramMachine(program(text, anyCount).program, weak).run(20_000);
    expect(complete).toBe(true);
    return places.some((place) => place.split('"cs"').length > 2);
  };

  it('keep threads apart, and do not without their fences under TSO', () => {
    for (const name of ['peterson', 'dekker']) {
      const text = sample(name);
      expect(broken(text, null, true), name).toBe(false);
      const unfenced = text.replaceAll('fence\n', '\n');
      expect(unfenced).not.toBe(text);
      expect(broken(unfenced, null, false), name).toBe(false);
      expect(broken(unfenced, null, true), name).toBe(true);
    }
    expect(broken(sample('ticket lock'), 2, true)).toBe(false);
    expect(broken(sample('test and set'), 2, true)).toBe(false);
    expect(broken(sample('test and set').replace('swap(lock, 1) == 1', 'lock == 1'), 2, false)).toBe(true);
  });
});

describe('compiled programs', () => {
  it('mean what the text says', () => {
    const random = generator(SEED);
    const counts = { compared: 0, finals: 0, places: 0, failures: 0 };
    for (let round = 0; round < PROGRAMS; round++) {
      const text = randomProgram(random);
      const { expected, actual } = compare(text, round % 2 === 0);
      if (!expected.complete) continue;
      expect(actual.complete, text).toBe(true);
      expect(actual.failure, text).toBe(expected.failure);
      expect(actual.finals, text).toEqual(expected.finals);
      if (!expected.failure) expect(actual.places, text).toEqual(expected.places);
      counts.compared++;
      counts.finals += Number(expected.finals.length > 1);
      counts.places += Number(expected.places.length > 0);
      counts.failures += Number(expected.failure);
    }
    // The comparison is worth something only if there was something to compare.
    expect(counts.compared).toBeGreaterThan(PROGRAMS / 3);
    expect(Math.min(counts.finals, counts.places, counts.failures)).toBeGreaterThan(PROGRAMS / 20);
  });
});
