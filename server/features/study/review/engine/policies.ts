import { gainOfNew, gainPerMinute, isNew, isOpen, mostToday, type PolicyInput, recallToday } from './policy-input.ts';
import type { Random } from './random.ts';
import { Smallest } from './smallest.ts';

/** Today's questions in their order, more than fit at worst: the day ends when its minutes do. */
export type Policy = (desk: PolicyInput, random: Random) => number[];

type Key = (question: number) => number;

function smallest(desk: PolicyInput, count: number, open: (question: number) => boolean, key: Key): number[] {
  const found = new Smallest(count);
  for (let question = 0; question < desk.last.length; question++)
    if (open(question)) found.offer(question, key(question));
  return found.sorted().map((one) => one.question);
}

function newOnes(desk: PolicyInput, count: number): number[] {
  const found: number[] = [];
  for (let question = 0; question < desk.last.length && found.length < count; question++)
    if (isNew(desk, question)) found.push(question);
  return found;
}

/** Orders by the last day; within one day the least stable comes first. */
const oldest =
  (desk: PolicyInput): Key =>
  (question) => {
    const stability = desk.stability[question] as number;
    return (desk.last[question] as number) + stability / (stability + 1);
  };

/** What students do by themselves: wrong ones first, then new ones, then the oldest. */
const wrongFirst: Policy = (desk) => {
  const most = mostToday(desk);
  const wrong = smallest(desk, most, (q) => isOpen(desk, q) && desk.wrong[q] === 1, oldest(desk));
  const fresh = newOnes(desk, most - wrong.length);
  const rest = most - wrong.length - fresh.length;
  return [...wrong, ...fresh, ...smallest(desk, rest, (q) => isOpen(desk, q) && desk.wrong[q] === 0, oldest(desk))];
};

/** Orders by the gain per minute on the day of the exam; new questions are ranked by their gain as well. */
const examDayGain: Policy = (desk) => {
  const most = mostToday(desk);
  const found = new Smallest(most);
  for (let question = 0; question < desk.last.length; question++)
    if (isOpen(desk, question)) found.offer(question, -gainPerMinute(desk, question));
  const seen = found.sorted();
  const fresh = gainOfNew(desk);
  const better = seen.filter((one) => -one.key >= fresh);
  const order = [...better.map((one) => one.question), ...newOnes(desk, most - better.length)];
  return [...order, ...seen.slice(better.length, most - order.length + better.length).map((one) => one.question)];
};

const share = (desk: PolicyInput, ofTime: number) => Math.round((desk.examDay - desk.firstDay) * ofTime);
const inTheEnd = (desk: PolicyInput, ofTime: number) => desk.examDay - desk.today <= share(desk, ofTime);

/**
 * Wrong and new questions first, as students do, then right ones by their gain. The final phase selects by gain only.
 */
const wrongThenGain =
  (end: number): Policy =>
  (desk, random) => {
    if (inTheEnd(desk, end)) return examDayGain(desk, random);
    const most = mostToday(desk);
    const wrong = smallest(desk, most, (q) => isOpen(desk, q) && desk.wrong[q] === 1, oldest(desk));
    const fresh = newOnes(desk, most - wrong.length);
    const rest = most - wrong.length - fresh.length;
    if (rest === 0) return [...wrong, ...fresh];
    const right = (q: number) => isOpen(desk, q) && desk.wrong[q] === 0;
    return [...wrong, ...fresh, ...smallest(desk, rest, right, (q) => -gainPerMinute(desk, q))];
  };

/**
 * Asks enough new questions per day to see all of them in time, then those with the lowest recall below `mark`. The
 * final phase selects by gain only.
 */
const quota =
  (seenBy: number, mark: number, end: number): Policy =>
  (desk, random) => {
    if (inTheEnd(desk, end)) return examDayGain(desk, random);
    const most = mostToday(desk);
    let unseen = 0;
    for (let question = 0; question < desk.last.length; question++) if (isNew(desk, question)) unseen++;
    const daysForNew = Math.max(1, desk.firstDay + share(desk, seenBy) - desk.today);
    const fresh = newOnes(desk, Math.min(most, Math.ceil(unseen / daysForNew)));
    const low = lowestRecall(desk, most - fresh.length, mark);
    const order = [...fresh, ...low];
    if (order.length < most) order.push(...newOnes(desk, most - low.length).slice(fresh.length));
    if (order.length === most) return order;
    const taken = new Set(order);
    const rest = (q: number) => isOpen(desk, q) && !taken.has(q);
    return [...order, ...smallest(desk, most - order.length, rest, (q) => -gainPerMinute(desk, q))];
  };

function lowestRecall(desk: PolicyInput, count: number, mark: number): number[] {
  const found = new Smallest(count);
  for (let question = 0; question < desk.last.length; question++) {
    if (!isOpen(desk, question)) continue;
    const recall = recallToday(desk, question);
    if (recall < mark) found.offer(question, recall);
  }
  return found.sorted().map((one) => one.question);
}

/** Decides between equally weak ones only. */
const CHEAPER = 1e-9;

/**
 * What has fallen below nine of ten, the weakest first. Only the days since the last answer against the days after
 * which nine of ten are known matter, in every form of memory, so no recall is computed.
 */
function weakest(desk: PolicyInput, count: number): number[] {
  const isWeak = (q: number) =>
    isOpen(desk, q) && desk.today - (desk.last[q] as number) > (desk.stability[q] as number);
  return smallest(
    desk,
    count,
    isWeak,
    (q) => (desk.stability[q] as number) / (desk.today - (desk.last[q] as number)) + CHEAPER * (desk.cost[q] as number),
  );
}

/**
 * Holds what was begun: whatever has fallen below nine of ten, the weakest first, then new questions, then the oldest, so
 * that a day is always full. The final phase selects by gain only. Right for a memory that keeps too little for the
 * whole syllabus, and for one that keeps everything: there nothing falls below, and all questions take turns.
 */
const hold =
  (end: number): Policy =>
  (desk, random) => {
    if (inTheEnd(desk, end)) return examDayGain(desk, random);
    const most = mostToday(desk);
    const due = weakest(desk, most);
    const order = [...due, ...newOnes(desk, most - due.length)];
    if (order.length === most) return order;
    const taken = new Set(order);
    const rest = (q: number) => isOpen(desk, q) && !taken.has(q);
    return [...order, ...smallest(desk, most - order.length, rest, oldest(desk))];
  };

/** FSRS as it is used for life: whatever falls below the retention, then new ones. */
const retention =
  (mark: number): Policy =>
  (desk) => {
    const most = mostToday(desk);
    const due = lowestRecall(desk, most, mark);
    return [...due, ...newOnes(desk, most - due.length)];
  };

export const policies = {
  wrongFirst,
  wrongThenGain: wrongThenGain(0.35),
  wrongThenLateGain: wrongThenGain(0.15),
  quota: quota(0.6, 0.85, 0.35),
  slowQuota: quota(0.9, 0.7, 0.1),
  examDayGain,
  holdThenGain: hold(0.05),
  retention90: retention(0.9),
  retention80: retention(0.8),
} satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;
export const policyNames = Object.keys(policies) as PolicyName[];

/** What every list with an exam goes by until a night finds another clearly better. */
export const FIRST_POLICY: PolicyName = 'holdThenGain';

/** For comparison only. */
export const random: Policy = (desk, next) => {
  const found = new Smallest(mostToday(desk));
  for (let question = 0; question < desk.last.length; question++)
    if (isNew(desk, question) || isOpen(desk, question)) found.offer(question, next());
  return found.sorted().map((one) => one.question);
};
