/**
 * The program, with what V8 has compiled of it before.
 *
 * A small check runs little code but most of it once, and to compile that takes longer than to run it. V8 can write down what it
 * has compiled and read it again, of scripts and not of the modules that `dist/chunks` has. So the build makes the program a
 * second time, as scripts, runs them on some examples and keeps the compiled code beside them (`scripts/compile.ts`), in a folder
 * whose name says for which node. Nothing is written when the program runs.
 *
 * It is only a faster way to the same program. Where there is nothing for this node, modules are loaded instead; where V8 does not
 * take what there is (with other flags), it compiles. What is kept cannot belong to another text: a script has a digest of its text
 * in its name, the first one is named by whoever loads it, and the name of the folder tells one build of node from another.
 */
import { readFileSync, statSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { expectShortRuns } from './short-runs.js';

/** Where code is for this node, below the folder of the scripts. Builds of one version differ in size. */
export function folderOfNode(): string {
  const { version, platform, arch, execPath } = process;
  return `${version}-${platform}-${arch}-${statSync(execPath).size}`;
}

/** Null where there is none. */
function compiledCode(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** The names of what a script is given, which are those of node's own modules. */
const GIVEN = '(function (exports, require, module, __filename) {';

interface Module {
  readonly exports: unknown;
}
type Require = (name: string) => unknown;
type Body = (exports: unknown, require: Require, module: Module, file: string) => void;

/** What a script of the folder exports. `keep` is given each script that is loaded, with its name. */
export function loadScript(folder: string, first: string, keep: (name: string, script: Script) => void): unknown {
  const compiled = path.join(folder, folderOfNode());
  const outside = createRequire(path.join(folder, first));
  const modules = new Map<string, Module>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module: Module = { exports: {} };
    modules.set(name, module);
    const file = path.join(folder, name);
    const cachedData = compiledCode(path.join(compiled, name)) ?? undefined;
    const text = `${GIVEN}${readFileSync(file, 'utf8')}\n})`;
    const script = new Script(text, { filename: file, columnOffset: -GIVEN.length, cachedData });
    keep(name, script);
    (script.runInThisContext() as Body)(module.exports, require, module, file);
    return module.exports;
  };
  const require = (name: string): unknown => (name.startsWith('./') ? load(name.slice(2)) : outside(name));
  return load(first);
}

/** The same, where there is compiled code for this node; else null. */
export function loadCompiled(folder: URL, first: string): unknown {
  const place = fileURLToPath(folder);
  if (first === '' || compiledCode(path.join(place, folderOfNode(), first)) === null) return null;
  // Code that was compiled with other flags is not taken, so they are set now.
  expectShortRuns();
  return loadScript(place, first, () => {});
}

/** For modules: newer nodes keep compiled code between runs, when asked. */
export function keepCompiled(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
  enableCompileCache?.();
}
