/** Colours, or none: a report is written once, against `Style`, and is the same text without them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  doubtful(text: string): string;
}

const same = (text: string): string => text;

export const PLAIN: Style = { bold: same, dim: same, good: same, bad: same, doubtful: same };

const sequence =
  (code: string) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;

export const COLOURED: Style = {
  bold: sequence('1'),
  dim: sequence('2'),
  good: sequence('1;32'),
  bad: sequence('1;31'),
  doubtful: sequence('1;33'),
};
