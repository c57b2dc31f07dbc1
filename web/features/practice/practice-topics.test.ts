import { expect, it } from 'vitest';
import { practiceTopics } from './practice-topics.ts';

it('counts subtopics with their topic, which is offered even without questions of its own', () => {
  const none = { parentId: null, parentName: null };
  const below = (parentId: number, parentName: string) => ({ parentId, parentName });
  expect(
    practiceTopics([
      { id: 1, ...none, topic: 'Crase', count: 2 },
      { id: 2, ...below(1, 'Crase'), topic: 'Casos', count: 3 },
      { id: 5, ...below(4, 'Regência'), topic: 'Verbal', count: 1 },
      { id: null, ...none, topic: 'Solto', count: 9 },
    ]),
  ).toEqual([
    { id: 1, parentId: null, topic: 'Crase', count: 5 },
    { id: 2, parentId: 1, topic: 'Casos', count: 3 },
    { id: 4, parentId: null, topic: 'Regência', count: 1 },
    { id: 5, parentId: 4, topic: 'Verbal', count: 1 },
  ]);
});
