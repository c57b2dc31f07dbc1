import { describe, expect, it } from 'vitest';
import { explainChange, type SaidDay } from './plan-change.ts';
import { asSaid, coverSyllabus, type TopicToCover, withQuizzes } from './syllabus-work.ts';

const practice = { questions: 15, minutesEach: 1 };
const topic = (topicId: number, change: Partial<TopicToCover> = {}): TopicToCover => ({
  topicId,
  subjectId: 1,
  subject: 'Português',
  name: `Assunto ${topicId}`,
  gain: 1,
  answers: 0,
  available: 20,
  lessons: [],
  ...change,
});
const lesson = (id: number, minutes = 10) => ({ id, title: `Aula ${id}`, minutes, position: 0 });
/** The whole gain of a topic, shared by its items. */
const cover = (topics: TopicToCover[]) =>
  coverSyllabus(topics, practice, ({ topicId }) => {
    const of = topics.find((one) => one.topicId === topicId);
    return of ? of.gain / (of.lessons.length + 1) : 0;
  });
const keys = (items: readonly { kind: string; id: number }[]) => items.map(({ kind, id }) => `${kind}:${id}`);

describe('what covers a syllabus', () => {
  it('is each topic, lessons before practice, what brings most per minute first', () => {
    const topics = [
      topic(1, { gain: 0.2, lessons: [lesson(11), lesson(12)] }),
      topic(2, { gain: 1, lessons: [lesson(21)] }),
      topic(3, { gain: 0, lessons: [lesson(31)] }),
    ];
    expect(keys(cover(topics))).toEqual([
      ...['lesson:21', 'practice:2'],
      ...['lesson:11', 'lesson:12', 'practice:1'],
      ...['lesson:31', 'practice:3'],
    ]);
  });

  it('puts a long practice before a short one of the same weight, because a few questions add little', () => {
    const short = topic(1, { available: 2 });
    const long = topic(2);
    const points = ({ questions }: { questions: number | null }) => ((questions ?? 0) / 15) ** 2;
    expect(keys(coverSyllabus([short, long], practice, points))).toEqual(['practice:2', 'practice:1']);
  });

  it('asks no practice of what was answered, or cannot be asked', () => {
    const topics = [topic(1, { answers: 15 }), topic(2, { available: 0 }), topic(3, { available: 4, answers: 3 })];
    expect(cover(topics)).toMatchObject([{ kind: 'practice', id: 3, questions: 4, minutes: 4 }]);
  });

  it('keeps what was said for the day in front', () => {
    const items = cover([topic(1), topic(2, { gain: 2 }), topic(3, { gain: 3 })]);
    expect(keys(asSaid(items, ['practice:1', 'lesson:99', 'practice:2']))).toEqual([
      'practice:1',
      'practice:2',
      'practice:3',
    ]);
  });

  it('puts a simulado behind the lessons before it', () => {
    const items = cover([topic(1, { lessons: [lesson(11), lesson(12)] })]);
    const quiz = { ...(items[0] as (typeof items)[number]), kind: 'quiz' as 'lesson', id: 5 };
    expect(keys(withQuizzes(items, [{ quiz, after: [12, 77] }]))).toEqual([
      'lesson:11',
      'lesson:12',
      'quiz:5',
      'practice:1',
    ]);
    expect(keys(withQuizzes(items, [{ quiz, after: [] }]))[1]).toBe('quiz:5');
    expect(keys(withQuizzes([], [{ quiz, after: [] }]))).toEqual(['quiz:5']);
  });
});

describe('a change of mind', () => {
  const said: SaidDay = { examId: 1, version: 3, weeklyHours: 10, topicIds: [1, 2], chances: [0.5, 0.6] };
  const known = (topicId: number, chance: number, isOpen = true) => ({
    topicId,
    name: `Assunto ${topicId}`,
    chance,
    isKnown: true,
    isOpen,
  });
  const now = {
    examId: 1,
    examName: 'Bombeiros',
    version: 3,
    weeklyHours: 10,
    today: [1, 3],
    topics: [known(1, 0.5), known(2, 0.72), known(3, 0.4)],
  };

  it('is explained by the topics that moved', () => {
    expect(explainChange(said, now)).toBe(
      'Assunto 2 ficou para depois: a estimativa de acerto subiu de 60% para 72%. Assunto 3 entrou no lugar.',
    );
    expect(explainChange(said, { ...now, topics: [known(1, 0.5), known(2, 0.6), known(3, 0.4)] })).toBe(
      'Assunto 3 entrou na frente de Assunto 2: agora rende mais pontos por minuto.',
    );
  });

  it('is explained by a changed exam, syllabus or weekly hours', () => {
    expect(explainChange(said, { ...now, examId: 2 })).toContain('o plano agora leva a Bombeiros');
    expect(explainChange(said, { ...now, version: 4 })).toContain('O edital mudou');
    expect(explainChange(said, { ...now, weeklyHours: 5 })).toContain('5h por semana');
  });

  it('is not explained when the earlier topic is done, or today is the same', () => {
    expect(explainChange(said, { ...now, today: [1, 2] })).toBe('');
    expect(explainChange(said, { ...now, topics: [known(1, 0.5), known(2, 0.7, false), known(3, 0.4)] })).toBe('');
  });
});
