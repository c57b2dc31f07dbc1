import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import { type Gain, isLearnt, type LearntGains } from '#server/features/study/mastery/learnt-gains.ts';
import { PRACTICE_QUESTIONS } from './gain.ts';

/** A topic of the exam, as far as the worth of studying it goes by it. */
export type WorthTopic = {
  subject: string;
  name: string;
  /** Expected in the exam. */
  questions: number;
  /** To different questions. */
  answers: number;
  chance: number;
  /** Net points that studying it once may add. */
  gain: number;
};

/** What a lesson or a practice may add, in points of the exam, and why in one sentence. */
export type Worth = { points: number; isAtMost: boolean; reason: string };

/** The share that the lesson has in what studying a topic once brings. */
const lessonShare = ({ lesson, practice }: LearntGains) =>
  lesson.closed + practice.closed > 0 ? lesson.closed / (lesson.closed + practice.closed) : 0.5;

/** `lessons`: how many of the topic were not read. They share what reading them all brings. */
export const lessonWorth = (topic: WorthTopic, lessons: number, gains: LearntGains): Worth =>
  worthOf(topic, (topic.gain * lessonShare(gains)) / Math.max(1, lessons), gains.lesson);

export const practiceWorth = (topic: WorthTopic, questions: number, gains: LearntGains): Worth =>
  worthOf(topic, topic.gain * (1 - lessonShare(gains)) * Math.min(1, questions / PRACTICE_QUESTIONS), gains.practice);

/** Less than this is not shown as a gain. */
const SHOWN_FROM = 0.05;
const decimal = (value: number) => value.toFixed(1).replace('.', ',');
const pointsText = (gain: number) => `${decimal(gain)} ${gain < 1.95 ? 'ponto' : 'pontos'}`;
/** Assumptions are called estimates. */
const estimate = (gain: Gain) => (isLearnt(gain) ? '' : ' (estimativa)');

/** 5.2 → 'caem cerca de 5 questões' */
function weightOf(questions: number): string {
  if (questions < 1) return 'cai às vezes';
  const count = Math.round(questions);
  return count === 1 ? 'cai cerca de 1 questão' : `caem cerca de ${count} questões`;
}

function standingOf({ answers, chance }: WorthTopic): string {
  if (answers >= TOPIC_EVIDENCE) return `você acerta ${Math.round(chance * 100)}%`;
  return answers === 0 ? 'você ainda não respondeu nenhuma' : `você respondeu só ${answers}`;
}

function worthOf(topic: WorthTopic, points: number, gain: Gain): Worth {
  const isAtMost = topic.answers < TOPIC_EVIDENCE;
  const why = `${topic.name}, de ${topic.subject}: ${weightOf(topic.questions)} e ${standingOf(topic)}`;
  const gainText = `${isAtMost ? 'pode valer até' : 'vale cerca de'} +${pointsText(points)}${estimate(gain)}`;
  return { points, isAtMost, reason: points < SHOWN_FROM ? why : `${gainText}: ${why}` };
}
