import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../scripts/layers.js';

const of = (files: Record<string, string>) => faultsOf(new Map(Object.entries(files)));

describe('layers', () => {
  it('go down only, types included', () => {
    expect(of({ 'engines/a.ts': "import { b } from '../memory/b.js';", 'memory/b.ts': '' })).toEqual([]);
    expect(of({ 'memory/b.ts': "import type { A } from '../engines/a.js';", 'engines/a.ts': '' })).toEqual([
      'memory/b.ts: imports engines/a.ts, which is in a higher layer',
    ]);
    expect(of({ 'other/a.ts': '' })).toEqual(['other/a.ts: its folder is no layer']);
  });

  it('see imports over several lines, exports and imports that wait', () => {
    const up =
      "import {\n  a,\n  b,\n} from '../engines/a.js';\nexport { c } from '../engines/a.js';\nawait import('../engines/a.js');";
    expect(of({ 'memory/b.ts': up, 'engines/a.ts': '' })).toHaveLength(3);
  });

  it('have no cycles but of types', () => {
    const [a, b] = ["import { b } from './b.js';", "import { a } from './a.js';"];
    expect(of({ 'logic/a.ts': a, 'logic/b.ts': b })).toEqual([
      'a cycle of imports: logic/a.ts -> logic/b.ts -> logic/a.ts',
    ]);
    expect(of({ 'logic/a.ts': a, 'logic/b.ts': "import type { a } from './a.js';" })).toEqual([]);
  });

  it('have no cycles of folders side by side, types included', () => {
    const [a, b] = ["import type { b } from '../two/deep/b.js';", "import { c } from '../../one/c.js';"];
    expect(of({ 'logic/one/a.ts': a, 'logic/one/c.ts': '', 'logic/two/deep/b.ts': b })).toEqual([
      'a cycle of folders: logic/one -> logic/two -> logic/one',
    ]);
    expect(of({ 'logic/one/a.ts': "import { b } from '../b.js';", 'logic/b.ts': "import './one/c.js';" })).toEqual([]);
  });

  it('compare no names of memory models, and list engines and languages once', () => {
    expect(of({ 'check/a.ts': "if (memory === 'tso') return;" })).toHaveLength(1);
    expect(of({ 'check/a.ts': "switch (memory) {\n  case 'pso':\n}" })).toHaveLength(1);
    expect(of({ 'memory/models.ts': "if (memory === 'tso') return;" })).toEqual([]);
    expect(of({ 'cli/a.ts': "const ENGINES = ['explicit', 'dual-tso', 'predicates'];" })).toHaveLength(1);
    expect(of({ 'cli/a.ts': "const LANGUAGES = ['dve', 'memorax', 'trencher'];" })).toHaveLength(1);
  });
});
