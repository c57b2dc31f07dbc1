import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { fingerprintOf } from './fingerprint.ts';
import { contentProblem } from './question.rules.ts';
import { cleanContent } from './question-cleaning.ts';
import { contentForms } from './question-index.ts';

/** What the bank stores about contents, in their order. */
export type Described = {
  /** Why a content cannot enter the bank, or null. */
  problems: (string | null)[];
  /** Fingerprints, hexadecimal. */
  fingerprints: string[];
  /** The search forms of all, as JSON for saveIndex: serialising that much belongs in the worker, too. */
  forms: string;
};

/** Work on many or long questions. */
export type QuestionWork = { clean: QuestionContent[] } | { describe: QuestionContent[] };

export const clean = (contents: readonly QuestionContent[]): QuestionContent[] => contents.map(cleanContent);

export const describe = (contents: readonly QuestionContent[]): Described => ({
  problems: contents.map(contentProblem),
  fingerprints: contents.map((content) => fingerprintOf(content).toString('hex')),
  forms: JSON.stringify(contents.map((content, at) => ({ at, ...contentForms(content) }))),
});
