/**
 * From a syntax tree to a program: declarations, processes and their copies, forbidden rows, predicates.
 *
 * The copies of a process share a template unless its text names locations of processes, which are other ones for each.
 */

import { conjunction, TRUE } from '../../models/program/expression.js';
import { liveAt, stepOf } from '../../models/program/liveness.js';
import type {
  NeverProperty,
  Program,
  StateExpression,
  Template,
  Thread,
  Variable,
} from '../../models/program/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText } from '../shared/source.js';
import { type Automaton, compileProcess } from './compile.js';
import { checkPredicate, type MemoraxPredicate } from './predicates.js';
import { type ReadOptions, Restrictions } from './restrictions.js';
import { Memory, Scope, sortOf } from './scope.js';
import type { DeclarationSyntax, FileSyntax, LabelledSyntax, ProcessSyntax, RowSyntax } from './syntax.js';

const MOST_PROCESSES = 200;

interface Instance {
  readonly process: ProcessSyntax;
  readonly registers: readonly Variable[];
  automaton: Automaton | null;
}

export function checkMemorax(
  file: FileSyntax,
  source: SourceText,
  diagnostics: DiagnosticList,
  options: ReadOptions,
): { program: Program; predicates: MemoraxPredicate[] } | null {
  const restrictions = new Restrictions(diagnostics, options);
  for (const process of file.processes) restrictions.check(process);
  checkDeclarations(file, diagnostics);
  const instances = instantiate(file, source, diagnostics);
  if (instances === null || diagnostics.errors > 0) return null;
  const memory = layOut(file, instances, source);
  const templates: Template[] = [];
  const threads: Thread[] = [];
  const shared = new Map<ProcessSyntax, number>();
  for (const [index, instance] of instances.entries()) {
    const { process, registers } = instance;
    const first = instances.findIndex((other) => other.process === process);
    let template = shared.get(process);
    if (template === undefined) {
      const scope = new Scope(index, memory, registers, diagnostics);
      instance.automaton = compileProcess(process, scope, source, diagnostics);
      const { locations, edges, entry } = instance.automaton;
      template = templates.length;
      templates.push({ name: `P${index}`, parameters: 0, locals: registers, locations, entry, edges });
      if (!process.text.some(namesProcesses)) shared.set(process, template);
    } else instance.automaton = (instances[first] as Instance).automaton;
    threads.push({ name: `P${index}`, template, initial: initialValues(instance, diagnostics) });
  }
  const never = file.forbidden.map((row, index) => checkRow(row, index, instances, source, diagnostics));
  const predicates = file.predicates.map((predicate) => checkPredicate(predicate, instances, source, diagnostics));
  if (diagnostics.errors > 0) return null;
  return { program: { shared: memory.cells, templates, threads, never, outOfRange: 'disabled' }, predicates };
}

function checkDeclarations(file: FileSyntax, diagnostics: DiagnosticList): void {
  checkSection(file.data, true, diagnostics);
  for (const { data, registers } of file.processes) {
    checkSection(data, true, diagnostics);
    checkSection(registers, false, diagnostics);
  }
}

function checkSection(declarations: readonly DeclarationSyntax[], memory: boolean, diagnostics: DiagnosticList): void {
  const known = new Set<string>();
  for (const { name, initial, domain } of declarations) {
    const shown = name.text.slice(0, 40);
    if (known.has(name.text)) diagnostics.error('duplicate', name, `\`${shown}\` is declared twice`);
    known.add(name.text);
    if (domain === null) {
      if (memory && initial === null) {
        const message = `\`${shown}\` starts with any of all integers: give it a domain such as \`[0:3]\``;
        diagnostics.error('unsupported', name, message);
      }
    } else if (domain.low > domain.high) {
      diagnostics.error('vacuous', domain, 'this domain has no value: the lower bound stands first');
    } else if (initial !== null && (initial.value < domain.low || initial.value > domain.high)) {
      diagnostics.error('type-mismatch', initial, `the initial value of \`${shown}\` is not in its domain`);
    }
  }
}

function instantiate(file: FileSyntax, source: SourceText, diagnostics: DiagnosticList): Instance[] | null {
  const instances: Instance[] = [];
  for (const process of file.processes) {
    const copies = process.copies?.value ?? 1;
    const span = process.copies ?? process;
    if (copies < 1) {
      diagnostics.error('process-number', span, 'a process has one copy at least');
      return null;
    }
    if (instances.length + copies > MOST_PROCESSES) {
      diagnostics.error('process-number', span, `there can be ${MOST_PROCESSES} processes at most`);
      return null;
    }
    const registers = process.registers.map((declaration): Variable => {
      const { name } = declaration;
      return { name: name.text, sort: sortOf(declaration), size: null, place: source.place(name.start) };
    });
    for (let copy = 0; copy < copies; copy++) instances.push({ process, registers, automaton: null });
  }
  return instances;
}

function layOut(file: FileSyntax, instances: readonly Instance[], source: SourceText): Memory {
  const memory = new Memory(source);
  for (const declaration of file.data) memory.globals.set(declaration.name.text, memory.add(declaration, null));
  for (const [owner, { process }] of instances.entries()) {
    const locals = process.data.map((declaration) => [declaration.name.text, memory.add(declaration, owner)] as const);
    memory.locals.push(new Map(locals));
  }
  return memory;
}

function initialValues({ process, automaton }: Instance, diagnostics: DiagnosticList): (number | 'any')[][] {
  if (automaton === null) throw new Error('a process without automaton');
  // What a register holds at first cannot matter if every path writes it before it reads it: then one value stands for all,
  // and also a register without bound can start anywhere.
  const live = liveAt(automaton.edges.map(stepOf), automaton.locations.length)[automaton.entry];
  return process.registers.map(({ name, initial, domain }, index) => {
    if (initial !== null) return [initial.value];
    if (!live?.has(index)) return [domain === null ? 0 : Math.min(Math.max(0, domain.low), domain.high)];
    if (domain === null) {
      const message = `\`${name.text.slice(0, 40)}\` starts with any of all integers and may be read before it is written: give it a domain or a value`;
      diagnostics.error('unsupported', name, message);
    }
    return ['any'];
  });
}

function checkRow(
  row: RowSyntax,
  index: number,
  instances: readonly Instance[],
  source: SourceText,
  diagnostics: DiagnosticList,
): NeverProperty {
  const { entries } = row;
  if (entries.length !== instances.length) {
    const count = entries.length === 1 ? 'one entry' : `${entries.length} entries`;
    const processes = instances.length === 1 ? 'is one process' : `are ${instances.length} processes`;
    diagnostics.error('arity', row, `this row has ${count}, but there ${processes}`);
  }
  const parts: StateExpression[] = [];
  for (const [thread, entry] of entries.slice(0, instances.length).entries()) {
    if (entry.text === '*') continue;
    const location = instances[thread]?.automaton?.labels.get(entry.text);
    if (location === undefined) {
      diagnostics.error('unknown-name', entry, `the process P${thread} has no label \`${entry.text.slice(0, 40)}\``);
    } else parts.push({ kind: 'at', thread, locations: [location] });
  }
  return {
    name: `forbidden ${index + 1}`,
    condition: conjunction(parts) ?? TRUE,
    text: entries.map(({ text }) => text).join(' '),
    place: source.place(row.start),
  };
}

/** Does it name a location of a process, its own or another one's? */
function namesProcesses({ statement }: LabelledSyntax): boolean {
  switch (statement.kind) {
    case 'read':
    case 'load':
    case 'write':
      return statement.memory.kind === 'own' || statement.memory.kind === 'other';
    case 'if':
      return namesProcesses(statement.then) || (statement.otherwise !== null && namesProcesses(statement.otherwise));
    case 'while':
      return namesProcesses(statement.body);
    case 'either':
    case 'locked':
      return statement.alternatives.some((alternative) => alternative.some(namesProcesses));
    case 'block':
      return statement.statements.some(namesProcesses);
    default:
      return false;
  }
}
