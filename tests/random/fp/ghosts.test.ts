/** Ghosts put anywhere into random texts change nothing that is seen without them. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import { parseProgramText, printProgram, readProgram } from '../../../src/languages/program/index.js';
import type {
  Block,
  DeclarationSyntax,
  ProgramSyntax,
  StatementSyntax,
} from '../../../src/languages/program/syntax.js';
import type { Program } from '../../../src/models/program/model.js';
import { sized } from '../../support/size.js';
import { Random } from '../random.js';
import { seenCompiled } from './compiled.js';
import { ANY_COUNT, randomText } from './generate.js';
import type { Seen } from './machine.js';

const TEXTS = sized(15, 400);
const ASKED = sized(8, 150);
const LIMIT = 500;

const NOTES = `ghost ga: int, gb[2]: 0..2
thread Z { ga = (ga + 1) % 3; gb[ga % 2] = ga; gb[0] = ?; gb[1] = (gb[0] + 1) % 3 }`;

const { syntax: notes } = parseProgramText(NOTES, 'notes.fp');
const [declared, thread] = notes?.declarations ?? [];
const assignments = thread?.kind === 'thread' ? thread.body.statements : [];

/** With ghosts behind some statements, and before some. */
function noted(syntax: ProgramSyntax, random: Random): ProgramSyntax {
  const note = (): StatementSyntax[] => (random.chance(0.3) ? [random.pick(assignments)] : []);
  const inBlock = (block: Block): Block => ({
    ...block,
    statements: [
      ...block.statements.flatMap((each) => [...(each.kind === 'local' ? [] : note()), inStatement(each)]),
      ...note(),
    ],
  });
  const inStatement = (statement: StatementSyntax): StatementSyntax => {
    const parts = Object.entries(statement).map(([key, part]) => {
      if (key === 'body' || key === 'then' || (key === 'otherwise' && part !== null))
        return [key, inBlock(part as Block)];
      if (key === 'branches') return [key, (part as Block[]).map(inBlock)];
      if (key === 'cases')
        return [key, (part as { body: Block }[]).map((one) => ({ ...one, body: inBlock(one.body) }))];
      return [key, part];
    });
    return Object.fromEntries(parts) as StatementSyntax;
  };
  const declarations = syntax.declarations.map((declaration) =>
    declaration.kind === 'thread' || declaration.kind === 'proc'
      ? { ...declaration, body: inBlock(declaration.body) }
      : declaration,
  );
  return { declarations: [declared as DeclarationSyntax, ...declarations], comments: [] };
}

function compiled(text: string): Program | null {
  const { program } = readProgram(text, 'random.fp');
  const made = program?.instantiate(program.anyThreads.length > 0 ? ANY_COUNT : null);
  return made?.kind === 'program' ? made.program : null;
}

/** What is seen, but for ghosts. */
function plainly({ views, violated, fails }: Seen) {
  const seen = new Set([...views].map((view) => view.replace(/\bg[ab]=[-\d,]+ ?/g, '')));
  return { views: [...seen].sort(), violated: [...violated].sort(), fails };
}

describe('ghosts anywhere', () => {
  it('leave what the program does as it is', () => {
    let compared = 0;
    let refused = 0;
    for (let seed = 1; seed <= TEXTS; seed++) {
      const { syntax } = parseProgramText(randomText(seed, true), 'random.fp');
      if (syntax === null) continue;
      const plain = compiled(printProgram({ ...syntax, comments: [] }));
      const text = printProgram(noted(syntax, new Random(seed)));
      const ghosts = compiled(text);
      if (plain !== null && ghosts === null) refused++;
      if (plain === null || ghosts === null) continue;
      for (const memory of ['sc', 'tso', 'pso'] as const) {
        const [before, after] = [plain, ghosts].map((program) => {
          try {
            return seenCompiled(program, memory, 1, LIMIT);
          } catch {
            // A number is too large.
            return null;
          }
        });
        if (!before || !after) continue;
        expect(plainly(after), `seed ${seed}, ${memory}\n${text}`).toEqual(plainly(before));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(TEXTS);
    expect(refused).toBeLessThan(TEXTS / 2);
  });

  it('are the same to every engine that takes them', async () => {
    const answers: string[] = [];
    for (let seed = 1; seed <= ASKED; seed++) {
      const text = randomText(seed)
        .replace(/^ltl .*$/gm, '')
        .replace('[any]', '[2]');
      if (!text.includes('ghost ')) continue;
      for (const memory of ['tso', 'pso'] as const) {
        const engines =
          memory === 'tso'
            ? (['explicit', 'predicates'] as const)
            : (['explicit', 'pso-queues', 'predicates'] as const);
        const told: string[] = [];
        for (const engine of engines) {
          const result = await check(text, { file: 'random.fp', memory, engine, maxStates: 5000 });
          if (result.ok) told.push(result.outcome.verdict);
        }
        const decided = told.filter((verdict) => verdict !== 'unknown');
        expect(new Set(decided).size, `seed ${seed}, ${memory}: ${told}\n${text}`).toBeLessThan(2);
        if (decided.length > 1) answers.push(decided[0] as string);
      }
    }
    expect(answers).toContain('violated');
  });
});
