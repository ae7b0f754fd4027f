/**
 * Fences for array systems (`.cub`), for any number of processes.
 *
 * A place is a transition: with `fence()` in its guard it waits until the buffer of its actor is empty. The oracle is the
 * check of the patched text itself, under TSO by the parameterized engine; a violation is a concrete run on the machine with
 * store buffers. A run passes a place when the transition is taken while something waits in the buffer of its actor. A run
 * without such a step is a run of the text with all these fences. Fences only forbid runs, so clauses have one half (`search.ts`).
 *
 * Transitions without a named actor, with a fence already, or which are atomic (they read weak variables and write some, and
 * so wait for an empty buffer anyhow) are no places.
 */
import type { Answer, Run } from '../engines/answer.js';
import { parseCubicleText, readCubicle } from '../languages/cubicle/index.js';
import type { FormulaSyntax, ModelSyntax, TransitionSyntax } from '../languages/cubicle/syntax.js';
import { SourceText } from '../languages/shared/source.js';
import {
  bufferOf as bufferOfThread,
  makeMachine as makeProgramMachine,
  start as startProgram,
} from '../memory/operational/program/machine.js';
import { actorOf, bufferOf, makeMachine, perform, start } from '../memory/operational/store-buffers.js';
import { readsWeak, writesWeak } from '../memory/operational/weak-accesses.js';
import type { ArraySystem, Formula, Transition } from '../models/array-system/model.js';
import { edgeAt, templateOf } from '../models/program/parts.js';
import { type Insertion, insertAll } from './edits.js';
import type { Clause } from './hitting-set.js';
import type { Oracle, OracleAnswer } from './search.js';
import type { TextPlace } from './text-places.js';
import { configurationsOf } from './tighten.js';

interface SystemPlace extends TextPlace {
  /** The name of the transition. */
  readonly transition: string;
}

interface SystemRepair {
  readonly places: readonly SystemPlace[];
  /** The text that is asked about when these places are taken: of one property, if one was named. */
  asked(taken: readonly number[]): string;
}

/** Null when the text cannot be read; the names there are when there is no such property. `weak`: it is to be one for store buffers. */
export function systemRepair(
  text: string,
  file: string,
  property: string | null,
  weak: boolean,
): SystemRepair | { readonly noProperty: readonly string[] } | null {
  const { model } = parseCubicleText(text, file);
  const { system } = readCubicle(text, file, { weak });
  if (model === null || system === null) return null;
  const names = unsafeNames(model);
  if (property !== null && !names.includes(property)) return { noProperty: names };
  const source = new SourceText(text, file);
  const places = model.declarations.flatMap((declaration): SystemPlace[] => {
    if (declaration.kind !== 'transition' || !canWait(declaration, system)) return [];
    const transition = declaration.name.text;
    const patch = fenceIn(text, declaration);
    if (patch === null || readCubicle(insertAll(text, patch), file, { weak }).system === null) return [];
    const found = system.transitions.find(({ name }) => name === transition);
    const weight = found !== undefined && readsWeak(found) ? 0 : 1;
    const { line } = source.place(declaration.start);
    return [
      { line, where: 'in', statement: `transition ${transition}`, thread: transition, weight, patch, transition },
    ];
  });
  const others = property === null ? [] : hidden(text, model, property);
  const asked = (taken: readonly number[]): string =>
    insertAll(text, [...others, ...taken.flatMap((place) => places[place]?.patch ?? [])]);
  return { places, asked };
}

function unsafeNames({ declarations }: ModelSyntax): string[] {
  const unsafe = declarations.filter((declaration) => declaration.kind === 'unsafe');
  return unsafe.map(({ name }, position) => name?.text ?? `unsafe[${position + 1}]`);
}

/** Blanks where the other properties stand, so that all places stay. */
function hidden(text: string, model: ModelSyntax, property: string): Insertion[] {
  const names = unsafeNames(model);
  return model.declarations
    .filter((declaration) => declaration.kind === 'unsafe')
    .flatMap(({ start, end }, position) => {
      if (names[position] === property) return [];
      return [{ offset: start, text: text.slice(start, end).replace(/[^\n]/g, ' '), remove: end - start }];
    });
}

function canWait({ actor, name }: TransitionSyntax, { transitions }: ArraySystem): boolean {
  const found = transitions.find((transition) => transition.name === name.text);
  if (actor === null || found === undefined || hasFence(found.guard)) return false;
  return !(writesWeak(found) && readsWeak(found));
}

function hasFence(formula: Formula): boolean {
  switch (formula.kind) {
    case 'fence':
      return true;
    case 'and':
    case 'or':
      return formula.operands.some(hasFence);
    case 'not':
      return hasFence(formula.operand);
    case 'forall':
    case 'exists':
      return hasFence(formula.body);
    default:
      return false;
  }
}

/**
 * `fence() &&` behind the first conjunct, where what follows it on its own is a conjunct too; otherwise at the beginning.
 * Null when the braces of the guard are not found.
 */
function fenceIn(text: string, { guard, updates, lets, start, end }: TransitionSyntax): Insertion[] | null {
  if (guard === null) {
    const inside = Math.min(end, ...[...lets, ...updates].map((part) => part.start));
    const brace = text.lastIndexOf('{', inside - 1);
    return brace < start ? null : [{ offset: brace, text: 'requires { fence() }\n' }];
  }
  const [first, second] = guard.kind === 'and' ? guard.operands : [];
  if (first !== undefined && second !== undefined && /^\s*&&\s*$/.test(text.slice(first.end, second.start)))
    return [{ offset: second.start, text: 'fence() && ' }];
  const brace = text.lastIndexOf('{', guard.start);
  if (brace < start) return null;
  const close = text.indexOf('}', guard.end);
  const opened = text.slice(brace + 1).search(/\S/) + brace + 1;
  if (bindsTighter(guard)) return [{ offset: opened, text: 'fence() && ' }];
  const last = text.slice(0, close).trimEnd().length;
  return [
    { offset: opened, text: 'fence() && (' },
    { offset: last, text: ')' },
  ];
}

function bindsTighter({ kind }: FormulaSyntax): boolean {
  return kind !== 'or' && kind !== 'implies' && kind !== 'iff' && kind !== 'if';
}

/** What the engines say of one text. */
type AskSystem = (text: string) => Promise<Answer>;

export class SystemOracle implements Oracle<Run> {
  private readonly repair: SystemRepair;
  private readonly asking: AskSystem;

  constructor(repair: SystemRepair, ask: AskSystem) {
    this.repair = repair;
    this.asking = ask;
  }

  async ask(taken: readonly number[]): Promise<OracleAnswer<Run>> {
    return this.asking(this.repair.asked(taken));
  }

  clauseOf(run: Run): Clause {
    const passed = passedWaiting(run);
    const hit = this.repair.places.flatMap(({ transition }, place) => (passed.has(transition) ? [place] : []));
    return { hit, without: [] };
  }
}

/** The transitions that were taken while something waited in the buffer of the actor. */
function passedWaiting(run: Run): Set<string> {
  switch (run.kind) {
    case 'lasso':
      throw new Error('a run of an array system ends');
    case 'system':
      return passedInSystem(run);
    case 'program':
      return passedInProgram(run);
  }
}

function passedInSystem({ system, memory, run }: Extract<Run, { kind: 'system' }>): Set<string> {
  const machine = makeMachine(system, run.processes, memory);
  let configuration = start(
    machine,
    machine.instance.cells.map(({ symbol, indices }) => run.initial(symbol, indices)),
  );
  const passed = new Set<string>();
  for (const step of run.steps) {
    if (step.kind === 'drain') {
      configuration = perform(machine, configuration, step, () => {
        throw new Error('a drain leaves nothing open');
      });
      continue;
    }
    const { transition: number, arguments: given, choose } = step;
    const transition = system.transitions[number] as Transition;
    const actor = actorOf(transition, given);
    if (actor !== null && bufferOf(configuration, actor).length > 0) passed.add(transition.name);
    configuration = perform(
      machine,
      configuration,
      { kind: 'transition', transition: number, arguments: given },
      choose,
    );
  }
  return passed;
}

/** Of the program that stands for an instance: the text of an edge begins with the name of its transition. */
function passedInProgram({ program, memory, run }: Extract<Run, { kind: 'program' }>): Set<string> {
  const machine = makeProgramMachine(program, memory, null);
  const configurations = configurationsOf(machine, startProgram(machine, run.initial), run.steps);
  const passed = new Set<string>();
  for (const [position, step] of run.steps.entries()) {
    const before = configurations[position];
    if (step.kind === 'drain' || before === undefined || bufferOfThread(before, step.thread).length === 0) continue;
    const { text } = edgeAt(templateOf(program, step.thread), step.edge);
    passed.add(text.replace(/\(.*$/s, ''));
  }
  return passed;
}
