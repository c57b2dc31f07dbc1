import type { Deps } from '#server/deps.ts';
import { addSampleSubject } from '#server/features/content/lessons/subjects.service.ts';
import { addSampleQuestions } from './bank-write.service.ts';
import { history } from './sample/history.ts';
import { constitutional, criminal } from './sample/law.ts';
import { logic } from './sample/logic.ts';
import { portuguese } from './sample/portuguese.ts';
import { weeklyItems } from './sample/weekly.ts';

const bySubject = {
  Português: portuguese,
  'Raciocínio Lógico': logic,
  'Direito Constitucional': constitutional,
  'Direito Penal': criminal,
  'História do Brasil': history,
};

/** Written for this product: they name no banca that did not set them. */
const SOURCE = { source: 'Alvorada', year: 2026 };
/** The source label that the draws of the weekly simulado filter by. */
const WEEKLY_SOURCE = 'Alvorada, simulado semanal';

/** Fixed keys, so that loading twice adds nothing. */
const keyOf = (serial: number) => `01938f3c-7c5a-7b3e-8f00-b1${String(serial).padStart(10, '0')}`;

/** First serial number of the questions of the weekly simulado. */
const WEEKLY_FROM = 100;

/**
 * Adds questions that no quiz contains yet: authors can compose quizzes from them, and students can practise. Returns
 * the source and the subjects of the weekly simulado.
 */
export async function sampleBank(deps: Deps, teacherId: string | null) {
  const serials = { bank: 0, weekly: WEEKLY_FROM };
  const subjectIds = new Map<string, number>();
  for (const [subject, questions] of Object.entries(bySubject)) {
    const subjectId = await addSampleSubject(deps, subject);
    subjectIds.set(subject, subjectId);
    const written = [
      ...questions.map((question) => ({ ...question, ...SOURCE, creationKey: keyOf(++serials.bank) })),
      ...(weeklyItems[subject] ?? []).map((question) => ({
        ...question,
        ...SOURCE,
        source: WEEKLY_SOURCE,
        creationKey: keyOf(++serials.weekly),
      })),
    ];
    const inputs = written.map(({ options, right, ...question }) => ({
      ...question,
      subjectId,
      options: options.map(([optionText, comment], place) => ({
        optionText,
        comment,
        isCorrect: place === 'ABCDE'.indexOf(right),
      })),
    }));
    await addSampleQuestions(deps, teacherId, inputs);
  }
  return { weekly: { name: WEEKLY_SOURCE, subjectIds } };
}
