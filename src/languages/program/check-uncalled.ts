/** A procedure that no thread calls may be wrong, too: it is read as if one did, and nothing is made of it. */
import { bodyOf, callsIn } from './check-procedure.js';
import { ThreadChecker } from './check-statement.js';
import type { Resolved } from './plan.js';
import { INT } from './sorts.js';
import type { Block } from './syntax.js';
import type { KnownLocal, ThreadHead, Vocabulary } from './vocabulary.js';

export function checkUncalled(threads: readonly Block[], vocabulary: Vocabulary): void {
  const called = new Set<string>();
  const visit = (block: Block): void => {
    for (const { procedure } of callsIn(block)) {
      const { syntax } = vocabulary.procedures.get(procedure.text) ?? {};
      if (called.has(procedure.text) || syntax === undefined) continue;
      called.add(procedure.text);
      visit(syntax.body);
    }
  };
  for (const block of threads) visit(block);
  for (const [name, procedure] of vocabulary.procedures) {
    const { syntax, parameters } = procedure;
    if (called.has(name)) continue;
    const nobody: ThreadHead = {
      ...{ position: -1, name, parameters: [{ name: 'self', sort: INT }], instances: 'any', counted: true },
      ...{ locals: new Map(), labels: new Set(), hasInstance: () => true },
    };
    const none = { count: null, parameters: [], instances: null };
    const thread = new ThreadChecker({ ...syntax, kind: 'thread', ...none }, nobody, vocabulary);
    const names = new Map<string, KnownLocal>();
    for (const { name: parameter, sort, shared } of parameters) {
      const variable = thread.locals.shared(parameter.text, sort, vocabulary.placeOf(parameter));
      const stands: Resolved = { kind: 'shared', variable: -1, index: null, text: parameter.text };
      const known: KnownLocal = { variable, sort, size: null, fixedSize: null, parameter: !shared };
      names.set(parameter.text, shared ? { ...known, stands } : known);
    }
    bodyOf(thread, { procedure, names, result: 'dropped' }, false);
  }
}
