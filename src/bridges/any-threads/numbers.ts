/**
 * Which variables hold numbers of threads, by what is done with them.
 *
 * `self` is one; so is whatever is assigned or compared with one, and whatever is the index of an array with a cell for
 * each thread. These variables become ones of sort `proc`, whose values can only be compared. So nothing else may be done
 * with them: no arithmetic, no order, no index of another array. And their type must not set them a bound, since how large a
 * number of a thread is depends on how many there are. Constants may come in as well, as the first owner of a lock that is
 * nobody: each becomes a constant of the array system (`vocabulary.ts`).
 *
 * Classes of variables are found by unification, without regard to the order of steps; the compiler's registers have been
 * split before (`webs.ts`).
 */
import type {
  BinaryOperator,
  Expression,
  Program,
  StateExpression,
  Template,
  Variable,
} from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { Refused } from '../../models/refusal.js';
import { type Source, standsForAll } from './source.js';

/** What an expression is, for this purpose. */
type Found =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'class'; readonly member: string }
  /** The number of a thread in a condition, of which kind is not known yet. */
  | { readonly kind: 'instance' }
  | { readonly kind: 'plain' };

const PLAIN: Found = { kind: 'plain' };

/** What is known of a class. */
interface Facts {
  readonly selves: Set<string>;
  readonly constants: Set<number>;
  /** What is done with it that is not done with numbers of threads, in words. */
  readonly computed: string[];
  readonly variables: Variable[];
  indexes: boolean;
  /** The condition that compares it with the number of a thread. */
  compared: string | null;
}

export interface Numbers {
  /** The any-thread whose numbers the variable holds; null when it holds none. */
  ofShared(variable: number): string | null;
  ofLocal(template: number, variable: number): string | null;
  /** Constants among the numbers of that thread's instances. */
  constants(thread: string): readonly number[];
}

/** `program` is the sample, with split registers. */
export function numbersOf(program: Program, source: Source): Numbers {
  const unification = new Unification(program, source);
  unification.run();
  return unification.result();
}

class Unification {
  private readonly parents = new Map<string, string>();
  private readonly facts = new Map<string, Facts>();
  /** The statement or condition that is looked at. */
  private where = '';

  constructor(
    private readonly program: Program,
    private readonly source: Source,
  ) {}

  run(): void {
    const { program, source } = this;
    for (const thread of source.anyThreads) this.factsOf(`self ${thread}`).selves.add(thread);
    for (const [number, variable] of program.shared.entries()) {
      const facts = this.factsOf(sharedKey(number));
      facts.variables.push(variable);
      for (const value of variable.initial) if (value !== 'any') facts.constants.add(value);
    }
    for (const [number, template] of program.templates.entries()) {
      const isAny = source.anyThreads.includes(template.name);
      for (const [local, variable] of template.locals.entries()) {
        if (isAny && local < template.parameters) continue;
        this.factsOf(this.localKey(number, local)).variables.push(variable);
      }
      for (const { guard, updates, text, place } of template.edges) {
        this.where = `${lineText(place)}, \`${text}\``;
        if (guard !== null) this.plain(this.find(guard, number));
        for (const { target, value } of updates) {
          const cell = this.cell(target.kind, target.variable, target.index, number);
          if (value !== 'any') this.unify(cell, this.find(value, number));
        }
      }
    }
    this.firstValues();
    for (const { condition, text } of program.never) {
      if (!standsForAll(program, source, condition)) continue;
      this.where = `\`${text}\``;
      this.plain(this.find(condition, null));
    }
    for (const facts of this.facts.values()) this.check(facts);
  }

  result(): Numbers {
    const of = (key: string): string | null => [...this.factsOf(key).selves][0] ?? null;
    return {
      ofShared: (variable) => of(sharedKey(variable)),
      ofLocal: (template, variable) => of(this.localKey(template, variable)),
      constants: (thread) => [...this.factsOf(`self ${thread}`).constants].sort((one, other) => one - other),
    };
  }

  private firstValues(): void {
    const { program, source } = this;
    for (const [number, template] of program.templates.entries()) {
      const isAny = source.anyThreads.includes(template.name);
      const threads = program.threads.filter((thread) => thread.template === number);
      for (const { initial } of isAny ? threads.slice(source.first, source.first + 1) : threads) {
        for (const [local, values] of initial.entries()) {
          if (isAny && local < template.parameters) continue;
          this.where = `the first value of ${template.locals[local]?.name} in ${template.name}`;
          const member: Found = { kind: 'class', member: this.localKey(number, local) };
          for (const value of values) if (value !== 'any') this.unify(member, this.number(value, template));
        }
      }
    }
  }

  /** A number in the sample: one of a thread when it is large enough. */
  private number(value: number, template: Template): Found {
    const { first } = this.source;
    if (first === 0 || value < first) return { kind: 'constant', value };
    return { kind: 'class', member: `self ${template.name}` };
  }

  private localKey(template: number, local: number): string {
    const { name = '', parameters = 0 } = this.program.templates[template] ?? {};
    const isSelf = this.source.anyThreads.includes(name) && local < parameters;
    return isSelf ? `self ${name}` : `local ${template} ${local}`;
  }

  private find(expression: Expression | StateExpression, template: number | null): Found {
    const again = (part: Expression | StateExpression) => this.find(part, template);
    switch (expression.kind) {
      case 'constant': {
        const { first, anyThreads } = this.source;
        const [only] = anyThreads;
        const isInstance = template === null && first > 0 && expression.value >= first;
        // With several any-kinds, whatever it is compared with tells which of them is meant.
        if (isInstance) return anyThreads.length > 1 ? { kind: 'instance' } : { kind: 'class', member: `self ${only}` };
        return { kind: 'constant', value: expression.value };
      }
      case 'local':
        return this.cell('local', expression.variable, expression.index, template as number);
      case 'shared':
      case 'memory':
        return this.cell('shared', expression.variable, expression.index, template);
      case 'localOf': {
        const owner = this.program.threads[expression.thread]?.template as number;
        return this.cell('local', expression.variable, expression.index, template, owner);
      }
      case 'at':
        return PLAIN;
      case 'unary':
        this.plain(again(expression.operand));
        return PLAIN;
      case 'binary':
        this.operation(expression.operator, again(expression.left), again(expression.right));
        return PLAIN;
      case 'conditional':
        this.plain(again(expression.condition));
        return this.unify(again(expression.whenTrue), again(expression.whenFalse));
    }
  }

  /** `owner` is the automaton of a local, where that is not the one that looks. */
  private cell(
    kind: 'local' | 'shared',
    variable: number,
    index: Expression | StateExpression | null,
    template: number | null,
    owner: number | null = template,
  ): Found {
    if (index !== null) {
      const found = this.find(index, template);
      const name = kind === 'shared' ? (this.program.shared[variable]?.name ?? '') : '';
      const thread = this.source.perThread.get(name);
      if (thread === undefined) this.plain(found);
      else {
        this.factsOf(`self ${thread}`).indexes = true;
        this.unify({ kind: 'class', member: `self ${thread}` }, found);
      }
    }
    return {
      kind: 'class',
      member: kind === 'shared' ? sharedKey(variable) : this.localKey(owner as number, variable),
    };
  }

  private operation(operator: BinaryOperator, left: Found, right: Found): void {
    if (operator === '==' || operator === '!=') {
      this.unify(left, right);
      return;
    }
    this.plain(left);
    this.plain(right);
  }

  private unify(one: Found, other: Found): Found {
    if (one.kind !== 'class' && other.kind !== 'class') return one.kind === 'plain' ? one : other;
    if (one.kind !== 'class') return this.unify(other, one);
    const into = this.factsOf(one.member);
    if (other.kind === 'constant') into.constants.add(other.value);
    else if (other.kind === 'instance') into.compared = this.where;
    else if (other.kind === 'plain') into.computed.push(this.where);
    else if (this.root(one.member) !== this.root(other.member)) {
      const from = this.factsOf(other.member);
      const gone = this.root(other.member);
      for (const self of from.selves) into.selves.add(self);
      for (const constant of from.constants) into.constants.add(constant);
      into.computed.push(...from.computed);
      into.variables.push(...from.variables);
      into.indexes ||= from.indexes;
      into.compared ??= from.compared;
      this.facts.delete(gone);
      this.parents.set(gone, this.root(one.member));
    }
    return one;
  }

  private plain(found: Found): void {
    if (found.kind === 'class') this.factsOf(found.member).computed.push(this.where);
  }

  private root(member: string): string {
    const parent = this.parents.get(member);
    return parent === undefined ? member : this.root(parent);
  }

  private factsOf(member: string): Facts {
    const root = this.root(member);
    const known = this.facts.get(root);
    if (known !== undefined) return known;
    const made: Facts = {
      selves: new Set(),
      constants: new Set(),
      computed: [],
      variables: [],
      indexes: false,
      compared: null,
    };
    this.facts.set(root, made);
    return made;
  }

  private check({ selves, constants, computed, variables, indexes, compared }: Facts): void {
    const [thread, other] = selves;
    if (thread === undefined && compared !== null) {
      const names = variables.map(({ name }) => name).join(', ');
      throw new Refused(`${compared} compares the number of a thread with ${names}, which holds no such number`);
    }
    if (thread === undefined) return;
    if (other !== undefined) {
      const names = variables.map(({ name }) => name).join(', ');
      throw new Refused(`numbers of ${thread} and of ${other} meet in ${names}: keep them apart`);
    }
    const [place] = computed;
    if (place !== undefined) {
      throw new Refused(`${place} computes with a number of ${thread}: such numbers can be compared by == and != only`);
    }
    const bounded = variables.find(({ sort }) => sort.kind !== 'int');
    if (bounded !== undefined) {
      throw new Refused(`${bounded.name} holds numbers of ${thread}, of which there are any: declare it as int`);
    }
    const large = [...constants].find((value) => value > 0);
    if (indexes && large !== undefined) {
      throw new Refused(`${large} may be no ${thread}, and numbers of ${thread} are indices: keep them apart`);
    }
  }
}

function sharedKey(variable: number): string {
  return `shared ${variable}`;
}
