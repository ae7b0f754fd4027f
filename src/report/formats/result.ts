/**
 * What the formats of other tools are made from: every JSON object that a command prints becomes results, one for each
 * answer, with what there is to say about places of the file. So a format knows nothing of engines or commands.
 */
import type { JsonComparison } from '../compare.js';
import type { JsonCertification, JsonDiagnostic, JsonError, JsonOutcome } from '../json.js';
import type { JsonDrain, JsonTraceElement, JsonTransition } from '../json-trace.js';
import { bufferScope, memoryName, plural } from '../words.js';

export interface Finding {
  readonly level: 'error' | 'warning';
  /** `violated`, `unknown`, `stuck`, `syntax`: what kind of finding it is. */
  readonly rule: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface Step {
  readonly text: string;
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
    steps: trace.filter(isStep).map(stepOf),
  };
}

function questionOf({ memory, processes, asked, ...buffers }: JsonOutcome): string {
  const who = processes === 'any' ? 'any number' : `${processes}`;
  const what = asked === null ? '' : `, ${asked.property}`;
  return `under ${memoryName(memory)}, for ${who}${bufferScope(buffers)}${what}`;
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
  return [{ level: 'error', rule: 'violated', message, line: lineOf(line), column: null }];
}

function warningFindings({ warnings }: JsonOutcome): Finding[] {
  return (warnings ?? []).map((warning) => {
    const line = warning.code === 'stuck' ? (warning.threads[0]?.line ?? null) : warning.line;
    return { level: 'warning', rule: warning.code, message: warning.message, line, column: null };
  });
}

function failed({ file, verdict, diagnostics }: JsonError): Result {
  return { file, question: 'reading', verdict, seconds: 0, findings: diagnostics.map(findingOf), steps: [] };
}

function findingOf({ severity, code, message, line, column }: JsonDiagnostic): Finding {
  return { level: code === 'limit' ? 'warning' : severity, rule: code, message, line, column };
}

function isStep(element: JsonTraceElement): element is JsonTransition | JsonDrain {
  return 'kind' in element && element.kind !== 'initial';
}

function lineOf(step: JsonTransition | JsonDrain | undefined): number | null {
  return step?.kind === 'transition' ? (step.line ?? null) : null;
}

function stepOf(step: JsonTransition | JsonDrain): Step {
  if (step.kind === 'drain') {
    const writes = Object.entries(step.writes).map(([cell, value]) => `${cell} = ${value}`);
    return { text: `${step.process}: ${writes.join(', ')} reaches memory`, line: null };
  }
  const who = step.actor ?? step.arguments.join(', ');
  return { text: `${who === '' ? '' : `${who}: `}${step.transition}`, line: lineOf(step) };
}
