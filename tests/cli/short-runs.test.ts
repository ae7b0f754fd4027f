/** Flags that V8 does not know make every command complain. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { flagsForShortRuns } from '../../src/cli/short-runs.js';

const FAR = '99.0.0';

describe('flags for short runs', () => {
  it('are known to the node that runs this', () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    const names = flagsForShortRuns(process.versions.node).map((flag) => flag.slice(0, flag.indexOf('=')));
    expect(names.filter((name) => !options.includes(`  ${name} `))).toEqual([]);
  });

  it('are given to versions that were tried, and to no other', () => {
    const given = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map((version) => flagsForShortRuns(version).length > 0);
    expect(given).toEqual([true, true, true, true]);
    expect(flagsForShortRuns(FAR)).toEqual([]);
  });
});
