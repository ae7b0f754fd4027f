/** Random bodies of threads: every statement of the language, labels on all of them, and jumps to any label. */
import { COLOURS, ExpressionWriter, type Kind, type Variable } from './expressions.js';

interface Around {
  readonly atomic: boolean;
  readonly loop: boolean;
  /** Inside of a procedure that returns a value, or none. */
  readonly returns?: 'value' | 'nothing';
}

const OUTSIDE: Around = { atomic: false, loop: false };

/** A procedure that can be called. */
export interface Procedure {
  readonly name: string;
  /** Of values and of shared variables, all of `0..2`. */
  readonly parameters: readonly ('value' | 'shared')[];
  readonly value: boolean;
  /** Without loops and labels: it may be called inside of atomic blocks. */
  readonly simple: boolean;
}
/** Stands for a label until all of them are known. */
const SOME_LABEL = '@@';
/** Expressions inside atomic blocks are of this depth at most: their ways multiply. */
const ATOMIC_DEPTH = 1;

export class BodyWriter extends ExpressionWriter {
  readonly labels: string[] = [];
  /** Those that can be called here. */
  procedures: readonly Procedure[] = [];
  ghosts: readonly Variable[] = [];
  private locals = 0;
  private counters = 0;
  /** Those that a `goto` may lead to: not the ones inside of a `for`. */
  private readonly targets: string[] = [];

  /** The body of a procedure. */
  procedure({ value, simple }: Procedure, tops: number): string {
    const { random, targets } = this;
    const around: Around = { atomic: simple, loop: false, returns: value ? 'value' : 'nothing' };
    const declarations = random.chance(0.5) ? [this.declaration()] : [];
    const statements = this.noted(Array.from({ length: tops }, () => this.statement(1, around)));
    const last = value ? [this.returning(around)] : [];
    const text = this.join([...declarations, ...statements, ...last]);
    return text.replaceAll(`goto ${SOME_LABEL}`, () =>
      targets.length === 0 ? 'skip' : `goto ${random.pick(targets)}`,
    );
  }

  private returning({ returns, atomic }: Around): string {
    if (returns !== 'value') return 'return';
    return `return (${this.int(atomic ? 0 : this.random.pick([0, 1]), this.random.chance(0.2))}) & 1`;
  }

  private call(around: Around): string {
    const { random } = this;
    const possible = this.procedures.filter(({ simple }) => simple || !around.atomic);
    if (possible.length === 0) return 'skip';
    const { name, parameters, value } = random.pick(possible);
    const small: Variable = { name: '', kind: 'int', range: [0, 2], size: null, isShared: false, assignable: false };
    const cells = this.variables.filter(({ isShared, range }) => isShared && range?.[0] === 0 && range[1] === 2);
    const given = parameters.map((kind) => {
      if (kind === 'shared') return this.use(random.pick(cells), 0, false);
      return random.chance(0.5) ? String(random.between(0, 2)) : this.valueFor(small, random.pick([0, 1]), false);
    });
    const call = `${name}(${given.join(', ')})`;
    const targets = this.variables.filter(({ kind, assignable, size, range, field }) => {
      return (
        kind === 'int' &&
        assignable &&
        size === null &&
        field === undefined &&
        (range === null || (range[0] <= 0 && range[1] >= 1))
      );
    });
    return value && targets.length > 0 && random.chance(0.8) ? `${random.pick(targets).name} = ${call}` : call;
  }

  private counting(depth: number, around: Around): string {
    const { random } = this;
    const bound = (low: number, high: number) =>
      random.chance(0.7) ? String(random.between(low, high)) : `${this.int(0, false)} % 2`;
    const [low, high] = [bound(0, 1), bound(0, 2)];
    const variable = { ...this.fresh('int', [0, 2], null), name: `i${this.counters++}`, assignable: false };
    this.variables.push(variable);
    const before = this.targets.length;
    const body = this.block(2, depth, { ...around, loop: true });
    this.targets.splice(before);
    this.variables.splice(this.variables.indexOf(variable), 1);
    return `for ${variable.name} in ${low}..${high} ${body}`;
  }

  private switching(depth: number, around: Around): string {
    const { random } = this;
    const [value, cases] = random.pick([
      [this.int(random.pick([0, 1]), false), random.shuffle(['0', '1', 'N', '-1'])],
      [this.of('colour', 0, false), random.shuffle(COLOURS)],
      [this.of('bool', 0, false), random.shuffle(['true', 'false'])],
    ]);
    const body = () => this.join(Array.from({ length: random.between(0, 2) }, () => this.statement(depth, around)));
    const first = cases.slice(0, random.between(1, 2)).join(', ');
    const others = cases.length > 2 && random.chance(0.5) ? `case ${cases.at(-1)}:\n${body()}` : '';
    const rest = random.chance(0.5) ? `default:\n${body()}` : '';
    return `switch ${value} {\ncase ${first}:\n${body()}${others}${rest}}`;
  }

  /** The statements of a thread, as text; `tops`: how many besides declarations. */
  body(tops: number): string {
    const { random } = this;
    const declarations = Array.from({ length: random.between(0, 2) }, () => this.topDeclaration());
    if (random.chance(0.2)) declarations.push(this.declaration());
    const statements = this.noted(Array.from({ length: tops }, () => this.statement(2, OUTSIDE)));
    const text = this.join([...declarations, ...statements]);
    const { targets } = this;
    return text.replaceAll(`goto ${SOME_LABEL}`, () =>
      targets.length === 0 ? 'skip' : `goto ${random.pick(targets)}`,
    );
  }

  private join(statements: readonly string[]): string {
    return statements
      .map((one) => one + this.random.pick(['\n', '\n', ';\n', '; ', '  // note\n', ' /* so */\n']))
      .join('');
  }

  private fresh(kind: Kind, range: readonly [number, number] | null, size: number | null): Variable {
    const variable = { name: `v${this.locals++}`, kind, range, size, isShared: false, assignable: true };
    return variable;
  }

  /** With first values known beforehand. */
  private topDeclaration(): string {
    const { random } = this;
    const known = this.variables.filter(({ isShared }) => !isShared);
    switch (random.weighted({ plain: 4, two: 1, array: 1.5, any: 1, untyped: 1 })) {
      case 'two': {
        const [one, other] = [this.fresh('int', [0, 2], null), this.fresh('int', [0, 2], null)];
        const flag = this.fresh('bool', null, null);
        this.variables.push(one, other, flag);
        return `local ${one.name}, ${other.name}: 0..2 = ${random.between(0, 2)}, ${flag.name}: bool`;
      }
      case 'array': {
        const variable = this.fresh('int', [0, 2], 2);
        this.variables.push(variable);
        const first = random.pick(['', ' = 1', ' = {1, 2}', ' = {?, 0}', ' = {N, 0}']);
        return `local ${variable.name}[2]: 0..2${first}`;
      }
      case 'any': {
        const variable = random.pick([this.fresh('bool', null, null), this.fresh('int', [0, 1], null)]);
        this.variables.push(variable);
        return `local ${variable.name}: ${typeText(variable)} = ?`;
      }
      case 'untyped': {
        // From what is known when the thread is made.
        const writer = new ExpressionWriter(random, known, new Map([['N', 2]]), []);
        const kind = random.pick(['int', 'bool', 'colour'] as const);
        const value = writer.of(kind, 1, false);
        const variable = this.fresh(kind, null, null);
        this.variables.push(variable);
        return `local ${variable.name} = ${value.includes('/') || value.includes('%') ? writer.of(kind, 0, false) : value}`;
      }
      default: {
        const variable = random.pick([
          this.fresh('int', [0, 2], null),
          this.fresh('colour', null, null),
          this.fresh('int', [-1, 1], null),
          this.fresh('int', [1, 2], null),
        ]);
        this.variables.push(variable);
        const first =
          variable.kind === 'colour' ? random.pick(['', ' = blue']) : random.pick(['', ' = 1', ' = -1 + N']);
        return `local ${variable.name}: ${typeText(variable)}${first}`;
      }
    }
  }

  /** Of a scalar, with a value that may be read from memory. */
  private declaration(): string {
    const { random } = this;
    const variable = random.pick([
      this.fresh('int', random.chance(0.2) ? [1, 2] : [0, 2], null),
      this.fresh('bool', null, null),
      this.fresh('colour', null, null),
    ]);
    const value = random.chance(0.15) ? '?' : this.valueFor(variable, 1, true);
    const second = random.chance(0.2) ? this.fresh('int', [0, 2], null) : null;
    const more =
      second === null
        ? ''
        : `, ${second.name}: 0..2${random.chance(0.5) ? '' : ` = ${this.valueFor(second, 0, false)}`}`;
    const type = value === '?' || random.chance(0.7) || variable.kind === 'int' ? `: ${typeText(variable)}` : '';
    this.variables.push(variable, ...(second === null ? [] : [second]));
    return `local ${variable.name}${type} = ${value}${more}`;
  }

  private statement(depth: number, around: Around): string {
    const { random } = this;
    let text = this.unlabelled(depth, around);
    while (!around.atomic && random.chance(0.22)) {
      const label = `l${this.labels.length}`;
      this.labels.push(label);
      this.targets.push(label);
      text = `${label}: ${text}`;
    }
    return text;
  }

  private block(length: number, depth: number, around: Around): string {
    const statements = Array.from({ length: this.random.chance(0.05) ? 0 : this.random.between(1, length) }, () =>
      this.statement(depth, around),
    );
    return `{\n${this.join(this.noted(statements))}}`;
  }

  /** With ghosts behind some of those that end with an access: what they are part of is clear there. */
  private noted(statements: readonly string[]): string[] {
    const { random } = this;
    if (this.ghosts.length === 0) return [...statements];
    const stored = this.variables.flatMap(({ isShared, name }) => (isShared ? [name] : [])).join('|');
    const accesses = new RegExp(`^(\\w+: )*(fence$|atomic |(cas|swap|fetch_add)\\(|(${stored})\\b[^\\n;]*$)`);
    return statements.flatMap((text) => {
      if (!accesses.test(text) || random.chance(0.4)) return [text];
      return [text, ...Array.from({ length: random.pick([1, 1, 2]) }, () => this.note())];
    });
  }

  private note(): string {
    const { random } = this;
    const small = this.variables.filter(({ isShared, kind, size, range }) => {
      return !isShared && kind === 'int' && size === null && range !== null && range[0] >= 0 && range[1] <= 2;
    });
    const own = small.length === 0 ? '1' : random.pick(small).name;
    return random.pick([
      ...['gh = (gh + 1) % 3', `gh = ${own}`, `gh = (2 * gh + ${own}) % 3`, 'gh = ?', 'gh += 1', 'assert gh <= 1'],
      ...[`gd[${own} % 2] = true`, 'gd[gh % 2] = !gd[1]', `gd[${own} & 1] = gh == ${own}`],
    ]);
  }

  /** A block, or a single statement without braces. */
  private bodyOf(depth: number, around: Around): string {
    if (this.random.chance(0.75)) return this.block(2, depth, around);
    const single = this.statement(depth, around);
    // A declaration needs its braces.
    return /^(\w+: )*local /.test(single) ? `{ ${single} }` : single;
  }

  private condition(around: Around): string {
    const { random } = this;
    const depth = around.atomic ? ATOMIC_DEPTH : random.pick([0, 1, 1, 2]);
    return this.bool(depth, random.chance(0.3));
  }

  private assignment(around: Around): string {
    const { random } = this;
    const targets = this.variables.filter(({ assignable }) => assignable);
    const shared = targets.filter(({ isShared }) => isShared);
    const target = random.pick(random.chance(0.6) || targets.length === 0 ? shared : targets);
    const depth = around.atomic ? ATOMIC_DEPTH : random.pick([0, 0, 1, 1, 2]);
    const finite = target.kind !== 'int' || target.range !== null;
    if (target.kind === 'int' && random.chance(0.25)) return this.compound(target, around);
    const value = finite && random.chance(0.1) ? '?' : this.valueFor(target, depth, random.chance(0.3));
    return `${this.use(target, depth, random.chance(0.2))} = ${value}`;
  }

  private release(around: Around): string {
    const { random } = this;
    const target = random.pick(this.variables.filter(({ assignable, isShared }) => assignable && isShared));
    const depth = around.atomic ? 0 : random.pick([0, 1]);
    return `store_release(${this.use(target, depth, false)}, ${this.valueFor(target, depth, false)})`;
  }

  /** `x += 1`: mostly such that the value stays in its range. */
  private compound(target: Variable, around: Around): string {
    const { random } = this;
    const [operator, value] = random.pick([
      ...[['+', '1'] as const, ['-', '1'] as const, ['*', random.pick(['0', '2'])] as const],
      ...[['&', '1'] as const, ['|', '0'] as const, ['^', random.pick(['1', '0'])] as const],
      ...[['>>', '1'] as const, ['<<', '0'] as const, ['%', '2'] as const, ['/', 'N'] as const],
    ]);
    const shown = random.chance(0.2) && !around.atomic ? this.int(0, random.chance(0.2)) : value;
    return `${this.use(target, 0, false)} ${operator}= ${shown}`;
  }

  /** Cells of one array, one after the other, which may be the same: in one step or in several. */
  private cells(around: Around): string {
    const { random } = this;
    const arrays = this.variables.filter(({ size, inner, field }) => size !== null && inner === undefined && !field);
    const small = this.variables.filter(({ kind, size, range, field }) => {
      return kind === 'int' && size === null && range?.[0] === 0 && field === undefined;
    });
    if (arrays.length === 0 || small.length === 0) return this.assignment(around);
    const array = random.pick(arrays);
    const cell = () => `${array.name}[${random.chance(0.8) ? random.pick(small).name : random.between(0, 1)}]`;
    // What says where is often what is written, too: then it shows which of the two is read first.
    const value = () => {
      return array.kind === 'int' && random.chance(0.4)
        ? `${random.pick(small).name} % 3`
        : this.valueFor(array, 0, false);
    };
    const targets = this.variables.filter(
      (one) => one.assignable && one.size === null && one.kind === array.kind && !one.field,
    );
    const [first, second] = [`${cell()} = ${random.chance(0.15) ? '?' : value()}`, `${cell()} = ${value()}`];
    const last = targets.length > 0 ? `${random.pick(targets).name} = ${cell()}` : `${cell()} = ${value()}`;
    const all = random
      .pick([
        [first, second],
        [first, last],
        [first, second, last],
      ])
      .join('; ');
    return around.atomic || random.chance(0.5) ? `{ ${all} }` : `atomic { ${all} }`;
  }

  /** An atomic block with something that may fail before it waits, or behind. */
  private hasty(around: Around): string {
    const { random } = this;
    const inside = { ...around, atomic: true };
    const risk = () => random.pick([`if ${this.doubtful()} {}`, this.risky() ?? this.assignment(inside)]);
    const wait = () => `${random.pick(['await', 'assume'])} ${this.bool(ATOMIC_DEPTH, false)}`;
    const parts = random.pick([
      [risk(), wait()],
      [wait(), risk()],
      [risk(), wait(), this.assignment(inside)],
      [wait(), risk(), wait()],
      [`choose { ${risk()} } or { ${wait()} }`, wait()],
    ]);
    return around.atomic ? `{ ${parts.join('; ')} }` : `atomic { ${parts.join('; ')} }`;
  }

  /** A value that may leave its range, an index that may be none, a division that may be by zero. */
  private risky(): string | null {
    const { random } = this;
    const numbers = this.variables.filter(({ kind }) => kind === 'int');
    const targets = numbers.filter(({ assignable, range }) => assignable && range !== null);
    if (targets.length === 0) return null;
    const target = random.pick(targets);
    const other = random.pick(numbers);
    const source = this.use(other, 0, false);
    const arrays = this.variables.filter(({ size, assignable, inner, field }) => {
      return size !== null && assignable && inner === undefined && !field;
    });
    const array = arrays.length === 0 || random.chance(0.5) ? null : random.pick(arrays);
    if (array !== null)
      return `${array.name}[${source}] = ${random.chance(0.2) ? '?' : this.valueFor(array, 0, false)}`;
    return `${this.use(target, 0, false)} = ${random.pick([`${source} + 1`, `2 / (${source})`, `${source} - 1`])}`;
  }

  private unlabelled(depth: number, around: Around): string {
    const { random } = this;
    const { atomic, loop } = around;
    const deep = depth > 0 ? 1 : 0;
    const kind = random.weighted({
      assign: 9,
      instruction: 1,
      local: 0.6,
      skip: 1,
      fence: atomic ? 0.1 : 1,
      barrier: atomic ? 0.1 : 1,
      release: 1,
      await: 1.5,
      assume: 0.8,
      assert: 0.6,
      goto: 0.8,
      leave: loop ? 1.5 : 0,
      if: 3 * deep,
      while: atomic ? 0 : 1.2 * deep,
      loop: atomic ? 0 : deep,
      choose: 1.5 * deep,
      block: 0.7 * deep,
      atomic: (atomic ? 0.3 : 2) * deep,
      cells: 1.2,
      doubtful: 0.5,
      hasty: 0.7,
      for: atomic ? 0 : 0.8 * deep,
      switch: deep,
      call: this.procedures.length > 0 ? 2 : 0,
      return: around.returns === undefined ? 0 : 0.8,
    });
    const inner = depth - 1;
    switch (kind) {
      case 'assign':
        return this.assignment(around);
      case 'instruction':
        return this.instruction() ?? 'skip';
      case 'local':
        return this.declaration();
      case 'skip':
      case 'fence':
        return kind;
      case 'barrier':
        return 'fence store';
      case 'release':
        return this.release(around);
      case 'await':
      case 'assume':
        return `${kind} ${this.condition(around)}`;
      case 'assert':
        return `assert ${random.chance(0.5) ? this.condition(around) : `(${this.int(0, false)} <= ${random.pick(['2', '2', '1'])})`}`;
      case 'goto':
        return random.chance(0.5) ? `if ${this.condition(around)} goto ${SOME_LABEL}` : `goto ${SOME_LABEL}`;
      case 'leave': {
        const way = random.pick(['break', 'break', 'continue']);
        return random.chance(0.6) ? `if ${this.condition(around)} ${way}` : way;
      }
      case 'if': {
        // What is declared in a part can be named in those behind it.
        const condition = this.condition(around);
        const twofold = random.chance(0.5);
        // A body without braces would take the `else` for itself.
        const then = twofold ? this.block(2, inner, around) : this.bodyOf(inner, around);
        return `if (${condition}) ${then}${twofold ? ` else ${this.bodyOf(inner, around)}` : ''}`;
      }
      case 'while': {
        const condition = this.condition(around);
        return `while (${condition}) ${this.bodyOf(inner, { ...around, loop: true })}`;
      }
      case 'loop':
        return `loop ${this.block(2, inner, { ...around, loop: true })}`;
      case 'choose': {
        const branches = Array.from({ length: random.pick([2, 2, 3]) }, () => this.block(2, inner, around));
        return `choose ${branches.join(' or ')}`;
      }
      case 'for':
        return this.counting(inner, around);
      case 'switch':
        return this.switching(inner, around);
      case 'call':
        return this.call(around);
      case 'return':
        return random.chance(0.6)
          ? `if ${this.condition(around)} { ${this.returning(around)} }`
          : this.returning(around);
      case 'cells':
        return this.cells(around);
      case 'doubtful':
        return `if ${this.doubtful()} {}${random.chance(0.5) ? '' : ' else skip'}`;
      case 'hasty':
        return this.hasty(around);
      case 'block':
        return this.block(2, inner, around);
      case 'atomic':
        return `atomic ${this.block(3, inner, { ...around, atomic: true })}`;
    }
  }
}

export function typeText({ kind, range }: Variable): string {
  if (kind !== 'int') return kind;
  return range === null ? 'int' : `${range[0]}..${range[1]}`;
}
