/** What the extension and its panel say to each other, and what the server answers. */
import type { JsonPage } from '../../../src/report/page/data.js';

/** Lines of the text, from 1. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export type ToPanel =
  | { readonly kind: 'working'; readonly title: string }
  | { readonly kind: 'show'; readonly page: JsonPage }
  | { readonly kind: 'message'; readonly text: string }
  /** The text is another one now. */
  | { readonly kind: 'changed' };

export type FromPanel =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reveal'; readonly lines: Lines | null }
  | { readonly kind: 'again' };

/** The request `fencepost/explore`. */
export interface ExploreParams {
  readonly uri: string;
  readonly memory?: string;
  readonly property?: string;
  /** For any number of threads. */
  readonly any?: boolean;
}

export type ExploreAnswer = { readonly page: JsonPage } | { readonly message: string };

/** What the commands `fencepost.check` and `fencepost.prove` give; `fencepost.fix` has a message alone. */
export interface CheckReply {
  readonly answer?: { readonly verdict: string };
  readonly message?: string;
}
