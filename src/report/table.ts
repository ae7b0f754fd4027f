/** Columns of text: the one place that pads and wraps. */

export interface Column {
  readonly title: string;
  /** Numbers go to the right. */
  readonly align?: 'left' | 'right';
  /** At least this wide, for tables whose rows are printed before the last one is known. */
  readonly width?: number;
}

const GAP = '  ';

function pad(text: string, width: number, align: Column['align']): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}

/** The widths that the columns need for these rows. */
export function columnWidths(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map((column, index) =>
    Math.max(column.title.length, column.width ?? 0, ...rows.map((row) => row[index]?.length ?? 0)),
  );
}

/** `paint` colours a cell after it has its width, which colours don't change. */
export function tableRow(
  columns: readonly Column[],
  widths: readonly number[],
  cells: readonly string[],
  paint = (text: string, _column: number): string => text,
): string {
  return columns
    .map((column, index) => paint(pad(cells[index] ?? '', widths[index] ?? 0, column.align), index))
    .join(GAP)
    .trimEnd();
}

export function titleRow(columns: readonly Column[], widths: readonly number[]): string {
  const titles = columns.map((column) => column.title);
  return tableRow(columns, widths, titles);
}

/** The title line, then a line for each row. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(columns, rows);
  return [titleRow(columns, widths), ...rows.map((row) => tableRow(columns, widths, row))];
}

/** Packs items into lines of at most `width` characters; an item is never broken. */
export function wrap(items: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [index, item] of items.entries()) {
    const piece = index === items.length - 1 ? item : item + separator.trimEnd();
    const space = separator.slice(separator.trimEnd().length);
    if (line !== '' && line.length + space.length + piece.length > width) {
      lines.push(line);
      line = piece;
    } else {
      line = line === '' ? piece : line + space + piece;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The same table as Markdown. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(columns.map((column) => column.title)),
    `|${columns.map((column) => (column.align === 'right' ? '---:' : '---')).join('|')}|`,
    ...rows.map(line),
  ];
}
