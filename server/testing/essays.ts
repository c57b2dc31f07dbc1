import { randomUUID } from 'node:crypto';
import type { ThemeDraft } from '#contract/exams/essay-themes.ts';
import type { Essay } from '#contract/exams/essays.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Handles essays by the product's own calls. */
export function essayClient(test: TestApp) {
  const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    test.request({ method, url, as, ...(payload ? { payload } : {}) });

  /** Publishes a theme: the defaults of a new theme with these changes. */
  const publishTheme = async (author: Person, change: Partial<ThemeDraft> = {}): Promise<number> => {
    const made = (await call(author, 'POST', '/api/teacher/essay-themes', { title: 'Câmeras', kind: 'essay' })).json();
    const draft = { ...made.draft, command: 'Escreva uma dissertação.', ...change };
    const url = `/api/teacher/essay-themes/${made.id}`;
    const saved = (await call(author, 'PUT', url, { draft, revision: made.revision })).json();
    const published = await call(author, 'POST', `${url}/publish`, { revision: saved.revision });
    if (published.statusCode !== 200) throw new Error(published.body);
    return made.id;
  };

  const begin = async (student: Person, themeId: number): Promise<Essay> =>
    (await call(student, 'POST', `/api/essay-themes/${themeId}/essays`, {})).json();

  const deliver = async (student: Person, themeId: number, text: string): Promise<Essay> => {
    const { id, revision } = await begin(student, themeId);
    const answer = await call(student, 'POST', `/api/essays/${id}/delivery`, { text, revision });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };

  return { call, publishTheme, begin, deliver };
}

/** A page of an essay that is being written. */
export async function createEssayPage({ deps, clock }: TestApp, essayId: number) {
  const file = { sha256: Buffer.from('page'), file_key: `essay-pages/${randomUUID()}`, mime_type: 'image/webp' };
  await deps.files.put(file.file_key, Buffer.from('webp'));
  const page = await deps.db
    .insertInto('essay_pages')
    .values({ ...file, essay_id: essayId, position: 1, bytes: 4, width: 1, height: 1, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: essayId, pageId: page.id };
}

export const fullPoints = { tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 };

/** A text with this number of lines on the default sheet. */
export const essayOf = (lines: number) => Array.from({ length: lines }, () => 'palavra '.repeat(8).trim()).join('\n');
