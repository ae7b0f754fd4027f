/**
 * Random `.fp` texts that are right under SC and wrong with store buffers: two threads with stores, loads, branches, labels
 * and local work between them, and as the property values that buffers allow and SC does not: of locals where the threads
 * have ended, or of locals and memory at any moment, where a fence between two statements can do harm by what it shows.
 */
import { check } from '../../src/check/check.js';
import { readProgram } from '../../src/languages/program/index.js';
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import {
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../src/memory/operational/program/machine.js';
import type { Program } from '../../src/models/program/model.js';
import { isHidden, templateOf } from '../../src/models/program/parts.js';
import type { Random } from '../random/random.js';

const MOST = 4_000;

/** Null when the memory shows nothing new beside the stronger one. */
export function randomText(random: Random, memory: MemoryName, stronger: MemoryName = 'sc'): string | null {
  const text = [
    'shared x, y: 0..2 = 0',
    ...['A', 'B'].map((name) => thread(random, name)),
    'never bad: x == 2 && y == 2 && A.r == 9',
  ].join('\n');
  const made = readProgram(text, 'random.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`a random text is wrong:\n${text}`);
  const atEnd = random.chance(0.6);
  const [known, weak] = [ends(made.program, stronger, atEnd), ends(made.program, memory, atEnd)];
  if (known === null || weak === null) return null;
  const fresh = [...weak].filter((seen) => !known.has(seen));
  return fresh.length === 0 ? null : text.replace(/^never.*$/m, `never bad: ${random.pick(fresh)}`);
}

/** A store of one variable and a load of the other, with something before, between or behind. */
function thread(random: Random, name: string): string {
  const [own, other] = name === 'A' ? ['x', 'y'] : ['y', 'x'];
  const core = [`  ${own} = 1`, `  r = ${random.chance(0.7) ? other : own}`];
  const noise = () => (random.chance(0.4) ? statement(random, '  ', 1) : []);
  const body = [...noise(), core[0], ...noise(), ...(random.chance(0.8) ? [core[1]] : []), ...noise()];
  return [`thread ${name} {`, '  local r: 0..9 = 0', '  local s: 0..9 = 0', ...body, '}'].join('\n');
}

function statement(random: Random, lead: string, depth: number): string[] {
  const variable = () => random.pick(['x', 'y']);
  const kind = random.weighted({ store: 5, load: 5, copy: 1, local: 2, if: depth > 0 ? 2 : 0, await: 0.5, label: 0.5 });
  switch (kind) {
    case 'store':
      return [`${lead}${variable()} = ${random.pick(['1', '1', '2'])}`];
    case 'load':
      return [`${lead}${random.pick(['r', 's'])} = ${variable()}`];
    case 'copy':
      return [`${lead}${variable()} = ${variable()}`];
    case 'local':
      return [`${lead}${random.pick(['r = s', 's = 3', 'r = 4'])}`];
    case 'if': {
      const body = statement(random, `${lead}  `, depth - 1);
      const other = random.chance(0.4) ? [`${lead}} else {`, ...statement(random, `${lead}  `, depth - 1)] : [];
      return [`${lead}if (${random.pick(['x == 0', 'y == 1', 'r == 0'])}) {`, ...body, ...other, `${lead}}`];
    }
    case 'await':
      return [`${lead}await ${variable()} == 0`];
    case 'label':
      return [`${lead}here${random.between(0, 999_999)}: ${variable()} = 1`];
  }
}

/** The values of locals that can be seen, as conditions; null when there is too much. */
function ends(program: Program, memory: MemoryName, atEnd: boolean): Set<string> | null {
  const machine = makeMachine(program, memoryNamed(memory), 2);
  const seen = new Set<string>();
  const found = new Set<string>();
  const waiting = initialValues(machine).map((values) => start(machine, values));
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const key = configurationKey(here);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST) return null;
    const { locations, locals, memory: memoryOf } = here;
    const values = program.threads.flatMap(({ name }, thread) =>
      templateOf(program, thread).locals.flatMap((local, position) =>
        isHidden(local.name) ? [] : [`${name}.${local.name} == ${locals[thread]?.[position]}`],
      ),
    );
    const ended = locations.every((location, thread) =>
      templateOf(program, thread).locations[location]?.labels.includes('end'),
    );
    const rest = atEnd ? ['A@end', 'B@end'] : ['x', 'y'].map((name, cell) => `${name} == ${memoryOf[cell]}`);
    if (ended || !atEnd) found.add([...values, ...rest].join(' && '));
    for (const { after } of next(machine, here).successors) waiting.push(after);
  }
  return found;
}

/** The same with a formula about infinite runs; threads may begin anew for ever. Null when buffers change nothing. */
export async function randomLiveText(random: Random, memory: MemoryName, fairThreads: boolean): Promise<string | null> {
  const threads = ['A', 'B'].map((name) => {
    const made = thread(random, name);
    if (random.chance(0.6)) return made;
    const [head, , ...rest] = [
      made.slice(0, made.indexOf('s: 0..9 = 0') + 11),
      '',
      made.slice(made.indexOf('s: 0..9 = 0') + 11),
    ];
    return `${head}\n  loop {${rest.join('').replace(/\n\}$/, '\n  }\n}')}`;
  });
  const labels = threads.flatMap((text, number) =>
    [...text.matchAll(/(here\d+):/g)].map(([, label]) => `${'AB'[number]}@${label}`),
  );
  const ends = threads.flatMap((text, number) => (text.includes('loop') ? [] : [`${'AB'[number]}@end`]));
  const atom = (): string =>
    random.pick(['x == 1', 'y == 1', 'x == y', 'y > 0', 'x == 2', 'A.r == 1', ...labels, ...labels, ...ends, ...ends]);
  const [p, q] = [`(${atom()})`, `(${atom()})`];
  const formula = random.pick([
    ...[`F ${p}`, `F (${p} && ${q})`, `G (${p} -> F ${q})`, `G F ${p}`, `F G ${p}`, `(${p} U ${q})`],
    ...[`G (${p} -> ${q})`, `G !(${p} && ${q})`, `F (${p} && X ${q})`],
  ]);
  const text = ['shared x, y: 0..2 = 0', ...threads, `ltl live: ${formula}`].join('\n');
  const verdict = async (asked: MemoryName): Promise<string> => {
    const answer = await check(text, {
      file: 'random.fp',
      memory: asked,
      property: 'live',
      fairThreads,
      maxStates: 20_000,
      // Loops that store fill any buffer.
      ...(asked === 'sc' ? {} : { buffer: 2 }),
    });
    if (!answer.ok) throw new Error(`${answer.diagnostics[0]?.message}\n${text}`);
    return answer.outcome.verdict;
  };
  return (await verdict('sc')) === 'holds' && (await verdict(memory)) === 'violated' ? text : null;
}
