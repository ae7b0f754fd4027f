/**
 * What the page and its workers say to each other. A worker does one job at a time; whoever wants it to stop ends the worker,
 * because a thread that is at work hears nothing.
 */
import type { CheckOptions } from '../src/check/options.js';
import type { Progress } from '../src/engines/engine.js';
import type { CertificateScope } from '../src/evidence/scope.js';
import type { LanguageName } from '../src/languages/index.js';
import type { Diagnostic } from '../src/languages/shared/diagnostics.js';
import type { MemoryName } from '../src/memory/models.js';
import type { ByHandVerdict, ByHandView } from '../src/report/by-hand.js';
import type { JsonFix } from '../src/report/fix.js';
import type { JsonLitmus } from '../src/report/litmus.js';
import type { JsonPage } from '../src/report/page/data.js';

/** What people can ask beside text and memory, as plain data. */
export type Asked = Omit<CheckOptions, 'signal' | 'onProgress' | 'whole' | 'file' | 'memory'>;

/** A text, and what is asked about it under one memory. */
export interface Subject {
  readonly file: string;
  readonly text: string;
  readonly memory: MemoryName;
  readonly asked: Asked;
}

export interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

export type CheckAnswer =
  | { readonly ok: true; readonly page: JsonPage; readonly warnings: readonly Diagnostic[] }
  | Refused;
export type LitmusAnswer = { readonly ok: true; readonly litmus: JsonLitmus } | Refused;
/** `lines`: what the command line says, without the patch. */
export type FixAnswer = { readonly ok: true; readonly fix: JsonFix; readonly lines: readonly string[] } | Refused;

/** A proof as something that others can check. */
export interface ProofFile {
  readonly name: string;
  readonly text: string;
  /** How much there is to check: `12 obligations`. */
  readonly size: string;
}

/** What a judge in this tab has said. */
export interface Judgement {
  readonly accepted: boolean;
  readonly by: string;
  readonly line: string;
}

export type CertifyAnswer =
  | {
      readonly ok: true;
      readonly verdict: string;
      readonly scope: CertificateScope | null;
      /** Null where nothing is written: then all states were looked at again, or there is no certificate. */
      readonly file: ProofFile | null;
      readonly judgement: Judgement | null;
      readonly note: string | null;
    }
  | Refused;

export type JudgeAnswer = { readonly ok: true; readonly judgement: Judgement } | Refused;

export type HandAct =
  | { readonly kind: 'view' | 'undo' | 'redo' | 'ask' }
  | { readonly kind: 'take'; readonly choice: number }
  | { readonly kind: 'goTo'; readonly length: number }
  | { readonly kind: 'load'; readonly run: string };

export type HandAnswer =
  | { readonly kind: 'view'; readonly view: ByHandView }
  | { readonly kind: 'verdict'; readonly verdict: ByHandVerdict }
  | { readonly kind: 'no run'; readonly why: string }
  | ({ readonly kind: 'refused' } & Refused);

/** Each kind of job with what it takes and gives. */
export interface Jobs {
  check: [given: { readonly subject: Subject }, answer: CheckAnswer];
  litmus: [given: { readonly subject: Subject; readonly outcome: string | null }, answer: LitmusAnswer];
  fix: [given: { readonly subject: Subject; readonly all: boolean }, answer: FixAnswer];
  certify: [given: { readonly subject: Subject }, answer: CertifyAnswer];
  judge: [given: { readonly subject: Subject; readonly certificate: string }, answer: JudgeAnswer];
  openHand: [given: { readonly subject: Subject; readonly run: string | null }, answer: HandAnswer];
  hand: [given: { readonly act: HandAct }, answer: HandAnswer];
  html: [given: { readonly page: JsonPage }, answer: string];
  /** Reads what a first question would wait for. */
  warm: [given: null, answer: null];
}

export type JobKind = keyof Jobs;
export type Given<K extends JobKind> = Jobs[K][0];
export type Answer<K extends JobKind> = Jobs[K][1];

export interface Request<K extends JobKind = JobKind> {
  readonly id: number;
  readonly kind: K;
  readonly given: Given<K>;
}

/** Between two slices of its work a worker hears whether it is to rest. */
export interface Turn {
  readonly kind: 'rest' | 'go on';
}

export type Told =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: Progress }
  | { readonly id: number; readonly kind: 'done'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** What the bar offers for a text. */
export interface Facts {
  readonly language: LanguageName | null;
  /** Names of properties of states, and of runs. */
  readonly properties: readonly string[];
  readonly temporal: readonly string[];
  /** Whether the number of threads is open. */
  readonly open: boolean;
  /** Whether it can be asked under a memory with store buffers: a model of arrays must say for that which cells are weak. */
  readonly buffered: boolean;
  /** What a repair can put in; empty where there is none. */
  readonly repairs: readonly string[];
}
