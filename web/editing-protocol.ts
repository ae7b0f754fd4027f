/** What the editor asks of the worker that reads texts as they are typed. Places are offsets in the text. */
import type { Facts } from './protocol.js';

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly help: string | null;
  readonly fixes: readonly { readonly title: string; readonly edits: readonly Edit[] }[];
}

export interface Offer {
  readonly label: string;
  readonly kind: string;
  readonly detail: string | null;
  readonly info: string | null;
  /** What it replaces, and by what. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly markdown: string;
}

export type LaidOut =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly message: string };

export interface EditingJobs {
  problems: [given: { readonly file: string; readonly text: string }, answer: readonly Problem[]];
  facts: [given: { readonly file: string; readonly text: string }, answer: Facts];
  offers: [given: { readonly file: string; readonly text: string; readonly at: number }, answer: readonly Offer[]];
  explain: [given: { readonly file: string; readonly text: string; readonly at: number }, answer: Explanation | null];
  layout: [given: { readonly file: string; readonly text: string }, answer: LaidOut];
}

export type EditingKind = keyof EditingJobs;
