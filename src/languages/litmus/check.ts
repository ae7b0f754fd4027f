/**
 * Checks a syntax tree and makes the test of it: names, labels and registers resolved, the rows of the table turned into
 * threads.
 *
 * `%name` stands for a register that the thread does not use otherwise: the first free ones, in the order of the names.
 */
import type { Value } from '../../memory/axiomatic/event.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { checkInit, type InitialState } from './check-init.js';
import { behindPercent, InstructionChecker, namedRegister, type ThreadNames } from './check-instruction.js';
import type { RegisterScope } from './check-location.js';
import { checkProposition, observables, type Scope } from './check-proposition.js';
import { generalRegisters, registerFile } from './registers.js';
import type {
  InstructionSyntax,
  LocationSyntax,
  Name,
  OperandSyntax,
  PropositionSyntax,
  TestSyntax,
} from './syntax.js';
import type { Architecture, Instruction, LitmusTest, LitmusThread, Proposition } from './test.js';

/** A column of the table. */
interface Column {
  readonly instructions: InstructionSyntax[];
  readonly labels: Map<string, number>;
}

/** A test, and what a proposition about it is checked against. */
export interface Checked {
  readonly test: LitmusTest;
  readonly scope: Scope;
}

export function checkLitmus(syntax: TestSyntax, text: string, diagnostics: DiagnosticList): Checked | null {
  const architecture = syntax.architecture.text as Architecture;
  const file = registerFile(architecture);
  const columns = columnsOf(syntax, diagnostics);
  if (columns === null) return null;
  const symbolic = allocate(syntax, columns, architecture, diagnostics);
  const mentioned = new Set<string>();
  const registers: RegisterScope = { architecture, threads: columns.length, symbolic };
  const initial = checkInit(syntax.init, registers, mentioned, diagnostics);
  const checker = new InstructionChecker(architecture, text, diagnostics);
  const threads = columns.map((column, thread): LitmusThread => {
    const names: ThreadNames = {
      label: (name) => column.labels.get(name) ?? null,
      symbolic: (name) => symbolic[thread]?.get(name) ?? 0,
      mention: (location) => void mentioned.add(location),
      bitsOf: (location) => (initial.types.get(location) ?? initial.arrays.get(location)?.type)?.bits ?? 32,
    };
    const checked = column.instructions.map((instruction) => checker.check(instruction, names));
    const instructions = checked.filter((instruction): instruction is Instruction => instruction !== null);
    return { instructions, registers: initialRegisters(initial, thread, file.names.length) };
  });
  const scope: Scope = { ...registers, initial, mentioned };
  const { condition } = syntax;
  const check = (of: PropositionSyntax): Proposition => checkProposition(of, scope, diagnostics);
  const proposition = check(condition.proposition);
  const filter = condition.filter === null ? null : check(condition.filter);
  const observed = observables(condition.locations, proposition, scope, diagnostics);
  if (diagnostics.errors > 0) return null;
  const test: LitmusTest = {
    architecture,
    name: syntax.name.text,
    doc: syntax.doc,
    threads,
    initial: initial.locations,
    observed,
    filter,
    quantifier: condition.quantifier,
    proposition,
    registerNames: file.names,
  };
  return { test, scope };
}

function initialRegisters(initial: InitialState, thread: number, count: number): Value[] {
  return Array.from({ length: count }, (_, register) => initial.registers.get(`${thread}:${register}`) ?? 0n);
}

/** The table turned on its side; null when it is no table. */
function columnsOf({ program }: TestSyntax, diagnostics: DiagnosticList): Column[] | null {
  const { processors, rows } = program;
  for (const [index, processor] of processors.entries()) {
    if (processor.text === `P${index}`) continue;
    const message = `the processors are P0, P1 and so on, in this order: here stands P${index}`;
    diagnostics.error('process-number', processor, message);
    return null;
  }
  const columns = processors.map((): Column => ({ instructions: [], labels: new Map() }));
  for (const row of rows) {
    if (row.cells.length !== columns.length) {
      const cells = row.cells.length === 1 ? 'one cell' : `${row.cells.length} cells`;
      const message = `this row has ${cells}, but there ${columns.length === 1 ? 'is one processor' : `are ${columns.length} processors`}`;
      diagnostics.error('arity', row, message);
      continue;
    }
    for (const [index, cell] of row.cells.entries()) {
      const { instructions, labels } = columns[index] as Column;
      for (const label of cell.labels) addLabel(labels, label, instructions.length, diagnostics);
      if (cell.instruction !== null) instructions.push(cell.instruction);
    }
  }
  return columns;
}

function addLabel(labels: Map<string, number>, label: Name, at: number, diagnostics: DiagnosticList): void {
  if (labels.has(label.text)) {
    diagnostics.error('duplicate', label, `the label \`${label.text.slice(0, 40)}\` stands in two places`);
  }
  labels.set(label.text, at);
}

function namesIn(operand: OperandSyntax): Name[] {
  if (operand.kind === 'immediate') return [];
  if (operand.kind !== 'memory') return [operand.name];
  return [operand.base, operand.index, operand.segment].filter((name) => name !== null);
}

function locationsIn(proposition: PropositionSyntax): LocationSyntax[] {
  switch (proposition.kind) {
    case 'constant':
      return [];
    case 'equal': {
      const { left, right } = proposition;
      return right.kind === 'register' ? [left, right] : [left];
    }
    case 'not':
      return locationsIn(proposition.of);
    case 'and':
    case 'or':
      return proposition.of.flatMap(locationsIn);
    case 'implies':
      return [...locationsIn(proposition.left), ...locationsIn(proposition.right)];
  }
}

/** For each thread the registers that stand in for its symbolic ones. */
function allocate(
  syntax: TestSyntax,
  columns: readonly Column[],
  architecture: Architecture,
  diagnostics: DiagnosticList,
): ReadonlyMap<string, number>[] {
  const file = registerFile(architecture);
  const { condition, init } = syntax;
  const outside: LocationSyntax[] = [
    ...init.map(({ location }) => location),
    ...condition.locations,
    ...locationsIn(condition.proposition),
    ...(condition.filter === null ? [] : locationsIn(condition.filter)),
  ];
  return columns.map(({ instructions }, thread) => {
    const words = instructions.flatMap(({ operands }) => operands.flatMap(namesIn));
    const used = new Set<number>();
    const symbolic = new Map<string, Name>();
    for (const word of words) {
      const named = namedRegister(file, architecture, word.text);
      const name = behindPercent(word.text);
      if (named !== null) used.add(named.register);
      else if (name !== null && !symbolic.has(name)) symbolic.set(name, word);
    }
    for (const location of outside) {
      if (location.kind !== 'register' || Number(location.processor.text.replace('P', '')) !== thread) continue;
      const whole = file.whole(location.register.text);
      if (whole !== null) used.add(whole);
    }
    const free = generalRegisters(architecture).filter((register) => !used.has(register));
    const chosen = new Map<string, number>();
    for (const name of [...symbolic.keys()].sort()) {
      const register = free.shift();
      if (register === undefined) {
        diagnostics.error(
          'too-large',
          symbolic.get(name) as Name,
          'this processor has no register left for all these names',
        );
        break;
      }
      chosen.set(name, register);
    }
    return chosen;
  });
}
