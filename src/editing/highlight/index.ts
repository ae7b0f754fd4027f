/** Colours for texts of the five languages that editors know: `highlightLine(language, line, state)`. */
export type { Kind } from './grammar.js';
export { GRAMMARS, type HighlightLanguage } from './languages.js';
export { type HighlightState, type HighlightToken, highlightLine, highlightText, START } from './line.js';
