import type { ExamMap, MapSubject, MapTopic } from '#contract/study/exam-map.ts';
import { daysBetween } from '#contract/time.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { numberWriter } from '#web/lib/intl.ts';

const decimal = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const short = numberWriter({ maximumFractionDigits: 1 });

/** 13.14 → '13,1' */
export const points = (value: number): string => decimal(value);
/** 4 → '4', 2.5 → '2,5' */
export const amount = (value: number): string => short(value);

/** 5.2 → 'cerca de 5 questões'. A fraction of a question is no figure that a student can use. */
export const expectedQuestions = (value: number): string => {
  if (value < 1) return 'cai às vezes';
  const rounded = Math.round(value);
  return `cerca de ${rounded} ${rounded === 1 ? 'questão' : 'questões'}`;
};

/** A lesson that was read proves nothing about a topic: only topics with an answer are counted. */
export const triedWords = ({ topics }: Pick<MapSubject, 'topics'>): string => {
  const asked = topics.filter(({ questions }) => questions > 0);
  return `assuntos com questões: ${asked.filter(({ answers }) => answers > 0).length} de ${asked.length}`;
};

const DISTANT_DAYS = 60;

/** 'hoje', 'ontem', 'há 3 dias', and a date for older ones. */
export function lastTime(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days > DISTANT_DAYS) return formatDay(day);
  return days <= 0 ? 'hoje' : days === 1 ? 'ontem' : `há ${days} dias`;
}

/** '+0,4', or 'até +0,5' when little is known; empty below a tenth. */
export function gainText({ gain, mastery }: Pick<MapTopic, 'gain' | 'mastery'>): string {
  if (gain < 0.05) return '';
  return `${mastery === null ? 'até ' : ''}+${points(gain)}`;
}

/** From this value on a sun is solid, as the legend explains. */
const FIRM = 0.8;
const HALF = 0.5;

export function masteryWord(mastery: number | null): string {
  if (mastery === null) return 'poucas respostas';
  return mastery >= FIRM ? 'firme' : mastery >= HALF ? 'a caminho' : 'no começo';
}

export type MapOrder = 'edital' | 'gain' | 'evidence';

type Listed = MapTopic & { subject: string };

/** The topics with questions, by gain; `evidence` lists only those of unknown mastery. */
export function listed({ subjects }: ExamMap, order: Exclude<MapOrder, 'edital'>): Listed[] {
  const all = subjects.flatMap((subject) => subject.topics.map((topic) => ({ ...topic, subject: subject.name })));
  const asked = all.filter(({ questions }) => questions > 0);
  const shown = order === 'gain' ? asked : asked.filter(({ mastery }) => mastery === null);
  return shown.toSorted((a, b) => b.gain - a.gain);
}

/** The topic with the most points to win, and its subject. */
export function weakestIn(map: ExamMap): { subjectId: number; topicId: number } | null {
  const asked = map.subjects.flatMap(({ subjectId, topics }) =>
    topics.filter(({ questions }) => questions > 0).map(({ topicId, gain }) => ({ subjectId, topicId, gain })),
  );
  return asked.toSorted((a, b) => b.gain - a.gain)[0] ?? null;
}
