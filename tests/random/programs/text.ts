/**
 * A straight-line program as a `.cub` text, the way litmus tests are written in that language: a fixed number of processes
 * told apart by `#k`, a program counter, a local array for each register, one transition for each instruction.
 */
import type { Operand, Operation, Program } from '../../support/straight-line.js';

/** What is asked about the end of the program: threads count from 0. */
export type Claim =
  | { readonly kind: 'register'; readonly thread: number; readonly register: string; readonly value: number }
  /** What the thread sees of the location. */
  | { readonly kind: 'seen'; readonly thread: number; readonly location: string; readonly value: number };

export interface Question {
  readonly claims: readonly Claim[];
  /** Every thread ends with a fence, so that at the end all see memory. */
  readonly closed: boolean;
  /** `unsafe (p1 p2) { p1 = #1 && .. }` instead of `unsafe { PC[#1] .. }`. */
  readonly parameters: boolean;
}

export function locationsOf({ threads, initial = {} }: Program): string[] {
  const accessed = threads.flatMap((operations) =>
    operations.flatMap((operation) => {
      if (operation.kind === 'transition')
        return [...operation.reads, ...operation.writes].map(({ location }) => location);
      return operation.kind === 'fence' ? [] : [operation.location];
    }),
  );
  return [...new Set([...accessed, ...Object.keys(initial)])].sort();
}

/** The registers that a thread loads, in order of name. */
export function registersOf(operations: readonly Operation[]): string[] {
  const names = operations.flatMap((operation) => {
    if (operation.kind === 'transition') return operation.reads.map(({ register }) => register);
    return 'register' in operation ? [operation.register] : [];
  });
  return [...new Set(names)].sort();
}

export function closedWithFences(program: Program): Program {
  return { ...program, threads: program.threads.map((operations) => [...operations, { kind: 'fence' }]) };
}

const REGISTERS = ['a', 'b', 'c', 'd'];

export function programText(program: Program, { claims, closed, parameters }: Question): string {
  const { threads, initial = {} } = closed ? closedWithFences(program) : program;
  const locations = locationsOf(program);
  const longest = Math.max(...threads.map(({ length }) => length));
  const places = Array.from({ length: longest + 1 }, (_, at) => placeOf(at));
  const name = (thread: number) => (parameters ? `p${thread + 1}` : `#${thread + 1}`);
  const conjuncts = [
    ...(parameters ? threads.map((_, thread) => `${name(thread)} = #${thread + 1}`) : []),
    ...threads.map((operations, thread) => `PC[${name(thread)}] = ${placeOf(operations.length)}`),
    ...claims.map((claim) =>
      claim.kind === 'register'
        ? `${claim.register.toUpperCase()}[${name(claim.thread)}] = ${claim.value}`
        : `${name(claim.thread)}@${claim.location.toUpperCase()} = ${claim.value}`,
    ),
  ];
  const starts = [
    'PC[p] = L0',
    ...REGISTERS.map((register) => `${register.toUpperCase()}[p] = 0`),
    ...locations.map((location) => `${location.toUpperCase()} = ${initial[location] ?? 0}`),
  ];
  const named = parameters ? ` (${threads.map((_, thread) => name(thread)).join(' ')})` : '';
  return [
    `number_procs ${threads.length}`,
    `type place = ${places.join(' | ')}`,
    ...locations.map((location) => `weak var ${location.toUpperCase()} : int`),
    'array PC[proc] : place',
    ...REGISTERS.map((register) => `array ${register.toUpperCase()}[proc] : int`),
    `init (p) { ${starts.join(' && ')} }`,
    `unsafe${named} { ${conjuncts.join(' && ')} }`,
    ...threads.flatMap((operations, thread) => operations.map((operation, at) => transition(operation, thread, at))),
    '',
  ].join('\n');
}

export function placeOf(at: number): string {
  return `L${at}`;
}

function transition(operation: Operation, thread: number, at: number): string {
  const guard = [`p = #${thread + 1}`, `PC[p] = ${placeOf(at)}`, ...(operation.kind === 'fence' ? ['fence()'] : [])];
  const updates = [`PC[p] := ${placeOf(at + 1)}`, ...updatesOf(operation)];
  return `transition t${thread + 1}_${at + 1} ([p]) requires { ${guard.join(' && ')} } { ${updates.join('; ')} }`;
}

function updatesOf(operation: Operation): string[] {
  if (operation.kind === 'fence') return [];
  if (operation.kind === 'transition') {
    const { reads, writes } = operation;
    return [
      ...reads.map(({ location, register }) => `${register.toUpperCase()}[p] := ${location.toUpperCase()}`),
      ...writes.map(({ location, value }) => {
        // A register that the same transition loads has its new value: that of the location it is loaded from.
        const loaded =
          typeof value === 'number' ? undefined : reads.find(({ register }) => register === value.register);
        return `${location.toUpperCase()} := ${loaded === undefined ? operand(value) : loaded.location.toUpperCase()}`;
      }),
    ];
  }
  const cell = operation.location.toUpperCase();
  if (operation.kind === 'store') return [`${cell} := ${operand(operation.value)}`];
  const load = `${operation.register.toUpperCase()}[p] := ${cell}`;
  switch (operation.kind) {
    case 'load':
      return [load];
    case 'exchange':
      return [load, `${cell} := ${operand(operation.value)}`];
    case 'add':
      return [load, `${cell} := ${cell} + ${operand(operation.value)}`];
    case 'compareExchange':
      return [load, `${cell} := case | ${cell} = ${operand(operation.expected)} : ${operand(operation.value)}`];
  }
}

function operand(value: Operand): string {
  return typeof value === 'number' ? String(value) : `${value.register.toUpperCase()}[p]`;
}
