/**
 * `main` from the place on where it is a thread: its statements with what it knows there, and a jump to that place. Creating a
 * thread is a locked step that lets it begin, where others run already; joining one waits for the word that it writes last.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Place as ModelPlace } from '../../models/program/model.js';
import type { Statement, Target } from '../program/plan.js';
import { replaced } from './assemble.js';
import { chosen } from './creation.js';
import type { Thread } from './lower/thread.js';
import type { Term } from './memory.js';
import type { MainRunner } from './run-main.js';
import { isScalar } from './types.js';

type MainRun = ReturnType<MainRunner['run']>;

/** `main` from the place on where it is a thread. */
export function resumed(
  body: readonly Statement[],
  run: MainRun,
  main: Thread,
  done: number | null,
  started: number | null,
): Statement[] {
  const { rest, created } = run;
  const RESUME = 'main goes on';
  const before: Statement[] = [];
  const made = replaced(body, (statement, original) => {
    const event = main.events.get(original);
    const keys = original === rest ? { keys: [...(statement.keys ?? []), RESUME] } : {};
    if (event === undefined) return [{ ...statement, ...keys }];
    const { labels, place, text } = statement;
    if (event.kind === 'join')
      return [
        { ...joined(statement, event.handle, done as number), ...keys },
        ...main.seesJoined(event.handle, event.place),
      ];
    const own = created.flatMap((each, number) => (each.statement === original ? [{ number, later: each.later }] : []));
    if (started === null || own.every((each) => !each.later)) return [{ ...statement, ...keys }];
    const { number, count } = nextCreated(own, main, before, place);
    const expression: Term = {
      kind: 'locked',
      operation: 'swap',
      variable: started,
      index: number,
      operands: [constant(1)],
      text,
    };
    const assign = (target: Target, value: Term): Statement => ({
      kind: 'assign',
      target,
      value,
      labels: [],
      place,
      text: '',
    });
    const handle = event.handle === null || !isScalar(event.handle.type) ? null : main.targetOf(event.handle);
    const keep =
      handle === null
        ? []
        : [
            assign(
              { kind: handle.kind, variable: handle.variable, index: handle.index },
              binaryTerm('+', number, constant(1)),
            ),
          ];
    const step: Statement = { kind: 'call', expression, labels, place, text };
    const [first, ...others] = [...keep, step, ...count(assign), ...main.showsCreated(number, event.place)] as [
      Statement,
      ...Statement[],
    ];
    return [{ ...first, ...keys }, ...others];
  });
  const place = main.unit.place(main.kind.function?.place ?? main.unit.node.end);
  const values = [...run.locals].flatMap(([variable, cells]) =>
    cells.flatMap((value, index): Statement[] => {
      if (value === undefined || main.locals[variable] === undefined) return [];
      const size = main.locals[variable]?.size ?? null;
      const target = { kind: 'local', variable, index: size === null ? null : constant(index) } as const;
      return [{ kind: 'assign', target, value: constant(value), labels: [], place, text: '' }];
    }),
  );
  return [...values, ...before, { kind: 'goto', target: RESUME, labels: [], place, text: '' }, ...made];
}

/**
 * The number of the thread that a statement creates next: a constant where it creates one. Others are counted in a hidden
 * local, which begins behind those that were created before `main` was a thread.
 */
function nextCreated(
  own: readonly { readonly number: number; readonly later: boolean }[],
  main: Thread,
  before: Statement[],
  place: ModelPlace,
): { readonly number: Term; readonly count: (assign: (target: Target, value: Term) => Statement) => Statement[] } {
  const [only] = own;
  if (only !== undefined && own.length === 1) return { number: constant(only.number), count: () => [] };
  const variable = main.counter(own.length);
  const target: Target = { kind: 'local', variable, index: null };
  const earlier = own.filter((each) => !each.later).length;
  before.push({ kind: 'assign', target, value: constant(earlier), labels: [], place, text: '' });
  const read: Term = { kind: 'local', variable, index: null };
  const number = chosen(
    own.map((each) => each.number),
    read,
  );
  return { number, count: (assign) => [assign(target, binaryTerm('+', read, constant(1)))] };
}

/** Waits until a thread has ended. */
export function joined({ labels, place, text, keys }: Statement, handle: Term, done: number): Statement {
  const index = binaryTerm('-', handle, constant(1));
  const read: Term = { kind: 'shared', variable: done, index, text: 'the thread has ended' };
  const condition = binaryTerm('==', read, constant(1));
  return { kind: 'await', condition, labels, place, text, ...(keys === undefined ? {} : { keys }) };
}
