import { answerEach } from '#server/work/answer-each.ts';
import { citationFinder } from '../citing/find-citations.ts';
import { guessEnunciados } from './enunciados.ts';
import { readHead } from './law-head.ts';
import { type DeviceRow, rowsOfReading } from './law-rows.ts';
import { type LawProblem, LawTooLarge } from './parse-law.ts';
import { type LawSource, readLawSource } from './read-law-source.ts';

export type LawOutcome =
  | {
      /** Guesses from the lines above the first device. */
      name: string;
      ementa: string;
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
    const head = readHead(front.length === 0 && enunciados ? [enunciados.name] : front, find);
    return { ...head, urn: enunciados?.urn ?? head.urn, rows: rowsOfReading(reading), problems, moreProblems };
  } catch (error) {
    if (!(error instanceof LawTooLarge)) throw error;
    return { refused: 'too_large' };
  }
});
