import { expect, it } from 'vitest';
import * as contract from '../../../contract/courses.ts';
import { createPerson } from '../../testing/factories.ts';
import { createTestQuiz } from '../../testing/quizzes.ts';
import { partTrip } from '../../testing/round-trip.ts';
import { createLesson } from '../../testing/study.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

it("a course's content is read back whole and in order, and another course keeps its own", async () => {
  const { db } = test.deps;
  const teacher = await createPerson(db, { role: 'teacher' });
  const [lesson, quiz] = [await createLesson(db, 'A primeira'), await createTestQuiz(db)];
  const make = async (title: string) => {
    const payload = { title, description: 'Tudo.', category: 'DIREITO', difficulty: 'advanced', isPublished: true };
    return (await test.request({ method: 'POST', url: '/api/courses', payload, as: teacher })).json();
  };
  const [course, beside] = [await make('Soldado PM'), await make('Outro curso')];
  await test.request({
    method: 'PUT',
    url: `/api/courses/${beside.id}/items`,
    payload: { items: [{ kind: 'lesson', id: lesson }], version: beside.version },
    as: teacher,
  });
  const asLesson = { kind: 'lesson', id: lesson, title: 'A primeira' };
  const asQuiz = { kind: 'quiz', id: quiz.id };
  const versionOf = (read: Record<string, unknown>) => read.version;
  await partTrip(test, {
    save: contract.saveCourseItems,
    read: contract.getCourse,
    as: teacher,
    id: course.id,
    other: beside.id,
    saves: [
      {
        body: (read) => ({ version: versionOf(read), items: [asQuiz, { kind: 'lesson', id: lesson }] }),
        reads: { items: [expect.objectContaining(asQuiz), expect.objectContaining(asLesson)] },
      },
      {
        body: (read) => ({
          version: versionOf(read),
          items: [
            { kind: 'lesson', id: lesson, module: ' Ler como a banca lê ' },
            { ...asQuiz, module: '' },
          ],
        }),
        reads: {
          items: [
            expect.objectContaining({ ...asLesson, module: 'Ler como a banca lê' }),
            expect.objectContaining({ ...asQuiz, module: '' }),
          ],
        },
      },
      {
        // By a client that knows nothing of modules.
        body: (read) => ({ version: versionOf(read), items: [asQuiz, { kind: 'lesson', id: lesson }] }),
        reads: {
          items: [
            expect.objectContaining(asQuiz),
            expect.objectContaining({ ...asLesson, module: 'Ler como a banca lê' }),
          ],
        },
      },
      {
        body: (read) => ({ version: versionOf(read), items: [{ kind: 'lesson', id: lesson }] }),
        reads: { items: [expect.objectContaining(asLesson)] },
      },
    ],
  });
});
