/** `npm run docs`: writes the tables in `docs/reference/cli.md`; with `-- --check` it says whether they are up to date. */
import path from 'node:path';
import { updateFile } from './generated.js';
import { optionTables } from './option-tables.js';

process.exitCode = updateFile(
  path.join('docs', 'reference', 'cli.md'),
  optionTables(),
  process.argv.includes('--check'),
  'npm run docs',
);
