/**
 * Every fence of every example is needed: taken out alone, it turns the verdict under TSO into `violated`, and leaves
 * the one under SC as it is. A fence that may go would have to be explained in a comment right above its transition,
 * `(* redundant fence: why *)`; then the model must hold without it.
 */
import { describe, expect, test } from 'vitest';
import { code, HOLDING, isWeak, MODELS, outcomeOf, read, withoutAllFences, withoutFences } from './models.js';

const FENCED = MODELS.filter((model) => isWeak(model) && read(model.file).includes('fence()'));

/** Whether a comment above the transition that the line belongs to says that its fence is redundant. */
function saysRedundant(model: string, line: number): boolean {
  const above = model.split('\n').slice(0, line).join('\n');
  const transition = above.lastIndexOf('\ntransition ');
  return /\(\* redundant fence: [^*]*\*\)\s*$/.test(above.slice(0, transition));
}

describe('taking out fences', () => {
  test('takes out one at a time, wherever it stands', () => {
    const model = 'requires { A && fence() && B }\nrequires { fence() && B }\nrequires { A && fence() }\n{ fence() }';
    expect(withoutFences(model).map(({ line, text }) => [line, text.split('\n')[line - 1]])).toEqual([
      [1, 'requires { A && B }'],
      [2, 'requires { B }'],
      [3, 'requires { A }'],
      [4, '{ true }'],
    ]);
    expect(withoutAllFences(model)).toBe('requires { A && B }\nrequires { B }\nrequires { A }\n{ true }');
  });

  test('knows a redundant fence by its comment, of its own transition only', () => {
    const model =
      '\ntransition a ([p])\n\n(* redundant fence: why *)\ntransition b ([p])\nfence()\n\ntransition c ([p])\n';
    expect([2, 6, 8].map((line) => saysRedundant(model, line))).toEqual([false, true, false]);
  });
});

describe('each fence is needed', () => {
  test.each(FENCED.map(({ file }) => file))('%s', async (file) => {
    const model = read(file);
    const cuts = withoutFences(model);
    expect(cuts.length).toBe(code(model).match(/fence\(\)/g)?.length);
    for (const { line, text } of cuts) {
      const expected = saysRedundant(model, line) ? 'holds' : 'violated';
      const { verdict, trace } = await outcomeOf(text, file, 'tso');
      expect([line, verdict]).toEqual([line, expected]);
      expect(trace === null).toBe(verdict === 'holds');
      expect([line, (await outcomeOf(text, file, 'sc')).verdict]).toEqual([line, 'holds']);
    }
  });
});

describe('an unfenced twin', () => {
  test('is the model without its fences, and every fenced model has one', () => {
    expect(FENCED.map(({ file }) => file)).toEqual(
      HOLDING.filter((model) => FENCED.includes(model)).map((m) => m.file),
    );
    for (const { file, twin } of FENCED) {
      expect(twin).toBe(file.replace('.cub', '-unfenced.cub'));
      expect(code(read(twin ?? ''))).toBe(code(withoutAllFences(read(file))));
    }
    const unfenced = MODELS.filter(({ file }) => file.endsWith('-unfenced.cub'));
    expect(unfenced.map(({ file }) => file).sort()).toEqual(FENCED.map(({ twin }) => twin).sort());
  });

  test('holds under SC, where there is nothing to wait for', () => {
    for (const { twin } of FENCED) {
      const listed = MODELS.find(({ file }) => file === twin);
      expect(listed?.expected).toEqual([
        ['sc', 'holds'],
        ['tso', 'violated'],
        ['pso', 'violated'],
      ]);
    }
  });
});
