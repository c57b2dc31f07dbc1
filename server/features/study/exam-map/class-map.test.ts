import { expect, it } from 'vitest';
import { type ClassLine, type Member, mapOfClass } from './class-map.ts';

const line = (topicId: number, change: Partial<ClassLine> = {}): ClassLine => ({
  topicId,
  parentId: null,
  subjectId: 1,
  name: `Assunto ${topicId}`,
  questions: 5,
  lessons: 1,
  available: 20,
  question: { difficulty: 0, spread: 0.2, guess: 0.2 },
  ...change,
});
const member = (name: string, ability: number, answers: number, offsets: [number, number, number][] = []): Member => ({
  userId: name,
  name,
  ability: { value: ability, answers, variance: 0.05 },
  topics: new Map(
    offsets.map(([topicId, value, count]) => [topicId, { offset: { value, answers: count }, forgotten: 0 }]),
  ),
});
const subjects = [{ subjectId: 1, name: 'Português', points: 1, minimum: 6 }];

it('a topic counts students with enough answers, and lists the weak ones', () => {
  const members = [
    member('Ana', 1, 100, [[1, 0.5, 20]]),
    member('Bia', -2, 100, [[1, -1, 20]]),
    member('Caio', 1, 100, [[1, 0, 3]]),
  ];
  const [topic] = mapOfClass(subjects, [line(1)], members, 0).subjects[0]?.topics ?? [];
  expect(topic).toMatchObject({ students: 2, weak: 1 });
  expect(topic?.mastery).toBeGreaterThan(0.4);
  expect(topic?.mastery).toBeLessThan(0.7);
});

it('members who may miss a minimum are listed, the farthest below first, if they have enough answers', () => {
  const enough: [number, number, number][] = [
    [1, 0, 30],
    [2, 0, 30],
  ];
  const members = [
    member('Forte', 4, 300, enough),
    member('Médio', 0.3, 300, enough),
    member('Fraco', -1.5, 300, enough),
    member('Novo', -3, 59, [
      [1, 0, 30],
      [2, 0, 29],
    ]),
    member('De um assunto só', -3, 300, [
      [1, 0, 298],
      [2, 0, 2],
    ]),
  ];
  const { atRisk, atRiskCount, estimated } = mapOfClass(subjects, [line(1), line(2)], members, 0);
  expect(estimated).toBe(3);
  expect(atRisk.map(({ name }) => name)).toEqual(['Fraco', 'Médio']);
  expect(atRiskCount).toBe(2);
  expect(atRisk[0]?.subjects[0]).toMatchObject({ name: 'Português', minimum: 6 });
});

it('judges a minimum by net points where wrong answers cost', () => {
  const enough: [number, number, number][] = [
    [1, 0, 60],
    [2, 0, 60],
  ];
  const members = [member('Médio', 0.3, 300, enough)];
  const risk = (wrong: number | null) =>
    mapOfClass(subjects, [line(1), line(2)], members, wrong).atRisk[0]?.subjects[0]?.expected ?? 0;
  expect(risk(null)).toBe(risk(0));
  // About 3.6 of ten questions are wrong, and each costs a quarter of a right answer.
  expect(risk(0) - risk(-0.25)).toBeGreaterThan(0.7);
  expect(risk(0) - risk(-0.25)).toBeLessThan(1.1);
});

it('a lesson is suggested for topics without one, then for topics that the class does not know', () => {
  const weak: [number, number, number][] = [[2, -1, 30]];
  const members = ['a', 'b', 'c'].map((name) => member(name, -1.5, 100, weak));
  const lines = [
    line(1),
    line(2),
    line(3, { lessons: 0 }),
    line(4, { lessons: 0, questions: 9 }),
    line(5, { questions: 0, lessons: 0 }),
  ];
  expect(mapOfClass(subjects, lines, members, 0).needLesson.map(({ topicId }) => topicId)).toEqual([4, 3, 2]);
});
