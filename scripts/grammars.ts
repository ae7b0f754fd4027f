/** `npm run grammars`: writes the files for editors; with `-- --check` it says whether they are up to date. */
import { putFile } from './generated.js';
import { grammarFiles } from './grammars/files.js';

const check = process.argv.includes('--check');
process.exitCode = Math.max(...grammarFiles().map(([file, text]) => putFile(file, text, check, 'npm run grammars')));
