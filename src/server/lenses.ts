/** Questions above the lines of properties, and their answers there: as the text of a lens, and as diagnostics. */
import { type CodeLens, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { type Document, type Lens, lenses } from '../editing/index.js';
import type { MemoryName } from '../memory/models.js';
import { memoryNamed } from '../memory/models.js';
import type { Answered, Asked } from './answers.js';
import { rangeIn, SOURCE } from './convert.js';
import type { Open } from './texts.js';

export async function lensesFor(open: Open, document: Document): Promise<CodeLens[]> {
  const found = await lenses(document);
  return found.flatMap((lens, position) => lensesAt(open, lens, position === 0));
}

/** What concerns the whole text stands at the first of them. */
function lensesAt({ text, answers }: Open, lens: Lens, first: boolean): CodeLens[] {
  const { uri } = text;
  const range = rangeIn(text, lens);
  const { property, memories } = lens;
  const checks = memories.map((memory): CodeLens => {
    const known = answers.get({ property, memory, any: false });
    const title = known === undefined ? `check under ${titleOfMemory(memory)}` : verdictTitle(memory, known);
    const given = property === null ? [uri, memory] : [uri, memory, property];
    return { range, command: { title, command: 'fencepost.check', arguments: given } };
  });
  const proof = answers.get(ANY);
  const title = proof === undefined ? 'prove for any number' : `any number: ${proof.answer.verdict}`;
  const prove = { range, command: { title, command: 'fencepost.prove', arguments: [uri] } };
  const weak = memories.at(-1);
  const fixed = answers.broken?.answer.memory ?? memories[1] ?? weak;
  const fix = { range, command: { title: 'fix', command: 'fencepost.fix', arguments: [uri, fixed] } };
  return [...checks, ...(first && lens.fix ? [fix] : []), ...(first && lens.prove ? [prove] : [])];
}

/** The question of `fencepost.prove`. */
export const ANY: Asked = { property: null, memory: null, any: true };

const titleOfMemory = (memory: MemoryName): string => memoryNamed(memory).title;

function verdictTitle(memory: MemoryName, { answer }: Answered): string {
  return `${titleOfMemory(memory)}: ${answer.verdict}`;
}

/** The answers at their properties. */
export async function verdictsFor({ text, answers }: Open, document: Document): Promise<Diagnostic[]> {
  const found = await lenses(document);
  const told = new Set<Answered>();
  return found.flatMap((lens) =>
    answers.of(lens).flatMap((answered): Diagnostic[] => {
      if (told.has(answered)) return [];
      told.add(answered);
      const { answer, headline } = answered;
      const violated = answer.verdict === 'violated';
      const message = [headline, ...(violated ? answer.why : []), ...(answer.reason === null ? [] : [answer.reason])];
      return [
        {
          range: rangeIn(text, lens),
          severity: violated ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information,
          code: answer.verdict,
          source: SOURCE,
          message: message.join('\n'),
        },
      ];
    }),
  );
}
