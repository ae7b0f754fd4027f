/**
 * Fences for array systems (`.cub`), for any number of processes.
 *
 * A place is a transition: with `fence()` in its guard it waits until the buffer of its actor is empty. The oracle is the
 * check of the patched text itself, under TSO by the parameterized engine; a violation is a concrete run on the machine with
 * store buffers, confirmed by replay. A run passes a place when the transition is taken while something waits in the buffer
 * of its actor; how much waits is counted along the trace. A run without such a step is a run of the text with all these
 * fences. Fences only forbid runs, so clauses have one half (`search.ts`).
 *
 * Transitions without a named actor, with a fence already, or which are atomic (they read weak variables and write some, and
 * so wait for an empty buffer anyhow) are no places.
 */
import type { Outcome } from '../evidence/outcome.js';
import { parseCubicleText, readCubicle } from '../languages/cubicle/index.js';
import type { FormulaSyntax, ModelSyntax, TransitionSyntax } from '../languages/cubicle/syntax.js';
import { SourceText } from '../languages/shared/source.js';
import { readsWeak, writesWeak } from '../memory/operational/weak-accesses.js';
import type { Trace } from '../memory/trace.js';
import type { ArraySystem, Formula } from '../models/array-system/model.js';
import { type Insertion, insertAll } from './edits.js';
import type { Clause } from './hitting-set.js';
import type { Oracle, OracleAnswer } from './search.js';
import type { TextPlace } from './text-places.js';

export interface SystemPlace extends TextPlace {
  /** The name of the transition. */
  readonly transition: string;
}

export interface SystemRepair {
  readonly places: readonly SystemPlace[];
  /** The text that is asked about when these places are taken: of one property, if one was named. */
  asked(taken: readonly number[]): string;
}

/** Null when the text cannot be read; a name when there is no such property. */
export function systemRepair(
  text: string,
  file: string,
  property: string | null,
): SystemRepair | { readonly noProperty: readonly string[] } | null {
  const { model } = parseCubicleText(text, file);
  const { system } = readCubicle(text, file, { weak: true });
  if (model === null || system === null) return null;
  const names = unsafeNames(model);
  if (property !== null && !names.includes(property)) return { noProperty: names };
  const source = new SourceText(text, file);
  const places = model.declarations.flatMap((declaration): SystemPlace[] => {
    if (declaration.kind !== 'transition' || !canWait(declaration, system)) return [];
    const transition = declaration.name.text;
    const patch = fenceIn(text, declaration);
    if (patch === null || readCubicle(insertAll(text, patch), file, { weak: true }).system === null) return [];
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

/** What a check of one text says. */
export type AskSystem = (text: string) => Promise<Outcome>;

export class SystemOracle implements Oracle<Trace> {
  private readonly repair: SystemRepair;
  private readonly asking: AskSystem;

  constructor(repair: SystemRepair, ask: AskSystem) {
    this.repair = repair;
    this.asking = ask;
  }

  async ask(taken: readonly number[]): Promise<OracleAnswer<Trace>> {
    const { verdict, trace, reason } = await this.asking(this.repair.asked(taken));
    if (verdict === 'holds') return { verdict };
    if (verdict === 'unknown') return { verdict, reason: reason ?? 'the engine has no answer' };
    if (trace === null) throw new Error('a violation without trace');
    return { verdict, run: trace };
  }

  clauseOf(trace: Trace): Clause {
    const passed = passedWaiting(trace);
    const hit = this.repair.places.flatMap(({ transition }, place) => (passed.has(transition) ? [place] : []));
    return { hit, without: [] };
  }
}

/** The transitions that were taken while something waited in the buffer of the actor. */
function passedWaiting({ steps }: Trace): Set<string> {
  const waiting = new Map<number, number>();
  const passed = new Set<string>();
  for (const step of steps) {
    const process = step.kind === 'drain' ? step.process : step.actor;
    if (process === null) continue;
    const before = waiting.get(process) ?? 0;
    if (step.kind === 'drain') waiting.set(process, before - step.writes.length);
    else {
      // A trace of the explicit engine has the arguments in the name.
      if (before > 0) passed.add(step.transition.replace(/\(.*$/s, ''));
      waiting.set(process, before + step.buffered.length);
    }
  }
  return passed;
}
