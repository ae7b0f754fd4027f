/**
 * Random sequential C: integers of several widths, structs, arrays, pointers, loops, functions. Every operation is defined by C:
 * signed sums are of small numbers, divisors are odd, shifts are masked, indices too. The program ends with assertions that
 * all variables have the values that are put in later, from a run of the compiled program.
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
  'unsigned char',
  'signed char',
  'short',
  'unsigned short',
  'unsigned int',
  'long',
  'unsigned long',
  '_Bool',
] as const;

export interface Sequential {
  /** Declarations and the function `work`. */
  readonly text: string;
  /** What is printed, and asserted. */
  readonly observed: readonly { readonly name: string; readonly type: string }[];
}

export function sequentialProgram(random: Source): Sequential {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const scalars = Array.from({ length: 4 }, (_, at) => ({ name: `g${at}`, type: pick(TYPES) }));
  const arrays = [{ name: 'arr', type: pick(TYPES) }];
  const field = () => `s${random.below(2)}.${pick(['a', 'b', 'in.c'])}`;
  const place = (): string => {
    switch (random.below(6)) {
      case 0:
        return field();
      case 1:
        return `arr[${pick(['i1', 'j2', '1', '2'])} & 3]`;
      case 2:
        return '*p';
      case 3:
        return 'q->b';
      default:
        return pick(scalars).name;
    }
  };
  /** Small enough that sums and products of a few stay within `int`. */
  const value = (depth: number): string => {
    if (depth === 0)
      return random.below(3) === 0 ? `${random.below(200) - 100}` : `(${place()} & ${pick([7, 63, 127])})`;
    const [left, right] = [value(depth - 1), value(depth - 1)];
    switch (random.below(14)) {
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
        return `((${left} & 255) ${pick(['<<', '>>'])} (${right} & 3))`;
      case 6:
        return `(${left} ${pick(['&', '|', '^'])} ${right})`;
      case 7:
        return `(${left} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${right})`;
      case 8:
        return `(${left} ${pick(['&&', '||'])} ${right})`;
      case 9:
        return `(${left} ? ${right} : ${value(depth - 1)})`;
      case 10:
        return `((${pick(TYPES)})${left})`;
      case 11:
        return `f${random.below(2)}(${left}, ${right})`;
      case 12:
        return `(${pick(['~', '-', '!', '+'])}(${left} & 1023))`;
      default:
        return `(${left}, ${right})`;
    }
  };
  /** Without sign, around zero: what wraps is compared, shifted, divided. Used by itself, so that nothing signed overflows. */
  const wide = (): string => {
    const to = pick(['unsigned', 'unsigned long']);
    const [left, right] = [`(${to})${value(1)}`, `(${to})${value(1)}`];
    switch (random.below(7)) {
      case 0:
        return `${left} - ${right}`;
      case 1:
        return `(${left} - ${right}) ${pick(['<', '<=', '>', '>=', '==', '!='])} (${to})${place()}`;
      case 2:
        return `(${left} - ${right}) % ${1 + random.below(12)}`;
      case 3:
        return `~(${left} & 255) >> ${random.below(32)}`;
      case 4:
        return `(${left} - ${right}) ${pick(['&', '|', '^'])} ${place()}`;
      case 5:
        return `${place()} ${pick(['<', '<=', '>', '>='])} ${place()}`;
      default:
        return `-${left} * ${right}`;
    }
  };
  const statement = (depth: number): string => {
    switch (random.below(depth > 0 ? 13 : 7)) {
      case 0:
        return `${place()} = ${value(2)};`;
      case 1:
        return `${place()} ${pick(['&=', '|=', '^='])} ${value(1)};`;
      case 2:
        return `k = ${value(1)} & 1023; ${pick(['k++', '++k', 'k--', '--k'])}; ${pick(scalars).name} = k;`;
      case 3:
        return random.below(2) === 0 ? `p = &arr[${random.below(4)}];` : `q = &s${random.below(2)};`;
      case 4:
        return 's1 = s0;';
      case 5:
      case 6:
        return `${place()} = ${wide()};`;
      case 7:
        return `if (${value(1)}) { ${statement(depth - 1)} } else { ${statement(depth - 1)} }`;
      case 8:
        return `for (i${depth} = 0; i${depth} < ${1 + random.below(4)}; i${depth}++) { ${statement(depth - 1)} if (${value(0)}) continue; ${statement(depth - 1)} }`;
      case 9:
        return `j${depth} = ${random.below(4)}; while (j${depth} > 0) { ${statement(depth - 1)} j${depth}--; if (${value(0)} == 5) break; }`;
      case 10:
        return `j${depth} = 0; do { ${statement(depth - 1)} j${depth}++; } while (j${depth} < ${1 + random.below(3)});`;
      case 11:
        return `switch (${value(1)} & 3) { case 0: ${statement(depth - 1)} break; case 1: ${statement(depth - 1)} default: ${statement(depth - 1)} }`;
      default:
        return `{ ${statement(depth - 1)} ${statement(depth - 1)} }`;
    }
  };
  const type = arrays[0]?.type ?? 'int';
  const body = Array.from({ length: 6 }, () => `  ${statement(2)}`).join('\n');
  const members = [
    { name: 'a', type: pick(TYPES) },
    { name: 'b', type: pick(TYPES) },
    { name: 'in.c', type: pick(TYPES) },
  ];
  const [a, b, c] = members.map((member) => member.type);
  const text = `struct inner { ${c} c; };
struct outer { ${a} a; ${b} b; struct inner in; };
${scalars.map((each) => `${each.type} ${each.name} = ${random.below(100)};`).join('\n')}
${type} arr[4] = { 3, [2] = 7, 1 };
struct outer s0 = { 1, 2, { 3 } }, s1 = { .b = 5, .in.c = 4 };
static int f0(int a, int b) { return (a & 63) + (b & 63); }
static int f1(int a, int b) { if ((a & 3) == 0) return b & 127; return a & 31; }
static void work(void) {
  int i1 = 0, i2 = 0, j1 = 0, j2 = 0, k = 0;
  ${type} *p = &arr[0];
  struct outer *q = &s0;
${body}
}
`;
  const observed = [
    ...scalars,
    ...[0, 1, 2, 3].map((at) => ({ name: `arr[${at}]`, type })),
    ...['s0', 's1'].flatMap((name) => members.map((each) => ({ ...each, name: `${name}.${each.name}` }))),
  ];
  return { text, observed };
}
