/** Who the processes of a cube are: threads of a kind, by their places and locals, each with a name of its own. */
import type { Access, Formula, Process, StateSymbol, Term } from '../../models/array-system/model.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { mapFormula } from '../../models/array-system/views.js';
import type { Edge } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import type { Role, Vocabulary } from './vocabulary.js';

const NAMES = ['i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v'];

export class Threads {
  readonly #vocabulary: Vocabulary;
  readonly #roles = new Map<string, Role>();
  readonly #observers = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(
    vocabulary: Vocabulary,
    owners: ReadonlyMap<StateSymbol, { readonly role: Role | null }>,
    cube: ViewedCube,
  ) {
    this.#vocabulary = vocabulary;
    const conjuncts = cube.formula.kind === 'and' ? cube.formula.operands : [cube.formula];
    for (const conjunct of conjuncts) this.#look(conjunct);
    mapFormula(
      cube.formula,
      (access) => {
        const role = owners.get(access.symbol)?.role ?? null;
        const [first] = access.indices;
        if (role !== null && first?.kind === 'bound') this.#roles.set(first.name, role);
        return access;
      },
      null,
    );
    // Where there is one kind of thread, everybody is of that kind.
    const [only, ...others] = vocabulary.roles;
    if (only !== undefined && only.constant === null && others.length === 0 && vocabulary.observer === null) {
      for (const name of cube.parameters) this.#roles.set(name, only);
    }
    for (const name of cube.parameters) if (!this.#isNobody(name)) this.#name(name);
  }

  /** One that is known by its own name needs no other. */
  #isNobody(name: string): boolean {
    return this.#observers.has(name) || (this.#roles.get(name)?.constant ?? null) !== null;
  }

  #name(name: string): string {
    const known = this.#names.get(name) ?? NAMES[this.#names.size] ?? name;
    this.#names.set(name, known);
    return known;
  }

  /** What a conjunct says of somebody's kind: a place, or that it is one of the other threads. */
  #look(formula: Formula): void {
    const { place, observer, roles } = this.#vocabulary;
    const said = formula.kind === 'or' ? formula.operands : [formula];
    const found: { name: string; value: number }[] = [];
    for (const each of said) {
      if (each.kind !== 'compare' || each.operator !== '=') return;
      const { left, right } = each;
      const [process, constant] = processAndConstant(left, right);
      const role = constant === null ? undefined : roles.find((other) => other.constant === constant);
      if (process !== null && role !== undefined && said.length === 1) this.#roles.set(process, role);
      if (left.kind !== 'access' || left.access.symbol !== place || right.kind !== 'constructor') return;
      const [index] = left.access.indices;
      if (index?.kind === 'bound') found.push({ name: index.name, value: right.value });
    }
    const [first] = found;
    if (first === undefined || found.some(({ name }) => name !== first.name)) return;
    if (found.every(({ value }) => value === observer)) this.#observers.add(first.name);
    const possible = new Set(found.map(({ value }) => this.#roleAt(value)));
    const [only] = possible;
    if (possible.size === 1 && only !== undefined) this.#roles.set(first.name, only);
  }

  #roleAt(value: number): Role | undefined {
    if (value === this.#vocabulary.failed) return undefined;
    return this.#vocabulary.roles.find(({ places }) => [...places.values()].includes(value));
  }

  isObserver(process: Process): boolean {
    return process.kind === 'bound' && this.#observers.has(process.name);
  }

  /** Somebody who does something: `T(i)`, `Main`, `thread i`. */
  actor(process: Process): string {
    if (process.kind === 'constant') return `thread ${process.number}`;
    if (this.#observers.has(process.name)) return 'memory';
    const role = this.#roles.get(process.name);
    if (role === undefined) return `thread ${this.#name(process.name)}`;
    return role.constant === null ? `${role.title}(${this.#name(process.name)})` : role.title;
  }

  /** A number: `i`. */
  value(process: Process): string {
    if (process.kind === 'constant') return `${process.number}`;
    const role = this.#roles.get(process.name);
    return role !== undefined && role.constant !== null ? role.title : this.#name(process.name);
  }

  /** That somebody is a certain one of the other threads shows in its name: then there is nothing left to say. */
  roleSaid(left: Term, right: Term, operator: string): string | null {
    const [process, constant] = processAndConstant(left, right);
    const role = this.#vocabulary.roles.find((other) => other.constant !== null && other.constant === constant);
    if (process === null || role === undefined) return null;
    if (this.#roles.get(process) === role && operator === '=') return '';
    return `thread ${this.#name(process)} is ${operator === '=' ? '' : 'not '}${role.title}`;
  }

  /** `T(i)@cs`, `T(i) at line 7`, `T(i) at line 7 (lock = 0)`, `T(i) has failed`. */
  place({ indices: [process] }: Access, value: number, sign: boolean): string {
    const { failed, observer, program } = this.#vocabulary;
    if (process === undefined) throw new Error('a place is somebody’s');
    if (value === observer) return sign && this.isObserver(process) ? '' : `${this.actor(process)} is nobody`;
    if (value === failed) return `${this.actor(process)} has ${sign ? '' : 'not '}failed`;
    const role = this.#roleAt(value);
    const location = role === undefined ? undefined : [...role.places].find(([, at]) => at === value)?.[0];
    const template = role === undefined ? undefined : program.templates[role.template];
    if (role === undefined || location === undefined || template === undefined) throw new Error('a place is somewhere');
    const known = process.kind === 'bound' && this.#roles.get(process.name) === role;
    const who = known
      ? this.actor(process)
      : role.constant === null
        ? `${role.title}(${this.value(process)})`
        : role.title;
    const label = template.locations[location]?.labels[0];
    if (label !== undefined) return `${sign ? '' : '!'}${who}@${label}`;
    const next = template.edges.find(({ from }) => from === location);
    const where = next === undefined ? 'at its end' : `at ${placeText(next, template.edges)}`;
    return `${who} ${sign ? '' : 'not '}${where}`;
  }
}

/** The line, and the statement where the line has others, too. */
function placeText({ place, text }: Edge, edges: readonly Edge[]): string {
  const line = lineText(place);
  const isAlone = edges.every((other) => other.text === text || lineText(other.place) !== line);
  return isAlone ? line : `${line} (${text})`;
}

function processAndConstant(left: Term, right: Term): [string | null, StateSymbol | null] {
  const process = left.kind === 'process' ? left : right.kind === 'process' ? right : null;
  const access = left.kind === 'access' ? left : right.kind === 'access' ? right : null;
  if (process === null || process.process.kind !== 'bound' || access === null) return [null, null];
  return [process.process.name, access.access.symbol];
}
