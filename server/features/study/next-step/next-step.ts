import type { NextStep } from '#contract/study/exam-map.ts';
import { EVIDENCE, MINUTES_PER_ANSWER, PRACTICE_QUESTIONS } from '#server/features/study/exam-map/gain.ts';
import { type Gain, isLearnt, type LearntGains } from '#server/features/study/mastery/learnt-gains.ts';

/** A topic of the exam, as far as a step goes by it. */
export type StepTopic = {
  topicId: number;
  subjectId: number;
  subject: string;
  name: string;
  questions: number;
  answers: number;
  chance: number;
  of: number;
  gain: number;
  available: number;
  /** The first one that was not read. */
  lesson: { id: number; title: string; minutes: number } | null;
};

export type StepChoices = {
  topics: readonly StepTopic[];
  /** Questions of today's review that are left. */
  review: number;
  quiz: { id: number; title: string; questions: number; minutes: number } | null;
  /** What a lesson, a practice and a review bring. */
  gains: LearntGains;
};

/** The share that the lesson has in what studying a topic once brings. */
const lessonShare = ({ lesson, practice }: LearntGains) =>
  lesson.closed + practice.closed > 0 ? lesson.closed / (lesson.closed + practice.closed) : 0.5;
/** Assumptions are called estimates. */
const estimate = (gain: Gain) => (isLearnt(gain) ? '' : ' (estimativa)');
/** However few the bank has of a topic: one question does not stand for more than this of the exam, in points. */
const WORTH_MAX = 0.1;
const QUIZ_QUESTIONS_MIN = 5;

/** A step on its way: only the one that is told is put into words. */
type Step = Omit<NextStep, 'reason'> & { reason: () => string };

/** Every step that can be taken, what brings most points per minute first; of them the one at a place, and whether more follow. */
export function stepAt(choices: StepChoices, place: number): { step: NextStep | null; more: boolean } {
  const steps = rankSteps(choices);
  const step = steps[place];
  return { step: step ? { ...step, reason: step.reason() } : null, more: steps.length > place + 1 };
}

function rankSteps({ topics, review, quiz, gains }: StepChoices): Step[] {
  const steps = [
    ...topics.flatMap((topic) =>
      topic.gain > 0 ? (lessonStep(topic, gains) ?? practiceStep(topic, gains) ?? []) : [],
    ),
    ...reviewStep(topics, review, gains),
    ...quizStep(topics, quiz, gains),
  ];
  return steps.sort((a, b) => b.gain / b.minutes - a.gain / a.minutes || a.minutes - b.minutes);
}

const decimal = (value: number) => value.toFixed(1).replace('.', ',');
const whole = (value: number) => decimal(value).replace(',0', '');
const points = (gain: number) => `${decimal(gain)} ${gain < 1.95 ? 'ponto' : 'pontos'}`;
const counted = (value: number, one: string, many: string) => `${whole(value)} ${value === 1 ? one : many}`;

function reasonOf({ subject, name, questions, answers, chance }: StepTopic, gain: number, of: Gain): string {
  const weight = `${name}, de ${subject}, pesa ${counted(questions, 'questão', 'questões')}`;
  const isKnown = answers >= EVIDENCE;
  const standing = isKnown
    ? `você acerta ${Math.round(chance * 100)}%`
    : answers === 0
      ? 'você ainda não respondeu nenhuma'
      : `você respondeu só ${answers}`;
  if (gain < 0.05) return `${weight} e ${standing}`;
  return `${isKnown ? 'vale cerca de' : 'pode valer até'} +${points(gain)}${estimate(of)}: ${weight} e ${standing}`;
}

const about = ({ subject, subjectId, topicId }: StepTopic) => ({ subject, subjectId, topicId });

function lessonStep(topic: StepTopic, gains: LearntGains): Step | null {
  const { lesson } = topic;
  if (!lesson) return null;
  const gain = topic.gain * lessonShare(gains);
  return {
    kind: 'lesson',
    target: { ...about(topic), id: lesson.id, title: lesson.title, questions: null },
    gain,
    minutes: Math.max(1, lesson.minutes),
    reason: () => reasonOf(topic, gain, gains.lesson),
  };
}

function practiceStep(topic: StepTopic, gains: LearntGains): Step | null {
  const questions = Math.min(PRACTICE_QUESTIONS, topic.available);
  if (questions === 0) return null;
  const gain = topic.gain * (1 - lessonShare(gains)) * (questions / PRACTICE_QUESTIONS);
  return {
    kind: 'practice',
    target: { ...about(topic), id: null, title: topic.name, questions },
    gain,
    minutes: Math.ceil(questions * MINUTES_PER_ANSWER),
    reason: () => reasonOf(topic, gain, gains.practice),
  };
}

const nowhere = { subject: null, subjectId: null, topicId: null };

function reviewStep(topics: readonly StepTopic[], review: number, gains: LearntGains): Step[] {
  const available = topics.reduce((all, topic) => all + topic.available, 0);
  if (review === 0 || available === 0) return [];
  const worth = topics.reduce((all, topic) => all + topic.of, 0) / available;
  const gain = review * Math.min(WORTH_MAX, worth) * gains.review.closed;
  const title = counted(review, 'questão', 'questões');
  const keeps = gain < 0.05 ? '' : `guarda cerca de ${points(gain)}${estimate(gains.review)}: `;
  return [
    {
      kind: 'review',
      target: { ...nowhere, id: null, title: 'Revisão de hoje', questions: review },
      gain,
      minutes: Math.ceil(review * MINUTES_PER_ANSWER),
      reason: () => `${keeps}${title} que você está prestes a esquecer ou errou`,
    },
  ];
}

/** A simulado practises everything a little, as the exam weighs it. */
function quizStep(topics: readonly StepTopic[], quiz: StepChoices['quiz'], gains: LearntGains): Step[] {
  const questions = topics.reduce((all, topic) => all + topic.questions, 0);
  if (!quiz || quiz.questions < QUIZ_QUESTIONS_MIN || questions === 0) return [];
  const each = topics.reduce((all, topic) => all + topic.gain * (topic.questions / questions), 0) / PRACTICE_QUESTIONS;
  const gain = each * (1 - lessonShare(gains)) * quiz.questions;
  return [
    {
      kind: 'quiz',
      target: { ...nowhere, id: quiz.id, title: quiz.title, questions: quiz.questions },
      gain,
      minutes: Math.max(1, quiz.minutes),
      reason: () =>
        `${gain < 0.05 ? '' : `vale cerca de +${points(gain)}${estimate(gains.practice)} e `}mostra onde você está na prova inteira`,
    },
  ];
}
