/**
 * What the formats of other tools are made from: every JSON object that a command prints becomes results, one for each
 * answer, with what there is to say about places of the file. So a format knows nothing of engines or commands.
 */

import { besides } from '../../languages/shared/bundle.js';
import type { JsonComparison } from '../compare.js';
import type { JsonCertification, JsonDiagnostic, JsonError, JsonOutcome } from '../json.js';
import type { JsonDrain, JsonTraceElement, JsonTransition } from '../json-trace.js';
import { bufferScope, memoryName, plural, processCount } from '../words.js';

export interface Finding {
  readonly level: 'error' | 'warning';
  /** `violated`, `unknown`, `stuck`, `syntax`: what kind of finding it is. */
  readonly rule: string;
  readonly message: string;
  /** Where that is not the file of the result. */
  readonly file?: string | undefined;
  readonly line: number | null;
  readonly column: number | null;
}

export interface Step {
  readonly text: string;
  readonly file?: string | undefined;
  readonly line: number | null;
}

export interface Result {
  readonly file: string;
  /** `under TSO, buffers of any length`: which question of the file it is. */
  readonly question: string;
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'error';
  readonly seconds: number;
  /** The first says the verdict, where that is not `holds`. */
  readonly findings: readonly Finding[];
  /** The run that violates the property. */
  readonly steps: readonly Step[];
}

export type Answer = JsonOutcome | JsonCertification | JsonComparison | JsonError;

export function resultsOf(answer: Answer): Result[] {
  if ('diagnostics' in answer) return [failed(answer)];
  if ('outcomes' in answer) return answer.outcomes.map((outcome) => answered({ ...outcome, file: answer.file }));
  return [answered(answer)];
}

function answered(outcome: JsonOutcome): Result {
  const { file, verdict, seconds, trace } = outcome;
  return {
    file,
    question: questionOf(outcome),
    verdict,
    seconds,
    findings: [...verdictFinding(outcome), ...warningFindings(outcome)],
    steps: trace.filter(isStep).map((step) => stepOf(step, outcome.file)),
  };
}

function questionOf({ memory, processes, asked, ...buffers }: JsonOutcome): string {
  const what = asked === null ? '' : `, ${asked.property}`;
  return `under ${memoryName(memory)}, for ${processCount(processes)}${bufferScope(buffers)}${what}`;
}

function verdictFinding(outcome: JsonOutcome): Finding[] {
  const { verdict, trace, reason } = outcome;
  if (verdict === 'holds') return [];
  if (verdict === 'unknown')
    return [
      { level: 'warning', rule: 'unknown', message: `unknown: ${reason ?? 'no reason'}`, line: null, column: null },
    ];
  const run = trace.filter(isStep);
  const end = trace.find((element) => 'violated' in element)?.violated;
  const line = run.findLast((step) => step.kind === 'transition' && step.line !== undefined);
  const what = end === undefined ? '' : `${end.property}: ${end.condition}, `;
  const why = outcome.why.map((sentence) => `; ${sentence}`).join('');
  const message = `violated under ${memoryName(outcome.memory)}: ${what}after ${plural(run.length, 'step')}${why}`;
  return [{ level: 'error', rule: 'violated', message, ...placeOf(line, outcome.file), column: null }];
}

function warningFindings({ warnings, file: outcomeFile }: JsonOutcome): Finding[] {
  return (warnings ?? []).map((warning) => {
    const { line = null, file } = warning.code === 'stuck' ? (warning.threads[0] ?? {}) : warning;
    const other = file === undefined ? {} : { file: besides(outcomeFile, file) };
    return { level: 'warning', rule: warning.code, message: warning.message, ...other, line, column: null };
  });
}

function failed({ file, verdict, diagnostics }: JsonError): Result {
  return { file, question: 'reading', verdict, seconds: 0, findings: diagnostics.map(findingOf), steps: [] };
}

function findingOf({ severity, code, message, file, line, column }: JsonDiagnostic): Finding {
  return { level: code === 'limit' ? 'warning' : severity, rule: code, message, file, line, column };
}

function isStep(element: JsonTraceElement): element is JsonTransition | JsonDrain {
  return 'kind' in element && element.kind !== 'initial';
}

/** `read`: the file that was read. */
function placeOf(step: JsonTransition | JsonDrain | undefined, read: string): Pick<Step, 'file' | 'line'> {
  if (step?.kind !== 'transition') return { line: null };
  return { line: step.line ?? null, ...(step.file === undefined ? {} : { file: besides(read, step.file) }) };
}

function stepOf(step: JsonTransition | JsonDrain, read: string): Step {
  if (step.kind === 'drain') {
    const writes = Object.entries(step.writes).map(([cell, value]) => `${cell} = ${value}`);
    return { text: `${step.process}: ${writes.join(', ')} reaches memory`, line: null };
  }
  const who = step.actor ?? step.arguments.join(', ');
  return { text: `${who === '' ? '' : `${who}: `}${step.transition}`, ...placeOf(step, read) };
}
