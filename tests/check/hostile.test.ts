/**
 * Certificates that were changed after they were written. None may be accepted unless it still is a proof; none may make the
 * judge throw. What a change makes of a proof is not always known here, so a changed certificate that is accepted is one
 * whose change is known to do no harm: white space, comments, the order of what has none.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { check } from '../../src/check/check.js';
import { judgeCertificate } from '../../src/check/judge.js';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { Random } from '../random/random.js';
import { isLong, share, sized } from '../support/size.js';
import { ARRAYS, FALSE_ONES, judged, KINDS, type Kind, QUESTIONS, written } from './certificate-kinds.js';

afterAll(closeZ3);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every way to replace one part, to drop an element of a list or a field, or to double an element. */
function* changesOf(whole: Json): Generator<{ readonly what: string; readonly text: string }> {
  const parts: {
    readonly where: string;
    readonly holder: Json[] | { [name: string]: Json };
    readonly key: string | number;
  }[] = [];
  const walk = (value: Json, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      parts.push({ where: `${where}.${key}`, holder: value as never, key });
      walk((value as never)[key], `${where}.${key}`);
    }
  };
  walk(whole, '');
  for (const { where, holder, key } of parts) {
    const old = (holder as never)[key] as Json;
    for (const value of [null, -1, 9007199254740991, 1e308, '', 'unbounded', [], {}, [[]], true]) {
      if (JSON.stringify(value) === JSON.stringify(old)) continue;
      (holder as { [name: string]: Json })[key] = value as Json;
      yield { what: `${where} = ${JSON.stringify(value)}`, text: JSON.stringify(whole) };
    }
    (holder as { [name: string]: Json })[key] = old;
    if (!Array.isArray(holder)) continue;
    holder.splice(key as number, 1);
    yield { what: `without ${where}`, text: JSON.stringify(whole) };
    holder.splice(key as number, 0, old);
  }
}

/** One of each hundred or so, by chance, but the same every time. */
function someOf<T>(all: readonly T[], number: number, seed: number): T[] {
  const random = new Random(seed);
  return Array.from({ length: Math.min(number, all.length) }, () => all[random.between(0, all.length - 1)] as T);
}

const SMALL = ['predicates, sc', 'minor set, any', 'cubes', 'cubes, program', 'predicates, bounded'];

describe.each(SMALL)('%s', (name) => {
  const kind = KINDS[name] as Kind;
  const [question] = kind.answers;

  it('with any part replaced or left out is no proof, or still one', async () => {
    const [text = ''] = await written(kind);
    const all = [...changesOf(JSON.parse(text) as Json)];
    expect(all.length).toBeGreaterThan(100);
    const refused: string[] = [];
    for (const { what, text: changed } of someOf(all, sized(12, 60), 7)) {
      const { judgement } = await judged(question, changed);
      if (judgement.verdict !== 'accepted') {
        refused.push(`${judgement.verdict}: ${judgement.reason}`);
        continue;
      }
      // What a proof does not need may be less, or say more: then it is accepted by those who look at it afresh.
      expect(what).toMatch(
        /^(\.(cubes|configurations|alone|predicates|states)|without \.(cubes|alone|predicates|states))/,
      );
    }
    expect(refused.length).toBeGreaterThan(sized(5, 30));
  });

  it('with another scope or digest is refused', async () => {
    const texts = await written(kind);
    for (const text of texts) {
      const scope = /"scope": (\{.*\}),\n/.exec(text)?.[1] ?? '';
      const content = JSON.parse(scope) as Record<string, Json>;
      const others: Record<string, readonly Json[]> = {
        memory: ['sc', 'tso', 'pso', 'arm'],
        buffers: [null, 1, 7, 'unbounded', 0, 9007199254740991],
        per: ['location', 'cell'],
        threads: [1, 5, 'any', 0, -3],
        about: ['runs'],
        property: ['', 'mutex, more', 7],
        model: ['', '0'.repeat(64), `${content.model}`.toUpperCase()],
        bridge: [null, '0'.repeat(64)],
      };
      for (const [field, values] of Object.entries(others)) {
        for (const value of values.filter((each) => each !== content[field])) {
          const changed = text.replace(scope, JSON.stringify({ ...content, [field]: value }));
          const { judgement } = await judged(question, changed);
          expect(judgement.verdict, `${field} ${value}`).toBe('refused');
        }
      }
    }
  });

  it('is refused when it is cut off anywhere', async () => {
    for (const text of await written(kind)) {
      const random = new Random(11);
      const cuts = Array.from({ length: 25 }, () => random.between(0, text.length - 3));
      for (const cut of [0, 1, 2, 20, ...cuts]) {
        expect((await judged(question, text.slice(0, cut))).judgement.verdict, `${cut}`).toBe('refused');
      }
    }
  });
});

describe.each(SMALL.filter((name) => KINDS[name]?.smtLib))('%s in SMT-LIB', (name) => {
  const kind = KINDS[name] as Kind;
  const [question] = kind.answers;

  it('has exactly the obligations of the proof', async () => {
    const [, text = ''] = await written(kind);
    const head = text.indexOf('\n(set-info');
    const pieces = text.split(/(?=\(push 1\)\n\(echo)/);
    expect(pieces.length).toBeGreaterThan(8);
    const changed: Record<string, string> = {
      'an obligation less': pieces.toSpliced(5, 1).join(''),
      'an obligation twice': pieces.toSpliced(5, 0, pieces[5] as string).join(''),
      'two in another order': pieces.toSpliced(5, 2, pieces[6] as string, pieces[5] as string).join(''),
      'an assertion of false': text.replace('(check-sat)', '(assert false)\n(check-sat)'),
      'no question': text.replace('(check-sat)\n', ''),
      'another value': text.replace(/\(assert \(/, '(assert (not '),
      'more at the end': `${text}(check-sat)`,
      'no end': text.replace('(exit)', ''),
      'an early end': text.replace('(check-sat)', '(exit)\n(check-sat)'),
      'an open string': `${text}"`,
      'no data': text.slice(head),
      'data in another place': `${text.slice(head)}\n${text.slice(0, head)}`,
      'data that is no JSON': text.replace(';! {', ';! ['),
      'data of nothing': text.replace(/;! .*\n/g, ''),
      'long words': `${text}${'x'.repeat(2_000_000)}`,
      deep: text.replace('(set-logic ALL)', '('.repeat(300_000)),
    };
    for (const [what, other] of Object.entries(changed)) {
      expect(other, what).not.toBe(text);
      const { judgement } = await judged(question, other);
      expect(judgement.verdict, what).toBe('refused');
      expect(judgement.reason, what).toBeTruthy();
    }
    const less = await judged(question, changed['an obligation less'] as string);
    expect(less.judgement.reason).toMatch(/^line \d+, at ".+": ".+" stands where ".+" belongs$/);
    const laidOut = text
      .replaceAll('(assert', '(assert ; a comment (check-sat)\n\t')
      .replaceAll('(push 1)', '( push\r\n 1 )');
    expect((await judged(question, laidOut)).judgement.verdict).toBe('accepted');
  });
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['spaces', ' \n\t '.repeat(100_000)],
  ['binary', String.fromCharCode(...Array.from({ length: 5000 }, (_, k) => (k * 7919) % 0xd800))],
  ['an open brace', '{'],
  ['deep lists', `{"schema": "fencepost-cubes-certificate/1", "scope": ${'['.repeat(200_000)}`],
  ['deep objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  [
    'deep and whole',
    `{"schema": "fencepost-cubes-certificate/1", "scope": ${'['.repeat(5000)}${']'.repeat(5000)}, "cubes": []}`,
  ],
  ['no schema', '{"memory": "sc"}'],
  ['an old schema', '{"schema": "fencepost-dual-tso-certificate/0"}'],
  ['a schema that is no text', '{"schema": 1e400}'],
  ['not a number', '{"schema": NaN}'],
  ['a prototype', '{"__proto__": {"schema": "fencepost-cubes-certificate/1"}}'],
  ['only comments', '; a\n; b\n'],
  ['only parentheses', '('.repeat(1_000_000)],
  ['data without obligations', ';! {"schema": "fencepost-cubes-certificate/1"}\n(exit)'],
  ['a minor set in SMT-LIB', ';! {"schema": "fencepost-dual-tso-certificate/1"}\n(exit)'],
  ['a string without end', '"'.repeat(3)],
  ['a symbol without end', `;! {}\n|${'x'.repeat(3_000_000)}`],
];

it.each(HOSTILE)('%s is refused', async (_, text) => {
  for (const question of ['peterson sc', 'spinlock any tso', 'arrays'] as const) {
    const { judgement } = await judged(question, text);
    expect(judgement.verdict).toBe('refused');
    expect(judgement.reason).toBeTruthy();
  }
});

describe('a certificate of something false', () => {
  it('is asked for', async () => {
    for (const name of FALSE_ONES) {
      const { text, options } = QUESTIONS[name];
      const result = await check(text, options);
      expect(result, name).toMatchObject({ ok: true, outcome: { verdict: 'violated' } });
    }
  });

  it.each(share(Object.keys(KINDS), 7))('is not accepted, whatever is forged: %s', async (name) => {
    const kind = KINDS[name] as Kind;
    const texts = await written(kind);
    const random = new Random(name.length);
    for (const question of share(FALSE_ONES, 4)) {
      for (const text of texts) {
        const { asked } = await judged(question, text);
        const scopes = [asked, { ...asked, buffers: asked.buffers === null ? null : ('unbounded' as const) }];
        for (const scope of scopes) {
          const forged = text
            .replace(/"scope": \{.*\},\n/, `"scope": ${JSON.stringify(scope)},\n`)
            .replace(
              /"memory": "[a-z]+", "bound": (\d+|null)/,
              `"memory": "${scope.memory}", "bound": ${scope.buffers === null ? null : 1}`,
            );
          expect((await judged(question, forged)).judgement.verdict, question).not.toBe('accepted');
          const [one, other] = [random.between(0, forged.length), random.between(0, forged.length)];
          const less = forged.slice(0, Math.min(one, other)) + forged.slice(Math.max(one, other));
          expect((await judged(question, less)).judgement.verdict, question).not.toBe('accepted');
        }
      }
    }
  });
});

it.runIf(isLong)('more than anybody could write out is refused at once', async () => {
  const cubes = KINDS.cubes as Kind;
  const [text = ''] = await written(cubes);
  const wide = JSON.stringify({ parameters: Array.from({ length: 24 }, (_, k) => `p${k}`), formula: true });
  const many = text.replace(/"cubes": \[/, `"cubes": [${`${wide},`.repeat(20_000)}`);
  expect((await judged('arrays', many)).judgement).toMatchObject({
    verdict: 'refused',
    reason: 'its cubes make too many obligations',
  });
  const deep = text.replace(
    /"cubes": \[/,
    `"cubes": [{"parameters": [], "formula": ${'{"and": ['.repeat(100)}true${']}'.repeat(100)}},`,
  );
  expect((await judged('arrays', deep)).judgement.reason).toMatch(/too deep$/);
  const kind = KINDS['predicates, sc'] as Kind;
  const [invariant = ''] = await written(kind);
  const predicate = '{"sum":[[1,"turn"]],"relation":"<=","value":3},';
  const large = invariant.replace(/"predicates": \[/, `"predicates": [${predicate.repeat(1_000_000)}`);
  expect((await judged('peterson sc', large)).judgement).toMatchObject({ verdict: 'refused' });
  const huge = `{"schema": "fencepost-cubes-certificate/1", "cubes": [${'[],'.repeat(2 ** 25)}[]]}`;
  expect((await judged('arrays', huge)).judgement.reason).toMatch(/^it is longer than /);
});

it('what a proof rests on is told', async () => {
  const text = ARRAYS.replace('unsafe', 'invariant (p q) { At[p] = Inside && At[q] = Inside }\nunsafe');
  const proved = await certify(text, { file: 'a.cub' });
  if (!proved.ok || proved.certificate.kind !== 'obligations') throw new Error('there is no proof');
  const result = await judgeCertificate(text, [...proved.certificate.data()].join(''), { file: 'a.cub' });
  expect(result).toMatchObject({
    ok: true,
    judgement: { verdict: 'accepted', assumptions: [expect.stringContaining('Inside')] },
  });
});

it('a bound of store buffers that nobody has is refused at once', async () => {
  const kind = KINDS['predicates, bounded'] as Kind;
  const [text = ''] = await written(kind);
  for (const bound of ['9007199254740991', '1e400', '65', '0', '-1', '1.5', 'null', '"2"']) {
    const changed = text.replace(/"bound": \d+/, `"bound": ${bound}`);
    const { judgement } = await judged(kind.answers[0], changed);
    expect(judgement.verdict, bound).toBe('refused');
  }
});
