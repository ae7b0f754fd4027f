/** `fencepost litmus`, with its engine; the last tests in a process of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { validateOutput } from '../support/schema.js';
import { run } from './world.js';

const SB = `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`;
const files = { 'SB.litmus': SB, 'bad.litmus': SB.replace('MOV EAX,[y]', 'MOV eax,[y]') };
const STATES = ['0:EAX=0; 1:EAX=0;', '0:EAX=0; 1:EAX=1;', '0:EAX=1; 1:EAX=0;', '0:EAX=1; 1:EAX=1;'];

describe('litmus', () => {
  test('tells all final states under TSO, and shows an execution', async () => {
    const { status, output, errors } = await run(['litmus', 'SB.litmus'], { files });
    expect([status, errors]).toEqual([0, '']);
    const lines = output.split('\n').filter((line) => !line.includes('axiomatic engine'));
    expect(lines).toEqual([
      'SB.litmus: Sometimes under TSO: exists (0:EAX=0 /\\ 1:EAX=0)',
      '  4 final states in 4 executions (* as in the condition):',
      '    * 1  0:EAX=0; 1:EAX=0;',
      '      1  0:EAX=0; 1:EAX=1;',
      '      1  0:EAX=1; 1:EAX=0;',
      '      1  0:EAX=1; 1:EAX=1;',
      '  SB: 0:EAX=0 /\\ 1:EAX=0 is allowed under TSO; as in this execution',
      '  initially: a: W x=0, b: W y=0',
      '  P0                       P1',
      '  c: W x=1  MOV [x],$1     e: W y=1  MOV [y],$1',
      '  d: R y=0  MOV EAX,[y]    f: R x=0  MOV EAX,[x]',
      '  rf: a -> f (x=0), b -> d (y=0)',
      '  co: a -> c (x), b -> e (y)',
      '  fr: d -> e (y), f -> c (x)',
      '  cycle: c -po-> d -fr-> e -po-> f -fr-> c',
      '  why: `MOV [x],$1` of P0 was still in its store buffer when `MOV EAX,[y]` read y = 0; SC would have',
      '       shown 1',
      '       `MOV [y],$1` of P1 was still in its store buffer when `MOV EAX,[x]` read x = 0',
      '       fences between `MOV [x],$1` of P0 and `MOV EAX,[y]` and between `MOV [y],$1` of P1 and `MOV',
      '       EAX,[x]` forbid it',
      '  SC forbids this, for it would be a cycle:',
      '    P0  MOV [x],$1   writes x = 1, then',
      '    P0  MOV EAX,[y]  reads y = 0, not yet overwritten by',
      '    P1  MOV [y],$1   writes y = 1, then',
      '    P1  MOV EAX,[x]  reads x = 0, not yet overwritten by the first one',
      '',
    ]);
  });

  test('tells why SC forbids it, and draws that', async () => {
    const { status, output, written } = await run(['litmus', 'SB.litmus', '--memory', 'sc', '--graph', 'SB.svg'], {
      files,
    });
    expect(status).toBe(0);
    expect(output).toContain('SB.litmus: Never under SC: ');
    expect(output).toContain('is forbidden under SC; this execution has a cycle in ghb\n');
    expect(output).toContain('  cycle: c -po-> d -fr-> e -po-> f -fr-> c\n');
    expect(output).toContain('  event graph drawn: SB.svg\n');
    expect(written['SB.svg']).toMatch(/^<svg/);
  });

  test('answers programs with one object on one line', async () => {
    const { status, output } = await run(['litmus', 'SB.litmus', '--json', '--memory', 'pso'], { files });
    expect(status).toBe(0);
    expect(output.split('\n')).toHaveLength(2);
    expect(JSON.parse(output)).toMatchObject({
      schema: 1,
      file: 'SB.litmus',
      name: 'SB',
      memory: 'pso',
      verdict: 'answered',
      observation: 'Sometimes',
      condition: 'exists (0:EAX=0 /\\ 1:EAX=0)',
      validated: true,
      states: STATES,
      stateExecutions: [1, 1, 1, 1],
      executions: 4,
      outcome: { proposition: '0:EAX=0 /\\ 1:EAX=0', verdict: 'allowed', axiom: null },
      graph: { threads: ['P0', 'P1'], forbiddenBy: 'sc' },
      cycle: { fences: { places: [expect.stringContaining('between'), expect.stringContaining('between')] } },
      notes: [],
      reason: null,
    });
  });

  test('shows the outcome that is asked for', async () => {
    const shown = await run(['litmus', 'SB.litmus', '--outcome', '0:EAX=1 /\\ 1:EAX=1'], { files });
    expect(shown.output).toContain('SB: 0:EAX=1 /\\ 1:EAX=1 is allowed under TSO; as in this execution\n');
    const impossible = await run(['litmus', 'SB.litmus', '--outcome', 'x=7', '--graph', 'x.svg'], { files });
    expect(impossible.output).toContain('[x]=7 is impossible: no execution gives it, whatever memory does\n');
    expect(impossible.output).toContain('no event graph to draw: there is no execution to show\n');
    expect([impossible.status, impossible.written]).toEqual([0, {}]);
  });

  test('is quiet when asked', async () => {
    const { output } = await run(['litmus', 'SB.litmus', '--quiet'], { files });
    expect(output).toBe('SB.litmus: Sometimes under TSO: exists (0:EAX=0 /\\ 1:EAX=0)\n');
  });

  test('says where a test or an outcome is wrong, and goes on', async () => {
    const { status, output, errors } = await run(['litmus', 'bad.litmus', 'SB.litmus', 'no.litmus', '--quiet'], {
      files,
    });
    expect(errors).toBe(
      'bad.litmus:5:6: error[unknown-name]: registers are written in capitals: `EAX`\n' +
        '   MOV eax,[y] | MOV EAX,[x] ;\n       ^^^\nno.litmus: error[io]: no such file\n',
    );
    expect([status, output]).toEqual([2, 'SB.litmus: Sometimes under TSO: exists (0:EAX=0 /\\ 1:EAX=0)\n']);
    const outcome = await run(['litmus', 'SB.litmus', '--outcome', '0:EAX=1 /\\ 5:EAX=1'], { files });
    expect(outcome.status).toBe(2);
    expect(outcome.errors).toBe(
      '<outcome>:1:12: error[process-number]: the processors are P0 to P1\n  0:EAX=1 /\\ 5:EAX=1\n             ^\n',
    );
  });

  test('tells programs what is wrong', async () => {
    const { status, output } = await run(['litmus', 'bad.litmus', '--json'], { files });
    expect(status).toBe(2);
    expect(JSON.parse(output)).toMatchObject({
      schema: 1,
      file: 'bad.litmus',
      verdict: 'error',
      diagnostics: [{ code: 'unknown-name', line: 5, column: 6 }],
    });
  });

  test('warns of what is probably a mistake', async () => {
    const { status, errors } = await run(['litmus', '-'], { input: SB.replace('0:EAX=0 ', 'z=0 ') });
    expect(status).toBe(0);
    expect(errors).toMatch(/^<stdin>:6:9: warning\[unknown-name\]: nothing else names `z`/);
  });

  test.each([
    [['litmus', '-', '-'], 'standard input can be read only once'],
    [['litmus', 'a', 'b', '--graph', 'c.svg'], '--graph draws the execution of one test'],
    [['litmus', 'a', '--graph', '-'], '--graph does not draw on standard output'],
    [['litmus'], 'litmus needs FILE...'],
    [['litmus', 'a', '--unroll', '-1'], '--unroll is a whole number from 0 to 1000'],
    [['litmus', 'a', '--memory', 'arm'], '--memory is one of sc, tso, pso'],
  ])('%j is a mistake on the command line', async (words, message) => {
    const { status, errors } = await run(words);
    expect(status).toBe(2);
    expect(errors).toContain(`error[usage]: ${message}`);
  });

  test('stops when it is told to', async () => {
    const { status, errors } = await run(['litmus', 'SB.litmus', 'SB.litmus'], { files, stop: AbortSignal.abort() });
    expect([status, errors]).toEqual([3, 'fencepost: interrupted, 2 files not answered\n']);
  });
});

describe('the built program', () => {
  const root = path.resolve(import.meta.dirname, '..', '..');
  const program = path.join(root, 'dist', 'cli.js');
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
  const threads = 6;
  const row = (cell: string): string => ` ${Array.from({ length: threads }, () => cell).join(' | ')} ;\n`;
  const names = ` ${Array.from({ length: threads }, (_, index) => `P${index}`).join(' | ')} ;\n`;
  const endless = `X86 endless\n{ }\n${names}${row('MOV [x],$1').repeat(3)}${row('MOV EAX,[x]').repeat(3)}exists (x=1)\n`;
  writeFileSync(path.join(folder, 'SB.litmus'), SB);
  writeFileSync(path.join(folder, 'endless.litmus'), endless);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('answers our examples in one go, also into a pipe', () => {
    expect(inject('buildFailure')).toBeNull();
    const examples = readdirSync(path.join(root, 'examples', 'litmus')).filter((name) => name.endsWith('.litmus'));
    const places = examples.map((name) => path.join(root, 'examples', 'litmus', name));
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'litmus', '--json', ...places], {
      encoding: 'utf8',
    });
    const objects = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string });
    expect(objects.map(({ file }) => file)).toEqual(places);
    expect(new Set(validateOutput(['--json'], stdout))).toEqual(new Set(['litmus']));
    expect([status, stderr]).toEqual([0, '']);
  });

  test('gives up when time runs out', () => {
    const words = [program, 'litmus', path.join(folder, 'endless.litmus'), '--timeout', '0.1'];
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stdout).toMatch(/: unknown[\s\S]*reason: the time limit of 0.1 s was reached; a larger --timeout may help/);
    expect(status).toBe(3);
  });

  test('says what it has when it is interrupted', async () => {
    const child = spawn(process.execPath, [program, 'litmus', 'SB.litmus', 'endless.litmus'], { cwd: folder });
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.on('data', (chunk) => {
      // The first answer is there: it is at work on the second, or about to be.
      if (output === '') child.kill('SIGINT');
      output += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(output).toMatch(/^SB\.litmus: Sometimes/);
    const unknown = /endless\.litmus: unknown under TSO[\s\S]*reason: interrupted/.test(output);
    expect(unknown || errors === 'fencepost: interrupted, 1 file not answered\n').toBe(true);
    expect(status).toBe(3);
  });
});
