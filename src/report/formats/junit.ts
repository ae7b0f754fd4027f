/** JUnit's XML, as most servers for continuous integration read it: a suite for each file, a case for each question. */
import type { Format } from './format.js';
import type { Finding, Result, Step } from './result.js';

export function junit(): Format {
  const results: Result[] = [];
  return {
    add(result) {
      results.push(result);
      return '';
    },
    end: () => `<?xml version="1.0" encoding="UTF-8"?>\n${document(results)}\n`,
  };
}

function document(results: readonly Result[]): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map((file) =>
    suite(
      file,
      results.filter((result) => result.file === file),
    ),
  );
  return element('testsuites', { name: 'fencepost', ...totals(results) }, suites);
}

function suite(file: string, results: readonly Result[]): string {
  return element('testsuite', { name: file, ...totals(results) }, results.map(testCase));
}

function totals(results: readonly Result[]): Readonly<Record<string, string>> {
  const count = (...verdicts: readonly Result['verdict'][]): string =>
    `${results.filter(({ verdict }) => verdicts.includes(verdict)).length}`;
  const time = results.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    tests: `${results.length}`,
    failures: count('violated'),
    errors: count('unknown', 'error'),
    time: time.toFixed(3),
  };
}

/** A violation is a failure. What has no answer is an error: nobody may take it for a success. */
function testCase(result: Result): string {
  const { file, question, verdict, seconds, findings, steps } = result;
  const attributes = { classname: file, name: question, time: seconds.toFixed(3) };
  const [first, ...others] = findings;
  const where = (place: Place): string => placeIn(file, place);
  const inLine = (finding: Finding): string => `${where(finding)}${finding.level}[${finding.rule}]: ${finding.message}`;
  const run = steps.map((step, index) => `${index + 1}. ${where(step)}${step.text}`);
  const told = [...others.map(inLine), ...run].join('\n');
  if (verdict === 'holds') {
    const said = findings.map(inLine).join('\n');
    return element('testcase', attributes, said === '' ? [] : [element('system-out', {}, [escaped(said)])]);
  }
  const kind = verdict === 'violated' ? 'failure' : 'error';
  const message = first === undefined ? verdict : inLine(first);
  return element('testcase', attributes, [
    element(kind, { type: verdict, message }, told === '' ? [] : [escaped(told)]),
  ]);
}

type Place = Pick<Step, 'file' | 'line'> & Partial<Pick<Finding, 'column'>>;

/** The suite has the name of the file; another one, which it includes, is named. */
function placeIn(read: string, { file = read, line, column = null }: Place): string {
  if (line === null) return '';
  const other = file === read ? '' : `${file} `;
  return `${other}line ${line}${column === null ? '' : `, column ${column}`}: `;
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('\n', '&#10;')}"`,
  );
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** XML has no way to write most control characters. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
