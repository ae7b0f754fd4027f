/**
 * Solver programs, played by small scripts: one hands the text to Z3 as a library, so that everything from the search
 * path to the verdict is run for real, and the others misbehave.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { checkCertificate } from '../../../src/evidence/solvers/check.js';
import { findSolvers, type SolverProgram } from '../../../src/evidence/solvers/programs.js';
import { readProof } from '../cubes/proof.js';
import { PROOFS, type WrittenProof } from '../cubes/proofs.js';

const [TOKEN] = PROOFS as readonly [WrittenProof];
let folder = '';

function program(script: string, name: SolverProgram['name'] = 'z3'): SolverProgram {
  const path = join(mkdtempSync(join(folder, 'program-')), name);
  writeFileSync(path, `#!${process.execPath}\n${script}`);
  chmodSync(path, 0o755);
  return { name, path };
}

const READ_ALL =
  "let text = ''; process.stdin.setEncoding('utf8'); process.stdin.on('data', (piece) => { text += piece; });";

function written(cubes: readonly string[]) {
  const { system, badCubes } = readProof(TOKEN.model, cubes);
  return certificate(system, badCubes);
}

async function checkedBy(solver: SolverProgram, cubes: readonly string[] = TOKEN.cubes) {
  const [library, check] = await checkCertificate(written(cubes), { programs: [solver] });
  if (library === undefined || check === undefined) throw new Error('there are two solvers');
  return { library, check };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'solvers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The scripts start with a line that only Unix understands.
describe.skipIf(process.platform === 'win32')('solver programs', () => {
  test('are the first of their name on the search path', async () => {
    const first = program('');
    const second = program('');
    const other = program('', 'cvc5');
    const decoy = join(folder, 'decoy');
    mkdirSync(join(decoy, 'cvc5'), { recursive: true });
    writeFileSync(join(decoy, 'z3'), 'not executable', { mode: 0o644 });
    const folders = [decoy, first.path, second.path, other.path].map((path) =>
      path === decoy ? decoy : join(path, '..'),
    );
    expect(await findSolvers(folders.join(delimiter))).toEqual([first, other]);
    expect(await findSolvers('')).toEqual([]);
  });

  test('read the text as it is written, and judge like the library', async () => {
    const z3 = pathToFileURL(createRequire(import.meta.url).resolve('z3-solver')).href;
    const real = program(`${READ_ALL}
      process.stdin.on('end', async () => {
        const { init } = (await import(${JSON.stringify(z3)})).default;
        const { Z3, em } = await init();
        const context = Z3.mk_context(Z3.mk_config());
        const bytes = new TextEncoder().encode(text);
        const place = em._malloc(bytes.length + 1);
        em.HEAPU8.set(bytes, place);
        em.HEAPU8[place + bytes.length] = 0;
        process.stdout.write(await em.async_call(() => em._async_Z3_eval_smtlib2_string(context, place)));
        process.exit(0);
      });`);
    const good = await checkedBy(real);
    expect(good.check.failed).toEqual([]);
    expect(good.check).toMatchObject({ accepted: true, refuted: false, solver: real.path });
    const bad = await checkedBy(real, TOKEN.cubes.slice(0, 1));
    expect(bad.check).toMatchObject({ accepted: false, refuted: true });
    expect(bad.check.failed).toEqual(bad.library.failed);
  });

  test('that echo and say unsat are believed, with quotes or without', async () => {
    const obliging = program(
      `${READ_ALL}
      process.stdin.on('end', () => {
        const commands = text.matchAll(/\\(echo (".*")\\)|(\\(check-sat\\))/g);
        for (const [, label, question] of commands) console.log(question ? 'unsat' : label);
      });`,
      'cvc5',
    );
    expect((await checkedBy(obliging)).check).toMatchObject({ accepted: true, obligations: 6, proved: 6 });
  });

  test('that say unsat to everything but echo nothing are not', async () => {
    const blind = program(`${READ_ALL} process.stdin.on('end', () => console.log('unsat\\n'.repeat(99)));`);
    expect((await checkedBy(blind)).check).toMatchObject({ accepted: false, refuted: false, proved: 0 });
  });

  test('that stop in the middle leave the rest without an answer', async () => {
    const dying = program(
      `console.log('initial states, 1 process\\ninitiation: cube 2(z1)\\nunsat'); process.exitCode = 3;`,
    );
    const { check } = await checkedBy(dying);
    expect(check).toMatchObject({ accepted: false, refuted: false, proved: 1 });
    expect(check.failed).toContainEqual({ label: 'initiation: cube 1(z1, z2)', answer: 'no answer' });
    expect(check.failed).toContainEqual({ label: dying.path, answer: 'z3 ended with status 3' });
  });

  test('that cannot be started are reported', async () => {
    const path = join(folder, 'nothing', 'z3');
    const { check } = await checkedBy({ name: 'z3', path });
    expect(check.accepted).toBe(false);
    expect(check.failed).toContainEqual({ label: path, answer: expect.stringContaining('ENOENT') });
  });

  test('that complain on the error output are not believed', async () => {
    const grumbling = program(`${READ_ALL}
      process.stdin.on('end', () => {
        console.error('warning: ignoring all assertions');
        const commands = text.matchAll(/\\(echo "(.*)"\\)|(\\(check-sat\\))/g);
        for (const [, label, question] of commands) console.log(question ? 'unsat' : label);
      });`);
    expect((await checkedBy(grumbling)).check.accepted).toBe(false);
  });

  test('are ended by the signal', async () => {
    const stop = new AbortController();
    const endless = program(`${READ_ALL} console.log('initial states, 1 process'); setInterval(() => {}, 1000);`);
    const checks = checkCertificate(written(TOKEN.cubes), { programs: [endless], signal: stop.signal });
    setTimeout(() => stop.abort(), 500);
    const [, check] = await checks;
    expect(check).toMatchObject({ accepted: false, refuted: false, proved: 0 });
    expect(check?.failed).toEqual([{ label: endless.path, answer: 'stopped after 0 of 6 obligations' }]);
  });

  test('are ended by the time limit', async () => {
    const endless = program(`${READ_ALL} setInterval(() => {}, 1000);`);
    const { system, badCubes } = readProof(TOKEN.model, TOKEN.cubes);
    const [, check] = await checkCertificate(certificate(system, badCubes), { programs: [endless], timeout: 1 });
    expect(check?.failed).toEqual([
      { label: endless.path, answer: 'the time limit of 1 s was reached after 0 of 6 obligations' },
    ]);
  });
});

test('a signal that is already given stops every solver at once', async () => {
  const checks = await checkCertificate(written(TOKEN.cubes), { programs: [], signal: AbortSignal.abort() });
  expect(checks).toMatchObject([{ accepted: false, failed: [{ answer: 'stopped after 0 of 6 obligations' }] }]);
});
