import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

const articles = Array.from(
  { length: 40 },
  (_, at) => `Art. ${at + 1}. Texto do artigo ${at + 1}:\n\nI - um;\n\nII - dois.`,
).join('\n\n');

/** A law of forty articles, taken in by a teacher or an administrator. */
export async function createTestLaw(test: TestApp, as: Person, over: object = {}): Promise<number> {
  const response = await test.request({
    method: 'POST',
    url: '/api/teacher/laws',
    payload: {
      format: 'text',
      source: `TÍTULO I\nDO TESTE\n\n${articles}`,
      name: 'Lei do teste',
      shortName: '',
      nicknames: [],
      ementa: '',
      urn: null,
      creationKey: randomUUID(),
      ...over,
    },
    as,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}

/** Its author attaches art. 5º to a question. */
export async function attachTestArticle(test: TestApp, as: Person, questionId: number, lawId: number): Promise<void> {
  const url = `/api/teacher/questions/${questionId}/law-articles`;
  const payload = { lawId, lexId: 'art5', isTaken: true };
  expect((await test.request({ method: 'PUT', url, as, payload })).statusCode).toBe(200);
}
