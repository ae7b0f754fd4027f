/** Why a question was not asked. */
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import { refusalText } from '../../src/languages/shared/help.js';
import { el, marked } from '../dom.js';
import { ON_PAGE } from '../spelling.js';

export function diagnosticsView(
  diagnostics: readonly Diagnostic[],
  goTo: (line: number, column: number) => void,
): HTMLElement {
  return el(
    'ul',
    { class: 'refusals' },
    ...diagnostics.map(({ line, column, code, message, severity, expected, help = [] }) => {
      const place =
        line === null
          ? null
          : el(
              'button',
              { type: 'button', class: 'place-link', onclick: () => goTo(line, column ?? 1) },
              `line ${line}`,
            );
      const more = expected === undefined ? '' : ` (expected: ${expected})`;
      return el(
        'li',
        { class: severity },
        place,
        place === null ? null : ' ',
        ...marked(`${refusalText({ message, help }, ON_PAGE)}${more}`),
        ' ',
        el('small', {}, code),
      );
    }),
  );
}
