/** Workflow commands: GitHub shows each as a note beside its line. */
import type { Format } from './format.js';
import type { Finding, Result } from './result.js';

export function github(): Format {
  return {
    add: (result) => result.findings.map((finding) => `${annotation(result, finding)}\n`).join(''),
    end: () => '',
  };
}

function annotation({ file: read }: Result, { level, rule, message, file = read, line, column }: Finding): string {
  const properties = [
    `file=${property(file)}`,
    ...(line === null ? [] : [`line=${line}`]),
    ...(column === null ? [] : [`col=${column}`]),
    `title=${property(`fencepost: ${rule}`)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
