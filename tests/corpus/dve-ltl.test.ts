/**
 * Temporal properties of the BEEM benchmark as users ask them: from the property process, and from the formula where all its
 * propositions are told. The small ones; `--mode all` asks about all.
 */
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { parseLtl, readKnownName } from '../../src/languages/ltl/parse.js';
import { sized } from '../support/size.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly states: number;
  readonly ltl: readonly { readonly file: string; readonly answer: string; readonly formula: string }[];
  readonly propositions: Readonly<Record<string, string>>;
}

const MOST_STATES = sized(1_500, 3_000, Number.POSITIVE_INFINITY);

const QUESTIONS = expected<Row>('dve')
  .filter(({ states }) => states <= MOST_STATES)
  .flatMap(({ file, ltl, propositions }) =>
    ltl
      .filter(({ answer }) => answer === 'yes' || answer === 'no')
      .map((property) => ({ model: file, propositions, ...property })),
  );

/** Whether the list says what each name of the formula stands for. */
function isTold({ formula, propositions }: (typeof QUESTIONS)[number]): boolean {
  const isName = (word: string): boolean => Object.hasOwn(propositions, word);
  const parsed = parseLtl(formula, readKnownName(isName), isName);
  return parsed.kind === 'formula' && parsed.propositions.every(isName);
}

async function verdictOf(file: string, options: Parameters<typeof check>[1] = {}): Promise<string> {
  const result = await check(modelText('dve', file), { file, ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  const { verdict, trace } = result.outcome;
  if (verdict === 'violated') expect(trace?.cycle).toBeDefined();
  return verdict;
}

describe.skipIf(!hasCorpus)('temporal properties of the benchmark', () => {
  test('are there', () => {
    expect(QUESTIONS.length).toBeGreaterThan(sized(10, 20));
    expect(QUESTIONS.filter(isTold).length).toBeGreaterThan(sized(7, 15));
  });

  test.each(QUESTIONS.map((question) => [question.file, question] as const))(
    '%s, by its process',
    async (file, { answer }) => {
      expect(await verdictOf(file)).toBe(answer === 'yes' ? 'holds' : 'violated');
    },
  );

  test.each(QUESTIONS.filter(isTold).map((question) => [question.file, question] as const))(
    '%s, by its formula',
    async (_, { model, formula, propositions, answer }) => {
      const options = { ltl: formula, propositions };
      expect(await verdictOf(model, options)).toBe(answer === 'yes' ? 'holds' : 'violated');
    },
  );
});
