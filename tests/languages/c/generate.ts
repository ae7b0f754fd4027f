/**
 * Random sequential C: integers of all widths and their promotions, enumerations, structs in structs and arrays, pointers to
 * scalars, elements and structs, a list from `malloc`, loops, jumps, functions that take and give structs and pointers. Every
 * operation is defined by C: signed sums are of small numbers, divisors are odd, shifts are masked, indices too, and no local
 * is read before it has a value. Comments with ghosts stand between the statements, and change nothing.
 */
export interface Source {
  /** A number from 0 to below `limit`. */
  below(limit: number): number;
}

export function sourceOf(seed: number): Source {
  let state = (seed * 2654435761) >>> 0 || 1;
  return {
    below(limit) {
      state ^= state << 13;
      state >>>= 0;
      state ^= state >>> 17;
      state ^= state << 5;
      state >>>= 0;
      return state % limit;
    },
  };
}

const TYPES = [
  'int',
  'char',
  'unsigned char',
  'signed char',
  'short',
  'half',
  'unsigned int',
  'long',
  'unsigned long',
  'long long',
  '_Bool',
  'enum tone',
] as const;
type Type = (typeof TYPES)[number];

/** What sums in place are defined for, whatever was there before: these wrap around. */
const WRAPS: readonly Type[] = ['char', 'unsigned char', 'signed char', 'short', 'half', 'unsigned int'];

export interface Sequential {
  /** Declarations and the function `work`. */
  readonly text: string;
  /** What is printed, and asserted. */
  readonly observed: readonly { readonly name: string; readonly type: string }[];
}

export function sequentialProgram(random: Source): Sequential {
  return new Writer(random).program();
}

interface Named {
  readonly name: string;
  readonly type: Type;
}

class Writer {
  private readonly random: Source;
  private readonly scalars: readonly Named[];
  private readonly members: readonly Named[];
  private readonly element: Type;
  /** Locals of the blocks around what is written. */
  private readonly locals: Named[] = [];
  private names = 0;

  constructor(random: Source) {
    this.random = random;
    this.scalars = Array.from({ length: 4 }, (_, at) => ({ name: `g${at}`, type: this.pick(TYPES) }));
    this.members = ['a', 'b', 'in.c', 'in.d[0]', 'in.d[1]'].map((name) => ({ name, type: this.pick(TYPES) }));
    this.element = this.pick(TYPES);
  }

  program(): Sequential {
    const body = Array.from({ length: 6 }, () => `  ${this.statement(2)}`).join('\n');
    const { element, scalars, members, random } = this;
    const [a, b, c, d] = members.map(({ type }) => type);
    const text = `typedef unsigned short half;
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
enum tone { LOW = -3, MID, HIGH = 40 };
struct inner { ${c} c; ${d} d[2]; };
struct outer { ${a} a; ${b} b; struct inner in; };
struct node { int value; struct node *next; };
${scalars.map(({ type, name }) => `${type} ${name} = ${random.below(100)};`).join('\n')}
${element} arr[4] = { 3, [2] = 7, 1 };
${element} grid[2][3] = { { 1, 2 }, { [1] = 9 } };
struct outer s0 = { 1, 2, { 3, { 4 } } }, s1 = { .b = 5, .in.c = 4 };
struct outer rows[2] = { [1] = { .a = 6, .in = { .d = { 1, 2 } } } };
//@ ghost int noted = 0;
static int f0(int a, int b) { return (a & 63) + (b & 63); }
static int f1(int a, int b) { if ((a & 3) == 0) return b & 127; return a & 31; }
static int f2(struct outer s, int b) { s.b = b; return (s.a & 15) + (s.b & 15) + (s.in.d[1] & 15); }
static int f3(void) { static int times = 5; times++; return times & 31; }
static struct outer f4(int a) { struct outer made = { .a = a, .in = { .c = a & 7 } }; made.in.d[a & 1] = 3; return made; }
static void f5(${element} *to, int value) { *to = value; }
static int f6(int count) {
  struct node *list = 0;
  int sum = 0;
  for (int i = 0; i < (count & 3); i++) { struct node *n = malloc(sizeof *n); n->value = i + count; n->next = list; list = n; }
  while (list) { struct node *n = list; sum += n->value & 63; list = n->next; free(n); }
  return sum;
}
static void work(void) {
  int i1 = 0, i2 = 0, j1 = 0, j2 = 0, k = 0;
  ${element} *p = &arr[0];
  ${scalars[0]?.type} *r = &g0;
  struct outer *q = &s0;
${body}
}
`;
    const listed = (name: string, type: Type, count: number): Named[] =>
      Array.from({ length: count }, (_, at) => ({ name: `${name}[${at}]`, type }));
    const parts = ['s0', 's1', 'rows[0]', 'rows[1]'].flatMap((name) =>
      members.map((member) => ({
        name: `${name}.${member.name}`,
        type: (member.name.includes('d[') ? d : member.type) as Type,
      })),
    );
    const cells = [listed('arr', element, 4), listed('grid[0]', element, 3), listed('grid[1]', element, 3)];
    return { text, observed: [...scalars, ...cells.flat(), ...parts] };
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }

  private index(): string {
    return this.pick(['i1', 'i2', 'j2', 'k', '0', '1', '2']);
  }

  private place(): string {
    const { random } = this;
    switch (random.below(12)) {
      case 0:
        return `s${random.below(2)}.${this.pick(this.members).name}`;
      case 1:
        return `arr[${this.index()} & 3]`;
      case 2:
        return '*p';
      case 3:
        return `q->${this.pick(['b', 'in.c', `in.d[${this.index()} & 1]`])}`;
      case 4:
        return `rows[${this.index()} & 1].${this.pick(['a', 'in.c', 'in.d[1]'])}`;
      case 5:
        return `grid[${this.index()} & 1][(${this.index()} & 127) % 3]`;
      case 6:
        return '*r';
      case 7:
        return this.pick([...this.locals, ...this.scalars]).name;
      default:
        return this.pick(this.scalars).name;
    }
  }

  /** Small enough that sums and products of a few stay within `int`. */
  private value(depth: number): string {
    const { random } = this;
    if (depth === 0) {
      if (random.below(3) > 0) return `(${this.place()} & ${this.pick([7, 63, 127])})`;
      return this.pick([
        `${random.below(200) - 100}`,
        "'b'",
        'HIGH',
        'LOW',
        '0x2f',
        '(int)sizeof(struct node *)',
        '!q',
      ]);
    }
    const [left, right] = [this.value(depth - 1), this.value(depth - 1)];
    switch (random.below(18)) {
      case 0:
        return `(${left} + ${right})`;
      case 1:
        return `(${left} - ${right})`;
      case 2:
        return `((${left} & 15) * (${right} & 15))`;
      case 3:
        return `(${left} / (${right} | 1))`;
      case 4:
        return `(${left} % ((${right} & 15) + 1))`;
      case 5:
        return `((${left} & 255) ${this.pick(['<<', '>>'])} (${right} & 3))`;
      case 6:
        return `(${left} ${this.pick(['&', '|', '^'])} ${right})`;
      case 7:
        return `(${left} ${this.pick(['<', '<=', '>', '>=', '==', '!='])} ${right})`;
      case 8:
        return `(${left} ${this.pick(['&&', '||'])} ${right})`;
      case 9:
        return `(${left} ? ${right} : ${this.value(depth - 1)})`;
      case 10:
        return `((${this.pick(TYPES)})${left})`;
      case 11:
        return `f${random.below(2)}(${left}, ${right})`;
      case 12:
        return `(${this.pick(['~', '-', '!', '+'])}(${left} & 1023))`;
      case 13:
        return `f2(${this.pick(['s0', 's1', '*q', 'rows[1]'])}, ${right})`;
      case 14:
        return this.pick(['f3()', `f6(${left} & 63)`, '(p - arr)', '(p == &arr[1])', '(q != &s1)']);
      case 15:
        // Promoted to `int` first, whatever the types are.
        return `((${this.pick(['unsigned char', 'signed char', 'short', 'half'])})${left} ${this.pick(['+', '-', '<', '=='])} (${this.pick(['char', 'half', '_Bool'])})${right})`;
      case 16:
        return `((${this.pick(['signed char', 'short', 'int', 'long'])})(${left} - 50) >> (${right} & 3))`;
      default:
        return `(${left}, ${right})`;
    }
  }

  /** Without sign, around zero: what wraps is compared, shifted, divided. Used by itself, so that nothing signed overflows. */
  private wide(): string {
    const { random } = this;
    const to = this.pick(['unsigned', 'unsigned long']);
    const [left, right] = [`(${to})${this.value(1)}`, `(${to})${this.value(1)}`];
    switch (random.below(7)) {
      case 0:
        return `${left} - ${right}`;
      case 1:
        return `(${left} - ${right}) ${this.pick(['<', '<=', '>', '>=', '==', '!='])} (${to})${this.place()}`;
      case 2:
        return `(${left} - ${right}) % ${1 + random.below(12)}`;
      case 3:
        return `~(${left} & 255) >> ${random.below(32)}`;
      case 4:
        return `(${left} - ${right}) ${this.pick(['&', '|', '^'])} ${this.place()}`;
      case 5:
        return `${this.place()} ${this.pick(['<', '<=', '>', '>='])} ${this.place()}`;
      default:
        return `-${left} * ${right}`;
    }
  }

  private statement(depth: number): string {
    const { random } = this;
    const inner = () => this.statement(depth - 1);
    switch (random.below(depth > 0 ? 19 : 10)) {
      case 0:
        return `${this.place()} = ${this.value(2)};`;
      case 1:
        return `${this.place()} ${this.pick(['&=', '|=', '^='])} ${this.value(1)};`;
      case 2:
        return `k = ${this.value(1)} & 1023; ${this.pick(['k++', '++k', 'k--', '--k'])}; ${this.pick(this.scalars).name} = k;`;
      case 3:
        return this.pick([
          `p = &arr[${random.below(4)}];`,
          `p = &grid[${random.below(2)}][${random.below(3)}]; p = arr;`,
          `q = &s${random.below(2)};`,
          `q = &rows[${this.index()} & 1];`,
          `r = ${this.pick(this.scalars.filter(({ type }) => type === this.scalars[0]?.type).map(({ name }) => `&${name}`))};`,
        ]);
      case 4:
        return this.pick([
          's1 = s0;',
          `s${random.below(2)} = f4(${this.value(0)});`,
          'rows[0] = *q;',
          'rows[1].in = s0.in;',
        ]);
      case 5:
        return `${this.place()} = ${this.wide()};`;
      case 6:
        return this.inPlace();
      case 7:
        return `f5(${this.pick(['p', '&arr[2]', '&grid[1][0]', `arr + ${random.below(4)}`])}, ${this.value(1)});`;
      case 8:
        return `\n  //@ ghost noted = ${random.below(9)};\n  ${this.place()} = ${this.value(1)};`;
      case 9:
        return `${this.place()} = ${this.value(1)};`;
      case 10:
        return `if (${this.value(1)}) { ${inner()} } else { ${inner()} }`;
      case 11:
        return `for (i${depth} = 0; i${depth} < ${1 + random.below(4)}; i${depth}++) { ${inner()} if (${this.value(0)}) continue; ${inner()} }`;
      case 12:
        return `j${depth} = ${random.below(4)}; while (j${depth} > 0) { ${inner()} j${depth}--; if (${this.value(0)} == 5) break; }`;
      case 13:
        return `j${depth} = 0; do { ${inner()} j${depth}++; } while (j${depth} < ${1 + random.below(3)});`;
      case 14:
        return `switch (${this.value(1)} & 3) { case 0: ${inner()} break; case 1: ${inner()} default: ${inner()} }`;
      case 15: {
        const label = `l${this.names++}`;
        return `if (${this.value(1)}) goto ${label}; ${inner()} ${label}: ${inner()}`;
      }
      case 16: {
        const local = { name: `v${this.names++}`, type: this.pick(TYPES) };
        const first = this.value(1);
        this.locals.push(local);
        const block = `{ ${local.type} ${local.name} = ${first}; ${inner()} ${inner()} g1 = ${local.name}; }`;
        this.locals.pop();
        return block;
      }
      case 17: {
        // Has a value by the time it is read, though not where it is declared.
        const name = `v${this.names++}`;
        return `{ int ${name}; if (${this.value(1)}) ${name} = ${this.value(0)}; else { ${name} = ${this.value(0)}; ${inner()} } g2 = ${name}; }`;
      }
      default:
        return `{ ${inner()} ${inner()} }`;
    }
  }

  /** A sum in place, where the type allows it whatever was there before. */
  private inPlace(): string {
    const wrapping = this.scalars.filter(({ type }) => WRAPS.includes(type));
    if (wrapping.length === 0) return `${this.pick(this.scalars).name} = ${this.value(1)};`;
    const { name, type } = this.pick(wrapping);
    const by = `(${this.value(0)} & 63)`;
    if (type === 'unsigned int') return this.pick([`${name} += ${by};`, `${name} -= ${by};`, `${name} >>= ${by} & 7;`]);
    return this.pick([`${name} += ${by};`, `${name} -= ${by};`, `${name} *= ${by};`, `${name}++;`, `--${name};`]);
  }
}
