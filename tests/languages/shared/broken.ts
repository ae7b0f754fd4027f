/** Broken texts, each with every error that it must give, and what is asked of all readers about them. */
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/languages/shared/diagnostics.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';

export interface Broken {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** `code line:column`. */
  readonly errors: readonly string[];
}

/** Null for the model of a text that is refused. */
export interface Read<Model> {
  readonly model: Model | null;
  readonly diagnostics: readonly Diagnostic[];
}

export type Reader<Model> = (content: string | Uint8Array, file: string) => Read<Model>;

/** A text of its own. */
export function whole(title: string, content: string | Uint8Array, ...errors: string[]): Broken {
  return { title, content, errors };
}

/** A test for each: it is refused in the right places, and these are shown in lines that are not too long. */
export function refusedInPlace<Model>(texts: readonly Broken[], file: string, read: Reader<Model>): void {
  for (const { title, content, errors } of texts) {
    it(`is refused in the right place: ${title}`, () => {
      const { model, diagnostics } = read(content, file);
      const found = diagnostics.filter(({ severity }) => severity === 'error');
      expect(found.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(errors);
      expect(model).toBeNull();
      const shown = renderDiagnostics(diagnostics, content);
      expect(shown).toContain(`${file}:${errors[0]?.split(' ')[1]}: error[${errors[0]?.split(' ')[0]}]: `);
      expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThan(300);
    });
  }
}

/** What is said about a doubtful text: `severity code line:column`. */
export function placesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`);
}

/** The codes that broken texts give, and those that the table of diagnostics on a page explains. */
export function codesOf(texts: readonly Broken[], page: string): { given: Set<string>; explained: Set<string> } {
  const table = page.slice(Math.max(0, page.indexOf('## Diagnostics')));
  const explained = new Set([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code as string));
  const given = new Set(texts.flatMap(({ errors }) => errors.map((error) => error.split(' ')[0] as string)));
  return { given, explained };
}
