import { answerEach } from '#server/work/answer-each.ts';
import { citationFinder } from '../citing/find-citations.ts';
import { guessEnunciados } from './enunciados.ts';
import { type DeviceRow, rowsOfReading } from './law-rows.ts';
import { type LawProblem, LawTooLarge } from './parse-law.ts';
import { type LawSource, readLawSource } from './read-law-source.ts';

export type LawOutcome =
  | {
      front: string[];
      urn: string | null;
      rows: DeviceRow[];
      problems: LawProblem[];
      moreProblems: number;
    }
  | { refused: 'too_large' };

const find = citationFinder();

answerEach((source: LawSource): LawOutcome => {
  try {
    const reading = readLawSource(source);
    const { front, problems, moreProblems } = reading;
    const enunciados = guessEnunciados(reading);
    const urn = enunciados?.urn ?? front.slice(0, 3).flatMap((line) => find(line))[0]?.urn ?? null;
    const head = front.length === 0 && enunciados ? [enunciados.name] : front;
    return { front: head.slice(0, 30), urn, rows: rowsOfReading(reading), problems, moreProblems };
  } catch (error) {
    if (!(error instanceof LawTooLarge)) throw error;
    return { refused: 'too_large' };
  }
});
