import { SC, TSO } from '/work/c-any/src/memory/models.js';
import { readFileSync } from 'node:fs';
import { readC } from '/work/c-any/src/languages/c/index.js';
import { readProgram } from '/work/c-any/src/languages/program/index.js';
import { parameterizedProgram } from '/work/c-any/src/bridges/any-threads/index.js';
const f = process.argv[2]!;
const t = readFileSync(f, 'utf8');
const r: any = f.endsWith('.c') ? readC(t, f, { includeFolders: [], defines: [] } as any) : readProgram(t, f);
if (r.program === null) { console.log(r.diagnostics); process.exit(1); }
const p: any = parameterizedProgram(r.program, process.argv[3] === 'tso' ? TSO : SC);
if ('refused' in p) { console.log(p); process.exit(1); }
console.log(p.system.symbols.map((s: any) => `${s.name}:${s.sort.name ?? s.sort.kind}/${s.arity}`).join('\n'));
for (const e of r.program.instantiate(2).program.templates[0].edges) console.log(e.from, '->', e.to, e.kind ?? '', e.text);
console.log(p.system.transitions.length);
if (process.argv[4]) for (const e of r.program.instantiate(2).program.templates[0].edges) if (e.from === Number(process.argv[4])) console.log(JSON.stringify(e));
if (process.argv[4]) console.log(r.program.instantiate(2).program.templates[0].locals.map((l:any)=>l.name));
