import fc from 'fast-check';
import { FSRSAlgorithm, generatorParameters, Rating } from 'ts-fsrs';
import { describe, expect, it } from 'vitest';
import { CLEARLY_BETTER, choosePolicy, MOST_SIMULATED } from './choose-policy.ts';
import { memoryForms, memoryOf } from './memory.ts';
import { random as atRandom, FIRST_POLICY, type Policy, type PolicyName, policies, policyNames } from './policies.ts';
import { isNew, minutesFor, mostToday, NEVER, type PolicyInput } from './policy-input.ts';
import { seeded } from './random.ts';
import {
  believeLikeliest,
  emptyPolicyInput,
  recallOnExamDay,
  type Student,
  startSimulation,
  studyDay,
} from './simulation.ts';
import { Smallest } from './smallest.ts';

const weights = [...generatorParameters().w];
const memory = memoryOf(weights);

const deskOf = (questions: number, days: number, minutes: number): PolicyInput =>
  emptyPolicyInput(questions, { memory, today: 0, firstDay: 0, examDay: days, minutes, firstRight: 0.5 });

const load = fc.record({
  questions: fc.integer({ min: 1, max: 60 }),
  days: fc.integer({ min: 1, max: 25 }),
  minutes: fc.integer({ min: 1, max: 12 }),
  seed: fc.integer(),
  form: fc.constantFrom(...memoryForms),
});

describe('memory', () => {
  const theirs = new FSRSAlgorithm(generatorParameters({ enable_short_term: true }));

  it('is the FSRS-6 that keeps the states, for any history of right and wrong', () => {
    const history = fc.array(fc.record({ days: fc.integer({ min: 1, max: 200 }), right: fc.boolean() }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.boolean(), history, (firstRight, answers) => {
        let ours = memory.first(firstRight);
        let state = theirs.next_state(null, 0, firstRight ? Rating.Good : Rating.Again);
        for (const { days, right } of answers) {
          const recall = memory.recall(ours.stability, days);
          expect(recall).toBeCloseTo(theirs.forgetting_curve(days, state.stability), 4);
          ours = {
            stability: right
              ? memory.stabilityAfterRight(ours.stability, ours.difficulty, recall)
              : memory.stabilityAfterWrong(ours.stability, ours.difficulty, recall),
            difficulty: memory.difficultyAfter(ours.difficulty, right),
          };
          state = theirs.next_state(state, days, right ? Rating.Good : Rating.Again);
          expect(Math.abs(ours.stability - state.stability) / state.stability).toBeLessThan(1e-3);
          expect(ours.difficulty).toBeCloseTo(state.difficulty, 4);
        }
      }),
    );
  });

  it.each(memoryForms)('%s: nine of ten are known after as many days as it is stable, and fewer later', (form) => {
    const any = memoryOf(weights, form);
    expect(any.recall(5, 0)).toBeCloseTo(1, 9);
    expect(any.recall(5, 5)).toBeCloseTo(0.9, 9);
    expect(any.recall(5, 50)).toBeLessThan(0.9);
    expect(any.stabilityAfterRight(5, 5, 0.8)).toBeGreaterThan(5);
    expect(any.stabilityAfterWrong(5, 5, 0.8)).toBeLessThan(5);
  });

  it('refuses invalid weights', () => {
    expect(() => memoryOf([1, 2, 3])).toThrow();
    expect(() => memoryOf(weights.with(3, Number.NaN))).toThrow();
  });
});

describe('policies', () => {
  const everyPolicy = Object.entries({ ...policies, random: atRandom });

  it.each(everyPolicy)('%s: keeps to the minutes and asks nothing twice a day', (_name, policy) => {
    fc.assert(
      fc.property(load, ({ questions, days, minutes, seed, form }) => {
        const desk = deskOf(questions, days, minutes);
        const simulation = startSimulation(desk, memoryOf(weights, form), seeded(seed));
        let spent = 0;
        const counted: Policy = (shown, random) => {
          const order = policy(shown, random);
          expect(new Set(order).size).toBe(order.length);
          expect(order.length).toBeLessThanOrEqual(mostToday(shown));
          for (const question of order) expect(shown.last[question]).toBeLessThan(shown.today);
          return order;
        };
        while (desk.today < days) {
          const before = desk.last.slice();
          studyDay(simulation, counted);
          for (const [question, last] of desk.last.entries())
            if (last !== before[question]) spent += minutesFor(desk.wrong[question] === 0);
        }
        expect(spent).toBeLessThanOrEqual(days * minutes + 0.5);
        const recall = recallOnExamDay(simulation);
        expect(recall).toBeGreaterThanOrEqual(0);
        expect(recall).toBeLessThanOrEqual(100);
      }),
      { numRuns: 40 },
    );
  });

  const coversAll: PolicyName[] = [
    'wrongFirst',
    'wrongThenGain',
    'wrongThenLateGain',
    'quota',
    'slowQuota',
    'holdThenGain',
  ];
  it.each(coversAll)('%s: everything is seen once before the exam when there is time', (name) => {
    const desk = deskOf(60, 60, 8);
    const simulation = startSimulation(desk, memory, seeded(7));
    while (desk.today < desk.examDay) studyDay(simulation, policies[name]);
    expect([...desk.last.keys()].filter((question) => isNew(desk, question))).toEqual([]);
  });

  it('wrong-first: wrong ones from the oldest on, then new ones, then the oldest right ones', () => {
    const desk = deskOf(5, 90, 9);
    desk.today = 10;
    desk.stability.fill(3);
    desk.difficulty.fill(5);
    desk.last.set([9, 4, NEVER, 2, 10]);
    desk.wrong.set([1, 1, 0, 0, 1]);
    expect(policies.wrongFirst(desk, seeded(1))).toEqual([1, 0, 2, 3]);
  });

  it('hold: the weakest below nine of ten, then new ones, then the oldest; on the last days by gain', () => {
    const desk = deskOf(6, 100, 9);
    desk.today = 50;
    desk.difficulty.fill(5);
    desk.stability.set([400, 3, 8, 0, 400, 400]);
    desk.last.set([30, 40, 40, NEVER, 20, 50]);
    expect(policies.holdThenGain(desk, seeded(1))).toEqual([1, 2, 3, 4, 0]);
    desk.today = 95;
    expect(policies.holdThenGain(desk, seeded(1))).toEqual(policies.examDayGain(desk, seeded(1)));
  });

  it('gain on the day: what is safe until the exam waits for what is not', () => {
    const desk = deskOf(2, 40, 9);
    desk.today = 30;
    desk.stability.set([4000, 6]);
    desk.difficulty.fill(5);
    desk.last.set([20, 20]);
    expect(policies.examDayGain(desk, seeded(1))).toEqual([1, 0]);
  });
});

describe('the choice', () => {
  const worlds = [{ memory, weight: 1 }];

  it('is the same for the same student and seed, and lies within the bound of its work', () => {
    const desk = deskOf(2000, 60, 40);
    const choice = choosePolicy(desk, worlds, 'wrongFirst', 3);
    expect(choosePolicy(desk, worlds, 'wrongFirst', 3)).toEqual(choice);
    expect(desk.today).toBe(0);
    expect([...desk.last].every((day) => day === NEVER)).toBe(true);
    expect(MOST_SIMULATED).toBeLessThanOrEqual(200);
  });

  it('leaves the first policy only for one that is clearly better', () => {
    const loads: [questions: number, days: number, minutes: number][] = [
      [300, 45, 20],
      [60, 60, 30],
    ];
    const taken = loads.map(([questions, days, minutes]) => {
      const { policy, expected } = choosePolicy(deskOf(questions, days, minutes), worlds, 'wrongFirst', 5);
      const best = policyNames.reduce((a, b) => (expected[b] > expected[a] ? b : a));
      expect(policy).toBe(expected[best] > expected[FIRST_POLICY] + CLEARLY_BETTER ? best : FIRST_POLICY);
      return policy;
    });
    // Too many for the time, and time for each of them several times.
    expect(taken[0]).not.toBe(FIRST_POLICY);
    expect(taken[1]).toBe(FIRST_POLICY);
  });

  it('keeps the current policy if there is no time to choose', () => {
    const choice = choosePolicy(deskOf(300, 45, 20), worlds, 'quota', 5, { mayGoOn: () => false });
    expect(choice).toMatchObject({ policy: 'quota', isWhole: false });
  });

  it('bears an exam that is today, and a student without questions', () => {
    expect(choosePolicy(deskOf(10, 0, 30), worlds, 'quota', 1).policy).toBe(FIRST_POLICY);
    expect(choosePolicy(deskOf(0, 10, 30), worlds, 'quota', 1).policy).toBe(FIRST_POLICY);
  });
});

describe('a simulation', () => {
  it('goes by the memory that makes the answers likeliest', () => {
    const desk = deskOf(150, 60, 30);
    const exponential = memoryOf(weights, 'exponential');
    const simulation = startSimulation(desk, exponential, seeded(11), [{ memory: exponential, prior: -3 }]);
    while (desk.today < 50) studyDay(simulation, policies.wrongFirst);
    believeLikeliest(simulation);
    expect(desk.memory.form).toBe('exponential');
    expect(desk.stability).toEqual(simulation.truth.stability);
  });

  it('with a student of another model asks substitutes, and the product records both questions', () => {
    const desk = deskOf(4, 30, 3);
    desk.last[0] = 0;
    desk.stability[0] = 2;
    desk.difficulty[0] = 5;
    desk.today = 5;
    const asked: number[] = [];
    const student: Student = {
      standInFor: (question) => question + 2,
      answer: (question) => {
        asked.push(question);
        return true;
      },
    };
    const simulation = startSimulation(desk, memory, seeded(1), [], { student, guess: 0.25 });
    studyDay(simulation, () => [0, 1]);
    // The seen one is replaced, the new one is not.
    expect(asked).toEqual([2, 1]);
    expect([...desk.last]).toEqual([5, 5, 5, NEVER]);
    const recall = memory.recall(2, 5);
    expect(simulation.beliefs[0]?.likelihood).toBeCloseTo(Math.log(0.25 + 0.75 * recall), 12);
  });

  it('finds the smallest as sorting does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.nat({ max: 12 }), (keys, count) => {
        const found = new Smallest(count);
        for (const [question, key] of keys.entries()) found.offer(question, key);
        const sorted = [...keys].sort((a, b) => a - b).slice(0, count);
        expect(found.sorted().map((one) => one.key)).toEqual(sorted);
      }),
    );
  });
});
