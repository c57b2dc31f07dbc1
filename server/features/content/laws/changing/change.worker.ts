import { answerEach } from '#server/work/answer-each.ts';
import { readAmendingLaw } from '../reading/amending-law.ts';
import { rowsOfReading } from '../reading/law-rows.ts';
import { type LawProblem, LawTooLarge, parseLaw } from '../reading/parse-law.ts';
import { readLaw } from '../reading/read-law.ts';
import { type LawSource, linesOf, readLawSource } from '../reading/read-law-source.ts';
import { type Compared, compareFull, compareQuoted, type StoredDevice } from './compare-law.ts';

export type ChangeInput = {
  source: LawSource;
  stored: StoredDevice[];
  /** The key of the norm that the source amends; null where the source is its new text. */
  amends: string | null;
};

export type ChangeOutcome = (Compared & { problems: LawProblem[] }) | { refused: 'too_large' | 'no_articles' };

answerEach(({ source, stored, amends }: ChangeInput): ChangeOutcome => {
  try {
    if (amends === null) {
      const reading = readLawSource(source);
      const rows = rowsOfReading(reading);
      if (!rows.some(({ kind }) => kind === 'artigo')) return { refused: 'no_articles' };
      return { ...compareFull(stored, rows), problems: reading.problems };
    }
    const { quoted, revoked, problems } = readAmendingLaw(linesOf(source), amends);
    // The gaps between quoted articles are no problem: the law has them.
    const all = [...problems, ...parseLaw(quoted).problems].sort((one, other) => one.line - other.line);
    return { ...compareQuoted(stored, rowsOfReading(readLaw(quoted)), revoked), problems: all };
  } catch (error) {
    if (!(error instanceof LawTooLarge)) throw error;
    return { refused: 'too_large' };
  }
});
