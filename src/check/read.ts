/**
 * From a text and options to a question: the text is read in its language, the options choose the property, the number of
 * threads, the memory and the buffers, and whatever does not fit is a fault.
 */
import type { Limits } from '../engines/engine.js';
import { type AskedModel, type Buffering, NUMBERS_TRIED, type Question } from '../engines/question.js';
import type { Note } from '../engines/remarks.js';
import { type InLanguage, inLanguage, type LanguageOptions } from '../languages/index.js';
import type { ArrayModel, Instance, ProgramModel } from '../languages/language.js';
import { type Diagnostic, type DiagnosticCode, fault } from '../languages/shared/diagnostics.js';
import type { Help } from '../languages/shared/help.js';
import { OutOfPatience, type Patience, type Spent } from '../languages/shared/patience.js';
import { hasBuffers, type MemoryModel, memoryNamed } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import { TOO_WIDE } from '../models/program/exhausted.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import { uselessOptions } from './applies.js';
import { type LemmaText, linesBefore, placedInLemmas, withLemmas } from './lemma-text.js';
import { asksDeadlock, onlyProperty, onlyPropertyOf, propertiesOf } from './one-property.js';
import type { CheckOptions } from './options.js';

/** A question, and what an answer to it is told with. */
export interface Asked {
  /** Lemmas in lines behind `before` stand in a file of their own. */
  readonly lemmas?: { readonly file: string; readonly before: number };
  readonly ok: true;
  /** With the language and the name of the file. */
  readonly options: InLanguage<CheckOptions>;
  readonly question: Question;
  readonly processes: number | 'any';
  readonly actors: 'processes' | 'threads';
  /** What the text leaves unsaid, or says beside the question; of a verdict. */
  notes(verdict: 'holds' | 'violated' | 'unknown'): readonly Note[];
  readonly warnings: readonly Diagnostic[];
  /** What the text takes for granted: what holds rests on it. */
  readonly assumptions?: readonly string[];
}

export interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

type Refuse = (code: DiagnosticCode, message: string, ...help: readonly Help[]) => Refused;

/** Refused with the code `limit` where patience ends before there is a question. */
export async function readQuestion(
  text: string | Uint8Array,
  options: CheckOptions,
  patience: Patience,
): Promise<Asked | Refused> {
  return withinLimits(options, () => readPatiently(text, options, patience));
}

/** What is done with a text before there is a question; refused with the code `limit` where patience ends. */
export async function withinLimits<T>(
  { file = 'model' }: LanguageOptions,
  work: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    return { ok: false, diagnostics: [limitFault(file, error.spent)] };
  }
}

function limitFault(file: string, spent: Spent): Diagnostic {
  if (spent.code === 'interrupted') return fault(file, 'limit', 'interrupted while the text was read');
  const { limit, value } = spent;
  const [amount, option] =
    limit === 'time' ? ([`${value} s`, 'timeout'] as const) : ([`${value} MB`, 'maxMemory'] as const);
  const message = `the ${limit} limit of ${amount} was reached while the text was read`;
  // What node gives is no option of ours.
  return fault(file, 'limit', message, ...(limit === 'heap' ? [] : [{ kind: 'raise', option } as const]));
}

async function readPatiently(
  text: string | Uint8Array,
  options: CheckOptions,
  patience: Patience,
): Promise<Asked | Refused> {
  const found = inLanguage(text, options);
  if (!found.ok) return found;
  const useless = uselessOptions('check', found.options);
  if (useless.length > 0) return { ok: false, diagnostics: useless };
  const { memory, ...others } = found.options;
  const given = memory === undefined ? others : { ...others, memory: memoryNamed(memory) };
  const lemmas = typeof text === 'string' ? lemmaTextOf(found.options, text) : null;
  const whole = typeof text !== 'string' || lemmas === null ? { text } : withLemmas(text, lemmas);
  if ('fault' in whole) return { ok: false, diagnostics: [whole.fault] };
  const reading = await found.language.read(whole.text, { ...given, patience });
  const { model } = reading;
  const diagnostics = reading.diagnostics.map((each) =>
    lemmas === null ? each : placedInLemmas(each, lemmas.before, lemmas),
  );
  if (model === null) return { ok: false, diagnostics };
  const refuse: Refuse = (code, message, ...help) => ({
    ok: false,
    diagnostics: [...diagnostics, fault(found.options.file, code, message, ...help)],
  });
  const asked = patience.whole(() =>
    model.kind === 'array system'
      ? systemQuestion(model, found.options, diagnostics, refuse)
      : programQuestion(model, found.options, diagnostics, refuse),
  );
  return asked.ok && lemmas !== null ? { ...asked, lemmas } : asked;
}

/** The lemmas beside the text of the model, and how many lines come before them. */
function lemmaTextOf(
  { lemmas, lemmasFile = 'lemmas' }: CheckOptions,
  model: string,
): (LemmaText & { readonly before: number }) | null {
  return lemmas === undefined ? null : { text: lemmas, file: lemmasFile, before: linesBefore(model) };
}

/** What the options say of any question. */
export function settingsOf(options: CheckOptions, memory: MemoryModel): Omit<Question, 'property' | 'model'> {
  const { fairThreads = false, fairBuffers = true } = options;
  return {
    memory,
    buffers: bufferingOf(options),
    fairness: { fairThreads, fairBuffers: hasBuffers(memory) && fairBuffers },
    hints: {
      approximate: options.approximate ?? true,
      cubes: options.cubes ?? 'views',
      trim: false,
      reduce: options.reduce ?? true,
      warn: options.warnings ?? true,
      stuck: options.warnings ?? true,
      extrapolate: options.extrapolate ?? 'predicates',
    },
  };
}

/** Of any length, unless the caller gives a bound. */
function bufferingOf({ buffer, bufferPerLocation }: CheckOptions): Buffering {
  if (bufferPerLocation !== undefined) return { most: bufferPerLocation, per: 'location' };
  return { most: typeof buffer === 'number' ? buffer : null, per: 'queue' };
}

/** Only those that were given: engines have defaults of their own. */
export function limitsOf(options: CheckOptions): Limits {
  const { maxStates, maxMemory: maxMegabytes, maxCubes, maxDepth, maxProcesses, maxPredicates } = options;
  const jobs = options.jobs ?? options.usualJobs;
  const all = { maxStates, maxMegabytes, maxCubes, maxDepth, maxProcesses, maxPredicates, jobs };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function systemQuestion(
  { system, memory }: ArrayModel,
  options: InLanguage<CheckOptions>,
  warnings: readonly Diagnostic[],
  refuse: Refuse,
): Asked | Refused {
  const { processes, property } = options;
  if (typeof processes === 'number' && !(Number.isInteger(processes) && processes >= 1)) {
    return refuse('process-number', `a number of processes is a whole number from 1, not ${processes}`);
  }
  if (system.processes !== null && processes !== undefined && processes !== system.processes) {
    const message = `the model is about exactly ${system.processes} processes (number_procs), not ${processes}`;
    return refuse('process-number', message);
  }
  const unsafe = namedUnsafe(system);
  const names = unsafe.map(({ name }) => name);
  if (property !== undefined && !names.includes(property))
    return refuse('unknown-name', noSuchProperty(property, names));
  const asked: ArraySystem = {
    ...system,
    ...(typeof processes === 'number' ? { processes } : {}),
    unsafe: property === undefined ? system.unsafe : unsafe.filter(({ name }) => name === property),
  };
  return {
    ok: true,
    options,
    question: { ...settingsOf(options, memory), model: { kind: 'system', system: asked }, property: 'states' },
    processes: asked.processes ?? 'any',
    actors: 'processes',
    notes: () => [],
    warnings,
  };
}

/** With the names that traces give to those without one. */
function namedUnsafe({ unsafe }: ArraySystem) {
  return unsafe.map((each, position) => ({ ...each, name: each.name ?? `unsafe[${position + 1}]` }));
}

export function noSuchProperty(name: string, names: readonly string[]): string {
  return `there is no property \`${name}\`: there is ${names.map((other) => `\`${other}\``).join(', ') || 'none'}`;
}

function programQuestion(
  model: ProgramModel,
  options: InLanguage<CheckOptions>,
  warnings: readonly Diagnostic[],
  refuse: Refuse,
): Asked | Refused {
  const { processes, property } = options;
  const open = model.anyThreads.length > 0 && typeof processes !== 'number';
  const instance = open ? smallestOf(model) : model.instance(typeof processes === 'number' ? processes : null);
  if ('refused' in instance) return refuse('process-number', instance.refused);
  const { length } = instance.program.threads;
  if (model.anyThreads.length === 0 && processes !== undefined && processes !== length) {
    const help = { kind: 'leave out', option: 'processes' } as const;
    return refuse('process-number', `the program has ${length} threads, and none with \`[any]\``, help);
  }
  const chosen = chooseProperty(instance, model, options);
  if ('faults' in chosen) return { ok: false, diagnostics: [...warnings, ...chosen.faults] };
  if ('refused' in chosen) return refuse('unknown-name', chosen.refused);
  const { program, temporal } = chosen;
  if (temporal !== null && open) {
    const help = { kind: 'give', option: 'processes', value: '2' } as const;
    return refuse('process-number', 'temporal properties are asked of a given number of threads', help);
  }
  const asked = open
    ? openModel(model, property)
    : ({ kind: 'program', program, predicates: instance.predicates } as const);
  const settings = settingsOf(options, model.memory);
  const reduce = options.reduce ?? (temporal === null ? model.reduce : true);
  return {
    ok: true,
    options,
    question: { ...settings, model: asked, hints: { ...settings.hints, reduce }, property: temporal ?? 'states' },
    processes: open ? 'any' : length,
    actors: 'threads',
    notes: (verdict) =>
      notesOn(
        verdict,
        program.noDeadlock === undefined ? instance : { ...instance, program },
        temporal,
        model.properties,
      ),
    warnings,
    ...(model.file?.assumptions === undefined ? {} : { assumptions: model.file.assumptions }),
  };
}

function openModel(model: ProgramModel, property: string | undefined): AskedModel {
  const { file, anyThreads, instance } = property === undefined ? model : onlyPropertyOf(model, property);
  if (file === null) throw new Error('only texts leave the number of threads open');
  return { kind: 'open program', open: { file, anyThreads, instance } };
}

/** A property may name a thread that needs more than one of them. */
function smallestOf(model: ProgramModel): Instance | { readonly refused: string } {
  const instances = NUMBERS_TRIED.map((number) => model.instance(number));
  const found = instances.find((instance) => !('refused' in instance)) ?? instances.at(-1);
  return found ?? { refused: 'no number of threads was tried' };
}

interface Chosen {
  readonly program: Program;
  /** Null when the states are asked about. */
  readonly temporal: TemporalProperty | null;
}

/** What the options pick of what can be asked. */
function chooseProperty(
  { program, temporal, formula }: Instance,
  { usual, assertions }: ProgramModel,
  { ltl, property, propositions = {} }: CheckOptions,
): Chosen | { readonly faults: readonly Diagnostic[] } | { readonly refused: string } {
  if (ltl !== undefined) {
    if (formula === null) return { refused: 'formulas are for programs (.fp) and DVE models' };
    const made = formula(ltl, propositions);
    return 'faults' in made ? made : { program, temporal: made };
  }
  if (property === undefined) return { program, temporal: usual === 'runs' ? (temporal[0] ?? null) : null };
  const named = temporal.find(({ name }) => name === property);
  if (named !== undefined) return { program, temporal: named };
  const names = propertiesOf([program], assertions);
  if (names.includes(property) || asksDeadlock(program, property))
    return { program: onlyProperty(program, property, assertions), temporal: null };
  return { refused: noSuchProperty(property, [...names, ...temporal.map(({ name }) => name)]) };
}

function notesOn(
  verdict: 'holds' | 'violated' | 'unknown',
  { program, temporal }: Instance,
  asked: TemporalProperty | null,
  properties: string,
): readonly Note[] {
  if (asked !== null) return [];
  const others = temporal.map(({ name }) => name);
  return [
    ...(verdict === 'holds' && !statesSomething(program) ? [{ code: 'nothing stated', properties } as const] : []),
    ...(verdict === 'unknown' && mayWrap(program) ? [{ code: 'may wrap' } as const] : []),
    ...(others.length === 0 ? [] : [{ code: 'not asked', properties: others } as const]),
  ];
}

function mayWrap({ templates }: Program): boolean {
  return templates.some(({ locations }) => locations.some(({ failure }) => failure?.startsWith(TOO_WIDE) === true));
}

/** Whether there is something that could be violated, besides steps that fail. */
function statesSomething({ never, noDeadlock, templates }: Program): boolean {
  if (noDeadlock !== undefined) return true;
  return never.length > 0 || templates.some(({ locations }) => locations.some(({ failure }) => failure !== null));
}
