/** SARIF 2.1.0, which editors and services for code scanning read: findings with places, and runs as code flows. */
import type { Format } from './format.js';
import type { Finding, Result, Step } from './result.js';

const RULES: Readonly<Record<string, string>> = {
  violated: 'A run violates a property',
  unknown: 'A limit was reached before there was an answer',
  limit: 'A limit was reached before there was a question',
  stuck: 'Threads can get stuck for ever',
  unreached: 'No run reaches this place',
  vacuous: 'A property says nothing',
};

export function sarif(version: string): Format {
  const results: Result[] = [];
  return {
    add(result) {
      results.push(result);
      return '';
    },
    end: () => `${JSON.stringify(log(version, results), null, 2)}\n`,
  };
}

function log(version: string, results: readonly Result[]): object {
  const rules = [...new Set(results.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fencepost', version, rules: rules.map(ruleOf) } },
        columnKind: 'unicodeCodePoints',
        results: results.flatMap((result) => result.findings.map((finding) => resultOf(result, finding))),
      },
    ],
  };
}

function ruleOf(id: string): object {
  return { id, shortDescription: { text: RULES[id] ?? 'The text or the question is wrong' } };
}

function resultOf({ file, steps }: Result, finding: Finding): object {
  const { level, rule, message, line, column } = finding;
  const { file: other = file } = finding;
  return {
    ruleId: rule,
    level,
    message: { text: message },
    locations: [{ physicalLocation: place(other, line, column) }],
    ...(rule === 'violated' && steps.length > 0 ? { codeFlows: [flow(file, steps)] } : {}),
  };
}

function flow(file: string, steps: readonly Step[]): object {
  const locations = steps.map(({ text, file: other = file, line }) => ({
    location: { physicalLocation: place(other, line, null), message: { text } },
  }));
  return { threadFlows: [{ locations }] };
}

function place(file: string, line: number | null, column: number | null): object {
  const region = { ...(line === null ? {} : { startLine: line }), ...(column === null ? {} : { startColumn: column }) };
  return { artifactLocation: { uri: uriOf(file) }, ...(line === null ? {} : { region }) };
}

/** Relative, as it was given, so that it is found from the folder of the repository. */
function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
