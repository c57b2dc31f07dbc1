import type { Deps } from '#server/deps.ts';
import { putSyllabus } from './syllabus.service.ts';
import { findSampleExam, listSampleTopics } from './syllabus-sample.store.ts';

/** How many questions the example exam has: what its topics in the bank weigh decides how they are shared. */
const QUESTIONS = 60;
const PASS_MARK = 36;
const MINIMUM = 3;

/** The first example exam asks every topic of the example, by how many questions the bank has of it. */
export async function sampleSyllabus(deps: Deps, actorId: string): Promise<void> {
  const examId = await findSampleExam(deps.db);
  const topics = await listSampleTopics(deps.db);
  if (examId === undefined || topics.length === 0) return;
  const bySubject = Map.groupBy(topics, ({ subjectId }) => subjectId);
  await putSyllabus(deps, { id: actorId }, examId, {
    version: 0,
    measure: 'weight',
    totalQuestions: QUESTIONS,
    passMark: PASS_MARK,
    wrongPoints: 0,
    subjects: [...bySubject].map(([subjectId, own]) => ({
      subjectId,
      name: own[0]?.subject ?? '',
      points: 1,
      minimum: MINIMUM,
      topics: own.map(({ topicId, name, questions }) => ({
        topicId,
        name,
        amount: Math.max(1, questions),
        subtopics: [],
      })),
    })),
  });
}
