/** The little Markdown that explanations are written in: paragraphs, lists, tables, blocks of code, `code`, **bold**. */
import { el } from './dom.js';

export function markdownView(text: string): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const taken = blockAt(lines, at);
    if (taken.element !== null) blocks.push(taken.element);
    at = taken.next;
  }
  return blocks;
}

interface Block {
  readonly element: HTMLElement | null;
  readonly next: number;
}

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { element: null, next: at + 1 };
  if (line.startsWith('```')) {
    const end = lines.findIndex((each, index) => index > at && each.startsWith('```'));
    const code = lines.slice(at + 1, end < 0 ? undefined : end).join('\n');
    return { element: el('pre', {}, el('code', {}, code)), next: end < 0 ? lines.length : end + 1 };
  }
  const upTo = (fits: (each: string) => boolean): number => {
    const end = lines.findIndex((each, index) => index > at && !fits(each));
    return end < 0 ? lines.length : end;
  };
  if (line.startsWith('|')) {
    const next = upTo((each) => each.startsWith('|'));
    const rows = lines.slice(at, next).filter((each) => !/^\|[\s:|-]+\|$/.test(each));
    return { element: tableOf(rows), next };
  }
  if (/^[-*] /.test(line)) {
    const next = upTo((each) => /^[-*] /.test(each));
    const items = lines.slice(at, next).map((each) => el('li', {}, ...inline(each.slice(2))));
    return { element: el('ul', {}, ...items), next };
  }
  const next = upTo((each) => each.trim() !== '' && !/^(```|\||[-*] )/.test(each));
  return { element: el('p', {}, ...inline(lines.slice(at, next).join(' '))), next };
}

function tableOf([head = '', ...rows]: readonly string[]): HTMLElement {
  const cells = (row: string): string[] =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  return el(
    'table',
    {},
    el('thead', {}, el('tr', {}, ...cells(head).map((cell) => el('th', { scope: 'col' }, ...inline(cell))))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...cells(row).map((cell) => el('td', {}, ...inline(cell)))))),
  );
}

export function inline(text: string): Node[] {
  return text.split(/(`[^`]*`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return el('code', {}, part.slice(1, -1));
    if (part.startsWith('**') && part.length > 4) return el('b', {}, part.slice(2, -2));
    return document.createTextNode(part);
  });
}
