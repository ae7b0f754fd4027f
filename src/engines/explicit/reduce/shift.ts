/**
 * Shifts: integers without bound of which only differences matter, such as the tickets of a ticket lock. Their number of
 * values has no end, but adding the same number to all of them changes nothing, so one state of each such family is enough,
 * and a search that would never end may do.
 *
 * A *class* is a set of integer variables that are compared with one another, copied to one another, and given values like
 * `x + 1`; never compared with a number, set to one, multiplied, used as an index or as a truth value. Let p add c to all
 * variables of a class, in memory, locals and buffers. By induction an expression of the class has in p(s) its value in s
 * and c more, and any other expression the same value. So s has a step to s' exactly when p(s) has one to p(s'), with the
 * same failures and the same full buffers, and the same conditions are true. Initial values need not fit: what is reached
 * from p(s0) is p of what is reached from s0 (see `symmetry.ts`; the argument is the same). Hence the verdict, the length of
 * a shortest violation, and whether a buffer was ever full are those of the search without shifts.
 *
 * Classes are found by unification over the code of the threads and the properties. Whatever else happens to a variable
 * pins its class: then it is left alone. A local may be in one class here and in another there, as front ends use one
 * register for many things: it has a node for each location, and an edge that does not assign it joins two of them where it
 * is live.
 */
import { type Cells, sizeOf } from '../../../models/program/cells.js';
import type { Liveness } from '../../../models/program/liveness.js';
import type { Expression, StateExpression } from '../../../models/program/model.js';
import { templateOf } from '../../../models/program/parts.js';
import type { Constants, SpecialEdge, SpecialProgram } from '../../../models/program/specialise.js';

export interface ShiftClass {
  /** Cells of memory, at least one. Subtracting the value of the first from all is the normal form. */
  readonly shared: readonly number[];
  readonly locals: readonly ShiftedLocal[];
}

/** A cell of a thread's locals, and where the thread is when it belongs to the class. */
interface ShiftedLocal {
  readonly thread: number;
  readonly cell: number;
  readonly locations: readonly number[];
}

export function shiftClasses(special: SpecialProgram, live: readonly Liveness[]): ShiftClass[] {
  return new Unification(special, live).classes();
}

/** What an expression is: a member of a class, given by one of its nodes, or something that shifts do not change. */
type Kind = number | 'plain';

/** Variables, of memory or of a thread, and the node of the first at the first location. */
interface Scope {
  readonly cells: Cells;
  readonly firstNode: number;
  readonly locations: number;
}

function nodeOf({ firstNode, cells }: Scope, variable: number, location: number): number {
  return firstNode + location * cells.variables.length + variable;
}

class Unification {
  private readonly memory: Scope;
  private readonly locals: readonly Scope[];
  private readonly live: readonly Liveness[];
  /** Union-find over the variables of memory, and those of each thread at each location. */
  private readonly parents: number[] = [];
  private readonly pinned = new Set<number>();

  constructor(special: SpecialProgram, live: readonly Liveness[]) {
    this.live = live;
    this.memory = this.scope(special.shared, special.constants, 1);
    this.locals = special.threads.map(({ cells, constants }, thread) =>
      this.scope(cells, constants, templateOf(special.program, thread).locations.length),
    );
    for (const [thread, { edges }] of special.threads.entries()) for (const edge of edges) this.edge(thread, edge);
    for (const condition of special.never) this.pin(this.condition(condition));
  }

  classes(): ShiftClass[] {
    const pins = new Set([...this.pinned].map((node) => this.root(node)));
    // A class has a cell of memory, so only what these belong to is looked at: a program may have very many locals.
    const ofMemory = this.memory.cells.owners.map((owner) => this.root(nodeOf(this.memory, owner, 0)));
    return [...new Set(ofMemory)].filter((root) => !pins.has(root)).map((root) => this.classOf(root));
  }

  private classOf(root: number): ShiftClass {
    const isMember = (scope: Scope, owner: number, location: number): boolean =>
      this.root(nodeOf(scope, owner, location)) === root;
    const shared = [...this.memory.cells.owners.entries()].filter(([, owner]) => isMember(this.memory, owner, 0));
    const locals = this.locals.flatMap((scope, thread) =>
      scope.cells.owners.map((owner, cell): ShiftedLocal => {
        const everywhere = Array.from({ length: scope.locations }, (_, location) => location);
        const alive = everywhere.filter((location) => this.live[thread]?.[location]?.has(owner));
        return { thread, cell, locations: alive.filter((location) => isMember(scope, owner, location)) };
      }),
    );
    return {
      shared: shared.map(([cell]) => cell),
      locals: locals.filter(({ locations }) => locations.length > 0),
    };
  }

  private scope(cells: Cells, constants: Constants, locations: number): Scope {
    const firstNode = this.parents.length;
    const scope = { cells, firstNode, locations };
    for (let location = 0; location < locations; location++) {
      for (const [number, variable] of cells.variables.entries()) {
        const node = this.parents.push(this.parents.length) - 1;
        const offset = cells.offsets[number] as number;
        const own = constants.slice(offset, offset + sizeOf(variable));
        // A constant is a number, and takes no part in a shift.
        if (variable.sort.kind !== 'int' || own.some((value) => value !== null)) this.pinned.add(node);
      }
    }
    return scope;
  }

  private edge(thread: number, { from, to, guard, updates }: SpecialEdge): void {
    const own = this.locals[thread] as Scope;
    const kindOf = (expression: Expression): Kind => this.expression(expression, own, from);
    if (guard !== null) this.pin(kindOf(guard));
    for (const { target, value } of updates) {
      if (target.index !== null) this.pin(kindOf(target.index));
      const node =
        target.kind === 'shared' ? nodeOf(this.memory, target.variable, 0) : nodeOf(own, target.variable, to);
      this.join(node, value === 'any' ? 'plain' : kindOf(value));
    }
    const assigned = new Set(
      updates.flatMap(({ target: { kind, index, variable } }) =>
        kind === 'local' && index === null ? [variable] : [],
      ),
    );
    for (const variable of this.live[thread]?.[to] ?? [])
      if (!assigned.has(variable)) this.join(nodeOf(own, variable, from), nodeOf(own, variable, to));
  }

  private expression(expression: Expression, own: Scope, location: number): Kind {
    const visit = (part: Expression): Kind => this.expression(part, own, location);
    switch (expression.kind) {
      case 'constant':
        return 'plain';
      case 'local':
        if (expression.index !== null) this.pin(visit(expression.index));
        return this.read(own, expression.variable, location);
      case 'shared':
        if (expression.index !== null) this.pin(visit(expression.index));
        return this.read(this.memory, expression.variable, 0);
      case 'unary':
        this.pin(visit(expression.operand));
        return 'plain';
      case 'binary':
        return this.binary(expression.operator, visit(expression.left), visit(expression.right));
      case 'conditional': {
        this.pin(visit(expression.condition));
        return this.same(visit(expression.whenTrue), visit(expression.whenFalse));
      }
    }
  }

  private condition(expression: StateExpression): Kind {
    switch (expression.kind) {
      case 'constant':
      case 'at':
        return 'plain';
      case 'memory':
        if (expression.index !== null) this.pin(this.condition(expression.index));
        return this.read(this.memory, expression.variable, 0);
      case 'localOf': {
        if (expression.index !== null) this.pin(this.condition(expression.index));
        const scope = this.locals[expression.thread] as Scope;
        // It is looked at wherever the thread is.
        for (let location = 1; location < scope.locations; location++)
          this.join(nodeOf(scope, expression.variable, location), nodeOf(scope, expression.variable, 0));
        return this.read(scope, expression.variable, 0);
      }
      case 'unary':
        this.pin(this.condition(expression.operand));
        return 'plain';
      case 'binary':
        return this.binary(expression.operator, this.condition(expression.left), this.condition(expression.right));
      case 'conditional':
        this.pin(this.condition(expression.condition));
        return this.same(this.condition(expression.whenTrue), this.condition(expression.whenFalse));
    }
  }

  private read(scope: Scope, variable: number, location: number): Kind {
    return scope.cells.variables[variable]?.sort.kind === 'int' ? nodeOf(scope, variable, location) : 'plain';
  }

  private binary(operator: string, left: Kind, right: Kind): Kind {
    switch (operator) {
      case '+':
        if (left !== 'plain' && right !== 'plain') return this.neither(left, right);
        return left === 'plain' ? right : left;
      case '-':
        if (right === 'plain') return left;
        if (left === 'plain') return this.neither(left, right);
        // The difference of two members is the same after a shift.
        this.same(left, right);
        return 'plain';
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.same(left, right);
        return 'plain';
      default:
        return this.neither(left, right);
    }
  }

  private neither(left: Kind, right: Kind): Kind {
    this.pin(left);
    this.pin(right);
    return 'plain';
  }

  /** Both must shift together, or neither. */
  private same(left: Kind, right: Kind): Kind {
    if (left === 'plain' || right === 'plain') return this.neither(left, right);
    this.join(left, right);
    return left;
  }

  private join(node: number, kind: Kind): void {
    if (kind === 'plain') this.pin(node);
    else this.parents[this.root(node)] = this.root(kind);
  }

  private pin(kind: Kind): void {
    if (kind !== 'plain') this.pinned.add(kind);
  }

  private root(node: number): number {
    const parent = this.parents[node] as number;
    if (parent === node) return node;
    const root = this.root(parent);
    this.parents[node] = root;
    return root;
  }
}
