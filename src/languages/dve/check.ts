/** From a syntax tree to a model: global declarations, the names of all processes, then what they do. */
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText } from '../shared/source.js';
import { isConstantIn } from './accesses.js';
import { Declarations } from './check-declaration.js';
import { ProcessCheck, UsedChannels } from './check-process.js';
import type { DveModel, DveVariable } from './model.js';
import { Scope, shown } from './scope.js';
import type { DveSyntax, ProcessSyntax, SystemSyntax } from './syntax.js';

/** Null, or of no use, when an error was reported. */
export function checkDve(
  { declarations }: DveSyntax,
  source: SourceText,
  diagnostics: DiagnosticList,
): DveModel | null {
  const scope = new Scope(diagnostics);
  const declared = new Declarations(scope, source);
  const globals: DveVariable[] = [];
  const processes: ProcessSyntax[] = [];
  let system: SystemSyntax | null = null;
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case 'variables':
        declared.variables(declaration, null, globals);
        break;
      case 'channels':
        declared.channelsOf(declaration);
        break;
      case 'process':
        scope.declare(null, declaration.name, { kind: 'process', position: processes.length });
        processes.push(declaration);
        scope.addProcess();
        break;
      case 'system':
        system = declaration;
    }
  }
  const checks = processes.map((syntax, position) => new ProcessCheck(syntax, position, scope, source, declared));
  const property = checkSystem(system, processes, scope, source);
  if (scope.clashing) return null;
  const unknown = system === null || (system.property !== null && property === null);
  const channels = new UsedChannels(declared.channels);
  const isConstant = isConstantIn(
    globals,
    checks.map(({ variables }) => variables),
  );
  const model: DveModel = {
    globals,
    constants: declared.constants,
    processes: checks.map((check, position) =>
      check.check(unknown ? null : position === property, channels, isConstant),
    ),
    channels: channels.all(),
    mode: system?.mode ?? 'async',
    property,
  };
  warnOfNoAcceptance(model, system, diagnostics);
  return model;
}

/** The process that is the property, if there is one; and whether there is a system at all. */
function checkSystem(
  system: SystemSyntax | null,
  processes: readonly ProcessSyntax[],
  scope: Scope,
  source: SourceText,
): number | null {
  const end = { start: source.text.length, end: source.text.length };
  if (system === null) {
    scope.diagnostics.error('missing', end, 'the file does not end with `system async;`');
    return null;
  }
  const property = system.property === null ? null : scope.process(system.property);
  if (processes.length - (property === null ? 0 : 1) < 1) {
    const message = processes.length === 0 ? 'there is no process' : 'there is no process but the property';
    scope.diagnostics.error('missing', system, message);
  }
  return property;
}

function warnOfNoAcceptance(model: DveModel, system: SystemSyntax | null, diagnostics: DiagnosticList): void {
  const property = model.property === null ? undefined : model.processes[model.property];
  if (property === undefined || system?.property == null || property.acceptance.kind !== 'buchi') return;
  if (property.acceptance.states.length > 0) return;
  const message = `no state of \`${shown(system.property)}\` is accepting: this property always holds`;
  diagnostics.warning('vacuous', system.property, message);
}
