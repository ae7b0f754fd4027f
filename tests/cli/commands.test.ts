import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { combine } from '../../src/cli/status.js';
import { run } from './world.js';

const FILES = {
  'good.cub': 'holds',
  'broken.cub': 'violated',
  'hard.cub': 'unknown',
  'wrong.cub': 'bad words',
  'bug.cub': 'crash',
  'echo.cub': 'echo',
  'assumes.cub': 'assumes',
  'warns.cub': 'warns',
};

describe('help', () => {
  test('the overview names every command and every exit status', async () => {
    const { status, output } = await run(['--help']);
    expect(status).toBe(0);
    for (const { name } of COMMANDS) expect(output).toContain(`  ${name} `);
    expect(output).toMatch(/0 {2}every property holds[\s\S]*4 {2}an internal error/);
    expect(await run(['help'])).toMatchObject({ status: 0, output });
    expect(await run(['-h'])).toMatchObject({ status: 0, output });
  });

  test.each(COMMANDS.map(({ name }) => name))('%s explains its options and shows examples', async (name) => {
    const { status, output } = await run([name, '--help']);
    expect(status).toBe(0);
    expect(output).toContain(`Usage: fencepost ${name}`);
    expect(output).toMatch(/Examples:\n {2}(cat .* \| )?fencepost/);
    expect(output.split('\n').every((line) => line.length <= 100)).toBe(true);
    expect(await run(['help', name])).toMatchObject({ status: 0, output });
  });

  test('help wins over what else is on the line', async () => {
    expect(await run(['check', '--help', 'missing.cub'])).toMatchObject({ status: 0 });
  });

  test('the version', async () => {
    expect(await run(['--version'])).toMatchObject({ status: 0, output: 'fencepost 1.2.3\n' });
  });
});

describe('a wrong command line', () => {
  test.each([
    [['mutex.cub'], "'mutex.cub' is not a command", 'fencepost check mutex.cub'],
    [['-'], "'-' is not a command", 'fencepost check -'],
    [['chekc', 'mutex.cub'], "'chekc' is not a command", 'did you mean fencepost check?'],
    [['--quiet'], '--quiet comes after a command', 'fencepost --help'],
    [['check'], 'check needs FILE...', 'usage: fencepost check FILE... [options]'],
    [['print', '--write', '-'], '--write does not write to standard input', 'give a FILE with --write'],
    [['compare', 'a.cub', 'b.cub'], "compare does not take 'b.cub'", 'usage: fencepost compare FILE'],
    [['check', 'a.fp', '--buffer', '0'], '--buffer', '1 to 64'],
    [['check', 'a.cub', '--max-cubes', 'x'], '--max-cubes is a whole number', 'check --help'],
    [['print', 'a.cub', '--unroll', '1'], 'unknown option --unroll', 'usage: fencepost print FILE'],
    [['check', '-', '-'], 'standard input can be read only once', 'once'],
    [['help', 'nothing'], "'nothing' is not a command", 'fencepost help'],
    [['certify', 'good.cub', '--json', '--output', '-'], 'both want standard output', 'a file'],
  ])('%j: exit status 2, the reason and a hint', async (words, reason, hint) => {
    const { status, output, errors } = await run(words, { files: FILES });
    expect(status).toBe(2);
    expect(output).toBe('');
    expect(errors).toContain('fencepost: error[usage]: ');
    expect(errors).toContain(reason);
    expect(errors).toContain(hint);
  });

  test('nothing at all shows the overview on the error stream', async () => {
    const { status, output, errors } = await run([]);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(errors).toContain('Usage: fencepost COMMAND');
  });
});

describe('exit statuses', () => {
  test.each([
    ['good.cub', 0],
    ['broken.cub', 1],
    ['wrong.cub', 2],
    ['missing.cub', 2],
    ['hard.cub', 3],
    ['bug.cub', 4],
  ])('check %s exits with %i', async (file, status) => {
    expect((await run(['check', file], { files: FILES })).status).toBe(status);
  });

  test('of several files the first of 4, 2, 1, 3, 0 counts, and every file is checked', async () => {
    const { status, output, errors } = await run(
      ['check', 'wrong.cub', 'missing.cub', 'bug.cub', 'hard.cub', 'broken.cub', 'good.cub'],
      { files: FILES },
    );
    expect(status).toBe(4);
    for (const name of ['hard', 'broken', 'good']) expect(output).toContain(`${name}.cub: `);
    for (const name of ['wrong', 'missing', 'bug'])
      expect(errors).toContain(`${name}.cub: error[`.replace('wrong.cub:', 'wrong.cub:1:5:'));
    expect(combine([0, 3, 1, 2])).toBe(2);
    expect(combine([0, 3, 1])).toBe(1);
    expect(combine([0, 3])).toBe(3);
    expect(combine([])).toBe(0);
  });
});

describe('check', () => {
  test('a fault of the model: place, line and caret, no stack', async () => {
    const { errors, output } = await run(['check', 'wrong.cub'], { files: FILES });
    expect(output).toBe('');
    expect(errors).toBe('wrong.cub:1:5: error[syntax]: this is no declaration\n  bad words\n      ^^^\n');
  });

  test('a file that is not there', async () => {
    const { errors } = await run(['check', 'missing.cub'], { files: FILES });
    expect(errors).toBe('missing.cub: error[io]: no such file\n');
  });

  test('an internal error is one line that says how to report it; the stack is shown when asked', async () => {
    const { errors } = await run(['check', 'bug.cub'], { files: FILES });
    expect(errors.split('\n')).toHaveLength(2);
    expect(errors).toMatch(/^bug.cub: error\[internal\]: the replay disagrees \(.*please report it/);
    const asked = await run(['check', 'bug.cub'], { files: FILES, variables: { FENCEPOST_DEBUG: '1' } });
    expect(asked.errors).toContain('fake-services.ts');
  });

  test('with --json every file gives one object on a line of its own, also bad ones', async () => {
    const files = ['good.cub', 'broken.cub', 'wrong.cub', 'missing.cub', 'bug.cub'];
    const { output, errors } = await run(['check', ...files, '--json'], { files: FILES });
    const objects = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.map(({ schema, file, verdict }) => [schema, file, verdict])).toEqual([
      [1, 'good.cub', 'holds'],
      [1, 'broken.cub', 'violated'],
      [1, 'wrong.cub', 'error'],
      [1, 'missing.cub', 'error'],
      [1, 'bug.cub', 'error'],
    ]);
    expect(objects[2]).toEqual({
      schema: 1,
      file: 'wrong.cub',
      verdict: 'error',
      diagnostics: [{ severity: 'error', code: 'syntax', message: 'this is no declaration', line: 1, column: 5 }],
    });
    expect(objects[4]).toMatchObject({
      diagnostics: [{ code: 'internal', message: 'the replay disagrees', line: null }],
    });
    expect(errors).toContain('wrong.cub:1:5: error[syntax]');
  });

  test('the options that were given reach the library, and no others', async () => {
    const reason = async (...words: string[]): Promise<unknown> => {
      const { output } = await run(['check', 'echo.cub', '--json', ...words], { files: FILES });
      return JSON.parse((JSON.parse(output) as { reason: string }).reason);
    };
    const usual = { file: 'echo.cub', maxMemory: 3400, maxHeap: 3400 };
    expect(await reason()).toEqual(usual);
    expect(
      await reason(
        ...['--processes', '3', '--memory=tso', '--cubes', 'events', '--timeout', '9'],
        ...['--no-approximation', '--check-invariants'],
      ),
    ).toEqual({
      ...usual,
      processes: 3,
      memory: 'tso',
      cubes: 'events',
      timeout: 9,
      approximate: false,
      checkInvariants: true,
    });
    expect(
      await reason(
        ...['--ltl', 'F done', '--where', 'done=P@end; go=x == 1', '--fair-threads', '--no-fair-buffers'],
        ...['--buffer-per-location', '1', '--property', 'live', '--no-reduction'],
      ),
    ).toEqual({
      ...usual,
      ltl: 'F done',
      propositions: { done: 'P@end', go: 'x == 1' },
      fairThreads: true,
      fairBuffers: false,
      bufferPerLocation: 1,
      property: 'live',
      reduce: false,
    });
    expect((await run(['check', 'echo.cub', '--where', 'done'], { files: FILES })).status).toBe(2);
    expect(
      await reason(
        '--max-cubes',
        '1',
        '--max-depth',
        '2',
        '--max-processes',
        '3',
        '--max-states',
        '4',
        '--max-memory',
        '50',
      ),
    ).toEqual({ ...usual, maxCubes: 1, maxDepth: 2, maxProcesses: 3, maxStates: 4, maxMemory: 50 });
  });

  test('states may take more memory than the heap has, and nothing else', async () => {
    const { output } = await run(['check', 'echo.cub', '--max-memory', '9000', '--json'], { files: FILES });
    expect(output).toContain('\\"maxMemory\\":9000,\\"maxHeap\\":3400');
  });

  test('- is standard input', async () => {
    const { status, output } = await run(['check', '-'], { input: 'violated' });
    expect(status).toBe(1);
    expect(output).toMatch(/^<stdin>: violated /);
  });

  test('warnings go to the error stream, unless quiet', async () => {
    const { output, errors } = await run(['check', 'warns.cub'], { files: FILES });
    expect(errors).toContain('warns.cub:1:5: warning[syntax]: this never happens');
    expect(output).not.toContain('warning');
    expect((await run(['check', 'warns.cub', '--quiet'], { files: FILES })).errors).toBe('');
  });

  test('a check that was stopped before it began is unknown, and says so', async () => {
    const { status, output, errors } = await run(['check', 'good.cub', 'hard.cub'], {
      files: FILES,
      stop: AbortSignal.abort(),
    });
    expect({ status, output }).toEqual({ status: 3, output: '' });
    expect(errors).toContain('2 files not checked');
  });
});

describe('terminals', () => {
  test('a pipe gets no colours and no progress', async () => {
    const { output, errors } = await run(['check', 'good.cub'], { files: FILES });
    expect(output + errors).not.toContain('\u001b');
  });

  test('a terminal gets colours and a live line that is erased', async () => {
    const { output, errors } = await run(['check', 'good.cub'], { files: FILES, terminal: true });
    expect(output).toContain('\u001b[1;32mholds\u001b[0m');
    expect(errors).toMatch(/^\r\u001b\[Kgood.cub {2}backward {2}cubes 1 {2}depth 2 {2}queue 3 .*\r\u001b\[K$/);
    const drawn = errors.split('\r\u001b[K')[1] ?? '';
    expect(drawn.length).toBeLessThan(60);
  });

  test('NO_COLOR, a dumb terminal and --quiet are respected', async () => {
    for (const variables of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const { output } = await run(['check', 'good.cub'], { files: FILES, terminal: true, variables });
      expect(output).not.toContain('\u001b');
    }
    expect((await run(['check', 'good.cub', '--quiet'], { files: FILES, terminal: true })).errors).toBe('');
  });
});

describe('print --json', () => {
  test('is an object for each file, and for one that cannot be read', async () => {
    const { status, output } = await run(['print', 'good.cub', 'wrong.cub', '--json'], { files: FILES });
    expect(status).toBe(2);
    const [good, wrong] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(good).toEqual({ schema: 1, file: 'good.cub', laidOut: false, text: 'printed holds\n' });
    expect(wrong).toMatchObject({ schema: 1, file: 'wrong.cub', verdict: 'error' });
    expect((await run(['print', 'good.cub', '--json', '--check'], { files: FILES })).status).toBe(1);
    expect((await run(['print', 'good.cub', '--write', '--check'], { files: FILES })).status).toBe(2);
  });
});

describe('print', () => {
  test('prints the model, or what is wrong with it', async () => {
    expect(await run(['print', 'good.cub'], { files: FILES })).toMatchObject({ status: 0, output: 'printed holds\n' });
    expect(await run(['print', 'wrong.cub'], { files: FILES })).toMatchObject({ status: 2, output: '' });
    expect(await run(['print', 'missing.cub'], { files: FILES })).toMatchObject({ status: 2, output: '' });
  });
});

describe('a model whose name does not tell its language', () => {
  const hint = '--language names the language';

  test.each(['check', 'compare', 'certify', 'print'])('%s says how it was read when that fails', async (command) => {
    const { status, errors } = await run([command, '-'], { input: 'bad words' });
    expect(status).toBe(2);
    expect(errors).toContain(`<stdin>: ${hint}: cubicle, program, dve`);
  });

  test('the language that the text begins like is named', async () => {
    const { errors } = await run(['check', '-'], { input: 'shared x 0..1' });
    expect(errors).toContain(`<stdin>: it begins like programs (.fp) and was read so; ${hint}`);
  });

  test('nothing is said when it is told, or nothing is wrong', async () => {
    expect((await run(['check', 'wrong.cub'], { files: FILES })).errors).not.toContain(hint);
    expect((await run(['check', '-', '--language', 'cubicle'], { input: 'bad words' })).errors).not.toContain(hint);
    expect((await run(['check', '-'], { input: 'holds' })).errors).toBe('');
  });
});
