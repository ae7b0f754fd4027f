/** Values of cells, and what waits in each store buffer, as `cell = value`. */
export interface Shown {
  readonly cells: Readonly<Record<string, string>>;
  readonly buffers: Readonly<Record<string, readonly string[]>>;
}

export function shown(): Shown;
export function pins(): string[];
export function tooFaint(): string[];
export function ground(): string;
export function overhang(): number;
