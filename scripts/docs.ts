/** `npm run docs`: writes the tables in `docs/cli.md`; with `-- --check` it says whether they are up to date. */
import path from 'node:path';
import { updateFile } from './generated.js';
import { optionTables } from './option-tables.js';

process.exitCode = updateFile(
  path.join('docs', 'cli.md'),
  optionTables(),
  process.argv.includes('--check'),
  'npm run docs',
);
