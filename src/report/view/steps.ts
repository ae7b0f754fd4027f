/** What happens in a step, in words: one sentence for each read, change and write. */
import { growthText } from '../growth.js';
import type { JsonRead } from '../json-trace.js';
import { actorOf, type Run, type RunStep } from './run.js';

/** A part of a sentence: plain words, or text of the program. */
export type Words = string | { readonly code: string };

export interface Effect {
  readonly kind: 'fence' | 'read' | 'change' | 'place' | 'buffer' | 'drain' | 'nothing';
  readonly words: readonly Words[];
}

/** What is done: the statement of a program, or `enter(#1, #2)`. */
export function statementOf(step: RunStep): string {
  if (step.kind === 'drain') return 'write to memory';
  return step.line === undefined && step.arguments.length > 0
    ? `${step.transition}(${step.arguments.join(', ')})`
    : step.transition;
}

export function effectsOf(run: Run, step: RunStep): Effect[] {
  if (step.kind === 'drain') {
    return Object.entries(step.writes).map(([cell, value]): Effect => {
      const words = [{ code: `${cell} = ${value}` }, ` from step ${step.write} leaves the store buffer for memory`];
      return { kind: 'drain', words };
    });
  }
  const changes = Object.entries(step.changes).flatMap(([cell, [before, after]]) =>
    changeEffect(run, actorOf(step), cell, [before, after]),
  );
  const effects: Effect[] = [
    ...(step.fence
      ? [{ kind: 'fence', words: ['fence: its store buffer is empty, so it may go on'] } satisfies Effect]
      : []),
    ...step.reads.map((read): Effect => ({ kind: 'read', words: readWords(read, actorOf(step)) })),
    ...changes.filter(({ kind }) => kind === 'change'),
    ...Object.entries(step.buffered).map(([cell, value]): Effect => {
      return { kind: 'buffer', words: [{ code: `${cell} = ${value}` }, ' goes into its store buffer'] };
    }),
    ...changes.filter(({ kind }) => kind === 'place'),
  ];
  return effects.length > 0 ? effects : [{ kind: 'nothing', words: ['changes nothing'] }];
}

function readWords({ reader, cell, value, from, write }: JsonRead, actor: string | null): Words[] {
  const who = reader === actor ? 'reads ' : `${reader} reads `;
  const where = from === 'buffer' ? 'its own store buffer' : 'memory';
  const origin = write === null ? 'the initial value' : `written in step ${write}`;
  return [who, { code: `${cell} = ${value}` }, ` from ${where} (${origin})`];
}

function changeEffect(
  { threads }: Run,
  actor: string | null,
  cell: string,
  [before, after]: readonly [string, string],
): Effect[] {
  if (!threads.includes(cell)) {
    const name = actor !== null && cell.startsWith(`${actor}.`) ? cell.slice(actor.length + 1) : cell;
    return [{ kind: 'change', words: [{ code: `${name}: ${before} → ${after}` }] }];
  }
  // That a statement goes on to the next one is no news.
  if (!after.startsWith('@')) return [];
  return [{ kind: 'place', words: ['comes to ', { code: after }] }];
}

export function textOf(words: readonly Words[]): string {
  return words.map((word) => (typeof word === 'string' ? word : word.code)).join('');
}

/** What the run ends in. */
export function endWords({ violated, steps, cycle, threads, states }: Run): readonly Words[] {
  if (violated === null) return ['The run ends here. It breaks nothing: it is a run, not a proof.'];
  const { property, arguments: processes, condition } = violated;
  if (cycle !== null) {
    const ends = cycle > steps.length;
    const last = cycle === steps.length ? `step ${cycle}` : `steps ${cycle} to ${steps.length}`;
    const more = growthText(violated.growth ?? []);
    const how = ends ? 'ends here, where nothing can happen any more' : `repeats ${last} for ever${more}`;
    return [{ code: property }, ` is violated: the run ${how}, against `, { code: condition }];
  }
  if (property === 'deadlock' && condition.startsWith('nothing can happen')) return [`Deadlock: ${condition}`];
  if (property === 'failure') return ['A step fails: ', { code: condition }];
  const isProgram = threads.some((name) => states[0]?.cells.has(name) === true);
  const value = isProgram && property.startsWith('invariant ') ? 'false' : 'true';
  const which = processes.length === 0 ? property : `${property}(${processes.join(', ')})`;
  return [{ code: which }, ' is violated: ', { code: condition }, ` is ${value} now`];
}
