/**
 * Repair of a program: places are between statements or stores (`.fp`, `.rmm`), or transitions and their writes (`.dve`), and
 * the oracles are the engines of all states and of infinite runs.
 */
import { Budget } from '../check/budget.js';
import { check, DEFAULT_BUFFER } from '../check/check.js';
import { fault } from '../check/fault.js';
import { askFixed } from '../check/fixed-threads.js';
import { NUMBERS_TRIED } from '../check/sources.js';
import { askTemporal } from '../check/temporal.js';
import { type InLanguage, LANGUAGES, listed } from '../languages/index.js';
import { readMemorax } from '../languages/memorax/index.js';
import { readProgram } from '../languages/program/index.js';
import { hasBuffers, type MemoryModel, memoryNamed, SC } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import { type Checked, type Fix, type FixOptions, setsWanted, tell } from './answer.js';
import { askedOf, type Demands, demandsOf, type Reading, readInstances, withKept } from './demands.js';
import { dveRepair } from './dve-places.js';
import { fpFences, fpWrites } from './fp-places.js';
import { mendHazards } from './hazards.js';
import { ownBuffers, type Waiting } from './places.js';
import { ProgramOracle, type Variant } from './program-oracle.js';
import { parseRmm, rmmFences, rmmWrites } from './rmm-places.js';
import { searchPlaces } from './search.js';
import { TemporalOracle } from './temporal-oracle.js';
import { fenceRepair, type ReadPrograms, type TextRepair, writeRepair } from './text-places.js';

type Repairable = 'program' | 'memorax' | 'dve';

export async function fixProgram(text: string, options: InLanguage<FixOptions>): Promise<Fix> {
  const budget = new Budget(options);
  const { file, language } = options;
  const memory = memoryNamed(options.memory ?? 'tso');
  const refuse = (message: string): Fix => ({ ok: false, diagnostics: [fault(file, 'unsupported', message)] });
  if (language !== 'program' && language !== 'memorax' && language !== 'dve')
    return refuse(`only ${listed(LANGUAGES.filter(({ repairs }) => repairs.length > 0))} are repaired`);
  if (options.method === 'paper' && options.with !== 'atomic-writes')
    return refuse('the method of the paper is for atomic writes');
  if (options.engine === 'parameterized') return refuse('the parameterized engine repairs array systems (.cub)');
  if (options.engine === 'dual-tso' && memory.buffers !== 'one queue')
    return refuse(`the Dual-TSO engine is for --memory tso, not ${memory.name}`);
  const question = { ...options, file };
  const reading = await readInstances(text, language, memory, question);
  if ('faults' in reading) return { ok: false, diagnostics: reading.faults };
  if ('refused' in reading) return { ok: false, diagnostics: [fault(file, 'process-number', reading.refused)] };
  const asked = demandsOf(reading, options);
  if ('faults' in asked) return { ok: false, diagnostics: asked.faults };
  if ('refused' in asked) return refuse(asked.refused);
  const sequential = await readAgain(text, language, SC, question);
  const { demands, notes } = await withKept(
    waitingOf(language, options) === 'own' ? waitingForOwn(asked) : asked,
    sequential.instances,
    options,
    budget,
  );

  const work = { text, language, memory, question, demands, budget };
  const repair = placesOf(work);
  const { places, variants } = repair;
  const oracle = await oracleFor(work, repair);
  const result =
    options.method === 'paper'
      ? await mendHazards(oracle, variants)
      : await searchPlaces({
          oracle,
          weights: places.map(({ weight }) => weight),
          ...setsWanted(options),
          apart: language === 'dve',
        });
  const threadsOf = (place: number): number | null => {
    if (reading.remark !== null) return null;
    const { program, places: known } = variants.at(-1) as Variant;
    const templates = new Set(known[place]?.edges.map(({ template }) => template));
    return program.threads.filter(({ template }) => templates.has(template)).length;
  };
  const minimal =
    options.method === 'paper' ? 'the method of the paper looks for a repair, not for the fewest' : 'proved';
  const found = {
    ...{ text, file, memory, places, threadsOf, warnings: reading.warnings, options, budget },
    checkAgain: (patched: string) => checkAgain(work, patched, notes),
    violationUnderSc: () => violationUnderSc(work, sequential),
  };
  return tell(found, result, ({ trace }) => trace, minimal);
}

interface Work {
  readonly text: string;
  readonly language: Repairable;
  readonly memory: MemoryModel;
  readonly question: FixOptions & { readonly file: string };
  readonly demands: Demands;
  readonly budget: Budget;
}

/** What the text marks atomic waits for the buffer of its thread, too. */
function waitingForOwn(demands: Demands): Demands {
  return { ...demands, select: (program) => ownBuffers(demands.select(program)) };
}

/** Whose buffers an atomic write finds empty. */
function waitingOf(language: Repairable, { atomicWaits = 'own' }: FixOptions): Waiting {
  return language === 'dve' ? atomicWaits : 'own';
}

/** A text that is known to be one of the language. */
async function readAgain(
  text: string,
  language: Repairable,
  memory: MemoryModel,
  options: FixOptions,
): Promise<Reading> {
  const reading = await readInstances(text, language, memory, options);
  if ('faults' in reading) throw new Error(`a text cannot be read again: ${reading.faults[0]?.message}`);
  if ('refused' in reading) throw new Error(`a text cannot be read again: ${reading.refused}`);
  return reading;
}

async function oracleFor(work: Work, repair: TextRepair): Promise<TemporalOracle> {
  const { text, language, memory, question, demands, budget } = work;
  const waiting = waitingOf(language, question);
  const explore = (program: Program) => askFixed(program, memory, question, budget);
  const states = demands.states ? new ProgramOracle({ ...repair, memory, waiting, explore }) : null;
  const { texts, variants } = repair;
  const shown = await readAgain(texts?.all ?? text, language, memory, question);
  const { buffer = DEFAULT_BUFFER, bufferPerLocation } = question;
  const asked = async (taken: readonly number[]) => {
    const { instances } = await readAgain(texts?.with(taken) ?? text, language, memory, question);
    return instances.map((instance) => askedOf(demands, instance));
  };
  return new TemporalOracle({
    ...{ states, variants, memory, waiting },
    temporal: shown.instances.map((instance) => demands.temporal(instance)),
    ...(texts === undefined ? {} : { askedWith: asked }),
    fairness: { fairThreads: question.fairThreads ?? false, fairBuffers: question.fairBuffers ?? hasBuffers(memory) },
    bound: !hasBuffers(memory) ? null : (bufferPerLocation ?? (buffer === 'unbounded' ? null : buffer)),
    perLocation: bufferPerLocation !== undefined,
    ask: (program: Program, property: TemporalProperty) => askTemporal(program, memory, property, question, budget),
  });
}

/** Everything that is demanded, of the text with a repair in it. */
async function checkAgain(work: Work, patched: string, notes: readonly string[]): Promise<Checked> {
  const { language, memory, question, demands, budget } = work;
  const { instances, remark } = await readAgain(patched, language, memory, question);
  const said: string[] = [];
  let answer: Checked | null = null;
  for (const instance of instances) {
    const { program, temporal } = askedOf(demands, instance);
    if (demands.states) answer = merged(answer, await askFixed(program, memory, question, budget));
    for (const property of temporal) {
      if (answer !== null && answer.verdict !== 'holds') break;
      answer = merged(answer, await askTemporal(program, memory, property, question, budget));
    }
    if (answer !== null && answer.verdict !== 'holds') return answer;
    said.splice(0, said.length, ...temporal.map(({ name }) => name));
  }
  if (answer === null) throw new Error('there is nothing to check');
  if (said.length > 0) {
    const list = said.map((name) => `\`${name}\``).join(', ');
    said.splice(0, said.length, `checked again: ${demands.states ? 'the states, and ' : ''}${list}`);
  }
  const found = [...said, ...notes];
  if (remark === null) return told(answer, found);
  // Perhaps it can be proved for any number.
  const left = question.timeout === undefined ? {} : { timeout: Math.max(0.001, question.timeout - budget.seconds) };
  const any =
    question.property === undefined && said.length === 0
      ? await check(patched, { ...question, ...left, memory: memory.name })
      : null;
  if (any?.ok === true && any.outcome.verdict !== 'unknown') return told(any.outcome, notes);
  return told(answer, [remark, ...found]);
}

/** Both; the second is the later one. */
function merged(first: Checked | null, second: Checked): Checked {
  if (first === null || second.verdict !== 'holds') return second;
  const buffer = typeof first.buffer === 'number' ? first.buffer : second.buffer;
  const reason = first.reason ?? second.reason;
  return { ...second, buffer, reason, counts: { ...first.counts, ...second.counts } };
}

function told(answer: Checked, notes: readonly string[]): Checked {
  const said = [answer.reason, ...notes].filter((part) => part !== null);
  return { ...answer, reason: said.length === 0 ? null : said.join('; ') };
}

async function violationUnderSc({ question, demands, budget }: Work, { instances }: Reading): Promise<Trace | null> {
  const options: FixOptions = { ...question, engine: 'explicit' };
  for (const instance of instances) {
    const { program } = askedOf(demands, instance);
    const safe = demands.states ? await askFixed(program, SC, options, budget) : null;
    if (safe !== null && safe.trace !== null) return safe.trace;
    for (const property of demands.required(instance)) {
      const { trace } = await askTemporal(program, SC, property, options, budget);
      if (trace !== null) return trace;
    }
  }
  return null;
}

function placesOf({ text, language, memory, question, demands }: Work): TextRepair {
  const atomic = question.with === 'atomic-writes';
  if (language === 'dve') return dveRepair(text, atomic ? 'atomic-writes' : 'fences', memory, demands.select);
  const read: ReadPrograms = (changed) =>
    (language === 'program' ? readFp(changed, question) : readRmm(changed, question, memory))?.map(demands.select) ??
    null;
  if (language === 'program') {
    const syntax = readProgram(text, '').program?.syntax;
    if (syntax === undefined) throw new Error('a text that was read cannot be read again');
    return atomic ? writeRepair(text, fpWrites(text, syntax), read) : fenceRepair(text, fpFences(text, syntax), read);
  }
  const syntax = parseRmm(text);
  if (syntax === null) throw new Error('a text that was read cannot be read again');
  return atomic ? writeRepair(text, rmmWrites(text, syntax), read) : fenceRepair(text, rmmFences(text, syntax), read);
}

/** As `demands.ts` reads them, with no time for anything else: places are tried one by one. */
function readFp(text: string, { file, processes }: Work['question']): readonly Program[] | null {
  const { program } = readProgram(text, file);
  if (program === null) return null;
  const open = program.anyThreads.length > 0 && typeof processes !== 'number';
  const numbers = open ? NUMBERS_TRIED : [typeof processes === 'number' ? processes : null];
  return numbers.flatMap((number) => {
    const made = program.instantiate(number);
    return made.kind === 'program' ? [made.program] : [];
  });
}

function readRmm(text: string, { file }: Work['question'], memory: MemoryModel): readonly Program[] | null {
  const { program } = readMemorax(text, file, { memory });
  return program === null ? null : [program];
}
