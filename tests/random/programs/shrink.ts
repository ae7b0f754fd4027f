/** Smaller programs and questions that may still show a fault: an instruction or a claim less, a plainer instruction. */
import type { Operation, Program } from '../../support/straight-line.js';
import type { Question } from './text.js';

export interface Asked {
  readonly program: Program;
  readonly question: Question;
}

export async function shrinkProgram(asked: Asked, fails: (smaller: Asked) => Promise<boolean>): Promise<Asked> {
  let current = asked;
  search: for (;;) {
    for (const smaller of smallerPrograms(current)) {
      if (await fails(smaller)) {
        current = smaller;
        continue search;
      }
    }
    return current;
  }
}

export function* smallerPrograms({ program, question }: Asked): Generator<Asked> {
  const { threads, initial = {} } = program;
  const changed = (operations: readonly Operation[], thread: number): Asked => ({
    program: { ...program, threads: threads.with(thread, operations) },
    question,
  });
  // Threads keep their numbers, so only the last one can go.
  const last = threads.length - 1;
  if (threads.length > 1 && threads[last]?.length === 0 && question.claims.every(({ thread }) => thread !== last)) {
    yield { program: { ...program, threads: threads.slice(0, last) }, question };
  }
  for (const [thread, operations] of threads.entries()) {
    for (const at of operations.keys()) yield changed(operations.toSpliced(at, 1), thread);
    for (const [at, operation] of operations.entries()) {
      for (const plainer of plainerOperations(operation)) yield changed(operations.with(at, plainer), thread);
    }
  }
  for (const at of question.claims.keys()) {
    yield { program, question: { ...question, claims: question.claims.toSpliced(at, 1) } };
  }
  for (const location of Object.keys(initial)) {
    const { [location]: _, ...rest } = initial;
    yield { program: { ...program, initial: rest }, question };
  }
  if (question.closed) yield { program, question: { ...question, closed: false } };
}

function plainerOperations(operation: Operation): Operation[] {
  switch (operation.kind) {
    case 'load':
    case 'fence':
      return [];
    case 'store':
      return typeof operation.value === 'number' ? [] : [{ ...operation, value: 1 }];
    case 'exchange':
    case 'add':
    case 'compareExchange': {
      const { location, register, value } = operation;
      return [
        { kind: 'load', location, register },
        { kind: 'store', location, value },
      ];
    }
    case 'transition': {
      const { reads, writes } = operation;
      const plainer: Operation[] = [
        ...reads.map((_, k): Operation => ({ ...operation, reads: reads.toSpliced(k, 1) })),
        ...writes.map((_, k): Operation => ({ ...operation, writes: writes.toSpliced(k, 1) })),
      ];
      return plainer.filter((one) => one.kind !== 'transition' || one.reads.length + one.writes.length > 0);
    }
  }
}
