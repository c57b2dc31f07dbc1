import { randomUUID } from 'node:crypto';
import { request } from '../wait.ts';
import type { Student } from './load.ts';

/**
 * What only the newer release can do: cards, a list of questions, a comment and its reply, whose e-mail is of a kind that
 * the older release does not know. The older release then reads a school that holds these rows.
 */
export async function makeNewerThings(url: string, [asker, answerer]: readonly [Student, Student]): Promise<void> {
  const send = async (method: string, path: string, cookie: string, body: object) => {
    const response = await request(url + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} of the newer release: ${response.status} ${text}`);
    return JSON.parse(text) as { id: number };
  };
  const { cookie, questionId } = asker;
  await send('POST', '/api/cards', cookie, {
    ...{ kind: 'basic', front: 'Prazo?', back: 'Cinco dias.', hint: '', deck: '', tags: [], sourceLabel: '' },
    ...{ pictureId: null, pictureSide: 'front', topicId: null, source: null, creationKey: randomUUID() },
  });
  await send('POST', '/api/question-lists', cookie, {
    ...{ name: 'Do ensaio', questionIds: [questionId], creationKey: randomUUID() },
  });
  await send('PATCH', '/api/notification-choices', cookie, { kind: 'comment_replied', inApp: true, email: true });
  const comments = `/api/answered-questions/${questionId}/comments`;
  const comment = await send('POST', comments, cookie, { body: 'Por que a letra B?', creationKey: randomUUID() });
  await send('POST', comments, answerer.cookie, {
    ...{ body: 'Porque a lei diz.', parentId: comment.id, creationKey: randomUUID() },
  });
}
