/** Registers that the initial state and the condition name: `0:EAX`, `P0:rax`, `%sym`. */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { registerFile } from './registers.js';
import type { LocationSyntax, Name } from './syntax.js';
import type { Architecture } from './test.js';

interface RegisterOfThread {
  readonly thread: number;
  readonly register: number;
}

/** What names of registers mean in a test. */
export interface RegisterScope {
  readonly architecture: Architecture;
  readonly threads: number;
  /** For each thread the registers that stand in for its symbolic ones. */
  readonly symbolic: readonly ReadonlyMap<string, number>[];
}

/** Null, and a report, when there is none of that name. */
export function resolveRegister(
  syntax: LocationSyntax & { kind: 'register' | 'symbolic' },
  { architecture, threads, symbolic }: RegisterScope,
  diagnostics: DiagnosticList,
): RegisterOfThread | null {
  const file = registerFile(architecture);
  if (syntax.kind === 'symbolic' && syntax.processor === null) return onlyOne(syntax.name, symbolic, diagnostics);
  const processor = syntax.processor as Name;
  const digits = processor.text.replace('P', '');
  const thread = /^\d{1,9}$/.test(digits) ? Number(digits) : threads;
  if (thread >= threads) {
    const last = threads === 1 ? 'the only processor is P0' : `the processors are P0 to P${threads - 1}`;
    diagnostics.error('process-number', processor, last);
    return null;
  }
  const name = syntax.kind === 'register' ? syntax.register : syntax.name;
  const standIn = syntax.kind === 'symbolic' ? symbolic[thread]?.get(name.text) : undefined;
  const register = standIn ?? file.whole(name.text);
  if (register !== null) return { thread, register };
  const shown = name.text.slice(0, 40);
  const similar = architecture === 'X86' ? file.whole(name.text.toUpperCase()) : file.operand(name.text)?.register;
  const hint = similar === null || similar === undefined ? '' : `: it is called \`${file.names[similar]}\` here`;
  diagnostics.error('unknown-name', name, `\`${shown}\` is not a register of ${architecture}${hint}`);
  return null;
}

/** A symbolic register without its processor must belong to one. */
function onlyOne(
  name: Name,
  symbolic: readonly ReadonlyMap<string, number>[],
  diagnostics: DiagnosticList,
): RegisterOfThread | null {
  const users = symbolic.flatMap((names, thread) => {
    const register = names.get(name.text);
    return register === undefined ? [] : [{ thread, register }];
  });
  const shown = `\`%${name.text.slice(0, 40)}\``;
  if (users.length === 0) diagnostics.error('unknown-name', name, `${shown} is not in the program`);
  if (users.length > 1) diagnostics.error('duplicate', name, `more than one processor has a ${shown}`);
  return users.length === 1 ? (users[0] as RegisterOfThread) : null;
}
