/** The page of figures: `npm run figures -- [--check]` writes its table from `bench/history.jsonl`. */
import { updateFile } from '../scripts/generated.js';
import { figuresTable } from './figures-table.js';
import { history } from './history.js';

const PAGE = 'docs/internals/figures.md';

const tables = new Map([['figures', figuresTable(history())]]);
process.exitCode = updateFile(PAGE, tables, process.argv.includes('--check'), 'npm run figures');
