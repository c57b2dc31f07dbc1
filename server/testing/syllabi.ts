import type { Syllabus } from '#contract/content/syllabus.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

type WrittenTopic = { topicId: number | null; name: string; amount: number; subtopics?: object[] };
type WrittenSubject = {
  subjectId: number | null;
  name: string;
  topics: WrittenTopic[];
  points?: number;
  minimum?: number;
};

/**
 * Creates a contest in ninety days with a syllabus, by the calls of administrators; returns its first topic and the
 * syllabus.
 */
export async function createExamWithSyllabus(
  test: TestApp,
  admin: Person,
  subjects: WrittenSubject[],
  head: { passMark?: number; wrongPoints?: number } = {},
): Promise<{ id: number; topicId: number; syllabus: Syllabus }> {
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const reply = await test.request({ method, url, payload, as: admin });
    if (reply.statusCode >= 300) throw new Error(reply.body);
    return reply.json();
  };
  const date = new Date(test.clock.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await call('POST', '/api/admin/exams', { name: 'Soldado PM', organisation: 'VUNESP', date });
  const body = { version: 0, measure: 'questions', totalQuestions: null, passMark: null, ...head, subjects };
  const syllabus = (await call('PUT', `/api/admin/exams/${id}/syllabus`, body)) as Syllabus;
  return { id, topicId: syllabus.subjects[0]?.topics[0]?.topicId ?? 0, syllabus };
}
