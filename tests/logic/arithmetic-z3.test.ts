import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3, evaluateSmtLib } from '../../src/evidence/solvers/z3.js';

afterAll(closeZ3);

describe('the door to Z3', () => {
  it('evaluates a script and gives what its commands print', async () => {
    const answer = await evaluateSmtLib(
      '(declare-const x Int)(assert (> (* 2 x) 5))(assert (< x 4))(check-sat)(get-value (x))',
    );
    expect(answer.trim()).toBe('sat\n((x 3))');
  });

  it('keeps nothing from one call to the next', async () => {
    await evaluateSmtLib('(declare-const x Int)(assert false)(check-sat)');
    expect(await evaluateSmtLib('(assert (> x 0))')).toContain('unknown constant x');
    expect((await evaluateSmtLib('(check-sat)')).trim()).toBe('sat');
    const half = '(simplify (/ 1.0 2.0))';
    const plain = await evaluateSmtLib(half);
    expect(await evaluateSmtLib(`(set-option :pp.decimal true)${half}`)).not.toBe(plain);
    expect(await evaluateSmtLib(half)).toBe(plain);
  });

  it('queues calls made at the same time', async () => {
    const scripts = [1, 2, 3, 4, 5].map((n) => `(declare-const x Int)(assert (= x ${n}))(check-sat)(get-value (x))`);
    const answers = await Promise.all(scripts.map(evaluateSmtLib));
    expect(answers.map((a) => a.trim())).toEqual([1, 2, 3, 4, 5].map((n) => `sat\n((x ${n}))`));
  });

  it('reports a wrong command in its answer and goes on', async () => {
    const answer = await evaluateSmtLib('(assert 5)(check-sat)');
    expect(answer).toMatch(/^\(error /);
    expect(answer.trim().endsWith('sat')).toBe(true);
  });

  it('takes scripts larger than the WebAssembly stack, with letters outside ASCII', async () => {
    const padding = `; padding – αβγ ${'x'.repeat(1_000_000)}\n`;
    expect((await evaluateSmtLib(`${padding.repeat(22)}(echo "é")(check-sat)`)).trim()).toBe('é\nsat');
  });

  it('starts again after it was closed', async () => {
    await closeZ3();
    await closeZ3();
    expect((await evaluateSmtLib('(assert false)(check-sat)')).trim()).toBe('unsat');
  });

  it.each(['await closeZ3();', ''])('lets a process end by itself (%j)', async (ending) => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const program = `import { closeZ3, evaluateSmtLib } from './src/evidence/solvers/z3.js';
      console.log(await evaluateSmtLib('(check-sat)'), typeof closeZ3);
      ${ending}`;
    const plugin = {
      name: 'program',
      resolveId: (name: string) => (name === 'program' ? path.join(root, 'program.ts') : null),
      load: (name: string) => (name === path.join(root, 'program.ts') ? program : null),
    };
    const { output } = await build({
      input: 'program',
      plugins: [plugin],
      platform: 'node',
      external: ['z3-solver'],
      write: false,
      output: { codeSplitting: false },
    });
    // A program read from standard input finds packages from its working directory.
    const child = spawnSync(process.execPath, ['--input-type=module'], {
      cwd: root,
      input: output[0].code,
      encoding: 'utf8',
    });
    expect(child.stderr).toBe('');
    expect(child.stdout).toContain('sat');
    expect(child.status).toBe(0);
  });
});
