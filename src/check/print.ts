/** A model as text again, in one layout: what is printed is the same model. */

import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { fault } from './fault.js';
import { type Language, languageOf } from './language.js';

export type PrintResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Only a model with which nothing is wrong is printed. */
export async function print(text: string, file: string, language: Language | null = null): Promise<PrintResult> {
  const wanted = language ?? languageOf(file);
  switch (wanted) {
    case 'cubicle': {
      const [{ parseCubicleText, readCubicle }, { printCubicle }] = await Promise.all([
        import('../languages/cubicle/index.js'),
        import('../languages/cubicle/print.js'),
      ]);
      const { system, diagnostics } = readCubicle(text, file);
      const { model } = parseCubicleText(text, file);
      return system === null || model === null ? { ok: false, diagnostics } : { ok: true, text: printCubicle(model) };
    }
    case 'program': {
      const { printProgram, readProgram } = await import('../languages/program/index.js');
      const { program, diagnostics } = readProgram(text, file);
      return program === null ? { ok: false, diagnostics } : { ok: true, text: printProgram(program.syntax) };
    }
    case 'dve': {
      const { parseDveText, printDve, readDve } = await import('../languages/dve/index.js');
      const { model, diagnostics } = readDve(text, file);
      const { syntax } = parseDveText(text, file);
      return model === null || syntax === null ? { ok: false, diagnostics } : { ok: true, text: printDve(syntax) };
    }
    case 'memorax':
    case 'trencher':
    case 'litmus': {
      const message = `files of this language (${wanted}) are read and not printed: .cub, .fp and .dve files are`;
      return { ok: false, diagnostics: [fault(file, 'unsupported', message)] };
    }
  }
}
