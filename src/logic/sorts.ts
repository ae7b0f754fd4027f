/** The sorts of cells that literals and cubes speak of, and how two terms compare. */

export interface EnumSort {
  readonly kind: 'enum';
  readonly name: string;
  readonly constructors: readonly string[];
}
export interface AbstractSort {
  readonly kind: 'abstract';
  readonly name: string;
}
export interface NumberSort {
  readonly kind: 'int' | 'real';
}
export interface ProcSort {
  readonly kind: 'proc';
}
/** Sorts are compared by identity: the front end makes one object for each declared type. */
export type Sort = EnumSort | AbstractSort | NumberSort | ProcSort;

/** `>` and `>=` are turned around by the front end. `<` and `<=` only between terms of sort int, real or proc. */
export type Operator = '=' | '<>' | '<' | '<=';
