/** `npm run docs`: writes the tables in `docs/` and the manual page; with `-- --check` it says whether they are up to date. */
import { putFile, updateFile } from './generated.js';
import { manualPage } from './manual.js';
import { optionTables } from './option-tables.js';

const check = process.argv.includes('--check');
const statuses = optionTables().map(({ file, tables }) => updateFile(file, tables, check, 'npm run docs'));
statuses.push(putFile('man/fencepost.1', manualPage(), check, 'npm run docs'));
process.exitCode = Math.max(...statuses);
