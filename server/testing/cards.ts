import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { BodyInput } from '#contract/endpoint.ts';
import type { Card, createCard } from '#contract/study/cards.ts';
import type { Person } from './factories.ts';
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
