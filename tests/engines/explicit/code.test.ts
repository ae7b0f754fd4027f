/** The two back ends of kernel code against plain arithmetic. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/engines/explicit/code/assembler.js';
import {
  binary,
  block,
  type Code,
  type CodeFunction,
  call,
  choose,
  constant,
  exit,
  FAULT,
  GREATEST,
  get,
  LEAST,
  let_,
  load,
  loop,
  type Operator,
  OVERFLOW,
  return_,
  set,
  store,
  variablesOf,
  when,
} from '../../../src/engines/explicit/code/code.js';
import { printJavaScript } from '../../../src/engines/explicit/code/javascript.js';
import { WEB_ASSEMBLY } from '../../../src/engines/explicit/code/webassembly.js';
import { Random } from '../../random/random.js';

type Exports = Record<string, (...given: number[]) => number>;

function backEnds(functions: readonly CodeFunction[]): Exports[] {
  if (WEB_ASSEMBLY === null) throw new Error('node has WebAssembly');
  const memory = new WEB_ASSEMBLY.Memory({ initial: 1, maximum: 1 });
  const module = new WEB_ASSEMBLY.Module(assemble(functions));
  const wasm = new WEB_ASSEMBLY.Instance(module, { kernel: { memory } }).exports as Exports;
  const javascript = new Function('memory', printJavaScript(functions))(new Int32Array(16_384)) as Exports;
  return [wasm, javascript];
}

const OPERATORS: readonly Operator[] = [
  ...(['+', '-', '*', '&', '|', '^', '<<', '>>', '>>>'] as const),
  ...(['==', '!=', '<', '<=', '>', '>=', '<u'] as const),
];
const EXTREMES = [0, 1, -1, 2, 7, 31, 32, LEAST, GREATEST, LEAST + 1, 65_536, -65_537];

function randomCode(random: Random, depth: number): Code {
  const again = () => randomCode(random, depth - 1);
  if (depth === 0) return random.chance(0.5) ? constant(random.pick(EXTREMES)) : get(random.pick(['a', 'b']));
  switch (random.pick(['binary', 'binary', 'checked', 'choose', 'let'])) {
    case 'checked':
      return { op: 'checked', operator: random.pick(['+', '-', '*']), left: again(), right: again() };
    case 'choose':
      return choose(again(), again(), again());
    case 'let':
      return let_('a', again(), again());
    default:
      return binary(random.pick(OPERATORS), again(), again());
  }
}

/** What code means, with numbers that do not wrap. */
function meaning(code: Code, variables: Map<string, number>): number {
  switch (code.op) {
    case 'constant':
      return code.value;
    case 'get':
      return variables.get(code.name) ?? 0;
    case 'let':
      variables.set(code.name, meaning(code.value, variables));
      return meaning(code.then, variables);
    case 'choose':
      return meaning(meaning(code.condition, variables) !== 0 ? code.whenTrue : code.whenFalse, variables);
    case 'checked':
    case 'binary': {
      const left = meaning(code.left, variables);
      const right = meaning(code.right, variables);
      const exact = apply(code.operator, BigInt(left), BigInt(right));
      if (code.op === 'binary') return Number(BigInt.asIntN(32, exact));
      if (exact >= BigInt(LEAST) && exact <= BigInt(GREATEST)) return Number(exact);
      if ((variables.get(FAULT) ?? 0) === 0) variables.set(FAULT, OVERFLOW);
      return 0;
    }
    default:
      throw new Error(`not for this test: ${code.op}`);
  }
}

function apply(operator: Operator, left: bigint, right: bigint): bigint {
  const amount = BigInt.asUintN(5, right);
  const unsigned = (value: bigint) => BigInt.asUintN(32, value);
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '/u':
      return unsigned(left) / unsigned(right);
    case '%u':
      return unsigned(left) % unsigned(right);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << amount;
    case '>>':
      return left >> amount;
    case '>>>':
      return unsigned(left) >> amount;
    case '==':
      return left === right ? 1n : 0n;
    case '!=':
      return left === right ? 0n : 1n;
    case '<':
      return left < right ? 1n : 0n;
    case '<=':
      return left <= right ? 1n : 0n;
    case '>':
      return left > right ? 1n : 0n;
    case '>=':
      return left >= right ? 1n : 0n;
    case '<u':
      return unsigned(left) < unsigned(right) ? 1n : 0n;
  }
}

describe('kernel code', () => {
  it('means the same in both back ends', () => {
    const random = new Random(7);
    const codes = Array.from({ length: 200 }, () => randomCode(random, random.between(1, 4)));
    const functions = codes.flatMap((code, k): CodeFunction[] => [
      { name: `f${k}`, parameters: ['a', 'b'], body: [return_(code)], exported: true },
      { name: `g${k}`, parameters: ['a', 'b'], body: [set('value', code), return_(get(FAULT))], exported: true },
    ]);
    for (const made of backEnds(functions)) {
      for (const [k, code] of codes.entries()) {
        for (let trial = 0; trial < 6; trial++) {
          const [a, b] = [random.pick(EXTREMES), random.pick(EXTREMES)];
          const variables = new Map([
            ['a', a],
            ['b', b],
          ]);
          const value = meaning(code, variables);
          expect([made[`f${k}`]?.(a, b), made[`g${k}`]?.(a, b)]).toEqual([value, variables.get(FAULT) ?? 0]);
        }
      }
    }
  });

  it('divides towards zero', () => {
    const parameters = ['a', 'b'];
    const functions = (['/', '%'] as const).map((operator, k): CodeFunction => {
      return { name: `f${k}`, parameters, body: [return_(binary(operator, get('a'), get('b')))], exported: true };
    });
    for (const made of backEnds(functions)) {
      expect([made.f0?.(-7, 2), made.f1?.(-7, 2), made.f0?.(7, -2), made.f1?.(7, -2)]).toEqual([-3, -1, -3, 1]);
      expect(Object.is(made.f1?.(-4, 2), 0)).toBe(true);
    }
  });

  it('divides words without sign', () => {
    const parameters = ['a', 'b'];
    const functions = (['/u', '%u'] as const).map((operator, k): CodeFunction => {
      return { name: `f${k}`, parameters, body: [return_(binary(operator, get('a'), get('b')))], exported: true };
    });
    for (const made of backEnds(functions)) {
      for (const a of EXTREMES) {
        for (const b of EXTREMES.filter((value) => value !== 0)) {
          const wanted = (['/u', '%u'] as const).map((operator) =>
            Number(BigInt.asIntN(32, apply(operator, BigInt(a), BigInt(b)))),
          );
          expect([made.f0?.(a, b), made.f1?.(a, b)]).toEqual(wanted);
        }
      }
    }
  });

  it('has loops, blocks, switches, calls and memory', () => {
    const at = (k: Code) => binary('<<', k, constant(2));
    const functions: CodeFunction[] = [
      {
        name: 'sum',
        parameters: ['n'],
        exported: true,
        body: [
          loop('each', [
            when(binary('>', get('i'), get('n')), [exit('each')]),
            store(at(get('i')), 64, call('kind', get('i'))),
            set('total', binary('+', get('total'), load(at(get('i')), 64))),
            set('i', binary('+', get('i'), constant(1))),
          ]),
          return_(get('total')),
        ],
      },
      {
        name: 'kind',
        parameters: ['n'],
        exported: true,
        body: [
          block('known', [
            {
              op: 'switch',
              subject: get('n'),
              cases: [[return_(constant(10))], [exit('known')], [set('n', constant(-3))]],
            },
            when(binary('==', get('n'), constant(-3)), [return_(constant(30))], [return_(constant(5))]),
          ]),
          return_(constant(20)),
        ],
      },
    ];
    for (const made of backEnds(functions)) {
      expect([0, 1, 2, 3, -1].map((n) => made.kind?.(n))).toEqual([10, 20, 30, 5, 5]);
      expect(made.sum?.(4)).toBe(10 + 20 + 30 + 5 + 5);
    }
    expect(variablesOf(functions[0] as CodeFunction)).toEqual(['i', 'total']);
  });
});
