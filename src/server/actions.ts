/** What can be done about what is wrong: the fixes of diagnoses, and the fences that `fix` proposes. */
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver/node';
import type { Diagnosis } from '../editing/index.js';
import { hasBuffers, memoryNamed } from '../memory/models.js';
import { diagnosticIn, editsIn } from './convert.js';
import type { Open } from './texts.js';

/** `diagnoses`: what is wrong with the text. */
export function actionsFor(open: Open, diagnoses: readonly Diagnosis[], range: Range): CodeAction[] {
  const { text } = open;
  const [from, to] = [text.offsetAt(range.start), text.offsetAt(range.end)];
  const near = diagnoses.filter((each) => each.from <= to && each.to >= from);
  const fixes = near.flatMap((diagnosis) =>
    diagnosis.fixes.map(
      ({ title, edits }): CodeAction => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnosticIn(text, diagnosis)],
        isPreferred: diagnosis.fixes.length === 1,
        edit: { changes: { [text.uri]: editsIn(text, edits) } },
      }),
    ),
  );
  const { broken } = open.answers;
  if (broken === null || !hasBuffers(memoryNamed(broken.answer.memory))) return fixes;
  const title = 'add the fences that fix proposes';
  const given = [text.uri, broken.answer.memory];
  return [
    ...fixes,
    { title, kind: CodeActionKind.QuickFix, command: { title, command: 'fencepost.fix', arguments: given } },
  ];
}
