/**
 * A program as a `.fp` file that means the same: a thread for each instance, a step for each edge.
 *
 * What it cannot say is refused: operators on bits, numbers that may leave 32 bits where they wrap, steps with too many ways
 * through them. All writes are in atomic blocks, so the text means the same under every memory: it is for programs under
 * sequential consistency. The text has the one layout of `fencepost print`.
 */

import { printProgram as printSyntax, readProgram } from '../../languages/program/index.js';
import { printExpression, printInitial, printType } from '../../languages/program/print-expression.js';
import type { ExpressionSyntax, InitialSyntax, TypeSyntax } from '../../languages/program/syntax.js';
import { Facts } from '../../memory/reduction/facts.js';
import { FreshNames } from '../../models/fresh-names.js';
import { defaultValue } from '../../models/program/cells.js';
import { expressionsOf, leavesOf, localsIn } from '../../models/program/expression.js';
import { DEADLOCK, type NeverProperty, type Program, type Sort, type StateRead } from '../../models/program/model.js';
import { templateOf, threadAt } from '../../models/program/parts.js';
import { attempting, type Refusal, Refused } from '../../models/refusal.js';
import { Conditions } from './conditions.js';
import { ThreadExpressions } from './expressions.js';
import { legalName, Names } from './names.js';
import { Statements } from './statements.js';
import { allOf, nameOf, notOf, numberOf, oneOf } from './syntax.js';
import { labelIn, type Plan, planThread, writeThread } from './threads.js';

/** The text, or why there is none. */
export function printProgram(program: Program): string | Refusal {
  return attempting(() => new ProgramText(program).text());
}

/** As they are in the text that `printProgram` gives. */
export function printedNames(program: Program): {
  readonly shared: readonly string[];
  readonly never: readonly (string | null)[];
} {
  const properties = new PropertyNames();
  return { shared: new Names(program).shared, never: program.never.map(({ name }) => properties.nameOf(name)) };
}

const NOWHERE = { start: 0, end: 0 };

class ProgramText {
  private readonly names: Names;
  private readonly plans: readonly Plan[];

  constructor(private readonly program: Program) {
    this.names = new Names(program);
    const asked = new Set(leavesOfAll(program.never).flatMap(placesIn));
    this.plans = program.threads.map((_, thread) =>
      planThread(templateOf(program, thread), (location) => asked.has(`${thread} ${location}`)),
    );
  }

  text(): string {
    const lines = [
      ...[...this.names.enums.values()].map(({ type, constructors }) => `type ${type} = ${constructors.join(' | ')}`),
      ...this.program.shared.map(({ size, sort, initial }, number) => {
        return `shared ${this.declaration(this.names.shared[number] as string, size, sort, initial)}`;
      }),
      ...this.program.threads.flatMap((_, thread) => this.thread(thread)),
      ...this.properties(),
    ];
    const text = lines.join('\n');
    // Read as a whole, not only parsed: a step may have more ways through it than the language allows.
    const { program, diagnostics } = readProgram(text, 'printed.fp');
    if (program === null) {
      const first = diagnostics.find(({ severity }) => severity === 'error');
      if (first?.code === 'too-large' || first?.code === 'nesting') throw new Refused(first.message);
      throw new Error(
        `a printed program is not read: ${first?.message} in "${text.split('\n')[(first?.line ?? 1) - 1]}"`,
      );
    }
    return printSyntax(program.syntax);
  }

  private thread(thread: number): string[] {
    const { program, names, plans } = this;
    const template = templateOf(program, thread);
    const { initial, name: original } = threadAt(program, thread);
    const own = names.threads[thread];
    const plan = plans[thread];
    if (own === undefined || plan === undefined) throw new Error(`there is no thread number ${thread}`);
    const facts = new Facts({ locals: template.locals, shared: program.shared }, program.wraps === true);
    const added = new Map<string, string>();
    const add = (key: string, wanted: string, sort: Sort): string => {
      const known = added.get(key)?.split(':')[0];
      if (known !== undefined) return known;
      const name = own.space.take(wanted);
      added.set(key, this.declaration(name, null, sort, [defaultValue(sort)]));
      return name;
    };
    const expressions = new ThreadExpressions(names, thread, facts, () => add('zero', 'zero', { kind: 'int' }));
    const statements = new Statements(program, facts, expressions, (sort, place) =>
      add(`${place} ${JSON.stringify(sort)}`, 'old', sort),
    );
    const body = writeThread(template, plan, (edge) => statements.lines(edge));
    const used = this.usedLocals(thread);
    const locals = template.locals.flatMap(({ size, sort }, number) => {
      if (!used.has(number)) return [];
      return [`local ${this.declaration(own.locals[number] as string, size, sort, initial[number] ?? [])}`];
    });
    const about = legalName(original, 'thread') === original ? [] : [`// ${original}`];
    const declared = [...locals, ...[...added.values()].map((text) => `local ${text}`)];
    return [...about, `thread ${own.name} {`, ...declared, ...body, '}'];
  }

  /** Locals that a step or a property mentions. */
  private usedLocals(thread: number): ReadonlySet<number> {
    const { edges } = templateOf(this.program, thread);
    const targets = edges.flatMap(({ updates }) => updates.map(({ target }) => target));
    const own = [...targets, ...edges.flatMap(expressionsOf)].flatMap(localsIn);
    const asked = leavesOfAll(this.program.never).flatMap((leaf) => {
      return leaf.kind === 'localOf' && leaf.thread === thread ? [leaf.variable] : [];
    });
    return new Set([...own, ...asked]);
  }

  private declaration(name: string, size: number | null, sort: Sort, initial: readonly (number | 'any')[]): string {
    const head = size === null ? name : `${name}[${size}]`;
    const [first] = initial;
    const isOne = initial.every((value) => value === first);
    const values = initial.map((value) => this.first(value, sort));
    const whole: InitialSyntax = isOne
      ? (values[0] ?? numberOf(0))
      : { kind: 'list', values: values as ExpressionSyntax[], ...NOWHERE };
    return `${head}: ${printType(this.type(sort))} = ${printInitial(whole)}`;
  }

  private first(value: number | 'any', sort: Sort): ExpressionSyntax | { kind: 'any'; start: number; end: number } {
    if (value === 'any') return { kind: 'any', ...NOWHERE };
    if (sort.kind === 'bool') return { kind: 'boolean', value: value !== 0, ...NOWHERE };
    if (sort.kind === 'enum') return nameOf(this.names.enumOf(sort).constructors[value] ?? '');
    return numberOf(value);
  }

  private type(sort: Sort): TypeSyntax {
    switch (sort.kind) {
      case 'range':
        return { kind: 'range', low: numberOf(sort.low), high: numberOf(sort.high), ...NOWHERE };
      case 'enum':
        return { kind: 'named', name: this.names.enumOf(sort).type, ...NOWHERE };
      default:
        return { kind: sort.kind, ...NOWHERE };
    }
  }

  private properties(): string[] {
    const { program, names, plans } = this;
    const conditions = new Conditions(program, names, (thread, location) => {
      const plan = plans[thread];
      return plan === undefined ? null : labelIn(plan, location);
    });
    const groups = new Map<string, NeverProperty[]>();
    for (const property of program.never) {
      groups.set(property.name, [...(groups.get(property.name) ?? []), property]);
    }
    const taken = new PropertyNames();
    const deadlock = program.noDeadlock;
    if (deadlock !== undefined && names.shared.includes(DEADLOCK))
      throw new Refused('`never deadlock` cannot be said beside a variable of that name');
    const said = deadlock === undefined ? null : deadlock.name === DEADLOCK ? '' : ` ${taken.nameOf(deadlock.name)}:`;
    const conditional = [...groups].map(([name, properties]) => {
      const bad = properties.map(({ condition }) => conditions.condition(condition));
      const called = taken.nameOf(name);
      const head = called === null ? '' : ` ${called}:`;
      if (isInvariant(name)) return `invariant${head} ${printExpression(allOf(bad.map(notOf)))}`;
      return `never${head} ${printExpression(oneOf(bad))}`;
    });
    return said === null ? conditional : [...conditional, `never${said} ${DEADLOCK}`];
  }
}

const isInvariant = (name: string) => name.startsWith('invariant ');

/** Names of properties as they are written; one without a name has that of its line. */
class PropertyNames {
  private readonly space = new FreshNames();
  private readonly known = new Map<string, string | null>();

  nameOf(name: string): string | null {
    const given = isInvariant(name) ? name.slice('invariant '.length) : name;
    const found = this.known.get(name);
    if (found !== undefined) return found;
    const taken = /^line \d+$/.test(given) ? null : this.space.take(legalName(given, 'property'));
    this.known.set(name, taken);
    return taken;
  }
}

function leavesOfAll(never: readonly NeverProperty[]): StateRead[] {
  return never.flatMap(({ condition }) => leavesOf(condition));
}

/** The locations that a leaf of a condition asks about, by thread. */
function placesIn(leaf: StateRead): string[] {
  return leaf.kind === 'at' ? leaf.locations.map((location) => `${leaf.thread} ${location}`) : [];
}
