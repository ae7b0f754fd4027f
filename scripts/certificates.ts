/**
 * Every proof of the examples gets a certificate, which is judged: `npm run certificates -- [--timeout S] [WORD]`.
 *
 * Prints a line for each question that holds (of the files whose names have the word in them), and at the end how many were
 * accepted. Written certificates are judged from their text, those for solvers by Z3 and the solvers on the search path. The
 * exit status is 1 when one is refused; that there is none, or no time for it, is only told.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { suitedTo } from '../src/check/applies.js';
import { type CertifyResult, certify } from '../src/check/certify.js';
import { judgeCertificate } from '../src/check/judge.js';
import type { CheckOptions } from '../src/check/options.js';
import { readExamples } from '../src/cli/examples.js';
import type { Reason } from '../src/engines/remarks.js';
import { memoryNamed } from '../src/memory/models.js';
import { DASHED, reasonText } from '../src/report/remarks.js';

interface Row {
  readonly how: string;
  readonly accepted: boolean;
  readonly refused: boolean;
}

const none = (how: string): Row => ({ how, accepted: false, refused: false });

async function rowOf(text: string, options: CheckOptions): Promise<Row> {
  const result = await certify(text, options);
  if (!result.ok) return none(result.diagnostics.map(({ message }) => message).join('; '));
  if (result.outcome.verdict !== 'holds') return none(`not proved: ${told(result.outcome.reasons)}`);
  return judged(result.certificate, text, options);
}

async function judged(
  certificate: Extract<CertifyResult, { readonly ok: true }>['certificate'],
  text: string,
  options: CheckOptions,
): Promise<Row> {
  switch (certificate.kind) {
    case 'none': {
      const { why } = certificate;
      return none(
        `no certificate: ${'reason' in why ? told([why.reason]) : 'message' in why ? why.message : why.code}`,
      );
    }
    case 'audit': {
      const { refuted, unfinished, by, states } = certificate.audit;
      if (unfinished !== null) return none(`audit: ${told([unfinished])}`);
      return { how: refuted ?? `${states} states by ${by}`, accepted: refuted === null, refused: refuted !== null };
    }
    case 'obligations':
    case 'minor set':
    case 'ranking': {
      const written = certificate.kind === 'obligations' ? certificate.obligations.chunks() : certificate.chunks();
      const { engine: _, ...question } = options;
      const result = await judgeCertificate(text, [...written].join(''), question);
      if (!result.ok) return none(result.diagnostics.map(({ message }) => message).join('; '));
      const { verdict, reason, obligations, configurations = 0 } = result.judgement;
      const what = obligations === undefined ? `${configurations} configurations` : `${obligations} obligations`;
      const how = `${certificate.kind}, ${what}${reason === null ? '' : `: ${reason}`}`;
      return { how, accepted: verdict === 'accepted', refused: verdict === 'refused' };
    }
  }
}

function told(reasons: readonly Reason[]): string {
  return reasons.map((reason) => reasonText(reason, DASHED)).join('; ');
}

const { values, positionals } = parseArgs({
  options: { timeout: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const [word = ''] = positionals;
const timeout = Number(values.timeout);
const list = readExamples(readFileSync('examples/expected.json', 'utf8'));
if (!list.ok) throw new Error(list.message);
let [asked, accepted, refused] = [0, 0, 0];
for (const example of list.examples) {
  if (example.kind === 'litmus' || !example.file.includes(word)) continue;
  const { file, processes } = example;
  for (const [memory, verdict] of example.expected) {
    if (verdict !== 'holds') continue;
    const given = example.kind === 'program' ? suitedTo(memoryNamed(memory), example.asked ?? {}) : {};
    const number = processes === null ? {} : { processes };
    const row = await rowOf(readFileSync(`examples/${file}`, 'utf8'), { ...given, ...number, file, memory, timeout });
    asked++;
    if (row.accepted) accepted++;
    if (row.refused) refused++;
    const mark = row.accepted ? 'accepted' : row.refused ? 'REFUSED' : 'none';
    console.log(`${mark.padEnd(9)} ${memory}  ${file} ${JSON.stringify(given)}  ${row.how}`);
  }
}
console.log(`${accepted} of ${asked} proofs have an accepted certificate, ${refused} were refused`);
// Z3 keeps threads.
process.exit(refused === 0 ? 0 : 1);
