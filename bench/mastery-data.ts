import { readFile } from 'node:fs/promises';
import type { Answer } from '#server/features/study/mastery/replay.ts';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import { normal } from './normal.ts';

export type Recorded = { test: boolean; answer: Answer<string> };

/** Lines `split,student,item,topic,right` in order of time. They name no options, so there is no guessing rate. */
export async function readAnswers(file: string): Promise<Recorded[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
  const columns = header.split(',');
  const at = (name: string) => {
    const place = columns.indexOf(name);
    if (place < 0) throw new Error(`${file}: the header has no column "${name}"`);
    return place;
  };
  const places = {
    split: at('split'),
    student: at('student'),
    item: at('item'),
    topic: at('topic'),
    right: at('right'),
  };
  return lines.map((line, index) => {
    const cells = line.split(',');
    const cell = (place: number) => cells[place] ?? '';
    const split = cell(places.split);
    const right = cell(places.right);
    if (!['train', 'test'].includes(split) || !['0', '1'].includes(right))
      throw new Error(`${file}: line ${index + 2} is not split,student,item,topic,right`);
    return {
      test: split === 'test',
      answer: {
        student: cell(places.student),
        question: cell(places.item),
        topic: cell(places.topic) || null,
        right: right === '1',
        guess: 0,
      },
    };
  });
}

/** A simulated class, for effects that the recorded answers do not contain. */
type Kind = {
  students: number;
  items: number;
  topics: number;
  answersEach: number;
  /** Standard deviation of the ability of a student between topics. */
  topicSpread: number;
  /** How far an ability wanders from one answer to the next, and where to. */
  drift: number;
  trend: number;
  /** Students meet the topics one after the other, as a course teaches them; else mixed. */
  inBlocks: boolean;
};

const plain: Kind = {
  students: 400,
  items: 600,
  topics: 20,
  answersEach: 200,
  topicSpread: 0.7,
  drift: 0,
  trend: 0,
  inBlocks: false,
};

export const kinds: Record<string, Kind> = {
  'topics shared': plain,
  'topics in blocks': { ...plain, inBlocks: true },
  'no topic effect': { ...plain, topicSpread: 0 },
  'drifting ability': { ...plain, drift: 0.06, trend: 0.006 },
  'many students, few items': { ...plain, students: 6000, items: 60, topics: 6, answersEach: 20 },
  'few answers per item': { ...plain, students: 120, items: 3000 },
};

/** A quarter of the students is the test set. */
export function madeUp(kind: Kind, seed: number): Recorded[] {
  const random = seeded(seed);
  const topicOf = Array.from({ length: kind.items }, (_, item) => item % kind.topics);
  const difficulties = topicOf.map(() => -0.8 + 1.1 * normal(random));
  const lines = Array.from({ length: kind.students }, (_, student) =>
    oneStudent(kind, random, student, topicOf, difficulties),
  );
  return lines.flat().sort((a, b) => Number(a.test) - Number(b.test));
}

function oneStudent(
  kind: Kind,
  random: Random,
  student: number,
  topicOf: readonly number[],
  difficulties: readonly number[],
): Recorded[] {
  let ability = 0.9 * normal(random);
  const offsets = Array.from({ length: kind.topics }, () => kind.topicSpread * normal(random));
  const items = topicOf.map((topic, item) => ({ topic, item, key: (kind.inBlocks ? topic : 0) + random() }));
  items.sort((a, b) => a.key - b.key);
  return items.slice(0, kind.answersEach).map(({ topic, item }) => {
    ability += kind.trend + kind.drift * normal(random);
    const logit = ability + (offsets[topic] ?? 0) - (difficulties[item] ?? 0);
    return {
      test: student % 4 === 0,
      answer: {
        student: `${student}`,
        question: `${item}`,
        topic: `${topic}`,
        right: random() < 1 / (1 + Math.exp(-logit)),
        guess: 0,
      },
    };
  });
}

/** A class that drills: few questions, each its own topic, asked again until the student has them. */
const drill = { students: 1200, items: 90, itemsEach: 9, repeatsMost: 14, learnt: 0.55 };

/**
 * Many repeats: the chance rises with every answer to the same question, faster for some students than for others, as
 * in skill builders. A quarter of the students are the ones to predict.
 */
export function manyRepeats(seed: number): Recorded[] {
  const random = seeded(seed);
  const difficulties = Array.from({ length: drill.items }, () => -0.3 + 0.8 * normal(random));
  const lines = Array.from({ length: drill.students }, (_, student) => {
    const ability = 0.8 * normal(random);
    const pace = drill.learnt * Math.exp(0.5 * normal(random));
    const from = Math.floor(random() * drill.items);
    return Array.from({ length: drill.itemsEach }, (_, at) => (from + at) % drill.items).flatMap((item) => {
      const own = ability + 0.6 * normal(random) - (difficulties[item] ?? 0);
      const times = 3 + Math.floor(random() * (drill.repeatsMost - 2));
      return Array.from({ length: times }, (_, time): Recorded => {
        const right = random() < 1 / (1 + Math.exp(-(own + pace * Math.log2(1 + time))));
        const [question, topic] = [`${item}`, `${item}`];
        return { test: student % 4 === 0, answer: { student: `${student}`, question, topic, right, guess: 0 } };
      });
    });
  });
  return lines.flat().sort((a, b) => Number(a.test) - Number(b.test));
}
