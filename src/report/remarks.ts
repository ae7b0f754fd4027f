/**
 * Reasons and notes as sentences: the only place that writes them. Options are spelled as the reader knows them: with
 * dashes on the command line, by their names in the library.
 */

import { type EngineName, engineRow } from '../engines/registry.js';
import type { Covered, LimitName, Note, Reason } from '../engines/remarks.js';
import { type OptionHint, refusalText, type SpellOption } from '../languages/shared/help.js';
import { SC } from '../memory/models.js';
import { plural } from './words.js';

/** `maxCubes` -> `--max-cubes`. */
export const DASHED: SpellOption = (option) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
export const NAMED: SpellOption = (option) => `\`${option}\``;

const RAISED: Readonly<Partial<Record<LimitName, OptionHint>>> = {
  time: 'timeout',
  memory: 'maxMemory',
  states: 'maxStates',
  configurations: 'maxStates',
  'abstract states': 'maxStates',
  cubes: 'maxCubes',
  depth: 'maxDepth',
  processes: 'maxProcesses',
  predicates: 'maxPredicates',
};

/** Conditions about so many of them are the rule. */
const FEW = 3;
/** Longer ones are in the JSON. */
const LONGEST = 160;

export function reasonText(reason: Reason, spell: SpellOption): string {
  switch (reason.code) {
    case 'interrupted':
      return withCovered('interrupted', reason.covered);
    case 'limit': {
      const option = RAISED[reason.limit];
      const text = withCovered(limitText(reason.limit, reason.value), reason.covered);
      if (option === undefined) return text;
      // Cubes that need one more process at each step back lack a condition that relates a few of them.
      const lemma = `a lemma about two or three of them (${spell('lemmas')}), or `;
      return `${text}; ${reason.limit === 'processes' ? lemma : ''}a larger ${spell(option)} may help`;
    }
    case 'outside':
      return refusalText(reason, spell);
    case 'overflow':
      return `a number does not fit into 32 bits${reason.steps === null ? '' : ` after ${plural(reason.steps, 'step')}`}`;
    case 'no value':
      return `the condition of ${reason.condition} has no value in a reachable state: ${reason.why}`;
    case 'unconfirmed':
      return `the search found a counterexample that could not be confirmed: ${reason.why}`;
    case 'growing': {
      const { actors, of, cells, condition } = reason;
      const most = actors.at(-1) ?? 0;
      const over = cells.length === 0 ? '' : ` over ${cells.map((cell) => `\`${cell}\``).join(', ')}`;
      const latest = condition === null || condition.length > LONGEST ? '' : `, as \`${condition}\``;
      const grows =
        most > FEW
          ? `what grows are conditions about ${actors.join(', ')} ${of} at once${over}${latest}`
          : `conditions${over} do not come to an end${latest}`;
      const advice =
        reason.lemmas.length > 0 ? 'see the lemmas suggested' : `${spell('suggestLemmas')} 5 proposes some`;
      return `${grows}; a lemma about one or two ${of} would help (${spell('lemmas')}): ${advice}`;
    }
    case 'stuck':
      return `${reason.underSc ? `under ${SC.title} already: ` : ''}a spurious path yields no new predicates`;
    case 'numbers': {
      const { bound } = reason;
      const buffers = bound === undefined ? '' : ` with buffers of at most ${plural(bound, 'write')}`;
      return `it holds for ${reason.held.join(', ')} of \`${reason.threads.join('`, `')}\`${buffers}, and nothing is known of other numbers: ${spell('processes')} asks about one of your own`;
    }
    case 'longer buffers': {
      const bound = `it holds for buffers of at most ${plural(reason.bound, 'write')}, which ${spell('buffer')} ${reason.bound} asks about`;
      const why = reason.reasons.length === 0 ? ' tried' : ` settled: ${reasonsText(reason.reasons, spell)}`;
      return `${bound}; longer ones were not${why}`;
    }
    case 'full for ever':
      return `with buffers of ${plural(reason.bound, 'write')} it is violated, but only because a write waits for room for ever`;
    case 'engine':
      return `${engineTitle(reason.engine)}: ${reasonText(reason.reason, spell)}`;
    case 'not repaired':
      return `the repaired text was not proved right${reason.reasons.length === 0 ? '' : `: ${reasonsText(reason.reasons, spell)}`}`;
  }
}

export function reasonsText(reasons: readonly Reason[], spell: SpellOption): string {
  return reasons.map((reason) => reasonText(reason, spell)).join('; ');
}

function limitText(limit: LimitName, value: number): string {
  switch (limit) {
    case 'time':
      return `the time limit of ${value} s was reached`;
    case 'memory':
      return `the memory limit of ${value} MB was reached`;
    case 'addresses':
      return `the states fill the ${value / 1024} GiB that one search can use`;
    case 'heap':
      return `the heap of ${value} MB that node gives this process is full, and NODE_OPTIONS=--max-old-space-size=MB gives it more`;
    case 'depth':
      return `the limit of ${value} steps back was reached`;
    case 'processes':
      return `the search needs more than ${value} processes at once`;
    case 'product states':
      return `the product with the automaton is too large (${value} states)`;
    case 'states':
    case 'configurations':
    case 'abstract states':
    case 'cubes':
    case 'predicates':
      return `the limit of ${value} ${limit} was reached`;
  }
}

function withCovered(text: string, covered: Covered | null): string {
  return covered === null ? text : `${text}: ${coveredText(covered)}`;
}

function coveredText(covered: Covered): string {
  switch (covered.what) {
    case 'states': {
      const { explored, found, depth, upToNames } = covered;
      const names = upToNames ? ' (up to the names of threads)' : '';
      return `${explored} of ${found} states found${names} were explored, and everything within ${depth} steps; nothing is violated there`;
    }
    case 'instances':
      return `${covered.states} states of small instances were explored`;
    case 'cubes':
      return `${covered.cubes} cubes up to depth ${covered.depth} were visited without reaching an initial state`;
    case 'configurations':
      return `${covered.found} configurations up to ${covered.depth} steps back were found, ${covered.waiting} of them not stepped back from`;
    case 'product':
      return `${covered.nodes} nodes of the product with ${covered.states} states of the program were explored, ${covered.components} components are complete; nothing is violated there`;
    case 'abstraction':
      return `${covered.phase}: ${covered.predicates} predicates, ${covered.states} abstract states`;
  }
}

const CERTIFICATE_OF: Readonly<Record<Extract<Note, { readonly code: 'certificate of' }>['what'], string>> = {
  'event cubes':
    'the certificate has the event cubes without the order between reads of different processes: they are a proof without it',
  'view cubes':
    'the certificate is that of a proof on view cubes, found for the same question: the event cubes need the order between reads of different processes, for which there are no obligations',
  'array system': 'the certificate is about the array system that the program becomes, for any number of threads',
  predicates:
    'the certificate is that of a proof by predicates, found for the same question: without reductions there are too many states to look at',
};

export function noteText(note: Note, spell: SpellOption): string {
  switch (note.code) {
    case 'buffer full':
      return note.per === 'queue'
        ? `a store buffer was full at times: ${spell('buffer')} unbounded asks about longer ones`
        : `a store buffer had no room for a write at times: a larger ${spell('bufferPerLocation')} may allow more`;
    case 'short buffers held':
      return `with buffers of ${note.bound} nothing is violated, and some were full`;
    case 'chosen':
      return `answered by ${engineTitle(note.engine)}; ${spell('engine')} ${note.other} asks the other one`;
    case 'side by side':
      return `asked side by side: ${note.engines.map(engineTitle).join(', ')} had no answer by then`;
    case 'tried before':
      return `${engineTitle(note.engine)} had no answer: ${reasonsText(note.reasons, spell)}`;
    case 'nothing stated':
      return `there is no ${note.properties}: this only says that no step fails`;
    case 'not asked':
      return `not asked here: ${listed(note.properties.map((name) => `ltl ${name}`))}`;
    case 'no initial state':
      if (note.from !== undefined) return `no instance with ${note.from} or more processes has an initial state`;
      return 'no instance has an initial state: init contradicts itself';
    case 'certificate of':
      return CERTIFICATE_OF[note.what];
    case 'proved too':
      return `proved as well: ${listed(note.invariants)}`;
    case 'lemma refuted': {
      const shown = note.run === null ? '' : `; the run ${note.run} shows it`;
      const where = note.file === undefined ? '' : ` of ${note.file}`;
      return `\`${note.lemma}\` at line ${note.line}${where} is wrong and was not used: a run of ${plural(note.steps, 'step')} breaks it${shown}`;
    }
    case 'may wrap':
      return 'unsigned and 64-bit numbers are computed below 2^31, and a run that goes beyond proves nothing: `//@ nowrap` in the file leaves such runs out of account';
    case 'assumption broken':
      return `the assumption \`${note.invariant}\` at line ${note.line} is reachable: the trace shows how`;
    case 'checked again':
      return `checked again: ${note.states ? 'the states, and ' : ''}${listed(note.properties)}`;
    case 'not demanded':
      return `\`ltl ${note.property}\` is not demanded: it ${
        note.underSc === 'violated' ? 'is violated under SC, too' : 'could not be decided under SC'
      }`;
    case 'numbers tried':
      return `looked at with ${note.numbers.join(', ')} of \`${note.threads.join('`, `')}\``;
    case 'some sets':
      return `only ${note.most} sets were looked for`;
    case 'incomplete':
      return reasonsText(note.reasons, spell);
    case 'unrepairable':
      return UNREPAIRABLE[note.why];
  }
}

const UNREPAIRABLE = {
  'under SC': 'it is violated under sequential consistency, too',
  always: 'the run is possible whichever of these places are taken',
  'all sets tried': 'no set of these places will do: the run is one of the last that was tried',
} as const;

export function notesText(notes: readonly Note[], spell: SpellOption): string {
  return notes.map((note) => noteText(note, spell)).join('; ');
}

/** What an answer says beside its verdict, in one line; null when that is nothing. */
export function remarkText(
  { reasons, notes }: { readonly reasons: readonly Reason[]; readonly notes: readonly Note[] },
  spell: SpellOption,
): string | null {
  const parts = [reasonsText(reasons, spell), notesText(notes, spell)].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('; ');
}

function engineTitle(name: EngineName): string {
  return engineRow(name).title;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** All that reasons propose. */
export function lemmasIn(reasons: readonly Reason[]): readonly string[] {
  return reasons.flatMap((reason) => {
    if (reason.code === 'growing') return reason.lemmas;
    if (reason.code === 'engine') return lemmasIn([reason.reason]);
    return 'reasons' in reason ? lemmasIn(reason.reasons) : [];
  });
}
