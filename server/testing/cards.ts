import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { BodyInput } from '#contract/endpoint.ts';
import type { Card, createCard } from '#contract/study/cards.ts';
import type { Person } from './factories.ts';
import { multipartForm } from './forms.ts';
import type { TestApp } from './test-app.ts';

/** A card as its form sends it. */
export const newCard = (over: Partial<BodyInput<typeof createCard>> = {}): BodyInput<typeof createCard> => ({
  kind: 'basic',
  front: 'Qual é a capital do Brasil?',
  back: 'Brasília',
  hint: '',
  pictureId: null,
  pictureSide: 'back',
  topicId: null,
  deck: '',
  tags: [],
  sourceLabel: '',
  source: null,
  creationKey: randomUUID(),
  ...over,
});

export async function makeTestCard(
  test: TestApp,
  as: Person,
  over: Partial<BodyInput<typeof createCard>> = {},
): Promise<Card> {
  const response = await test.request({ method: 'POST', url: '/api/cards', payload: newCard(over), as });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

export const pngOf = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: colour } })
    .png()
    .toBuffer();

export async function uploadTestPicture(test: TestApp, as: Person, colour = 'red') {
  const form = await multipartForm({ file: ['a.png', new Uint8Array(await pngOf(colour))] });
  const response = await test.request({ method: 'POST', url: '/api/cards/pictures', as, ...form });
  expect([200, 201], response.body).toContain(response.statusCode);
  return response.json() as { id: number; url: string };
}

/** A card made from a question, with these words wherever a card has words. The question need not be answered. */
export async function makeQuestionCard(test: TestApp, as: Person, questionId: number, words: string): Promise<Card> {
  const { id: pictureId } = await uploadTestPicture(test, as);
  const fields = { front: words, back: words, hint: words, sourceLabel: words, pictureId };
  const { id } = await makeTestCard(test, as, fields);
  await sql`UPDATE cards SET source_kind = 'question', question_id = ${questionId},
    source_version = (SELECT current_version_id FROM questions WHERE id = ${questionId})
    WHERE id = ${id}`.execute(test.deps.db);
  return (await test.request({ method: 'GET', url: `/api/cards/${id}`, as })).json();
}

/** Rows of pictures without files, to fill what a person may have. */
export const insertNumberedPictures = (test: TestApp, { id }: Person, count: number) =>
  sql`INSERT INTO card_pictures (user_id, sha256, file_key, mime_type, bytes, width, height, created_at)
    SELECT ${id}, int4send(n), 'cards/none-' || n, 'image/webp', 1, 1, 1, now()
    FROM generate_series(1, ${count}) AS n`.execute(test.deps.db);
