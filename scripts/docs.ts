/** `npm run docs`: writes the tables in `docs/`; with `-- --check` it says whether they are up to date. */
import { updateFile } from './generated.js';
import { optionTables } from './option-tables.js';

const check = process.argv.includes('--check');
const statuses = optionTables().map(({ file, tables }) => updateFile(file, tables, check, 'npm run docs'));
process.exitCode = Math.max(...statuses);
