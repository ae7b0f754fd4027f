/** `--format`: what other tools read. */
import { describe, expect, test } from 'vitest';
import { junit } from '../../src/report/formats/junit.js';
import type { Result } from '../../src/report/formats/result.js';
import { run } from './world.js';

const FILES = {
  'flags.cub': 'weak',
  'good.cub': 'holds',
  'hard.cub': 'unknown',
  'wrong.cub': 'bad words',
};
const ALL = ['good.cub', 'flags.cub', 'hard.cub', 'wrong.cub', 'missing.cub'];

const checked = (format: string, files = ALL) => run(['check', ...files, '--format', format], { files: FILES });

describe('check --format', () => {
  test('github writes an annotation for whatever is not well', async () => {
    const { status, output } = await checked('github');
    expect(status).toBe(2);
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^::error file=flags\.cub,title=fencepost%3A violated::violated under TSO: \S.*, after 5 steps$/,
    );
    expect(lines[1]).toMatch(/^::warning file=hard\.cub,title=fencepost%3A unknown::unknown: \S/);
    expect(lines[2]).toMatch(/^::error file=wrong\.cub,line=\d+,col=\d+,title=fencepost%3A \S+::\S/);
    expect(lines[3]).toBe('::error file=missing.cub,title=fencepost%3A io::no such file');
  });

  test('junit has a case for each file, and no unknown passes', async () => {
    const { status, output } = await checked('junit');
    expect(status).toBe(2);
    expect(output).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="fencepost" tests="5" failures="1" errors="3" /,
    );
    expect(output.match(/<testcase /g)).toHaveLength(5);
    expect(output).toMatch(
      /<testcase classname="good\.cub" name="under [^"]+, for (any number of|\d+) process(es)?[^"]*" time="[\d.]+"\/>/,
    );
    expect(output).toMatch(/<failure type="violated" message="error\[violated\]: [^"]+">1\. /);
    expect(output).toMatch(/<error type="unknown" /);
  });

  test('sarif has results with places, and the run as a code flow', async () => {
    const { output } = await checked('sarif');
    const log = JSON.parse(output) as {
      version: string;
      runs: [
        {
          tool: { driver: { name: string; version: string; rules: { id: string }[] } };
          results: {
            ruleId: string;
            level: string;
            locations: [{ physicalLocation: { artifactLocation: { uri: string }; region?: { startLine: number } } }];
            codeFlows?: [{ threadFlows: [{ locations: object[] }] }];
          }[];
        },
      ];
    };
    const [{ tool, results }] = log.runs;
    expect([log.version, tool.driver.name, tool.driver.version]).toEqual(['2.1.0', 'fencepost', '1.2.3']);
    expect(results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual(
      expect.arrayContaining(['violated error', 'unknown warning', 'io error']),
    );
    expect(results).toHaveLength(4);
    expect(new Set(tool.driver.rules.map(({ id }) => id))).toEqual(new Set(results.map(({ ruleId }) => ruleId)));
    expect(results[0]?.codeFlows?.[0].threadFlows[0].locations).toHaveLength(5);
    const wrong = results.find(
      ({ locations: [{ physicalLocation }] }) => physicalLocation.artifactLocation.uri === 'wrong.cub',
    );
    expect(wrong?.locations[0].physicalLocation.region?.startLine).toBeGreaterThan(0);
  });

  test('json is --json, text is what people read', async () => {
    const words = ['check', 'good.cub'];
    const plain = await run(words, { files: FILES });
    expect((await run([...words, '--format', 'text'], { files: FILES })).output).toBe(plain.output);
    const json = await run([...words, '--json'], { files: FILES });
    expect((await run([...words, '--format=json'], { files: FILES })).output).toBe(json.output);
  });

  test('two formats at once are refused, and so is one that is not known', async () => {
    const both = await run(['check', 'good.cub', '--json', '--format', 'sarif'], { files: FILES });
    expect(both.status).toBe(2);
    expect(both.errors).toContain('--json and --format sarif contradict each other');
    const other = await run(['check', 'good.cub', '--format', 'html'], { files: FILES });
    expect(other.status).toBe(2);
    expect(other.errors).toContain("--format is one of text, json, github, junit, sarif, not 'html'");
  });
});

describe('texts that are hostile to a format', () => {
  const hostile: Result = {
    file: 'a&b<"c">.fp',
    question: 'under TSO',
    verdict: 'violated',
    seconds: 1,
    findings: [{ level: 'error', rule: 'violated', message: 'x < 1 && "y"\n]]>\u0000', line: 3, column: null }],
    steps: [{ text: '<script>', line: 1 }],
  };

  test('xml is escaped, and control characters are not written', () => {
    const format = junit();
    format.add(hostile);
    const text = format.end();
    expect(text).toContain('classname="a&amp;b&lt;&quot;c&quot;&gt;.fp"');
    expect(text).toContain('x &lt; 1 &amp;&amp; &quot;y&quot;&#10;]]&gt;\ufffd');
    expect(text).toContain('1. line 1: &lt;script&gt;');
    expect(text).not.toContain('\u0000');
  });

  test('a file name cannot end a command of GitHub', async () => {
    const { output } = await run(['check', 'a,line=1::b\nc.cub', '--format', 'github']);
    expect(output).toBe('::error file=a%2Cline=1%3A%3Ab%0Ac.cub,title=fencepost%3A io::no such file\n');
  });
});
