/**
 * Kinds of values: which variables, and which indices of arrays, hold identities of given threads. Nobody says so; it is
 * inferred from the code of the threads, in which parameters are numbers already (`specialise.ts`).
 *
 * Threads that may be interchangeable have the same code but for numbers, so it is walked for all of them at once. Where
 * the numbers differ from thread to thread stands an identity: `owner = me` is `owner = 0` in one thread and `owner = 1` in
 * the next. Unification carries this on: what is assigned, compared with == or != and chosen between has one kind, an index
 * has the kind of the array's indices. The rest follows for each class of positions so found:
 *
 *   - all its numbers are the same in all threads: its values are plain, whatever is done with them
 *   - else the first numbers that differ are the identities, one for each thread. Then nothing else may be done with values
 *     of the class (arithmetic, order, the results of operators are *rigid*), every other number in it is the thread's own
 *     identity again or a fixed value that is nobody's identity, and so are numbers in other threads and the 0 of `if (v)`
 *
 * With two threads "the other one" is an identity as well: `flag[1 - me]` is fine.
 */
import { boundsOf, type Cells, sizeOf } from '../../../models/program/cells.js';
import { children } from '../../../models/program/expression.js';
import type { BinaryOperator, Expression, StateExpression, UnaryOperator } from '../../../models/program/model.js';
import type { SpecialEdge, SpecialProgram } from '../../../models/program/specialise.js';

/** The identities of the threads of a group, in their order; null where values are plain. */
export type Identity = readonly number[] | null;

export interface VariableKind {
  readonly value: Identity;
  /** Null for a scalar. */
  readonly index: Identity;
}

export interface Kinds {
  /** By shared variable. */
  readonly memory: readonly VariableKind[];
  /** By thread and local. */
  readonly locals: readonly (readonly VariableKind[])[];
}

/** A position in the code: positions of one class have one kind. */
type Node = number;

interface VariableNodes {
  readonly value: Node;
  readonly index: Node;
}

/** How a condition is renamed to be compared with others. */
export interface Renaming {
  thread(thread: number): number;
  value(identity: Identity, value: number): number;
}

/** A condition whose kinds are known: its text after renaming, up to the order of what has none. */
type Condition = (renaming: Renaming) => string;

interface State {
  readonly node: Node;
  readonly text: Condition;
}

/** All conditions are renamed in one way before they are in the next. */
function rememberingLast(condition: Condition): Condition {
  let last: { readonly renaming: Renaming; readonly text: string } | null = null;
  return (renaming) => {
    if (last?.renaming !== renaming) last = { renaming, text: condition(renaming) };
    return last.text;
  };
}

const RIGID: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>([
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '<=',
  '>',
  '>=',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '>>>',
  '*32',
]);
const UNORDERED: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['==', '!=', '+', '*']);
/** Of these also the brackets in a chain do not matter. */
const CHAINED: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['&&', '||', '+', '*']);

export class KindInference {
  /** Of what properties look at. */
  readonly conditions: readonly Condition[];
  /** Null when the threads are not interchangeable. */
  readonly kinds: Kinds | null;
  /** Arrays that the program looks at, by their nodes. */
  private readonly used = new Set<VariableNodes>();
  private readonly special: SpecialProgram;
  private readonly threads: readonly number[];
  private readonly parents: Node[] = [];
  private readonly rigid: Node[] = [];
  /** Numbers in the code: one for each thread of the group, or a single one. */
  private readonly numbers: { readonly node: Node; readonly values: readonly number[] }[] = [];
  /** Of parts of conditions: one part may be in many. */
  private readonly known = new Map<StateExpression, State>();
  private readonly memory: readonly VariableNodes[];
  private readonly locals: readonly (readonly VariableNodes[])[];

  /** The threads have the same code but for numbers. */
  constructor(special: SpecialProgram, threads: readonly number[]) {
    this.special = special;
    this.threads = threads;
    const nodes = ({ variables }: Cells) => variables.map(() => ({ value: this.fresh(), index: this.fresh() }));
    this.memory = nodes(special.shared);
    const own = nodes(special.threads[threads[0] as number]?.cells as Cells);
    this.locals = special.threads.map(({ cells }, thread) => (threads.includes(thread) ? own : nodes(cells)));
    this.code(threads);
    for (const [thread] of special.threads.entries()) if (!threads.includes(thread)) this.code([thread]);
    const conditions = special.never.map((condition) => this.state(condition));
    for (const { node } of conditions) this.truth(node);
    this.conditions = conditions.map(({ text }) => text);
    this.kinds = this.resolved();
  }

  private fresh(): Node {
    return this.parents.push(this.parents.length) - 1;
  }

  private find(node: Node): Node {
    const { parents } = this;
    let at = node;
    // Each is made to point one further on the way: chains can be long.
    for (let parent = parents[at] as Node; parent !== at; parent = parents[at] as Node) {
      parents[at] = parents[parent] as Node;
      at = parent;
    }
    return at;
  }

  private unify(one: Node, other: Node): void {
    this.parents[this.find(one)] = this.find(other);
  }

  /** The value is compared with 0. */
  private truth(node: Node): void {
    this.numbers.push({ node, values: [0] });
  }

  /** What an operator gives. */
  private result(): Node {
    const node = this.fresh();
    this.rigid.push(node);
    return node;
  }

  /** The edges of threads with the same code. */
  private code(threads: readonly number[]): void {
    const edges = threads.map((thread) => this.special.threads[thread]?.edges ?? []);
    for (const [number] of edges[0]?.entries() ?? []) {
      const all = edges.map((each) => each[number] as SpecialEdge);
      const [edge] = all as [SpecialEdge];
      const walk = (parts: readonly (Expression | null)[]) => this.walk(parts as readonly Expression[], threads);
      if (edge.guard !== null) this.truth(walk(all.map(({ guard }) => guard)));
      for (const [position, { target, value }] of edge.updates.entries()) {
        const updates = all.map((each) => each.updates[position] as (typeof edge.updates)[number]);
        const nodes = this.nodesOf(target, threads);
        if (target.index !== null) this.unify(walk(updates.map((update) => update.target.index)), nodes.index);
        if (value !== 'any') this.unify(walk(updates.map((update) => update.value as Expression)), nodes.value);
      }
    }
  }

  private nodesOf(access: { kind: 'local' | 'shared'; variable: number }, threads: readonly number[]): VariableNodes {
    const all = access.kind === 'shared' ? this.memory : this.locals[threads[0] as number];
    return this.using(all?.[access.variable]);
  }

  private using(nodes: VariableNodes | undefined): VariableNodes {
    if (nodes === undefined) throw new Error('an access is to a variable that there is');
    this.used.add(nodes);
    return nodes;
  }

  /** The same expression of each thread. */
  private walk(parts: readonly Expression[], threads: readonly number[]): Node {
    const [first] = parts as readonly [Expression];
    /** One part of each. */
    const again = <K extends Expression['kind']>(_: K, part: (each: Expression & { kind: K }) => Expression | null) =>
      this.walk(
        parts.map((each) => part(each as Expression & { kind: K }) as Expression),
        threads,
      );
    switch (first.kind) {
      case 'constant': {
        const node = this.fresh();
        const values = parts.map((each) => {
          if (each.kind !== 'constant') throw new Error('interchangeable threads have the same code but for numbers');
          return each.value;
        });
        this.numbers.push({ node, values });
        return node;
      }
      case 'local':
      case 'shared': {
        const nodes = this.nodesOf(first, threads);
        if (first.index !== null)
          this.unify(
            again(first.kind, ({ index }) => index),
            nodes.index,
          );
        return nodes.value;
      }
      case 'unary':
        return this.unary(
          first.operator,
          again('unary', ({ operand }) => operand),
        );
      case 'binary': {
        const left = again('binary', (each) => each.left);
        const right = again('binary', (each) => each.right);
        return this.binary(first.operator, left, right);
      }
      case 'conditional': {
        this.truth(again('conditional', ({ condition }) => condition));
        const chosen = again('conditional', ({ whenTrue }) => whenTrue);
        this.unify(
          chosen,
          again('conditional', ({ whenFalse }) => whenFalse),
        );
        return chosen;
      }
    }
  }

  private unary(operator: UnaryOperator, operand: Node): Node {
    if (operator === '!') this.truth(operand);
    else this.rigid.push(operand);
    return this.result();
  }

  private binary(operator: BinaryOperator, left: Node, right: Node): Node {
    if (RIGID.has(operator)) this.rigid.push(left, right);
    else if (operator === '==' || operator === '!=') this.unify(left, right);
    else {
      this.truth(left);
      this.truth(right);
    }
    return this.result();
  }

  /** A condition; numbers in it may be identities, since all conditions together are compared after renaming. */
  private state(expression: StateExpression): State {
    const known = this.known.get(expression);
    if (known !== undefined) return known;
    const { node, text } = this.stateOf(expression);
    const state = { node, text: rememberingLast(text) };
    // A number may be an identity in one place and plain in another.
    if (expression.kind !== 'constant' && expression.kind !== 'conditional') this.known.set(expression, state);
    return state;
  }

  private stateOf(expression: StateExpression): State {
    switch (expression.kind) {
      case 'constant': {
        const node = this.fresh();
        return { node, text: (renaming) => `${renaming.value(this.identityOf(node), expression.value)}` };
      }
      case 'at': {
        const locations = [...expression.locations].sort((one, other) => one - other).join(',');
        return { node: this.result(), text: ({ thread }) => `at ${thread(expression.thread)} ${locations}` };
      }
      case 'memory':
      case 'localOf': {
        const all = expression.kind === 'memory' ? this.memory : this.locals[expression.thread];
        const nodes = this.using(all?.[expression.variable]);
        const index = expression.index === null ? null : this.state(expression.index);
        if (index !== null) this.unify(index.node, nodes.index);
        const where = (renaming: Renaming) =>
          expression.kind === 'memory' ? 'memory' : `local ${renaming.thread(expression.thread)}`;
        const { variable } = expression;
        const text: Condition = (renaming) => `${where(renaming)} ${variable} [${index?.text(renaming) ?? ''}]`;
        return { node: nodes.value, text };
      }
      case 'unary': {
        const { node, text } = this.state(expression.operand);
        const { operator } = expression;
        return { node: this.unary(operator, node), text: (renaming) => `${operator}(${text(renaming)})` };
      }
      case 'binary': {
        const { operator } = expression;
        const parts = CHAINED.has(operator) ? chain(expression, operator) : [expression.left, expression.right];
        const states = parts.map((part) => this.state(part));
        const [left, right] = states as [(typeof states)[0], (typeof states)[0]];
        const node = this.binary(operator, left.node, right.node);
        for (const more of states.slice(2)) this.truth(more.node);
        const sorted = CHAINED.has(operator) || UNORDERED.has(operator);
        const text: Condition = (renaming) => {
          const texts = states.map((part) => part.text(renaming));
          return `(${(sorted ? texts.sort() : texts).join(` ${operator} `)})`;
        };
        return { node, text };
      }
      case 'conditional': {
        const states = children(expression).map((part) => this.state(part));
        const [condition, whenTrue, whenFalse] = states.map(({ node }) => node) as [Node, Node, Node];
        this.truth(condition);
        this.unify(whenTrue, whenFalse);
        return { node: whenTrue, text: (renaming) => `(${states.map(({ text }) => text(renaming)).join(' ? ')})` };
      }
    }
  }

  /** The class of a node, by root, once everything is walked. */
  private readonly identities = new Map<Node, Identity>();

  private identityOf(node: Node): Identity {
    return this.identities.get(this.find(node)) ?? null;
  }

  private resolved(): Kinds | null {
    const { special, threads } = this;
    const varies = (values: readonly number[]) => values.some((value) => value !== values[0]);
    for (const { node, values } of this.numbers) {
      const root = this.find(node);
      if (!varies(values) || this.identities.has(root)) continue;
      if (new Set(values).size < values.length) return null;
      this.identities.set(root, values);
    }
    if (this.rigid.some((node) => this.identityOf(node) !== null)) return null;
    for (const { node, values } of this.numbers) {
      const identity = this.identityOf(node);
      if (identity === null) continue;
      const own = values.length === identity.length && values.every((value, k) => value === identity[k]);
      const others = identity.length === 2 && values[0] === identity[1] && values[1] === identity[0];
      if (!own && !others && (varies(values) || identity.includes(values[0] as number))) return null;
    }

    let closed = true;
    const kindsOf = (cells: Cells, nodes: readonly VariableNodes[]): VariableKind[] =>
      cells.variables.map((variable, number) => {
        const { value, index } = nodes[number] as VariableNodes;
        const bounds = boundsOf(variable.sort) ?? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
        const within = (identity: Identity, low: number, high: number): Identity => {
          const inside = identity?.filter((each) => each >= low && each <= high).length ?? 0;
          if (inside > 0 && inside < threads.length) closed = false;
          return inside === 0 ? null : identity;
        };
        return {
          value: within(this.identityOf(value), bounds.low, bounds.high),
          index: variable.size === null ? null : within(this.identityOf(index), 0, sizeOf(variable) - 1),
        };
      });
    const kinds = {
      memory: kindsOf(special.shared, this.memory),
      locals: special.threads.map(({ cells }, thread) => kindsOf(cells, this.locals[thread] ?? [])),
    };
    return closed ? kinds : null;
  }

  usesShared(variable: number): boolean {
    return this.used.has(this.memory[variable] as VariableNodes);
  }

  usesLocal(thread: number, variable: number): boolean {
    return this.used.has(this.locals[thread]?.[variable] as VariableNodes);
  }
}

/** The parts of a chain of one operator that has no order. */
function chain(expression: StateExpression, operator: BinaryOperator): StateExpression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression];
  return [...chain(expression.left, operator), ...chain(expression.right, operator)];
}
