/** `npm run docs`: writes the tables in `docs/`, the index of the examples and the manual page; with `-- --check` it says whether they are up to date. */
import { commandOf, TOPICS } from '../src/cli/topics.js';
import { putFile, updateFile } from './generated.js';
import { manualPage } from './manual.js';
import { optionTables } from './option-tables.js';

const check = process.argv.includes('--check');
const statuses = optionTables().map(({ file, tables }) => updateFile(file, tables, check, 'npm run docs'));
const index = TOPICS.map((topic) => `- ${topic.want}: [\`${topic.file}\`](${topic.file}), \`${commandOf(topic)}\``);
statuses.push(updateFile('examples/README.md', new Map([['topics', index]]), check, 'npm run docs'));
statuses.push(putFile('man/fencepost.1', manualPage(), check, 'npm run docs'));
process.exitCode = Math.max(...statuses);
