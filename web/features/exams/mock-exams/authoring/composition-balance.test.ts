import { expect, it } from 'vitest';
import { balanceOf } from './composition-balance.ts';

const question = (subject: string | null, topic = '', difficulty: 'easy' | 'hard' | null = null) => ({
  subject,
  topic,
  difficulty,
});
const draw = (wish: object) => ({
  count: 5,
  subjectId: null,
  topicId: null,
  topic: '',
  source: '',
  year: null,
  difficulty: null,
  ...wish,
});
const names = (id: number) => (id === 1 ? 'Português' : 'Direito');

it('chosen and randomly selected questions are counted under the same names, most first', () => {
  const balance = balanceOf(
    [question('Direito', 'Prazos'), question('Português', 'Crase', 'hard'), question('Português', 'Crase', 'easy')],
    [draw({ subjectId: 1, topic: 'Crase', difficulty: 'hard' }), draw({ count: 2 })],
    names,
  );
  expect(balance.subjects).toEqual([
    { name: 'Português', count: 7 },
    { name: 'Aberto no sorteio', count: 2 },
    { name: 'Direito', count: 1 },
  ]);
  expect(balance.topics[0]).toEqual({ name: 'Crase', count: 7 });
  expect(balance.difficulties).toEqual([
    { name: 'Fácil', count: 1 },
    { name: 'Difícil', count: 6 },
    { name: 'Sem dificuldade', count: 1 },
    { name: 'Aberto no sorteio', count: 2 },
  ]);
});

it('topics of one name are separated by their subject, and unlabelled questions have a row', () => {
  const { topics, subjects } = balanceOf(
    [question('Direito', 'Prazos'), question('Português', 'Prazos'), question(null)],
    [],
    names,
  );
  expect(topics.filter(({ name }) => name === 'Prazos')).toHaveLength(2);
  expect(topics.at(-1)?.name).toBe('Sem assunto');
  expect(subjects.at(-1)?.name).toBe('Sem matéria');
});
