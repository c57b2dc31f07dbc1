import type { QuizDraw } from '#contract/exams/quiz-composition.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import { difficultyNames } from '#web/features/questions/questions/bank-words.ts';

type Counted = { subject: string | null; topic: string; difficulty: Difficulty | null };
export type Share = { name: string; count: number };
export type Balance = { subjects: Share[]; topics: Share[]; difficulties: Share[] };

const OPEN = 'Aberto no sorteio';

/** The number of questions by label, largest first; labels that a draw leaves open are named so. */
export function balanceOf(
  questions: readonly Counted[],
  draws: readonly QuizDraw[],
  subjectName: (id: number) => string,
): Balance {
  const subjects = new Map<string, Share>();
  const topics = new Map<string, Share>();
  const difficulties = new Map<string, Share>();
  const count = (into: Map<string, Share>, key: string, name: string, by: number) =>
    into.set(key, { name, count: (into.get(key)?.count ?? 0) + by });
  for (const { subject, topic, difficulty } of questions) {
    count(subjects, subject ?? '', subject ?? 'Sem matéria', 1);
    // Topics of two subjects may have one name.
    count(topics, JSON.stringify([subject, topic]), topic || 'Sem assunto', 1);
    count(difficulties, difficulty ?? '', difficulty ? difficultyNames[difficulty] : 'Sem dificuldade', 1);
  }
  for (const draw of draws) {
    const subject = draw.subjectId === null ? null : subjectName(draw.subjectId);
    count(subjects, subject ?? OPEN, subject ?? OPEN, draw.count);
    count(topics, draw.topic ? JSON.stringify([subject, draw.topic]) : OPEN, draw.topic || OPEN, draw.count);
    count(difficulties, draw.difficulty ?? OPEN, draw.difficulty ? difficultyNames[draw.difficulty] : OPEN, draw.count);
  }
  const mostFirst = (shares: Map<string, Share>) => [...shares.values()].toSorted((a, b) => b.count - a.count);
  const steps = Object.values(difficultyNames);
  const place = ({ name }: Share) => (steps.indexOf(name) + 1 || steps.length + 1) as number;
  return {
    subjects: mostFirst(subjects),
    topics: mostFirst(topics),
    difficulties: [...difficulties.values()].toSorted((a, b) => place(a) - place(b)),
  };
}
