import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCubicleText } from '../../../src/languages/cubicle/index.js';
import { printCubicle } from '../../../src/languages/cubicle/print.js';
import type { ModelSyntax } from '../../../src/languages/cubicle/syntax.js';
import { cases } from '../../support/size.js';
import { SOUND, WEAK } from './broken.js';
import { withoutPlaces } from './support.js';

function read(text: string): ModelSyntax {
  const { model, diagnostics } = parseCubicleText(text, 'f');
  expect(diagnostics, text).toEqual([]);
  return model as ModelSyntax;
}

/** Random syntax trees, without places. */
const lower = fc.constantFrom('i', 'j', 'k1', 'x_Y', 'fences');
const upper = fc.constantFrom('A', 'Bc', 'True', 'X_1');
const name = (text: fc.Arbitrary<string>) => fc.record({ text });
const integer = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String);
const number = fc.oneof(
  integer.map((text) => ({ kind: 'number', text, real: false })),
  fc
    .tuple(integer, fc.constantFrom('', '0', '25'))
    .map(([a, b]) => ({ kind: 'number', text: `${a}.${b}`, real: true })),
);
const process = fc.oneof(
  fc.record({ kind: fc.constant('variable'), text: lower }),
  fc.record({ kind: fc.constant('number'), text: fc.constantFrom('1', '20') }),
);
const indices = fc.option(fc.array(process, { minLength: 1, maxLength: 3 }), { nil: null });
const scalar = fc.record({
  kind: fc.constant('symbol'),
  reader: fc.constant(null),
  name: name(upper),
  indices: fc.constant(null),
});
const symbol = fc.record({
  kind: fc.constant('symbol'),
  reader: fc.option(process, { nil: null }),
  name: name(upper),
  indices,
});
const processUse = process.map((used) => ({ kind: 'process', process: used }));
const variableUse = lower.map((text) => ({ kind: 'process', process: { kind: 'variable', text } }));
const product = fc.record({ kind: fc.constant('product'), coefficient: integer, factor: scalar });
const sum = fc.record({
  kind: fc.constant('sum'),
  left: fc.oneof(symbol, processUse),
  operator: fc.constantFrom('+', '-'),
  right: fc.oneof(number, scalar, variableUse, product),
});
const term = fc.oneof(symbol, processUse, number, product, sum);

const { formula } = fc.letrec<{ formula: unknown; node: unknown }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'formula', withCrossShrink: true },
    fc.record({
      kind: fc.constant('compare'),
      operator: fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
      left: term,
      right: term,
    }),
    tie('node'),
  ),
  node: fc.oneof(
    fc.record({ kind: fc.constant('constant'), value: fc.boolean() }),
    fc.constant({ kind: 'fence' }),
    fc.record({
      kind: fc.constant('call'),
      name: name(lower),
      arguments: fc.array(
        fc.oneof(
          term.map((given) => ({ kind: 'term', term: given })),
          tie('formula').map((given) => ({ kind: 'formula', formula: given })),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.record({ kind: fc.constant('not'), operand: tie('formula') }),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      operands: fc.array(tie('formula'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constantFrom('implies', 'iff'), left: tie('formula'), right: tie('formula') }),
    fc.record({
      kind: fc.constant('if'),
      condition: tie('formula'),
      positive: tie('formula'),
      negative: tie('formula'),
    }),
    fc
      .tuple(
        fc.constantFrom('forall', 'exists', 'forall_other', 'exists_other'),
        fc.array(name(lower), { minLength: 1, maxLength: 3 }),
        tie('formula'),
      )
      .map(([quantifier, variables, body]) => ({
        kind: 'quantified',
        quantifier,
        variables: quantifier.endsWith('_other') ? variables.slice(0, 1) : variables,
        body,
      })),
  ),
}));

const update = fc.oneof(
  fc.record({ target: name(upper), kind: fc.constant('havoc') }),
  fc.record({ target: name(upper), kind: fc.constant('assign'), indices, value: term }),
  fc
    .tuple(
      name(upper),
      fc.option(fc.array(name(lower), { minLength: 1, maxLength: 2 }), { nil: null }),
      fc.array(fc.record({ condition: formula, value: term }), { maxLength: 2 }),
      fc.option(term, { nil: null }),
    )
    .map(([target, binders, switches, last]) => ({
      target,
      kind: 'case',
      binders,
      switches:
        last === null && switches.length > 0
          ? switches
          : [...switches, { condition: null, value: last ?? { kind: 'number', text: '1', real: false } }],
    })),
);

const transition = fc
  .record({
    kind: fc.constant('transition'),
    name: name(fc.oneof(lower, upper)),
    parameters: fc.array(name(lower), { maxLength: 3 }),
    actor: fc.option(fc.nat(2), { nil: null }),
    guard: fc.option(formula, { nil: null }),
    body: fc.constant({}),
    lets: fc.array(fc.record({ name: name(lower), term }), { maxLength: 2 }),
    updates: fc.array(update, { maxLength: 3 }),
  })
  .map((made) => ({ ...made, actor: made.actor !== null && made.actor < made.parameters.length ? made.actor : null }));

const property = fc
  .record({
    kind: fc.constantFrom('init', 'invariant', 'unsafe'),
    name: fc.option(name(fc.oneof(lower, upper)), { nil: null }),
    parameters: fc.array(name(lower), { maxLength: 3 }),
    formula,
  })
  .map((made) => (made.kind === 'init' ? { ...made, name: null } : made));

const model = fc.record({
  processes: fc.option(name(fc.constantFrom('1', '40')), { nil: null }),
  types: fc.array(
    fc.record({
      name: name(lower),
      constructors: fc.option(fc.array(name(upper), { minLength: 1, maxLength: 3 }), { nil: null }),
    }),
    { maxLength: 2 },
  ),
  symbols: fc.array(
    fc
      .record({
        kind: fc.constantFrom('const', 'var', 'array'),
        weak: fc.boolean(),
        name: name(upper),
        indices: fc.constantFrom(1, 2),
        type: name(lower),
        flat: fc.boolean(),
      })
      .map(({ kind, weak, name, indices, type, flat }) => ({
        kind,
        weak: weak && kind !== 'const',
        name,
        indices:
          kind === 'var' || (kind === 'const' && flat)
            ? null
            : Array.from({ length: indices }, () => ({ text: 'proc' })),
        type,
      })),
    { maxLength: 3 },
  ),
  declarations: fc.array(
    fc.oneof(
      property,
      transition,
      fc.record({
        kind: fc.constant('predicate'),
        name: name(lower),
        parameters: fc.array(name(lower), { maxLength: 2 }),
        formula,
      }),
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

describe('the printer', () => {
  it('prints our own texts so that they are read back as they were', () => {
    for (const text of [SOUND, WEAK]) {
      const tree = read(text);
      expect(withoutPlaces(read(printCubicle(tree)))).toEqual(withoutPlaces(tree));
    }
  });

  it('prints any tree so that it is read back as it was', () => {
    fc.assert(
      fc.property(model, (tree) => {
        const printed = printCubicle(tree as unknown as ModelSyntax);
        expect(withoutPlaces(read(printed)), printed).toEqual(tree);
      }),
      { numRuns: cases(500, 100), seed: 20_240_501 },
    );
  });

  it('prints a model as people write it', () => {
    const text = `number_procs 2

type loc = Idle | Busy
type data

weak var X : int
array M[proc, proc] : loc

predicate at (x, v) { M[x, x] = v }

init (i) { at(i, Idle) && (X = 0 || X = 1) }

unsafe both (i j) { i@X = -1 => not (exists k. k < i) }

transition go (i [j])
requires { forall_other k. M[k, i] <> Busy && X + 1 < 2 * N }
{
  let x = X in
  X := x - 1;
  M[a, b] := case
    | a = j && b = #1 : Busy
    | _ : M[a, b];
}
`;
    expect(printCubicle(read(text))).toBe(text);
  });
});
