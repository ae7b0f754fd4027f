import { describe, expect, test } from 'vitest';
import { run } from './world.js';

const FILES = {
  'flags.cub': 'weak',
  'good.cub': 'holds',
  'broken.cub': 'violated',
  'hard.cub': 'unknown',
  'wrong.cub': 'bad words',
};

describe('report', () => {
  test.each([
    ['good.cub', 0, 'holds for any number of processes under SC'],
    ['broken.cub', 1, 'violated with 2 processes under SC, in 3 steps'],
    ['flags.cub', 1, 'violated with 2 processes under TSO, in 5 steps'],
    ['hard.cub', 3, 'unknown for any number of processes under SC'],
  ])('%s: the status of check, one line, and a page that says the same', async (file, expected, headline) => {
    const { status, output, errors, written } = await run(['report', file, '-o', 'out/page.html', '--no-fix'], {
      files: FILES,
    });
    expect([status, errors]).toEqual([expected, '']);
    expect(Object.keys(written)).toEqual(['out/page.html']);
    const page = `${written['out/page.html']}`;
    expect(output).toBe(
      `${file}: ${headline}\n  report written: out/page.html (${Math.ceil(Buffer.byteLength(page) / 1000)} kB)\n`,
    );
    expect(page).toMatch(/^<!doctype html>\n/);
    expect(page).toContain(`<title>${file}: ${headline}</title>`);
    expect(page).toContain(
      "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"",
    );
  });

  test('the page is called like the model unless it is named', async () => {
    expect(Object.keys((await run(['report', 'good.cub'], { files: FILES })).written)).toEqual(['good.html']);
    const input = await run(['report', '-', '--language', 'cubicle'], { input: 'holds' });
    expect(Object.keys(input.written)).toEqual(['report.html']);
  });

  test('on standard output, people read the line beside it', async () => {
    const { status, output, errors, written } = await run(['report', 'broken.cub', '-o', '-'], { files: FILES });
    expect(status).toBe(1);
    expect(output).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(errors).toBe('broken.cub: violated with 2 processes under SC, in 3 steps\n');
    expect(written).toEqual({});
  });

  test('quiet prints the verdict alone', async () => {
    const { output } = await run(['report', 'good.cub', '--quiet'], { files: FILES });
    expect(output).toBe('good.cub: holds for any number of processes under SC\n');
  });

  test('JSON says where the page is, and the verdict', async () => {
    const { output, written } = await run(['report', 'broken.cub', '--json', '-o', 'a.html'], { files: FILES });
    const bytes = Buffer.byteLength(`${written['a.html']}`);
    expect(JSON.parse(output)).toEqual({
      schema: 1,
      file: 'broken.cub',
      verdict: 'violated',
      page: 'a.html',
      bytes,
      repair: null,
    });
    const both = await run(['report', 'broken.cub', '--json', '-o', '-'], { files: FILES });
    expect([both.status, both.output]).toEqual([2, '']);
    expect(both.errors).toContain('--json and --output - both want standard output');
  });

  test('a folder that is not there, and a text that cannot be read', async () => {
    const missing = await run(['report', 'good.cub', '-o', 'no/such/folder/page.html'], { files: FILES });
    expect(missing.status).toBe(2);
    expect(missing.errors).toBe('no/such/folder/page.html: error[io]: its folder does not exist\n');
    const wrong = await run(['report', 'wrong.cub'], { files: FILES });
    expect(wrong.status).toBe(2);
    expect(wrong.written).toEqual({});
  });

  test('a repair that is not found is told with its reason', async () => {
    const { written } = await run(['report', 'flags.cub'], { files: FILES });
    expect(written['flags.html']).toContain('No repair was found: ');
    const without = await run(['report', 'flags.cub', '--no-fix'], { files: FILES });
    expect(without.written['flags.html']).not.toContain('No repair was found');
  });
});

describe('check --html', () => {
  test('the usual answer, and the same page', async () => {
    const { status, output, written } = await run(['check', 'broken.cub', '--html', 'page.html'], { files: FILES });
    const plain = await run(['check', 'broken.cub'], { files: FILES });
    expect(status).toBe(1);
    expect(output).toBe(`${plain.output}  report written: page.html\n`);
    const report = await run(['report', 'broken.cub'], { files: FILES });
    expect(written['page.html']).toBe(report.written['broken.html']);
    const json = await run(['check', 'broken.cub', '--json', '--html', 'page.html'], { files: FILES });
    expect(json.output).toBe((await run(['check', 'broken.cub', '--json'], { files: FILES })).output);
  });

  test.each([
    [['broken.cub', 'good.cub', '--html', 'a.html'], '--html writes the page of one model'],
    [['broken.cub', '--html', '-'], '--html does not write to standard output'],
    [['broken.cub', '--no-fix'], '--no-fix is about the page of --html'],
  ])('%j is refused', async (words, message) => {
    const { status, errors, written } = await run(['check', ...words], { files: FILES });
    expect([status, written]).toEqual([2, {}]);
    expect(errors).toContain(message);
  });

  test('a page that cannot be written is an error beside the answer', async () => {
    const { status, output, errors } = await run(['check', 'good.cub', '--html', 'no/such/folder/a.html'], {
      files: FILES,
    });
    expect(status).toBe(2);
    expect(output).toContain('good.cub: holds');
    expect(errors).toBe('no/such/folder/a.html: error[io]: its folder does not exist\n');
  });
});
