/**
 * Places of a `.dve` model.
 *
 * Atomic writes: each pair of a global variable and a transition that writes it, as in the paper of Barnat, Brim and Havel
 * (2012, section IV). What is written for it is a comment before each assignment of the pair (`annotations.ts` of the
 * language), so that other tools still read the file. The step then waits for the buffers of all processes.
 *
 * Fences: a transition that waits until the buffer of its process is empty. Of a rendez-vous it must be the process whose step
 * it is.
 */

import { ATOMIC, FENCE } from '../languages/dve/annotations.js';
import { type DveModel, type DveSyntax, parseDveText, readDve } from '../languages/dve/index.js';
import { type DveProgram, dveProgram, type Move } from '../languages/dve/program.js';
import type { TransitionSyntax } from '../languages/dve/syntax.js';
import { SourceText, type Span } from '../languages/shared/source.js';
import type { MemoryModel } from '../memory/models.js';
import type { Edge, Program, Template } from '../models/program/model.js';
import { mayBuffer, needsEmptyBuffer, type ProgramPlace, readsShared, waitingUpdates } from './places.js';
import type { TextPlace, TextRepair } from './text-places.js';

interface DvePlace {
  readonly text: TextPlace;
  readonly program: ProgramPlace;
}

/** `select` is what is asked of the program. The text can be read, and is a program for this memory. */
export function dveRepair(
  text: string,
  means: 'fences' | 'atomic-writes',
  memory: MemoryModel,
  select: (program: Program) => Program,
): TextRepair {
  const { model } = readDve(text, '');
  const { syntax } = parseDveText(text, '');
  const made = model === null ? null : dveProgram(model, memory);
  if (model === null || syntax === null || made === null || 'refused' in made)
    throw new Error('a model that was read cannot be read again');
  const transitions = transitionsIn(text, model, syntax);
  const found = transitions.flatMap((each) =>
    means === 'fences' ? fenceAt(each, made) : writesAt(each, model, made, text),
  );
  const variant = { program: select(made.program), places: found.map(({ program }) => program) };
  return { places: found.map((place) => place.text), variants: [variant] };
}

interface Transition extends Move {
  readonly syntax: TransitionSyntax;
  readonly name: string;
  /** `wait -> CS`. */
  readonly arrow: string;
  readonly line: number;
}

/** Those of the model and of the text are in the same order. */
function transitionsIn(text: string, model: DveModel, { declarations }: DveSyntax): Transition[] {
  const source = new SourceText(text, '');
  const processes = declarations.filter((declaration) => declaration.kind === 'process');
  return processes.flatMap(({ sections }, process) => {
    const owner = model.processes[process];
    if (owner === undefined || process === model.property) return [];
    const own = sections.flatMap((section) => (section.kind === 'trans' ? section.transitions : []));
    return own.map((syntax, transition): Transition => {
      const { from = 0, to = 0 } = owner.transitions[transition] ?? {};
      const arrow = `${owner.states[from]?.name} -> ${owner.states[to]?.name}`;
      return { process, transition, syntax, name: owner.name, arrow, line: source.place(syntax.start).line };
    });
  });
}

interface Found {
  readonly template: number;
  readonly edge: number;
  readonly found: Edge;
  readonly owner: Template;
  /** The step is one of the process of the transition. */
  readonly own: boolean;
}

function edgesWith({ process, transition }: Move, { program, moves }: DveProgram): Found[] {
  return program.templates.flatMap((owner, template) =>
    owner.edges.flatMap((found, edge) => {
      const made = moves[template]?.[edge] ?? [];
      const at = made.findIndex((move) => move.process === process && move.transition === transition);
      return at < 0 ? [] : [{ template, edge, found, owner, own: at === 0 }];
    }),
  );
}

function writesAt(each: Transition, model: DveModel, made: DveProgram, text: string): DvePlace[] {
  const { process, transition, syntax, name, arrow } = each;
  const meant = model.processes[process]?.transitions[transition];
  if (meant === undefined) throw new Error('a transition that is not in the model');
  const received = meant.sync?.direction === 'receive' ? meant.sync : null;
  const written = [
    ...(received?.targets ?? []).map((target, position) => ({
      target,
      span: syntax.sync?.values[position] as Span,
      shown: syntax.sync as Span,
      marked: received?.atomic?.includes(position) === true,
    })),
    ...meant.effects.map(({ target, atomic }, position) => ({
      target,
      span: syntax.effects[position] as Span,
      shown: syntax.effects[position] as Span,
      marked: atomic === true,
    })),
  ].filter(({ target }) => target.owner === null);
  const variables = [...new Set(written.map(({ target }) => target.variable))];
  return variables.flatMap((variable): DvePlace[] => {
    const own = written.filter(({ target }) => target.variable === variable);
    const edges = edgesWith(each, made).flatMap(({ template, edge, found }) =>
      waitingUpdates(made.program, found)
        .filter((update) => found.updates[update]?.target.variable === variable)
        .map((update) => ({ template, edge, update })),
    );
    const [first] = own;
    if (edges.length === 0 || first === undefined || own.some(({ marked }) => marked)) return [];
    const source = new SourceText(text, '');
    const place: TextPlace = {
      line: source.place(first.span.start).line,
      where: 'at',
      statement: `${arrow}: ${own.map(({ shown }) => text.slice(shown.start, shown.end)).join(', ')}`,
      thread: name,
      weight: 0,
      patch: own.map(({ span }) => ({ offset: span.start, text: `${ATOMIC} ` })),
    };
    return [{ text: place, program: { kind: 'write', edges } }];
  });
}

/** Preferred are transitions that read shared variables and write none. */
function fenceAt(each: Transition, made: DveProgram): DvePlace[] {
  const { syntax, name, arrow, line } = each;
  const all = edgesWith(each, made);
  if (all.length === 0 || syntax.fence === true || !all.every(({ own }) => own)) return [];
  const useful = all.filter(
    ({ found, owner }) => mayBuffer(made.program, owner)[found.from] === true && !needsEmptyBuffer(found),
  );
  if (useful.length === 0) return [];
  const reads = useful.some(({ found }) => found.guard !== null && readsShared(found.guard));
  const writes = useful.some(({ found }) => waitingUpdates(made.program, found).length > 0);
  const place: TextPlace = {
    line,
    where: 'before',
    statement: arrow,
    thread: name,
    weight: reads && !writes ? 0 : reads ? 1 : 2,
    patch: [{ offset: syntax.start, text: `${FENCE} ` }],
  };
  const edges = all.map(({ template, edge }) => ({ template, edge }));
  return [{ text: place, program: { kind: 'fence', edges } }];
}
