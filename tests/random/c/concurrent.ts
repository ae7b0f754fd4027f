/**
 * `--kind c-threads`: random programs with threads in C, under SC, TSO and PSO.
 *
 * Straight ones are those of `../programs`: the verdict is that of the axiomatic model, whose final states are compared with a
 * claim. Others have branches, loops and locked instructions, and are written twice, in C and as an `.fp` text: both have one
 * verdict.
 */
import { check } from '../../../src/check/check.js';
import { MEMORY_MODELS, type MemoryName } from '../../../src/memory/models.js';
import { finalStates, type Operand, type Operation, type Program } from '../../support/straight-line.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { randomProgram } from '../programs/generate.js';
import { Random } from '../random.js';

export function concurrentCampaign(timeout = 20): Campaign {
  return {
    things: 'programs with threads in C',
    byWay: true,
    judge: (seed) => (seed % 2 === 0 ? straightCases(seed, timeout) : structuredCases(seed, timeout)),
  };
}

async function verdictOf(text: string, file: string, memory: MemoryName, timeout: number): Promise<string> {
  const answer = await check(text, { file, memory, warnings: false, timeout });
  if (answer.ok) return answer.outcome.verdict;
  return `refused: ${answer.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('; ')}`;
}

function caseOf(way: string, found: string, expected: string, texts: string): Case {
  const unknown = found === 'unknown' || expected === 'unknown';
  const result: Result = unknown
    ? { kind: 'unknown', reason: `${found}, and ${expected} otherwise`, missed: expected === 'violated' }
    : found === expected
      ? { kind: 'agreed', verdict: found, size: 0 }
      : { kind: 'wrong', fault: `${found.slice(0, 60)} instead of ${expected}`, detail: '' };
  return { way, result, shrunk: async () => texts };
}

const main = (threads: number, condition: string): string => `int main(void) {
  pthread_t t[${threads}];
${Array.from({ length: threads }, (_, at) => `  pthread_create(&t[${at}], 0, thread${at}, 0);\n`).join('')}  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  assert(!(${condition}));
  return 0;
}
`;

const HEAD = '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n';

/** A straight-line program, and what no final state may be. */
async function straightCases(seed: number, timeout: number): Promise<Case[]> {
  const { program, random } = randomProgram(seed);
  const threads = program.threads.map((each) => each.filter(({ kind }) => kind !== 'transition'));
  const straight: Program = { ...program, threads };
  const states = new Map(MEMORY_MODELS.map((memory) => [memory.name, finalStates(straight, memory)]));
  const all = [...new Set([...states.values()].flat())];
  const [sc = [], ...weaker] = [...states.values()];
  const weak = weaker.flat().filter((state) => !sc.includes(state));
  const state = random.pick(weak.length > 0 && random.chance(0.8) ? weak : all);
  const claims = [...state.matchAll(/(?:(\d+):(\w+)|\[(\w+)\])=(-?\d+);/g)].filter(() => random.chance(0.9));
  const holds = (text: string) => claims.every(([claim]) => text.split(' ').includes(claim));
  const condition = claims.map(([, t, r, x, value]) => `${x ?? `r${t}_${r}`} == ${value}`).join(' && ') || '1';
  const text = straightText(straight, condition);
  const cases: Case[] = [];
  for (const { name } of MEMORY_MODELS) {
    const expected = states.get(name)?.some(holds) === true ? 'violated' : 'holds';
    cases.push(caseOf(`axiomatic ${name}`, await verdictOf(text, 'straight.c', name, timeout), expected, text));
  }
  return cases;
}

function straightText({ threads, initial = {} }: Program, condition: string): string {
  const locations = ['x', 'y', 'z'].map((name) => `static atomic_int ${name} = ${initial[name] ?? 0};`);
  const registers = ['a', 'b', 'c', 'd'];
  // What nobody asks about is not kept: stores at the end of a thread make states.
  const asked = (t: number) => registers.filter((register) => condition.includes(`r${t}_${register} `));
  const results = ['none', ...threads.flatMap((_, t) => asked(t).map((register) => `r${t}_${register}`))];
  const bodies = threads.map((operations, t) => {
    const lines = operations.map(statementOf);
    const ends = asked(t).map((register) => `r${t}_${register} = ${register};`);
    return `static void *thread${t}(void *unused) {\n  int a = 0, b = 0, c = 0, d = 0;\n  ${[...lines, ...ends].join('\n  ')}\n  return 0;\n}\n`;
  });
  return `${HEAD}${locations.join('\n')}\nstatic int ${results.join(', ')};\n${bodies.join('')}${main(threads.length, condition)}`;
}

function statementOf(operation: Operation): string {
  const value = (operand: Operand) => (typeof operand === 'number' ? `${operand}` : operand.register);
  switch (operation.kind) {
    case 'load':
      return `${operation.register} = atomic_load_explicit(&${operation.location}, memory_order_relaxed);`;
    case 'store':
      return `atomic_store_explicit(&${operation.location}, ${value(operation.value)}, memory_order_relaxed);`;
    case 'fence':
      return 'atomic_thread_fence(memory_order_seq_cst);';
    case 'exchange':
      return `${operation.register} = atomic_exchange(&${operation.location}, ${value(operation.value)});`;
    case 'add':
      return `${operation.register} = atomic_fetch_add(&${operation.location}, ${value(operation.value)});`;
    case 'compareExchange': {
      const { location, register, expected } = operation;
      return `{ int old = ${value(expected)}; atomic_compare_exchange_strong(&${location}, &old, ${value(operation.value)}); ${register} = old; }`;
    }
    case 'transition':
      return '';
  }
}

/** A statement in both languages. */
interface Both {
  readonly c: string;
  readonly fp: string;
}

class Writer {
  private loops = 0;

  constructor(
    private readonly random: Random,
    private readonly thread: number,
  ) {}

  private location(): string {
    return this.random.pick(['x', 'y', 'z']);
  }

  private value(): string {
    return this.random.pick(['0', '1', '2', 'a', 'b', `${this.thread + 1}`]);
  }

  private test(): string {
    return `${this.random.pick(['a', 'b'])} ${this.random.pick(['==', '!=', '<'])} ${this.random.between(0, 2)}`;
  }

  block(length: number, depth: number): Both {
    const all = Array.from({ length }, () => this.statement(depth));
    return { c: all.map(({ c }) => c).join('\n'), fp: all.map(({ fp }) => fp).join('\n') };
  }

  private statement(depth: number): Both {
    const { random } = this;
    const [x, v, r] = [this.location(), this.value(), random.pick(['a', 'b'])];
    const kinds = {
      load: 6,
      store: 6,
      fence: 1,
      release: 1,
      strong: 1,
      swap: 1,
      cas: 1,
      add: 0.7,
      local: 1,
      stores: 0.6,
    };
    const more = depth > 0 ? { if: 3, loop: 1.5, spin: 0.7 } : { if: 0, loop: 0, spin: 0 };
    switch (random.weighted({ ...kinds, ...more })) {
      case 'load':
        return { c: `${r} = atomic_load_explicit(&${x}, memory_order_acquire);`, fp: `${r} = ${x}` };
      case 'store':
        return { c: `atomic_store_explicit(&${x}, ${v}, memory_order_relaxed);`, fp: `${x} = ${v}` };
      case 'fence':
        return { c: 'atomic_thread_fence(memory_order_seq_cst);', fp: 'fence' };
      case 'stores':
        return { c: 'atomic_thread_fence(memory_order_release);', fp: 'fence store' };
      case 'release':
        return { c: `atomic_store_explicit(&${x}, ${v}, memory_order_release);`, fp: `store_release(${x}, ${v})` };
      case 'strong':
        return { c: `${x} = ${v};`, fp: `fence store; ${x} = ${v}; fence` };
      case 'swap':
        return { c: `${r} = atomic_exchange(&${x}, ${v});`, fp: `${r} = swap(${x}, ${v})` };
      case 'add':
        return {
          c: `${r} = atomic_fetch_add_explicit(&${x}, 1, memory_order_relaxed);`,
          fp: `${r} = fetch_add(${x}, 1)`,
        };
      case 'cas': {
        const old = random.between(0, 2);
        const c = `{ int old = ${old}; ${r} = atomic_compare_exchange_strong(&${x}, &old, ${v}); }`;
        return { c, fp: `if (cas(${x}, ${old}, ${v})) { ${r} = 1 } else { ${r} = 0 }` };
      }
      case 'local': {
        const other = random.pick(['a', 'b']);
        return { c: `${r} = (${other} + 1) % 3;`, fp: `${r} = (${other} + 1) % 3` };
      }
      case 'if': {
        const [test, then, otherwise] = [this.test(), this.block(1, depth - 1), this.block(1, depth - 1)];
        return {
          c: `if (${test}) { ${then.c} } else { ${otherwise.c} }`,
          fp: `if (${test}) { ${then.fp} } else { ${otherwise.fp} }`,
        };
      }
      case 'loop': {
        const [i, body] = [`i${this.loops++}`, this.block(1, depth - 1)];
        return {
          c: `for (int ${i} = 0; ${i} < 2; ${i}++) { ${body.c} }`,
          fp: `${i} = 0\nwhile (${i} < 2) { ${body.fp}\n${i} = ${i} + 1 }`,
        };
      }
      case 'spin':
        return { c: `while (${x} == 0) ;`, fp: `while (${x} == 0) {}` };
    }
  }

  get locals(): string[] {
    return ['a', 'b', ...Array.from({ length: this.loops }, (_, at) => `i${at}`)];
  }
}

/** Branches, loops and waiting, in both languages. */
async function structuredCases(seed: number, timeout: number): Promise<Case[]> {
  const random = new Random(seed);
  for (let turn = 0; turn < 8; turn++) random.next();
  const count = random.chance(0.75) ? 2 : 3;
  const threads = Array.from({ length: count }, (_, thread) => {
    const writer = new Writer(random, thread);
    const body = writer.block(random.between(2, count === 2 ? 5 : 3), 2);
    return { ...body, locals: writer.locals, thread };
  });
  const observed = ['x', 'y', 'z', ...threads.flatMap(({ thread }) => [`r${thread}_a`, `r${thread}_b`])];
  const claims = random.shuffle(observed).slice(0, random.between(1, 2));
  const condition = claims.map((name) => `${name} == ${random.between(0, 2)}`).join(' && ');
  const results = ['none', ...claims.filter((name) => name.startsWith('r'))];
  const ends = (thread: number, end: string) =>
    ['a', 'b']
      .filter((name) => claims.includes(`r${thread}_${name}`))
      .map((name) => `r${thread}_${name} = ${name}${end}`)
      .join('\n');
  const inC = threads.map(
    ({ c, thread }) =>
      `static void *thread${thread}(void *unused) {\nint a = 0, b = 0;\n${c}\n${ends(thread, ';')}\nreturn 0;\n}\n`,
  );
  const text = `${HEAD}static atomic_int x, y, z;\nstatic int ${results.join(', ')};\n${inC.join('')}${main(count, condition)}`;
  const inFp = threads.map(
    ({ fp, thread, locals }) =>
      `thread T${thread} {\n${locals.map((name) => `local ${name}: int = 0`).join('\n')}\n${fp}\n${ends(thread, '')}\nfence\n}\n`,
  );
  const ended = threads.map(({ thread }) => `T${thread}@end`).join(' && ');
  const shared = ['x', 'y', 'z', ...results].map((name) => `shared ${name}: int = 0`).join('\n');
  const other = `${shared}\n${inFp.join('')}never bad: ${ended} && ${condition}\n`;
  const cases: Case[] = [];
  for (const { name } of MEMORY_MODELS) {
    const expected = await verdictOf(other, 'same.fp', name, timeout);
    const found = await verdictOf(text, 'same.c', name, timeout);
    cases.push(caseOf(`fp ${name}`, found, expected, `${text}\n${other}`));
  }
  return cases;
}
