/**
 * Repair of a program: places are between statements or stores (`.fp`, `.rmm`), or transitions and their writes (`.dve`), and
 * the oracles are the engines of all states and of infinite runs, asked as `check` asks them.
 */

import { type PutQuestion, uselessOptions } from '../check/applies.js';
import { type Answered, ask, refusalOf } from '../check/ask.js';
import { Budget } from '../check/budget.js';
import { askingOf, settleAnyway } from '../check/check.js';
import { settingsOf } from '../check/read.js';
import type { Answer } from '../engines/answer.js';
import { type Lengths, type Question, SHORT_BUFFER } from '../engines/question.js';
import type { Note } from '../engines/remarks.js';
import { traceOf } from '../evidence/replay.js';
import { type InLanguage, LANGUAGES, listed } from '../languages/index.js';
import { fault } from '../languages/shared/diagnostics.js';
import type { Help } from '../languages/shared/help.js';
import { hasBuffers, type MemoryModel, memoryNamed, SC } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import { type Checked, type Fix, type FixOptions, setsWanted, tell } from './answer.js';
import { type CFence, cFences } from './c-places.js';
import { readCosts } from './cost.js';
import { askedOf, type Demands, demandsOf, withKept } from './demands.js';
import { dveRepair } from './dve-places.js';
import { fpFences, fpWrites } from './fp-places.js';
import { mendHazards } from './hazards.js';
import { ownBuffers, type Waiting } from './places.js';
import { ProgramOracle, type Variant } from './program-oracle.js';
import { type Reading, Readings } from './readings.js';
import { parseRmm, rmmFences, rmmWrites } from './rmm-places.js';
import { searchPlaces } from './search.js';
import { TemporalOracle } from './temporal-oracle.js';
import { eitherRepair, fenceRepair, type ReadPrograms, type TextRepair, writeRepair } from './text-places.js';

interface Work {
  readonly text: string;
  readonly memory: MemoryModel;
  readonly options: InLanguage<FixOptions>;
  readonly readings: Readings;
  readonly demands: Demands;
  readonly budget: Budget;
}

export async function fixProgram(text: string, options: InLanguage<FixOptions>): Promise<Fix> {
  const budget = new Budget(options);
  const { file, language } = options;
  const memory = memoryNamed(options.memory ?? 'tso');
  const refuse = (message: string, help: readonly Help[] = []): Fix => {
    return { ok: false, diagnostics: [fault(file, 'unsupported', message, ...help)] };
  };
  const repairable = LANGUAGES.filter(({ repairs }) => repairs.length > 0);
  if (!repairable.some(({ name }) => name === language)) return refuse(`only ${listed(repairable)} are repaired`);
  if (options.with === 'store-fences' && language === 'dve') return refuse('.dve models have no fence between stores');
  const costs = options.cost === undefined ? null : readCosts(options.cost);
  if (typeof costs === 'string')
    return { ok: false, diagnostics: [{ ...fault(file, 'usage', costs), option: 'cost' }] };
  if (options.method === 'paper' && options.with !== 'atomic-writes')
    return refuse('the method of the paper is for atomic writes');
  const readings = new Readings(options);
  const reading = await readings.read(text, memory);
  if ('faults' in reading) return { ok: false, diagnostics: reading.faults };
  if ('refused' in reading) return { ok: false, diagnostics: [fault(file, 'process-number', reading.refused)] };
  const asked = demandsOf(reading, options);
  if ('faults' in asked) return { ok: false, diagnostics: asked.faults };
  if ('refused' in asked) return refuse(asked.refused);
  const all = { text, memory, options, readings, demands: asked, budget };
  const [first] = reading.instances;
  const refused =
    options.engine === undefined || first === undefined
      ? null
      : await refusalOf(questionOn(all, first.program, 'states', memory), options.engine);
  if (refused !== null) return refuse(refused.message, refused.help);
  const useless = uselessOptions('fix', options, questionsOf(all, reading));
  if (useless.length > 0) return { ok: false, diagnostics: [...reading.warnings, ...useless] };

  const sequential = await readings.again(text, SC);
  const { demands, notes } = await withKept(
    waitingOf(options) === 'own' ? waitingForOwn(asked) : asked,
    sequential.instances,
    options.property !== undefined,
    (program, property) => askProgram(all, program, property, SC),
  );
  if (
    (options.with === 'store-fences' || costs !== null) &&
    sequential.instances.some((each) => demands.temporal(each).length > 0)
  )
    return refuse('store fences are for properties of states: name one of them, or repair by fences');
  const work: Work = { ...all, demands };
  const repair = await placesOf(work, reading);
  const { places, variants } = repair;
  const oracle = await oracleFor(work, repair);
  const paper = options.method === 'paper';
  const weights = places.map(({ weight }) => weight);
  const priced = costs === null ? {} : { costs: (place: number) => costs[places[place]?.fence ?? 'full'] };
  const result = paper
    ? await mendHazards(oracle, variants)
    : await searchPlaces({ oracle, weights, ...priced, ...setsWanted(options), apart: language === 'dve' });
  const threadsOf = (place: number): number | null => {
    if (reading.numbers !== null) return null;
    const { program, places: known } = variants.at(-1) as Variant;
    const templates = new Set(known[place]?.edges.map(({ template }) => template));
    return program.threads.filter(({ template }) => templates.has(template)).length;
  };
  const found = {
    ...{ text, file, memory, places, threadsOf, warnings: reading.warnings, options, budget, ...priced },
    checkAgain: (patched: string) => checkAgain(work, patched, notes),
    violation: () => violationUnder(work, reading, memory),
    violationUnderSc: () => violationUnder(work, sequential, SC),
  };
  return tell(found, result, ({ evidence }) => traceOf(evidence), paper ? 'not asked' : 'proved');
}

/** The question about one program: its states, or a temporal property. */
function questionOn(
  { options }: Work,
  program: Program,
  property: 'states' | TemporalProperty,
  memory: MemoryModel,
): Question {
  return { ...settingsOf(options, memory), model: { kind: 'program', program, predicates: [] }, property };
}

/** All that may be asked: of infinite runs, for any number of threads, of states. */
function questionsOf(work: Work, { model, instances, numbers }: Reading): readonly PutQuestion[] {
  const { memory, options, demands } = work;
  const { engine, property } = options;
  const { file, anyThreads, instance: open } = model;
  const settings = settingsOf(options, memory);
  const states = { ...settings, property: 'states' } as const;
  const runs = instances.flatMap((instance) => {
    // Unless one property is named, the other temporal ones of the text count as well.
    const temporal =
      property === undefined ? [...demands.required(instance), ...instance.temporal] : demands.required(instance);
    return temporal.map((each) => questionOn(work, instance.program, each, memory));
  });
  const any =
    numbers === null || file === null
      ? []
      : [{ ...states, model: { kind: 'open program', open: { file, anyThreads, instance: open } } } as const];
  const fixed = demands.states ? instances.map(({ program }) => questionOn(work, program, 'states', memory)) : [];
  return [...runs, ...any, ...fixed].map((question) => ({ question, engine }));
}

/** What a first look takes. */
const SHORT: Lengths = { first: SHORT_BUFFER, last: SHORT_BUFFER };

async function askProgram(
  work: Work,
  program: Program,
  property: 'states' | TemporalProperty,
  memory = work.memory,
  short = false,
): Promise<Answered> {
  // Under SC, and about infinite runs, the engine that was named for states may not know.
  const asking = askingOf(work.options, work.budget);
  const { engine, ...others } = asking;
  const named = property === 'states' && memory === work.memory ? asking : others;
  const question = questionOn(work, program, property, memory);
  const buffers = short ? { ...question.buffers, tried: SHORT } : question.buffers;
  const answered = await ask({ ...question, buffers }, named);
  if ('refused' in answered) throw new Error(`a repaired program is refused: ${answered.refused.message}`);
  return answered;
}

/** What the text marks atomic waits for the buffer of its thread, too. */
function waitingForOwn(demands: Demands): Demands {
  return { ...demands, select: (program) => ownBuffers(demands.select(program)) };
}

/** Whose buffers an atomic write finds empty. */
function waitingOf({ language, atomicWaits = 'own' }: InLanguage<FixOptions>): Waiting {
  return language === 'dve' ? atomicWaits : 'own';
}

async function oracleFor(work: Work, repair: TextRepair): Promise<TemporalOracle> {
  const { text, memory, options, readings, demands } = work;
  const waiting = waitingOf(options);
  const explore = (program: Program): Promise<Answer> => askProgram(work, program, 'states');
  const states = demands.states ? new ProgramOracle({ ...repair, memory, waiting, explore }) : null;
  const { texts, variants } = repair;
  const shown = await readings.again(texts?.all ?? text, memory);
  const { buffers, fairness } = settingsOf(options, memory);
  const askedWith = async (taken: readonly number[]) => {
    const { instances } = await readings.again(texts?.with(taken) ?? text, memory);
    return instances.map((instance) => askedOf(demands, instance));
  };
  return new TemporalOracle({
    ...{ states, variants, memory, waiting, fairness },
    temporal: shown.instances.map((instance) => demands.temporal(instance)),
    ...(texts === undefined ? {} : { askedWith }),
    bound: hasBuffers(memory) ? buffers.most : null,
    perLocation: buffers.per === 'location',
    ask: (program: Program, property: TemporalProperty, short: boolean) =>
      askProgram(work, program, property, memory, short),
  });
}

/** Everything that is demanded, of the text with a repair in it. */
async function checkAgain(work: Work, patched: string, notes: readonly Note[]): Promise<Checked> {
  const { memory, options, readings, demands, budget } = work;
  const { instances, numbers, model } = await readings.again(patched, memory);
  let answer: Checked | null = null;
  let names: readonly string[] = [];
  for (const instance of instances) {
    const { program, temporal } = askedOf(demands, instance);
    const asked: readonly ('states' | TemporalProperty)[] = [
      ...(demands.states ? ['states' as const] : []),
      ...temporal,
    ];
    for (const property of asked) {
      answer = merged(answer, checked(await askProgram(work, program, property), options));
      if (answer.verdict !== 'holds') return answer;
    }
    names = temporal.map(({ name }) => name);
  }
  if (answer === null) throw new Error('there is nothing to check');
  const again =
    names.length === 0 ? [] : [{ code: 'checked again', states: demands.states, properties: names } as const];
  const found: readonly Note[] = [...again, ...notes];
  if (numbers === null) return withNotes(answer, found);
  // Perhaps it can be proved for any number.
  const left = options.timeout === undefined ? {} : { timeout: Math.max(0.001, options.timeout - budget.seconds) };
  const any =
    options.property === undefined && names.length === 0
      ? await settleAnyway(patched, { ...options, ...left, memory: memory.name })
      : null;
  if (any?.ok === true && any.outcome.verdict !== 'unknown') return withNotes(any.outcome, notes);
  // What nobody reaches with few threads may be reached with more.
  const told = { ...answer, warnings: null };
  return withNotes(told, [{ code: 'numbers tried', numbers, threads: model.anyThreads }, ...found]);
}

function checked(answered: Answered, { bufferPerLocation }: FixOptions): Checked {
  const { verdict, buffer, counts, notes } = answered;
  const warnings = answered.verdict === 'holds' ? (answered.warnings?.list ?? null) : null;
  const perLocation = bufferPerLocation === undefined ? {} : { perLocation: true as const };
  const reasons = answered.verdict === 'unknown' ? answered.reasons : [];
  return { verdict, buffer, ...perLocation, counts, notes, reasons, warnings };
}

/** Both; the second is the later one. */
function merged(first: Checked | null, second: Checked): Checked {
  if (first === null || second.verdict !== 'holds') return second;
  const buffer = typeof first.buffer === 'number' ? first.buffer : second.buffer;
  const notes = first.notes.length > 0 ? first.notes : second.notes;
  const warnings = first.warnings ?? second.warnings;
  return { ...second, buffer, notes, warnings, counts: { ...first.counts, ...second.counts } };
}

function withNotes(answer: Checked, notes: readonly Note[]): Checked {
  return { ...answer, notes: [...answer.notes, ...notes] };
}

async function violationUnder(work: Work, { instances }: Reading, memory: MemoryModel): Promise<Trace | null> {
  const { demands } = work;
  for (const instance of instances) {
    const { program } = askedOf(demands, instance);
    const asked = [...(demands.states ? ['states' as const] : []), ...demands.required(instance)];
    for (const property of asked) {
      const answer = await askProgram(work, program, property, memory);
      if (answer.verdict === 'violated') return traceOf(answer.run);
    }
  }
  return null;
}

async function placesOf({ text, memory, options, readings, demands }: Work, { model }: Reading): Promise<TextRepair> {
  const atomic = options.with === 'atomic-writes';
  const either = options.cost !== undefined;
  const kind = options.with === 'store-fences' ? 'store fence' : 'fence';
  if (options.language === 'dve') return dveRepair(text, atomic ? 'atomic-writes' : 'fences', memory, demands.select);
  const read: ReadPrograms = async (changed) => {
    const reading = await readings.read(changed, memory);
    return 'instances' in reading ? reading.instances.map(({ program }) => demands.select(program)) : null;
  };
  if (options.language === 'c') {
    const { includeFolders = [], defines = [] } = options;
    const fences = (which: CFence) => cFences(text, { includeFolders, defines }, which);
    if (either) return eitherRepair(text, fences('full'), fences('store'), read);
    return fenceRepair(text, fences(kind === 'fence' ? 'full' : 'store'), read, kind);
  }
  if (model.file !== null) {
    const { syntax } = model.file;
    if (atomic) return writeRepair(text, fpWrites(text, syntax), read);
    if (either) return eitherRepair(text, fpFences(text, syntax), fpFences(text, syntax, 'fence store'), read);
    return fenceRepair(text, fpFences(text, syntax, kind === 'fence' ? 'fence' : 'fence store'), read, kind);
  }
  const syntax = parseRmm(text);
  if (syntax === null) throw new Error('a text that was read cannot be read again');
  if (atomic) return writeRepair(text, rmmWrites(text, syntax), read);
  if (either) return eitherRepair(text, rmmFences(text, syntax), rmmFences(text, syntax, 'ssfence'), read);
  return fenceRepair(text, rmmFences(text, syntax, kind === 'fence' ? 'fence' : 'ssfence'), read, kind);
}
