import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateDifficulties } from './difficulties.ts';
import { afterAnswer, guessing, type MasteryState, newcomer, probability } from './mastery-model.ts';
import { type Answer, expected, learn, type Mastery, nothingLearnt } from './replay.ts';

const anAnswer = fc.record({
  student: fc.integer({ min: 1, max: 3 }),
  question: fc.integer({ min: 1, max: 12 }),
  topic: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 4 })),
  right: fc.boolean(),
  guess: fc.constantFrom(0, guessing(5), guessing(2)),
});
const history = fc.array(anAnswer, { minLength: 1, maxLength: 60 });

function replayed(answers: readonly Answer[]): Mastery {
  const mastery = nothingLearnt<number>();
  for (const answer of answers) learn(mastery, answer);
  return mastery;
}

const abilityOf = (mastery: Mastery, student: number) => mastery.students.get(student)?.ability.value ?? 0;

/** One student against questions whose difficulty is known, as the product replays them. */
function abilityAfter(rights: readonly boolean[], answers: readonly Answer[]): number {
  let ability = newcomer.ability;
  for (const [place, answer] of answers.entries()) {
    const difficulty = { value: answer.question / 3 - 2, answers: 40 };
    ability = afterAnswer(
      { ability, offset: newcomer.offset },
      difficulty,
      answer.guess,
      rights[place] === true,
    ).ability;
  }
  return ability.value;
}

describe('what an answer teaches', () => {
  it('a wrong answer turned right never lowers the ability, wherever it stood', () => {
    fc.assert(
      fc.property(history, fc.nat(), (answers, at) => {
        const rights = answers.map((answer) => answer.right);
        const better = rights.with(at % rights.length, true);
        expect(abilityAfter(better, answers)).toBeGreaterThanOrEqual(abilityAfter(rights, answers) - 1e-12);
      }),
    );
  });

  it('one more right answer raises ability and topic, one more wrong answer lowers both', () => {
    fc.assert(
      fc.property(history, anAnswer, (answers, next) => {
        const topic = next.topic ?? 1;
        const before = replayed(answers);
        const offset = before.students.get(next.student)?.topics.get(topic)?.value ?? 0;
        const ability = abilityOf(before, next.student);
        // A question that the student has not met: a repeat moves nothing.
        learn(before, { ...next, topic, question: 99 });
        const sign = next.right ? 1 : -1;
        expect(sign * (abilityOf(before, next.student) - ability)).toBeGreaterThan(0);
        expect(sign * ((before.students.get(next.student)?.topics.get(topic)?.value ?? 0) - offset)).toBeGreaterThan(0);
      }),
    );
  });

  it('which topics the answers stood in, and in which order, means nothing to the ability', () => {
    fc.assert(
      fc.property(history, (answers) => {
        const difficulties = new Map(
          answers.map(({ question }) => [question, { value: question / 3 - 2, answers: 40 }]),
        );
        const run = (list: readonly Answer[]) => {
          const mastery = { ...nothingLearnt<number>(), difficulties };
          for (const answer of list) learn(mastery, answer, { difficultiesStand: true });
          return mastery;
        };
        const turned = answers.map((answer, at) => ({ ...answer, topic: answers.at(-1 - at)?.topic ?? null }));
        for (const student of [1, 2, 3]) expect(abilityOf(run(turned), student)).toBe(abilityOf(run(answers), student));
      }),
    );
  });

  it('the names of topics mean nothing: renamed topics end where the old ones did', () => {
    fc.assert(
      fc.property(history, (answers) => {
        const named = replayed(answers);
        const renamed = replayed(answers.map((answer) => ({ ...answer, topic: answer.topic && 9 - answer.topic })));
        for (const [student, known] of named.students) {
          expect(renamed.students.get(student)?.ability).toEqual(known.ability);
          for (const [topic, offset] of known.topics)
            expect(renamed.students.get(student)?.topics.get(9 - topic)).toEqual(offset);
        }
      }),
    );
  });

  it('a replay ends where learning answer by answer, with a rest in between, ended', () => {
    fc.assert(
      fc.property(history, fc.nat(), (answers, at) => {
        const cut = at % answers.length;
        const rested = structuredClone(replayed(answers.slice(0, cut)));
        for (const answer of answers.slice(cut)) learn(rested, answer);
        expect(rested).toEqual(replayed(answers));
      }),
    );
  });

  it('only the first answer of a student moves a difficulty, an ability or a topic', () => {
    const answer: Answer = { student: 1, question: 7, topic: 1, right: false, guess: 0 };
    const mastery = nothingLearnt<number>();
    learn(mastery, answer);
    const once = mastery.difficulties.get(7);
    const student = structuredClone(mastery.students.get(1));
    learn(mastery, { ...answer, right: true });
    expect(mastery.difficulties.get(7)).toEqual(once);
    expect(mastery.students.get(1)).toEqual(student);
    learn(mastery, { ...answer, student: 2 });
    expect(mastery.difficulties.get(7)?.answers).toBe(2);
    expect(mastery.difficulties.get(7)?.value).toBeGreaterThan(once?.value ?? 0);
  });
});

describe('what is expected', () => {
  const weak: MasteryState = { ability: { value: -9, answers: 100 }, offset: { value: -2, answers: 50 } };
  const hard = { value: 5, answers: 100 };

  it('a student is never expected to do worse than by guessing', () => {
    expect(probability(weak, hard, guessing(4))).toBeGreaterThanOrEqual(0.25);
    expect(probability(weak, hard, guessing(null))).toBeLessThan(0.001);
    expect(guessing(1)).toBe(0);
  });

  it('a right answer that was probably a guess teaches less than one that was not', () => {
    const gained = (guess: number) => afterAnswer(weak, hard, guess, true).ability.value - weak.ability.value;
    expect(gained(0.25)).toBeLessThan(gained(0) / 10);
  });

  it('steps fall with evidence and never end', () => {
    const step = (answers: number) =>
      afterAnswer({ ...newcomer, ability: { value: 0, answers } }, { value: 0, answers: 40 }, 0, true).ability.value;
    expect(step(0)).toBeGreaterThan(step(10));
    expect(step(10)).toBeGreaterThan(step(60));
    expect(step(1e6)).toBeGreaterThan(0.02);
  });

  it('little evidence stays near one half', () => {
    const able = (answers: number) => ({ ability: { value: 2, answers }, offset: newcomer.offset });
    expect(probability(able(0), newcomer.ability, 0)).toBeLessThan(probability(able(200), newcomer.ability, 0));
  });
});

describe('the nightly pass', () => {
  /** 36 of 40 students answer question 1 correctly and question 2 wrongly; the other four do the reverse. */
  const answers: Answer[] = Array.from({ length: 40 }, (_, student) => [
    { student, question: 1, topic: null, right: student % 10 !== 0, guess: 0 },
    { student, question: 2, topic: null, right: student % 10 === 0, guess: 0 },
  ]).flat();

  it('orders questions as their answers do, and puts a new one between them', () => {
    const { difficulties, newQuestion } = estimateDifficulties(answers);
    const easy = difficulties.get(1)?.value ?? 0;
    const hard = difficulties.get(2)?.value ?? 0;
    expect(easy).toBeLessThan(-1);
    expect(hard).toBeGreaterThan(1);
    expect(newQuestion.value).toBeCloseTo((easy + hard) / 2, 10);
    const mastery = { ...nothingLearnt<number>(), difficulties, newQuestion };
    expect(expected(mastery, { student: 999, question: 3, topic: null, guess: 0 })).toBeCloseTo(0.5, 1);
  });

  it('takes nothing from later answers of the same student, and bears no answers at all', () => {
    const again = answers.flatMap((answer) => [answer, { ...answer, right: !answer.right }]);
    expect(estimateDifficulties(again).difficulties.get(1)?.answers).toBe(40);
    expect(estimateDifficulties([])).toEqual({ difficulties: new Map(), newQuestion: { value: 0, answers: 0 } });
  });
});
