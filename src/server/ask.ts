/** What the language server asks of the rest of the program, in a process of its own: a verdict, a repair, a page. */
import { check } from '../check/check.js';
import { litmus } from '../check/litmus.js';
import { questionScope } from '../check/question-scope.js';
import type { Progress } from '../engines/engine.js';
import type { Outcome } from '../evidence/outcome.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { refusalText } from '../languages/shared/help.js';
import { fix } from '../repair/index.js';
import { jsonOutcome } from '../report/json.js';
import { jsonLitmus } from '../report/litmus.js';
import { pageData } from '../report/page/data.js';
import { remarkText } from '../report/remarks.js';
import { PLAIN } from '../report/style.js';
import { headline } from '../report/text.js';
import type { Job, Told } from './jobs.js';

export async function ask(job: Job, onProgress: (progress: Progress) => void): Promise<Told> {
  const { kind, text, file, language, memory, property, any, timeout, maxMemory, version } = job;
  const question = {
    file,
    language,
    timeout,
    maxMemory,
    onProgress,
    ...(memory === undefined ? {} : { memory }),
    ...(property === undefined ? {} : { property }),
  };
  if (kind === 'fix') {
    const result = await fix(text, question);
    if (!result.ok) return refused(result.diagnostics);
    const { status, sets } = result;
    const sentence = remarkText(result, (option) => option);
    return { kind: 'fix', status, sets: sets.map(({ text: changed, diff }) => ({ text: changed, diff })), sentence };
  }
  const result = await check(text, any ? { ...question, processes: 'any' } : question);
  if (!result.ok) return refused(result.diagnostics);
  const { outcome } = result;
  const told = headline('', outcome, PLAIN).replace(/^: /, '');
  if (kind === 'check') return { kind: 'answer', answer: jsonOutcome(file, outcome), headline: told };
  const page = pageData({
    made: `fencepost ${version}`,
    file,
    language,
    text,
    outcome,
    scope: await questionScope(text, question),
    repair: null,
    litmus: language === 'litmus' ? await finalStates(job, outcome) : null,
  });
  return { kind: 'page', page };
}

async function finalStates({ text, file, timeout, maxMemory }: Job, { memory }: Outcome) {
  const result = await litmus(text, { file, memory, timeout, maxMemory });
  return result.ok ? jsonLitmus(file, result.answer) : null;
}

function refused(diagnostics: readonly Diagnostic[]): Told {
  const worst = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
  if (worst === undefined) return { kind: 'refused', message: 'the question was refused' };
  const { file, included, line, option, message, help = [] } = worst;
  const where = line === null ? '' : included === undefined ? `line ${line}: ` : `${file}:${line}: `;
  const subject = option === undefined ? '' : `${option}: `;
  return { kind: 'refused', message: `${where}${subject}${refusalText({ message, help }, (each) => each)}` };
}
