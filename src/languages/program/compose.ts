/**
 * Steps: what a thread does from one location to the next, joined from nodes of its flow graph.
 *
 * A step is local work, then one shared access (a load, a store, a fence, a locked instruction, an atomic block), then
 * local work up to the next access: so a load and the test of what was loaded are one step, and the steps between two
 * accesses are none. It ends early where it must: at a label; before a choice or a wait on locals, when something has
 * happened already, or a label was left (what has happened must not be undone by waiting); at the second visit of a
 * loop's head; where an arbitrary value is used, or two array cells may be the same, which simultaneous updates cannot
 * say.
 *
 * All paths are followed symbolically: a value is a term over the state before the step, conditions are collected in
 * order. Where both sides of a condition give the same step, the condition is left out. Local work is invisible to other
 * threads and a step's reads happen at one moment, so joined or not the same values of shared variables, locations with
 * labels and failures are reached.
 *
 * Assignments to ghosts are part of the step that comes to them, as local work is, but everybody sees when they happen. So
 * no step ends between what they are behind and them: not where a loop or a join ends steps (`ending`), and cells that may be
 * the same are told apart by conditions, as inside atomic blocks. A ghost by itself is no reason to end a step, nor to be one.
 *
 * A way that waits inside an atomic block does not happen, but a failure before the waiting does: it is a step of its own,
 * from the conditions met so far and what fails (`fails`).
 */

import { certainlyFits, mayFail } from '../../models/program/bounds.js';
import { boundsOf } from '../../models/program/cells.js';
import {
  constant,
  evaluates,
  FALSE,
  hasValue,
  leavesOf,
  readLocal,
  sizeOfTree,
  TRUE,
} from '../../models/program/expression.js';
import { binaryTerm, negate } from '../../models/program/fold.js';
import type { Expression, Place, Read } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { ASSUMED, type Flow, leadsToGhost, type Node, termsOf } from './flow.js';
import { loopsWithExit } from './loops.js';
import { access, nodesOf, type Path, say } from './path.js';
import { successors } from './registers.js';
import { type Goal, guarded, joined, type Step, unique } from './steps.js';
import { reduced } from './widths.js';
import { addWrite, fits, readCell, resolveTerm, type Write } from './writes.js';

/** Paths from one location, and within one atomic block. */
const PLAIN_PATHS = 150;
const ATOMIC_PATHS = 3_000;
/** Nodes of a term, and values of `?` that are told apart. */
const TERM_SIZE = 400;
const VALUES = 64;
/** Writes in one path: it is followed by recursion. */
const WRITES = 500;
/** Tests in one path outside atomic blocks. */
const BRANCHES = 12;

export class Composer {
  /** Steps end at these too. */
  private readonly forced: ReadonlySet<number>;
  private readonly mostPaths: number;
  private readonly mostBranches: number;
  private start = 0;
  private plainPaths = 0;
  private atomicPaths = 0;
  /** Ways that do not happen because they wait. */
  private waits = 0;
  private readonly starts: ReadonlySet<number>;
  /** By node: the largest loop around it that has a way out. */
  private readonly loops: readonly number[];
  /** Nodes that were come to. */
  readonly reached = new Set<number>();
  /** Of the location that was asked about last: where statements begin that a thread comes to and waits in. */
  readonly waited = new Set<number>();
  /** And whether it may wait for an `assume`. */
  assumed = false;
  /** There were too many paths outside atomic blocks: more steps must end earlier. */
  overflow = false;
  /** Where an atomic block is too large to be one step. */
  tooLarge: Place | null = null;

  /** With `forced`, paths outside atomic blocks never meet again: they are as many as there are nodes at most. */

  constructor(
    private readonly flow: Flow,
    forced: ReadonlySet<number> | null,
  ) {
    this.forced = forced ?? new Set();
    this.starts = new Set(flow.starts.map(({ node }) => node));
    this.loops = loopsWithExit(
      { entry: flow.entry, after: flow.nodes.map((node) => successors(node).filter((to) => to >= 0)) },
      (node) => this.isWayOut(node),
    );
    this.mostPaths = forced === null ? PLAIN_PATHS : Number.POSITIVE_INFINITY;
    this.mostBranches = forced === null ? BRANCHES : Number.POSITIVE_INFINITY;
  }

  /** The steps from a location. */
  stepsFrom(start: number): Step[] {
    this.start = start;
    this.plainPaths = 0;
    this.atomicPaths = 0;
    this.waited.clear();
    this.assumed = false;
    const place = this.node(start).place;
    const path: Path = {
      writes: [],
      accessed: false,
      ending: null,
      fence: false,
      storeFence: false,
      atomic: false,
      pieces: [],
      place,
      passed: new Set(),
      length: 0,
      branches: 0,
      free: new Set([start]),
      trail: null,
      retried: false,
      loop: this.loops[start] ?? -1,
    };
    return unique(this.follow(start, path, true));
  }

  /** Not only to a failure. */
  private isWayOut(id: number): boolean {
    let node = this.node(id);
    for (let jumps = 0; node.kind === 'jump' && jumps < this.flow.nodes.length; jumps++) node = this.node(node.next);
    return node.kind !== 'fail';
  }

  private node(id: number): Node {
    const node = this.flow.nodes[id];
    if (node === undefined) throw new Error(`no node ${id}`);
    return node;
  }

  private follow(from: number, given: Path, first = false): Step[] {
    let id = from;
    let path = given;
    let arrived = !first;
    for (;;) {
      const node = this.node(id);
      if (arrived && !node.atomic) {
        const ends = id === this.start || this.forced.has(id) || (path.ending !== null && node.kind !== 'jump');
        if (node.anchor || (ends && !this.goesOn(id, path))) return this.stop(id, path);
        if (ends) path = { ...path, ending: new Set(path.ending).add(id) };
      }
      arrived = true;
      this.reached.add(id);
      path = this.passing(id, path);
      if (node.kind === 'jump') {
        if (node.loopHead && !node.atomic) {
          if (path.passed.has(id)) {
            if (!this.goesOn(id, path)) return this.stop(id, path);
            path = { ...path, ending: new Set(path.ending).add(id) };
          }
          path = { ...path, passed: new Set(path.passed).add(id) };
        }
        path = say(node.retry === true ? { ...path, retried: true } : path, node);
        id = node.next;
        continue;
      }
      if (this.mustStop(node, path)) return this.stop(id, path);
      if (!path.accessed && path.writes.every((write) => this.isGhost(write)))
        path = { ...path, free: new Set(path.free).add(id) };
      switch (node.kind) {
        case 'end':
          return this.stop(id, path);
        case 'fail': {
          const goal: Goal = { kind: 'failure', message: node.message, labels: node.labels };
          return this.finish(goal, say(path, node));
        }
        case 'fence':
          path = access(say(path, node), node.place, node.store ? { storeFence: true } : { fence: true });
          id = node.next;
          continue;
        case 'enter':
          path = access(path, node.place, { atomic: !node.buffered });
          id = node.next;
          continue;
        case 'choose':
          return unique(node.branches.flatMap((branch) => this.follow(branch, path)));
        case 'branch':
          return this.branch(id, node, path);
        default:
          return this.write(id, node, path);
      }
    }
  }

  /** A step that would end here takes the ghosts that come next along; not twice. */
  private goesOn(id: number, { ending }: Path): boolean {
    return ending?.has(id) !== true && leadsToGhost(this.flow, id);
  }

  private isGhost({ kind, variable }: Read): boolean {
    return kind === 'shared' && this.flow.shared[variable]?.ghost === true;
  }

  /** No step may end before it, once one has come to it. */
  private isExact(node: Node): boolean {
    return (
      node.atomic ||
      node.kind === 'ghost' ||
      termsOf(node).some((term) => leavesOf(term).some((leaf) => this.isGhost(leaf)))
    );
  }

  /** Accesses beyond the first; waiting and choosing after something has happened. */
  private mustStop(node: Node, path: Path): boolean {
    if (node.atomic) return false;
    switch (node.kind) {
      case 'load':
      case 'store':
      case 'locked':
      case 'fence':
        return path.accessed;
      case 'enter':
        return path.accessed || (node.blocks && (this.visible(path) || this.leftLabel(node)));
      case 'choose':
        return path.accessed || this.visible(path) || this.leftLabel(node);
      case 'branch':
        return node.blocking && (path.accessed || this.visible(path) || this.leftLabel(node));
      default:
        return false;
    }
  }

  private visible({ writes }: Path): boolean {
    return writes.some((write) =>
      write.kind === 'shared' ? !this.isGhost(write) : write.variable < this.flow.firstRegister,
    );
  }

  /** The step began inside a labelled statement that the node is not part of. */
  private leftLabel({ labels }: Node): boolean {
    return this.node(this.start).labels.join() !== labels.join();
  }

  /** The step ends at a node. */
  private stop(id: number, given: Path): Step[] {
    let path = given;
    const node = this.place(id, (jump) => {
      path = this.passing(jump, path);
    });
    return this.finish({ kind: 'node', node }, this.passing(node, path));
  }

  private passing(node: number, path: Path): Path {
    const stays = path.loop === this.loops[node] ? path : { ...path, loop: -1 };
    return this.starts.has(node) ? { ...stays, trail: { node, before: path.trail } } : stays;
  }

  /** The node where a location is that comes to nothing but jumps before it; these are told. */
  place(id: number, passed: (jump: number) => void = () => {}): number {
    const seen = new Set<number>();
    let at = id;
    for (let node = this.node(at); node.kind === 'jump' && !node.anchor && !this.forced.has(at); node = this.node(at)) {
      if (seen.has(at)) return id;
      seen.add(at);
      this.reached.add(at);
      passed(at);
      at = node.next;
    }
    return at;
  }

  private finish(goal: Goal, path: Path): Step[] {
    if (path.atomic) this.atomicPaths++;
    else this.plainPaths++;
    if (this.plainPaths > this.mostPaths) this.overflow = true;
    if (this.atomicPaths > ATOMIC_PATHS) this.tooLarge ??= path.place;
    const { writes, accessed, fence, storeFence, atomic, pieces, place, free } = path;
    const returns = goal.kind === 'node' && free.has(goal.node);
    const begun = nodesOf(path);
    const ways = { returns, retries: path.retried, round: path.loop >= 0 && goal.kind === 'node' };
    const common = { writes, accesses: accessed, goal, ...ways, fence, storeFence, atomic };
    return [{ guard: [], ...common, pieces, place, begun }];
  }

  private get givenUp(): boolean {
    return this.overflow || this.tooLarge !== null;
  }

  private branch(id: number, node: Node & { kind: 'branch' }, path: Path): Step[] {
    if (!node.atomic && path.branches >= this.mostBranches) this.overflow = true;
    return this.withTerms(id, node, path, [node.condition], ([condition]) => {
      if (condition === undefined) throw new Error('a branch without condition');
      const arm = (target: number): Step[] => {
        if (this.givenUp) return [];
        if (target >= 0) return this.follow(target, { ...path, branches: path.branches + 1 });
        if (!node.atomic && (this.visible(path) || this.leftLabel(node)))
          return this.finish({ kind: 'stuck', labels: node.labels }, path);
        for (const begun of nodesOf(path)) this.waited.add(begun);
        if (target === ASSUMED) this.assumed = true;
        this.waits++;
        return [];
      };
      if (condition.kind === 'constant') return arm(condition.value !== 0 ? node.whenTrue : node.whenFalse);
      const whenTrue = arm(node.whenTrue);
      const whenFalse = arm(node.whenFalse);
      const separate = mayFail(condition, this.flow.declared);
      if (whenTrue.length + whenFalse.length === 0 && separate) return this.fails(hasValue(condition), path);
      return joined(condition, whenTrue, whenFalse, separate);
    });
  }

  /** Assignments, loads, stores and locked instructions. */
  private write(
    id: number,
    node: Node & { kind: 'assign' | 'ghost' | 'load' | 'store' | 'locked' },
    given: Path,
  ): Step[] {
    if (given.length >= WRITES) {
      if (!this.isExact(node)) return this.stop(id, given);
      this.tooLarge ??= node.place;
      return [];
    }
    const path = { ...given, length: given.length + 1 };
    const { variable, index: written } = node.cell;
    const said = say(path, node);
    const isLocal = node.kind === 'assign';
    const atomic = path.atomic || node.kind === 'locked';
    const storeFence = path.storeFence || (node.kind === 'store' && node.release && !atomic);
    const after = isLocal || node.kind === 'ghost' ? said : access(said, node.place, { atomic, storeFence });
    return this.withTerms(id, node, path, termsOf(node), (resolved) => {
      const [index, ...operands] = written === null ? [null, ...resolved] : resolved;
      const target: Read = { kind: isLocal ? 'local' : 'shared', variable, index: index ?? null };
      const writes = (...added: readonly Write[]) => this.withWrites(id, node, after, added);
      if (node.kind === 'assign' || node.kind === 'store' || node.kind === 'ghost') {
        return writes({ ...target, value: node.value === 'any' ? 'any' : required(operands[0]) });
      }
      const old = readCell(path.writes, target, node.atomic);
      if (typeof old === 'number') return this.tellValuesApart(id, path, old);
      if (old === null) throw new Error('a shared cell was written before in this step');
      const gives = (value: Expression): Write => ({ ...readLocal(node.register), value });
      if (node.kind === 'load') return writes(gives(old));
      const first = required(operands[0]);
      switch (node.operation) {
        case 'swap':
          return writes({ ...target, value: first }, gives(old));
        case 'fetch_add':
          return writes({ ...target, value: this.sum(target, old, first) }, gives(old));
        case 'cas': {
          const value = required(operands[1]);
          const equal = binaryTerm('==', old, first);
          const succeeded = () => writes({ ...target, value }, gives(TRUE));
          const failed = () => {
            const steps = writes(gives(FALSE));
            // The new value is not written, but it was computed.
            if (!mayFail(value, this.flow.declared)) return steps;
            return steps.length === 0 ? this.fails(hasValue(value), after) : guarded(hasValue(value), steps);
          };
          if (equal.kind === 'constant') return equal.value !== 0 ? succeeded() : failed();
          const [done, undone] = [succeeded(), failed()];
          if (done.length + undone.length === 0) return this.fails(hasValue(equal), after);
          return joined(equal, done, undone, true);
        }
      }
    });
  }

  /** What `fetch_add` writes. */
  private sum(target: Read, old: Expression, added: Expression): Expression {
    const { declared } = this.flow;
    return reduced(binaryTerm('+', old, added), declared(target).sort, declared);
  }

  /** Goes on behind a node that writes, by cases where it must. */
  private withWrites(id: number, node: Node & { next: number }, path: Path, added: readonly Write[]): Step[] {
    const [write, ...rest] = added;
    if (write === undefined) return this.givenUp ? [] : this.follow(node.next, path);
    const { waits } = this;
    const steps = this.withWrite(id, node, path, write, rest);
    if (waits === this.waits || !node.atomic) return steps;
    return [...steps, ...this.failuresOf(write, path, steps)];
  }

  private withWrite(
    id: number,
    node: Node & { next: number },
    path: Path,
    write: Write,
    rest: readonly Write[],
  ): Step[] {
    const register = write.kind === 'local' && write.variable >= this.flow.firstRegister;
    if (register) {
      const others = path.writes.filter(({ kind, variable }) => kind !== 'local' || variable !== write.variable);
      return this.withWrites(id, node, { ...path, writes: [...others, write] }, rest);
    }
    const { declared } = this.flow;
    const variable = declared(write);
    const cases = addWrite(path.writes, { write, variable, declared, tellApart: this.isExact(node) });
    if (cases === null) return this.stopBefore(id, path);
    return cases.flatMap(({ condition, writes }) => {
      if (condition?.kind === 'constant' && condition.value === 0) return [];
      const where = node.atomic ? ' inside an atomic block' : '';
      const message = `\`${variable.name}\` out of range${where} (${lineText(node.place)})`;
      const steps =
        writes === null
          ? this.finish({ kind: 'failure', message, labels: node.labels }, path)
          : this.withWrites(id, node, { ...path, writes }, rest);
      return condition === null ? steps : guarded(condition, steps);
    });
  }

  /** Steps that fail where the write does, whatever comes behind it; not where one of those steps does anyhow. */
  private failuresOf({ value, ...target }: Write, path: Path, behind: readonly Step[]): Step[] {
    const { declared } = this.flow;
    const mustHaveValue = (term: Expression) => {
      const known = !mayFail(term, declared) || behind.some(({ guard: [first] }) => first && evaluates(first, term));
      return known ? [] : this.fails(hasValue(term), path);
    };
    const inBounds = mustHaveValue(target);
    if (value === 'any') return inBounds;
    const { sort } = declared(target);
    if (certainlyFits(value, sort, declared)) return [...inBounds, ...mustHaveValue(value)];
    return [...inBounds, ...this.fails(fits(value, sort), path, { value, ...target })];
  }

  /**
   * A step from which nothing goes on: it happens where the condition is false or has no value. The one without value is a
   * failure already; `write` is one where the condition is false.
   */
  private fails(condition: Expression, path: Path, write?: Write): Step[] {
    const { fence, storeFence, atomic, pieces, place } = path;
    const guard = [negate(condition)];
    const goal: Goal = { kind: 'node', node: this.start };
    const writes = write === undefined ? [] : [write];
    const begun = nodesOf(path);
    const ways = { returns: false, retries: false, round: false };
    const common = { writes, accesses: true, goal, ...ways, fence, storeFence, atomic };
    return [{ guard, ...common, pieces, place, begun }];
  }

  /** The path as it was before the node was said: what it says belongs to the next step. */
  private stopBefore(id: number, path: Path): Step[] {
    return this.stop(id, { ...path, pieces: path.pieces.slice(0, -1) });
  }

  /** Terms as they are after the writes so far; where that cannot be said the step ends, or splits by values. */
  private withTerms(
    id: number,
    node: Node,
    path: Path,
    terms: readonly Expression[],
    then: (resolved: readonly Expression[]) => Step[],
  ): Step[] {
    const resolved: Expression[] = [];
    for (const term of terms) {
      const exact = this.isExact(node);
      const found = resolveTerm(term, path.writes, exact);
      if (typeof found === 'number' && exact) return this.tellValuesApart(id, path, found);
      if (found === null || typeof found === 'number') return this.stop(id, path);
      if (sizeOfTree(found) > TERM_SIZE && path.writes.length > 0) {
        if (!exact) return this.stop(id, path);
        this.tooLarge ??= node.place;
        return [];
      }
      resolved.push(found);
    }
    return then(resolved);
  }

  /** Inside an atomic block: one path for each value that `?` can have given. */
  private tellValuesApart(id: number, path: Path, position: number): Step[] {
    const write = path.writes[position];
    if (write === undefined) throw new Error('no such write');
    const bounds = boundsOf(this.flow.declared(write).sort);
    if (bounds === null || bounds.high - bounds.low >= VALUES) {
      this.tooLarge ??= this.node(id).place;
      return [];
    }
    const steps: Step[] = [];
    for (let value = bounds.low; value <= bounds.high && !this.givenUp; value++) {
      const writes = path.writes.with(position, { ...write, value: constant(value) });
      steps.push(...this.follow(id, { ...path, writes }));
    }
    return steps;
  }
}

function required(term: Expression | null | undefined): Expression {
  if (!term) throw new Error('an operand is missing');
  return term;
}
