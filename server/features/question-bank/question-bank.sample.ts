import type { Deps } from '../../deps.ts';
import { addSampleSubject } from '../lessons/subjects.service.ts';
import { addSampleQuestions } from './bank-write.service.ts';
import { history } from './sample/history.ts';
import { constitutional, criminal } from './sample/law.ts';
import { logic } from './sample/logic.ts';
import { portuguese } from './sample/portuguese.ts';

const bySubject = {
  Português: portuguese,
  'Raciocínio Lógico': logic,
  'Direito Constitucional': constitutional,
  'Direito Penal': criminal,
  'História do Brasil': history,
};

/** Written for this product: they name no banca that did not set them. */
const SOURCE = { source: 'Alvorada', year: 2026 };

/** Fixed, so that loading twice adds nothing. */
const keyOf = (serial: number) => `01938f3c-7c5a-7b3e-8f00-b1${String(serial).padStart(10, '0')}`;

/** Questions that stand in no quiz yet: the bank has something to compose from, and a student something to train. */
export async function sampleBank(deps: Deps, teacherId: string | null): Promise<void> {
  let serial = 0;
  for (const [subject, questions] of Object.entries(bySubject)) {
    const subjectId = await addSampleSubject(deps, subject);
    const inputs = questions.map(({ options, right, ...question }) => {
      serial += 1;
      return {
        ...question,
        ...SOURCE,
        subjectId,
        creationKey: keyOf(serial),
        options: options.map(([optionText, comment], place) => ({
          optionText,
          comment,
          isCorrect: place === 'ABCDE'.indexOf(right),
        })),
      };
    });
    await addSampleQuestions(deps, teacherId, inputs);
  }
}
