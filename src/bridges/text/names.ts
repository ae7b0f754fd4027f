/**
 * Names that a `.fp` file may have, for whatever a program calls its parts: `$1`, `P(0)`, `0:EAX`. Values, variables and
 * threads share one space of names, and locals may not have the name of anything in it; types and labels have their own.
 */
import { KEYWORDS } from '../../languages/program/lex.js';
import { FreshNames } from '../../models/fresh-names.js';
import type { Program, Sort, Template } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';

const RESERVED: ReadonlySet<string> = new Set([...KEYWORDS, 'end', 'any']);

export function legalName(name: string, fallback: string): string {
  const word = name
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^[0-9]/, (digit) => `${fallback}${digit}`);
  if (word === '') return fallback;
  return RESERVED.has(word) ? `${word}_` : word;
}

interface EnumNames {
  readonly type: string;
  readonly constructors: readonly string[];
}

interface ThreadNames {
  readonly name: string;
  readonly locals: readonly string[];
  /** For what the printer adds to the thread. */
  readonly space: FreshNames;
}

export class Names {
  readonly shared: readonly string[];
  readonly threads: readonly ThreadNames[];
  /** By what `sortKey` gives. */
  readonly enums = new Map<string, EnumNames>();

  constructor(program: Program) {
    const values = new FreshNames();
    const types = new FreshNames();
    this.shared = program.shared.map(({ name }) => values.take(legalName(name, 'x')));
    for (const sort of sortsOf(program)) {
      if (sort.kind !== 'enum' || this.enums.has(sortKey(sort))) continue;
      const constructors = sort.constructors.map((name) => values.take(legalName(name, 'c')));
      this.enums.set(sortKey(sort), { type: types.take(legalName(sort.name, 'values')), constructors });
    }
    const names = program.threads.map(({ name }) => values.take(legalName(name, 'thread')));
    this.threads = program.threads.map((_, thread) => {
      const space = values.inner();
      const { locals } = templateOf(program, thread);
      return {
        name: names[thread] as string,
        locals: locals.map(({ name }) => space.take(legalName(name, 'r'))),
        space,
      };
    });
  }

  enumOf(sort: Sort): EnumNames {
    const found = this.enums.get(sortKey(sort));
    if (found === undefined) throw new Error('an enumeration without names');
    return found;
  }
}

/** Equal for equal enumerations. */
export function sortKey(sort: Sort): string {
  return JSON.stringify(sort);
}

function sortsOf({ shared, templates }: Program): Sort[] {
  return [...shared, ...templates.flatMap(({ locals }: Template) => locals)].map(({ sort }) => sort);
}
