/**
 * `--kind c-threads`: random programs with threads in C, under SC, TSO and PSO.
 *
 * Straight ones are those of `../programs`: the verdict is that of the axiomatic model, whose final states are compared with a
 * claim. Others have branches, loops, locked instructions, locks and ghosts, and are written twice, in C and as an `.fp` text
 * (`both.ts`): both have one verdict.
 */
import { check } from '../../../src/check/check.js';
import { MEMORY_MODELS, type MemoryName } from '../../../src/memory/models.js';
import { finalStates, type Operand, type Operation, type Program } from '../../support/straight-line.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { randomProgram } from '../programs/generate.js';
import { Random } from '../random.js';
import { Accesses, helpers, LOCATIONS, type Location, randomSpelling, type Spelling, Writer } from './both.js';

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

const main = (threads: number, condition: string, { argument }: Spelling): string => `int main(void) {
  pthread_t t[${threads}];
${Array.from({ length: threads }, (_, at) => `  pthread_create(&t[${at}], 0, thread${at}, ${argument});\n`).join('')}  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  assert(!(${condition}));
  return 0;
}
`;

const HEAD = '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n';

const threadText = (thread: number, { opening }: Spelling, body: string): string =>
  `static void *thread${thread}(void *given) {\nint a = 0, b = 0, c = 0, d = 0;\n${opening}${body}\nreturn 0;\n}\n`;

/** A claim about locations and registers, as C says it. */
function claimed(condition: string, spelling: Spelling): string {
  return condition.replace(/\b[xyz]\b/g, (location) => spelling.named(location as Location));
}

/** What a final state says of a register of a thread, or of a location. */
const CLAIM = /(?:(\d+):(\w+)|\[(\w+)\])=(-?\d+);/g;

function isAbout([, t, r, x]: RegExpMatchArray, [, thread, register, location]: RegExpMatchArray): boolean {
  return t === thread && r === register && x === location;
}

/** A straight-line program, and what no final state may be. */
async function straightCases(seed: number, timeout: number): Promise<Case[]> {
  const { program, random } = randomProgram(seed);
  const spelling = randomSpelling(random, program.initial);
  const said = program.threads.map((each) =>
    each.filter(({ kind }) => kind !== 'transition').map((operation) => sayIn(operation, random, spelling)),
  );
  const straight: Program = { ...program, threads: said.map((each) => each.flatMap(({ meaning }) => meaning)) };
  const states = new Map(MEMORY_MODELS.map((memory) => [memory.name, finalStates(straight, memory)]));
  const all = [...new Set([...states.values()].flat())];
  const [sc = [], ...weaker] = [...states.values()];
  const weak = weaker.flat().filter((state) => !sc.includes(state));
  const state = random.pick(weak.length > 0 && random.chance(0.8) ? weak : all);
  const reached = [...state.matchAll(CLAIM)].filter(() => random.chance(0.9));
  // What some state has, or what each part of may be in some state.
  const mixed = [...all.join(' ').matchAll(CLAIM)];
  const claims = random.chance(0.5)
    ? reached
    : reached.map((one) => random.pick(mixed.filter((other) => isAbout(one, other))));
  const holds = (text: string) => claims.every(([claim]) => text.split(' ').includes(claim));
  const condition = claims.map(([, t, r, x, value]) => `${x ?? `r${t}_${r}`} == ${value}`).join(' && ') || '1';
  // What nobody asks about is not kept: stores at the end of a thread make states.
  const asked = (t: number) => ['a', 'b', 'c', 'd'].filter((register) => condition.includes(`r${t}_${register} `));
  const results = ['none', ...said.flatMap((_, t) => asked(t).map((register) => `r${t}_${register}`))];
  const bodies = said.map((each, t) => {
    const ends = asked(t).map((register) => `r${t}_${register} = ${register};`);
    return threadText(t, spelling, [...each.map(({ c }) => c), ...ends].join('\n'));
  });
  const text = `${HEAD}${spelling.declaration}${helpers(spelling)}static int ${results.join(', ')};\n${bodies.join('')}${main(said.length, claimed(condition, spelling), spelling)}`;
  const cases: Case[] = [];
  for (const { name } of MEMORY_MODELS) {
    const expected = states.get(name)?.some(holds) === true ? 'violated' : 'holds';
    cases.push(caseOf(`axiomatic ${name}`, await verdictOf(text, 'straight.c', name, timeout), expected, text));
  }
  return cases;
}

/** An operation as C may say it, and what the axioms are asked about: orders of C are barriers around the access. */
function sayIn(operation: Operation, random: Random, spelling: Spelling): { c: string; meaning: Operation[] } {
  const value = (operand: Operand) => (typeof operand === 'number' ? `${operand}` : operand.register);
  const say = new Accesses(random, spelling);
  const at = (location: string) => location as Location;
  switch (operation.kind) {
    case 'load':
      return { c: `${operation.register} = ${say.load(at(operation.location))};`, meaning: [operation] };
    case 'store': {
      const [location, stored] = [at(operation.location), value(operation.value)];
      const stores: Operation = { kind: 'fence', fence: 'store' };
      switch (random.weighted({ relaxed: 5, release: 2, strong: 1 })) {
        case 'relaxed':
          return { c: say.relaxed(location, stored), meaning: [operation] };
        case 'release':
          return { c: say.release(location, stored), meaning: [stores, operation] };
        case 'strong':
          return { c: say.strong(location, stored), meaning: [stores, operation, { kind: 'fence' }] };
      }
      break;
    }
    case 'fence':
      switch (random.weighted({ full: 4, stores: 1.5, nothing: 0.5 })) {
        case 'full':
          return { c: say.fence(), meaning: [operation] };
        case 'stores':
          return { c: say.storeFence(), meaning: [{ kind: 'fence', fence: 'store' }] };
        case 'nothing':
          return { c: say.noFence(), meaning: [] };
      }
      break;
    case 'exchange': {
      const { location, register } = operation;
      return { c: `${register} = ${say.exchange(at(location), value(operation.value))};`, meaning: [operation] };
    }
    case 'add': {
      const { location, register } = operation;
      return { c: `${register} = ${say.add(at(location), value(operation.value))};`, meaning: [operation] };
    }
    case 'compareExchange': {
      const { location, register, expected } = operation;
      const c = `${register} = __sync_val_compare_and_swap(&${spelling.at(at(location))}, ${value(expected)}, ${value(operation.value)});`;
      return { c, meaning: [operation] };
    }
    case 'transition':
      return { c: '', meaning: [] };
  }
}

/** Branches, loops, waiting and locks, in both languages. */
async function structuredCases(seed: number, timeout: number): Promise<Case[]> {
  const random = new Random(seed);
  for (let turn = 0; turn < 8; turn++) random.next();
  const count = random.chance(0.8) ? 2 : 3;
  const spelling = randomSpelling(random);
  const ghosts = random.chance(0.3);
  const threads = Array.from({ length: count }, (_, thread) => {
    const writer = new Writer(random, spelling, { thread, ghosts });
    const body = writer.block(random.between(2, count === 2 ? 5 : 3), 2);
    return { ...body, locals: writer.locals, thread };
  });
  const observed = ['x', 'y', 'z', ...threads.flatMap(({ thread }) => [`r${thread}_a`, `r${thread}_b`])];
  const claims = random.shuffle(observed).slice(0, random.chance(0.6) ? 1 : 2);
  const condition = claims.map((name) => `${name} == ${random.between(0, 2)}`).join(' && ');
  const results = ['none', ...claims.filter((name) => name.startsWith('r'))];
  const noted = `h == ${random.between(1, 2)} && ${random.pick(LOCATIONS)} == ${random.between(0, 2)}`;
  const ends = (thread: number, end: string) =>
    ['a', 'b']
      .filter((name) => claims.includes(`r${thread}_${name}`))
      .map((name) => `r${thread}_${name} = ${name}${end}`)
      .join('\n');
  const inC = threads.map(({ c, thread }) => threadText(thread, spelling, `${c}\n${ends(thread, ';')}`));
  const ghostInC = ghosts ? `//@ ghost int h = 0;\n//@ never noted: ${claimed(noted, spelling)}\n` : '';
  const text = `${HEAD}${spelling.declaration}${helpers(spelling)}${ghostInC}static int ${results.join(', ')};\n${inC.join('')}${main(count, claimed(condition, spelling), spelling)}`;
  const inFp = threads.map(
    ({ fp, thread, locals }) =>
      `thread T${thread} {\n${locals.map((name) => `local ${name}: int = 0`).join('\n')}\n${fp}\n${ends(thread, '')}\nfence\n}\n`,
  );
  const ended = threads.map(({ thread }) => `T${thread}@end`).join(' && ');
  const shared = [...LOCATIONS, ...results].map((name) => `shared ${name}: int = 0`).join('\n');
  const ghostInFp = ghosts ? `ghost h: int = 0\nnever noted: ${noted}\n` : '';
  const other = `${shared}\nshared m: bool\n${ghostInFp}${inFp.join('')}never bad: ${ended} && ${condition}\n`;
  const cases: Case[] = [];
  for (const { name } of MEMORY_MODELS) {
    const expected = await verdictOf(other, 'same.fp', name, timeout);
    const found = await verdictOf(text, 'same.c', name, timeout);
    cases.push(caseOf(`fp ${name}`, found, expected, `${text}\n${other}`));
  }
  return cases;
}
