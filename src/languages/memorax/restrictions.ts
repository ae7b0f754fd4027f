/**
 * The rules about where statements may stand, looked at once for each process as it is written: what is allowed in
 * `locked` blocks, labels, gotos; and the statements of other memory models.
 *
 * Memorax has fences and accesses for machines without coherent caches (VIPS-M) and for PSO. Of those
 *
 *   - `fence` empties the store buffer;
 *   - `llfence` orders reads, which are in order under SC, TSO and PSO: a step that does nothing;
 *   - `ssfence` orders writes: a barrier between stores, and `slocked write` a write behind one. Writes are in order under SC
 *     and TSO: there the fence is a step that does nothing, the write a write;
 *   - `syncwr` and `syncrd` pass by a cache that may hold old values. Where there are store buffers instead, they pass by these:
 *     they wait until those of the process are empty, and access memory itself. So `syncwr` is a `locked write`, and `syncrd` a
 *     `read` that waits.
 */
import { keepsStoreOrder, type MemoryModel } from '../../memory/models.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { LabelledSyntax, Name, ProcessSyntax, StatementSyntax } from './syntax.js';

export interface ReadOptions {
  /** The memory model the program is checked under; it decides what some fences mean. */
  readonly memory?: MemoryModel;
}

export class Restrictions {
  private readonly diagnostics: DiagnosticList;
  private readonly options: ReadOptions;
  private readonly told = new Set<string>();
  private labels = new Map<string, Name>();
  private gotos: Name[] = [];

  constructor(diagnostics: DiagnosticList, options: ReadOptions) {
    this.diagnostics = diagnostics;
    this.options = options;
  }

  check(process: ProcessSyntax): void {
    this.labels = new Map();
    this.gotos = [];
    this.sequence(process.text, false);
    for (const label of this.gotos) {
      if (this.labels.has(label.text)) continue;
      this.diagnostics.error('unknown-name', label, `no label \`${label.text.slice(0, 40)}\` in this process`);
    }
  }

  private sequence(statements: readonly LabelledSyntax[], labelled: boolean): void {
    for (const [index, statement] of statements.entries()) this.labelled(statement, labelled && index === 0);
  }

  /** `labelled`: the point before it has a label already, from a block around it. */
  private labelled({ label, statement }: LabelledSyntax, labelled: boolean): void {
    if (label !== null) {
      const known = this.labels.has(label.text);
      if (known) {
        this.diagnostics.error(
          'duplicate',
          label,
          `the label \`${label.text.slice(0, 40)}\` stands twice in this process`,
        );
      }
      this.labels.set(label.text, label);
    }
    this.statement(statement, labelled || label !== null);
  }

  private statement(statement: StatementSyntax, labelled: boolean): void {
    switch (statement.kind) {
      case 'goto':
        this.gotos.push(statement.label);
        if (labelled) {
          const message = 'a `goto` takes no label, since it is not a step: put a `nop` before it';
          this.diagnostics.error('unsupported', statement, message);
        }
        return;
      case 'if':
        this.labelled(statement.then, false);
        if (statement.otherwise !== null) this.labelled(statement.otherwise, false);
        return;
      case 'while':
        return this.labelled(statement.body, false);
      case 'either':
        for (const alternative of statement.alternatives) this.sequence(alternative, false);
        return;
      case 'block':
        return this.sequence(statement.statements, labelled);
      case 'locked':
        for (const alternative of statement.alternatives) this.insideLocked(alternative, statement.sugar !== null);
        return;
      default:
        this.foreign(statement);
    }
  }

  private insideLocked(statements: readonly LabelledSyntax[], sugar: boolean): void {
    for (const { label, statement } of statements) {
      if (label !== null) this.diagnostics.error('unsupported', label, 'no label can stand inside `locked`');
      switch (statement.kind) {
        case 'if':
        case 'while':
        case 'either':
        case 'goto': {
          const message = `no \`${statement.kind}\` can stand inside \`locked\``;
          this.diagnostics.error(
            'unsupported',
            { start: statement.start, end: statement.start + statement.kind.length },
            message,
          );
          break;
        }
        case 'block':
          this.insideLocked(statement.statements, false);
          break;
        case 'locked':
          for (const alternative of statement.alternatives) this.insideLocked(alternative, false);
          break;
        default:
          this.foreign(statement);
          if (!sugar) this.noPointer(statement);
      }
    }
  }

  private noPointer(statement: StatementSyntax): void {
    if (statement.kind !== 'read' && statement.kind !== 'load' && statement.kind !== 'write') return;
    const { memory } = statement;
    if (memory.kind !== 'pointer' || memory.address.kind === 'number') return;
    const message =
      'a computed pointer cannot stand inside `locked { }`, only in `locked write` and `cas` by themselves';
    this.diagnostics.error('unsupported', memory, message);
  }

  private foreign(statement: StatementSyntax): void {
    if (statement.kind === 'llfence') {
      this.tell(statement, 'llfence', 'reads are in order under SC, TSO and PSO: this fence does nothing');
    } else if (statement.kind === 'ssfence' || (statement.kind === 'write' && statement.how === 'slocked')) {
      const word = statement.kind === 'ssfence' ? 'ssfence' : 'slocked';
      const does = statement.kind === 'ssfence' ? 'this fence does nothing' : 'this is a `write`';
      const { memory } = this.options;
      if (memory !== undefined && !keepsStoreOrder(memory)) return;
      this.tell(statement, word, `writes are in order under SC and TSO: ${does}`);
    } else if (statement.kind === 'write' && statement.how === 'syncwr') {
      this.tell(statement, 'syncwr', 'with store buffers this is a `locked write`: it waits until they are empty');
    } else if ((statement.kind === 'read' || statement.kind === 'load') && statement.sync) {
      this.tell(statement, 'syncrd', 'with store buffers this is a `read` that waits until they are empty');
    }
  }

  /** Once for each kind of fence. */
  private tell(statement: StatementSyntax, word: string, message: string): void {
    if (this.told.has(word)) return;
    this.told.add(word);
    this.diagnostics.warning('fence', { start: statement.start, end: statement.start + word.length }, message);
  }
}
