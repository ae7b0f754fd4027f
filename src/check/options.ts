/**
 * Every option that means something to the library, in one table. `CheckOptions` and its relatives, the command line, its
 * help, and the tables of `docs/reference/cli.md` and `docs/reference/library.md` are made from it; `applies.ts` refuses an option that makes
 * no difference to a question, by the column `appliesTo`.
 */
import type { Progress } from '../engines/engine.js';
import { engineRow, NAMED_ENGINES } from '../engines/registry.js';
import { LANGUAGES } from '../languages/index.js';
import type { Whole } from '../languages/shared/patience.js';
import { MEMORY_NAMES } from '../memory/models.js';
import type { Given, Row } from './option.js';

const CHECKING = ['check', 'report'] as const;
const ASKING = [...CHECKING, 'compare', 'fix'] as const;
const PROVING = [...ASKING, 'certify'] as const;
const SEARCHING = [...PROVING, 'litmus'] as const;

const COUNT = { kind: 'number', placeholder: 'N', whole: true, minimum: 1, maximum: 1_000_000_000 } as const;
const LENGTH = { kind: 'number', placeholder: 'K', whole: true, minimum: 1, maximum: 64 } as const;

const WITH_BUFFERS = ['one queue', 'a queue per cell'] as const;
const BY_CUBES = { engines: ['parameterized'] } as const;
const TEMPORAL = { about: 'runs' } as const;

export const CHECK_OPTIONS = {
  file: {
    kind: 'text',
    placeholder: 'NAME',
    written: null,
    otherwise: '`model` and the extension of the language',
    help: 'the name of the text in diagnostics; its extension tells the language',
    group: 'usual',
    commands: [],
  },
  memory: {
    kind: 'choice',
    choices: MEMORY_NAMES,
    otherwise: 'tso; sc for .dve models, and for .cub models without weak variables',
    help: 'the memory model: sequential consistency, x86-TSO or PSO',
    group: 'usual',
    commands: [...CHECKING, 'litmus', 'fix', 'certify', 'reduce', 'batch'],
  },
  processes: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 24,
    words: ['any'],
    otherwise: 'what the model says, else any',
    also: 'threads',
    help: 'check exactly N processes (of a program: N of its `any` threads), or any number of them; also called threads',
    group: 'usual',
    commands: [...PROVING, 'reduce', 'batch'],
  },
  property: {
    kind: 'text',
    placeholder: 'NAME',
    otherwise: 'the properties of states; for a .dve model its property process',
    help: 'ask about one property of the text, which may be temporal; `assert` stands for the assertions',
    group: 'usual',
    commands: PROVING,
    appliesTo: { replacedBy: ['ltl', 'a formula was given, which is asked about instead', 'check'] },
  },
  ltl: {
    kind: 'text',
    placeholder: 'FORMULA',
    help: 'ask whether every run satisfies a formula: G F X U R W, [] <>, ! && || -> <->, and conditions on states',
    group: 'usual',
    commands: PROVING,
    appliesTo: { languages: ['program', 'dve', 'c'] },
  },
  buffer: {
    ...LENGTH,
    words: ['unbounded'],
    otherwise: 'unbounded; for reduce 2',
    help: 'ask about store buffers of at most K writes (under pso: of each cell), or of any length',
    group: 'usual',
    commands: [...PROVING, 'reduce'],
    appliesTo: {
      engines: ['explicit', 'predicates', 'ltl'],
      enginesWith: { 'a queue per cell': ['parameterized'] },
      buffers: WITH_BUFFERS,
      replacedBy: ['bufferPerLocation', 'a bound for each location was given, which takes its place'],
    },
  },
  engine: {
    kind: 'choice',
    choices: NAMED_ENGINES,
    otherwise: 'the engine that is usually faster, and others where it has no answer',
    help: `who answers: ${NAMED_ENGINES.map((name) => `${name} ${engineRow(name).summary}`).join('; ')}`,
    group: 'usual',
    commands: [...PROVING, 'batch'],
  },
  portfolio: {
    kind: 'flag',
    help: 'ask all engines that take the question side by side: the first answer counts, and for unknown the reasons of all',
    group: 'engines and proofs',
    commands: [...CHECKING, 'compare', 'certify'],
    appliesTo: {
      engines: NAMED_ENGINES,
      replacedBy: ['engine', 'one engine was named, which is asked alone'],
    },
  },
  timeout: {
    kind: 'number',
    placeholder: 'S',
    whole: false,
    minimum: 0.001,
    maximum: 1_000_000,
    help: 'give up on a model after S seconds, whatever is done with it',
    group: 'usual',
    commands: [...SEARCHING, 'reduce', 'print', 'tour', 'batch', 'worker'],
  },
  language: {
    kind: 'choice',
    choices: LANGUAGES.map(({ name }) => name),
    otherwise: 'the one of the extension of the file, else the one that the text begins like',
    help: 'the language of the model',
    group: 'question',
    commands: [...PROVING, 'reduce', 'print'],
  },
  propositions: {
    kind: 'names',
    written: 'where',
    placeholder: 'NAME=CONDITION;...',
    help: 'names that the formula uses, and the conditions they stand for',
    group: 'question',
    commands: PROVING,
    appliesTo: { needs: ['ltl', 'it names conditions for a formula, and no formula was given'] },
  },
  fairThreads: {
    kind: 'flag',
    help: 'consider only fair runs: a thread that stays enabled eventually runs',
    group: 'question',
    commands: PROVING,
    appliesTo: TEMPORAL,
  },
  fairBuffers: {
    kind: 'flag',
    default: true,
    help: 'consider only runs in which every write eventually reaches memory',
    group: 'question',
    commands: PROVING,
    appliesTo: { ...TEMPORAL, buffers: WITH_BUFFERS },
  },
  bufferPerLocation: {
    ...LENGTH,
    otherwise: 'no such bound',
    help: 'ask about store buffers of at most K writes of each location, and any number in all',
    group: 'question',
    commands: PROVING,
    appliesTo: { engines: ['explicit', 'ltl'], buffers: WITH_BUFFERS },
  },
  atomicWaits: {
    kind: 'choice',
    choices: ['own', 'all'],
    default: 'own',
    help: "before an atomic write, wait until this process's buffer (own) or every buffer (all) is empty",
    group: 'question',
    commands: [...PROVING, 'reduce'],
    appliesTo: { languages: ['dve'], buffers: WITH_BUFFERS },
  },
  includeFolders: {
    kind: 'list',
    written: 'include',
    short: '-I',
    placeholder: 'FOLDER',
    help: 'search a folder for the files that a C file includes, also as -I FOLDER',
    group: 'question',
    commands: PROVING,
    appliesTo: { languages: ['c'] },
  },
  defines: {
    kind: 'list',
    written: 'define',
    short: '-D',
    placeholder: 'NAME=VALUE',
    help: 'define a macro before a C file, also as -D NAME=VALUE',
    group: 'question',
    commands: PROVING,
    appliesTo: { languages: ['c'] },
  },
  allocations: {
    ...LENGTH,
    placeholder: 'N',
    otherwise: '4',
    help: 'objects that each malloc of a C file may have in use at a time; when one more is needed the answer is unknown',
    group: 'question',
    commands: PROVING,
    appliesTo: { languages: ['c'] },
  },
  races: {
    kind: 'flag',
    help: 'data races of a C file are failures: conflicting accesses, one of them not atomic, that C11 leaves unordered; under SC',
    group: 'question',
    commands: [...CHECKING, 'certify'],
    appliesTo: { languages: ['c'] },
  },
  cubes: {
    kind: 'choice',
    choices: ['views', 'events'],
    default: 'views',
    help: 'what cubes are made of: what readers still see, or memory events as in the paper',
    group: 'engines and proofs',
    commands: [...CHECKING, 'certify'],
    appliesTo: { ...BY_CUBES, buffers: ['one queue'] },
  },
  approximate: {
    kind: 'flag',
    written: 'approximation',
    default: true,
    help: 'guess invariants from small instances',
    group: 'engines and proofs',
    commands: CHECKING,
    appliesTo: BY_CUBES,
  },
  checkInvariants: {
    kind: 'flag',
    help: 'also prove or refute the invariants that the model declares; otherwise they are assumptions',
    group: 'engines and proofs',
    commands: CHECKING,
    appliesTo: { ...BY_CUBES, languages: ['cubicle'] },
  },
  suggestLemmas: {
    ...COUNT,
    maximum: 50,
    otherwise: 'none',
    help: 'where a proof for any number is not found, propose N lemmas that no small instance breaks, in the language of the model',
    group: 'engines and proofs',
    commands: ['check'],
    appliesTo: { ...BY_CUBES, languages: ['cubicle', 'program'] },
  },
  lemmas: {
    kind: 'text',
    placeholder: 'TEXT',
    written: null,
    help: 'lemmas in the language of the model, as hints for a proof for any number: they are proved, never trusted',
    group: 'engines and proofs',
    commands: [],
    appliesTo: { ...BY_CUBES, languages: ['cubicle', 'program'] },
  },
  lemmasFile: {
    kind: 'text',
    placeholder: 'NAME',
    written: null,
    otherwise: '`lemmas`',
    help: 'the name of the text of lemmas in diagnostics',
    group: 'engines and proofs',
    commands: [],
  },
  extrapolate: {
    kind: 'choice',
    choices: ['predicates', 'cubes'],
    default: 'predicates',
    help: 'what a proof under sc gives to the proof with store buffers: its predicates, or their conjunctions as well',
    group: 'engines and proofs',
    commands: [...CHECKING, 'certify'],
    appliesTo: { engines: ['predicates'], buffers: WITH_BUFFERS },
  },
  reduce: {
    kind: 'flag',
    written: 'reduction',
    default: true,
    otherwise: 'on; off for .dve models',
    help: 'count states that differ in nothing that matters as one',
    group: 'engines and proofs',
    commands: CHECKING,
    appliesTo: { engines: ['explicit', 'ltl'] },
  },
  warnings: {
    kind: 'flag',
    default: true,
    help: 'tell where threads can get stuck, which places no run reaches, and which properties say nothing',
    group: 'output',
    commands: PROVING,
  },
  show: {
    kind: 'choice',
    choices: ['deadlock'],
    help: 'also show a run to the deadlock that the first such warning tells of',
    group: 'output',
    commands: [...CHECKING, 'compare'],
    appliesTo: {
      unlessOff: ['warnings', 'warnings are switched off, and a warning tells of the deadlock that is shown'],
    },
  },
  maxStates: {
    ...COUNT,
    otherwise: '200,000 of each small instance of a .cub model; of a program as many as memory holds',
    help: 'store at most N states',
    group: 'limits',
    commands: PROVING,
  },
  maxMemory: {
    kind: 'number',
    placeholder: 'MB',
    whole: true,
    minimum: 16,
    maximum: 1_000_000,
    otherwise: 'none; for the states of a program 2048',
    help: 'give up when the search holds more than MB megabytes',
    group: 'limits',
    commands: [...SEARCHING, 'reduce', 'print', 'batch', 'worker'],
  },
  jobs: {
    ...COUNT,
    maximum: 256,
    otherwise: 'as many as there are processors; small searches use one',
    help: 'search on N threads, where an engine can and the search lasts',
    group: 'limits',
    commands: PROVING,
    appliesTo: { engines: ['explicit', 'ltl'] },
  },
  maxCubes: {
    ...COUNT,
    default: 200_000,
    help: 'give up after N visited cubes, over all restarts',
    group: 'limits',
    commands: CHECKING,
    appliesTo: BY_CUBES,
  },
  maxDepth: {
    ...COUNT,
    default: 10_000,
    help: 'give up N steps back from the unsafe states',
    group: 'limits',
    commands: CHECKING,
    appliesTo: BY_CUBES,
  },
  maxProcesses: {
    ...COUNT,
    maximum: 24,
    default: 12,
    help: 'give up on a cube with more than N processes',
    group: 'limits',
    commands: CHECKING,
    appliesTo: BY_CUBES,
  },
  maxPredicates: {
    ...COUNT,
    maximum: 100_000,
    default: 400,
    help: 'give up when a proof needs more than N predicates',
    group: 'limits',
    commands: CHECKING,
    appliesTo: { engines: ['predicates'] },
  },
} as const satisfies Readonly<Record<string, Row>>;

export const FIX_OPTIONS = {
  with: {
    kind: 'choice',
    choices: ['fences', 'store-fences', 'atomic-writes'],
    default: 'fences',
    help: 'what the repair is made of',
    group: 'usual',
    commands: ['fix'],
  },
  cost: {
    kind: 'text',
    placeholder: 'full=N,store=N',
    otherwise: 'full fences alone',
    help: 'mix full fences and store fences, and find a cheapest set when each costs so much',
    group: 'usual',
    commands: ['fix'],
    appliesTo: {
      languages: ['program', 'memorax', 'c'],
      buffers: ['a queue per cell'],
      replacedBy: ['with', 'costs are of full fences and store fences, and `with` names what the repair is made of'],
    },
  },
  all: {
    kind: 'flag',
    help: 'find every minimal set of places, not only one of the smallest',
    group: 'usual',
    commands: ['fix'],
  },
  mostSets: {
    ...COUNT,
    written: null,
    default: 100,
    help: 'find at most N minimal sets',
    group: 'limits',
    commands: [],
    appliesTo: { needs: ['all', 'it bounds the search for all minimal sets, and one set was asked for'] },
  },
  method: {
    kind: 'choice',
    choices: ['fewest', 'paper'],
    default: 'fewest',
    help: 'find the fewest places, or mend one hazard after the other as in the paper (for atomic writes)',
    group: 'engines and proofs',
    commands: ['fix'],
  },
} as const satisfies Readonly<Record<string, Row>>;

export const LITMUS_OPTIONS = {
  outcome: {
    kind: 'text',
    placeholder: 'PROP',
    otherwise: 'what the condition of the test is about',
    help: 'show an execution with the outcome PROP, or the cycle that forbids it',
    group: 'usual',
    commands: ['litmus'],
  },
  unroll: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 0,
    maximum: 1000,
    default: 2,
    help: 'leave out executions in which a thread jumps back to the same place more than N times',
    group: 'limits',
    commands: ['litmus'],
  },
} as const satisfies Readonly<Record<string, Row>>;

export const LIBRARY_OPTIONS = { ...CHECK_OPTIONS, ...FIX_OPTIONS, ...LITMUS_OPTIONS } as const;

export type LibraryOptionName = keyof typeof LIBRARY_OPTIONS;

/** How the caller watches a check and stops it. */
interface Watching {
  readonly signal?: AbortSignal;
  /** Called a few times a second. */
  readonly onProgress?: (progress: Progress) => void;
  /** Does what has no break in it, in which signals are not heard; it may throw to end the check. */
  readonly whole?: Whole;
  /** Megabytes of heap, where the host has a limit that must not be reached; states of a program are not in the heap. */
  readonly maxHeap?: number;
  /** `jobs` where nobody says so and others share the processors; as many as there are processors unless given. */
  readonly usualJobs?: number;
}

export interface CheckOptions extends Given<typeof CHECK_OPTIONS>, Watching {}

export type CompareOptions = Omit<CheckOptions, 'memory'>;

export interface FixOptions extends CheckOptions, Given<typeof FIX_OPTIONS> {}

export interface LitmusOptions
  extends Given<typeof LITMUS_OPTIONS>,
    Pick<CheckOptions, 'file' | 'memory' | 'timeout' | 'maxMemory' | 'signal' | 'whole'> {}

export interface ReduceOptions
  extends Pick<
    CheckOptions,
    'file' | 'language' | 'memory' | 'atomicWaits' | 'timeout' | 'maxMemory' | 'signal' | 'whole'
  > {
  /** A number: the buffers become variables. */
  readonly buffer?: number;
  /** A number of `any` threads. */
  readonly processes?: number;
}
