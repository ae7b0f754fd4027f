/**
 * What a kernel does with a state that has no successors, as code (or none but itself, by an `await` that is false but writes
 * as it looks: `await !swap(lock, true)`). Nothing waits in a buffer there, or it could go to memory.
 * Threads at their end have nothing left to do; each other one waits for something that nobody will do any more: it is stuck,
 * unless an `assume` that is false has stopped some thread (`stuckThreads` in `models/program/parts.ts` says the same). Such a
 * state is noted, and reported where the program says `never deadlock`.
 */
import { isEnd, templateOf } from '../../models/program/parts.js';
import { binary, type Code, type CodeFunction, constant, get, ONE, perform, return_, when, ZERO } from './code/code.js';
import { Expressions, readField } from './expressions.js';
import { field, HEADER, report, setField, WHAT } from './header.js';
import type { Layout } from './layout.js';
import type { Marks } from './marks.js';
import type { Field } from './packing.js';
import { loadState } from './visited.js';

export function quietFunction({ special, packing }: Layout, marks: Marks | null): CodeFunction {
  const { program } = special;
  const expressions = new Expressions(special, packing);
  const threads = program.threads.map((_, thread) => {
    const template = templateOf(program, thread);
    const all = [...template.locations.keys()];
    return {
      thread,
      released: all.filter((location) => template.locations[location]?.assumed === true),
      waiting: all.map((location) => !isEnd(template, location)),
    };
  });
  const some = (tests: readonly Code[]): Code => tests.reduce((one, other) => binary('|', one, other), ZERO);
  const released = some(threads.map(({ thread, released: at }) => expressions.at(thread, at)));
  const stuck = some(
    threads.map(({ thread, waiting }) =>
      expressions.at(
        thread,
        [...waiting.keys()].filter((at) => waiting[at]),
      ),
    ),
  );
  const noted = threads.map(({ thread, waiting }) => ({
    op: 'switch' as const,
    subject: readField(packing.locations[thread] as Field),
    cases: waiting.map((isStuck, location) => (isStuck && marks !== null ? [marks.noteStuck(thread, location)] : [])),
  }));
  const first = setField(HEADER.stuck, binary('+', get('id'), ONE));
  // What is wrong with a successor that was found before counts before.
  const told = [perform('insert'), report('violated', get('id'), constant(WHAT.deadlock), ZERO)];
  return {
    name: 'quiet',
    parameters: ['id'],
    exported: false,
    body: [
      ...loadState(packing.words, get('id')),
      when(released, [return_(ZERO)]),
      when(binary('==', stuck, ZERO), [return_(ZERO)]),
      when(binary('==', field(HEADER.stuck), ZERO), [first]),
      ...(marks === null ? [] : noted),
      ...(program.noDeadlock === undefined ? [] : told),
    ],
  };
}
