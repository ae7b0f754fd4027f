/** `fencepost completion`, and in bash itself where there is one. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { spellings } from '../../src/cli/option.js';
import { run } from './world.js';

const script = async (shell: string): Promise<string> => (await run(['completion', shell])).output;

describe('fencepost completion', () => {
  test.each(['bash', 'zsh', 'fish'])('%s knows every command and every option', async (shell) => {
    const text = await script(shell);
    for (const { name, options } of COMMANDS) {
      expect(text).toContain(name);
      for (const [option, row] of Object.entries(options))
        for (const [word] of spellings(option, row)) expect(text).toContain(shell === 'fish' ? word.slice(2) : word);
    }
  });

  test('another shell is refused', async () => {
    const { status, errors } = await run(['completion', 'tcsh']);
    expect(status).toBe(2);
    expect(errors).toContain("'tcsh' is not a shell that is known");
    expect((await run(['completion'])).errors).toContain('completion needs SHELL');
  });
});

const bash = spawnSync('bash', ['--version']).status === 0;
if (!bash) console.log('no bash: its completion is not tried');

describe.skipIf(!bash)('in bash', () => {
  async function completed(...words: string[]): Promise<string[]> {
    const program = `${await script('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fencepost; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = spawnSync('bash', ['-c', program, 'bash', 'fencepost', ...words], { encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    return ran.stdout.split('\n').filter((word) => word !== '');
  }

  test.each([
    [['compl'], ['completion']],
    [['check', '--mem'], ['--memory']],
    [['check', '--memory', 't'], ['tso']],
    [['check', '--memory', '=', 'p'], ['pso']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['check', '--timeout', ''], []],
    [['check', 'examples/programs/peterson-t'], ['examples/programs/peterson-tso.fp']],
    [['check', 'package.jso'], []],
    [['certify', '--certificate', 'package.jso'], ['package.json']],
    [['help', 'lit'], ['litmus']],
  ])('%j', async (words, expected) => {
    expect(await completed(...words)).toEqual(expected);
  });
});
