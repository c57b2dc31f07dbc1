import { MINUTE_MS } from '#contract/time.ts';
import { byHand, deedsOf, type Exam, type Plan, type random, randomExam, randomPlan } from './exam-clock.ts';

type Pick = ReturnType<typeof random>;

/** An answer of a device, in minutes of the true time. It waits in the device while that has no network. */
export type QueuedAnswer = {
  question: 0 | 1;
  option: 0 | 1;
  on: 'notebook' | 'card';
  given: number;
  arrives: number;
  /** Minutes by which the clock of the device is wrong. */
  off: number;
  /** Milliseconds of the exam by the clock of the device, growing with every answer of that device. */
  seq: number;
};

/** Minutes by which the server's own clock is wrong, from a minute on. The database has the true time. */
export type Machine = { since: number; off: number };

export type AnsweredExam = Exam & { answers: QueuedAnswer[]; machine: Machine };

type ByHand = ReturnType<typeof byHand>;

const HOUR = 60;
const DAY = 24 * HOUR;
/** Five seconds for the network, in minutes. */
const GRACE = 5 / 60;
/** Ends are compared to the millisecond elsewhere. An answer that arrives this near to one decides nothing. */
const NEAR = 0.0002;

/** Right, or wrong by minutes, hours or days, ahead or behind. */
function somethingWrong(pick: Pick): number {
  const size = [0, 1 + pick(58), HOUR * (1 + pick(22)), DAY * (1 + pick(14))][pick(3)] ?? 0;
  return pick(1) ? size : -size;
}

/** A machine whose clock falls behind does so after the last deed, which by then has its time. */
function machineOf(pick: Pick, exam: Exam): Machine {
  const off = pick(1) ? somethingWrong(pick) : 0;
  const last = Math.max(exam.start, ...deedsOf(exam).map(({ at }) => at));
  return { off, since: off < 0 ? last : exam.start };
}

/** A deed after the end is refused while the clocks agree, and nothing is compared where they do not. */
function withoutLateDeeds(exam: Exam): Exam {
  const { deadline } = byHand(exam);
  return {
    ...exam,
    wanted: exam.wanted.filter(({ at }) => at < deadline),
    early: exam.early !== null && exam.early < deadline ? exam.early : null,
    grant: exam.grant && exam.grant.at < deadline ? exam.grant : null,
  };
}

const toMs = (minutes: number) => Math.round(minutes * MINUTE_MS) / MINUTE_MS;

/** When an answer was given and when it arrived: at once, after a short or a long time without network, near an end. */
function someTimes(pick: Pick, exam: Exam, hand: ByHand, machine: Machine) {
  const given = exam.start + pick(Math.ceil(hand.deadline - exam.start)) + pick(59) / 60;
  const seconds = (pick(20) - 8) / 60;
  const near = [hand.notebook ?? hand.deadline, hand.deadline, exam.window?.closes ?? hand.deadline][pick(2)] ?? 0;
  const lost = machine.off < 0 && pick(1) ? -machine.off : 0;
  const arrives = [given, given + 1 + pick(90), given + pick(900), near + seconds + lost][pick(3)] ?? given;
  return arrives < given ? { given: Math.max(exam.start, arrives), arrives } : { given, arrives };
}

function someAnswers(pick: Pick, exam: Exam, hand: ByHand, machine: Machine, count: number): QueuedAnswer[] {
  const devices = [0, 1].map(() => ({ off: somethingWrong(pick), last: 0 }));
  const drafts = Array.from({ length: count }, () => {
    const { given, arrives } = someTimes(pick, exam, hand, machine);
    const on = exam.sheet !== null && pick(2) === 0 ? ('card' as const) : ('notebook' as const);
    const labels = { question: pick(1) ? (1 as const) : (0 as const), option: pick(1) ? (1 as const) : (0 as const) };
    return { ...labels, on, given: toMs(given), arrives: toMs(Math.max(exam.start, arrives)), device: pick(1) };
  });
  const numbered = drafts
    .sort((one, other) => one.given - other.given)
    .map(({ device, ...draft }): QueuedAnswer => {
      const known = devices[device] ?? { off: 0, last: 0 };
      known.last = Math.max(known.last + 1, Math.floor((draft.given + known.off - exam.start) * MINUTE_MS));
      return { ...draft, off: known.off, seq: known.last };
    });
  return numbered.sort((one, other) => one.arrives - other.arrives);
}

/** An exam with answers of two devices, some of them queued, and with a server whose own clock may be wrong. */
export function answeredExam(pick: Pick, plan: Plan = randomPlan(pick), count = 8): AnsweredExam {
  const exam = withoutLateDeeds(randomExam(pick, plan));
  const hand = byHand(exam);
  const machine = machineOf(pick, exam);
  const answers = someAnswers(pick, exam, hand, machine, count).filter((one) => isDecided(hand, machine, one));
  return { ...exam, answers, machine };
}

/** The time of the slower of two clocks: the server's own and the database's. */
const slower = (arrives: number, { since, off }: Machine) => (arrives >= since ? arrives + Math.min(0, off) : arrives);

const endsOf = ({ deadline, notebook }: ByHand) => ({ notebook: notebook ?? deadline, card: deadline });

function isDecided(hand: ByHand, machine: Machine, { on, arrives }: QueuedAnswer): boolean {
  const end = endsOf(hand)[on] + GRACE;
  const begins = on === 'card' ? (hand.notebook ?? 0) : -1;
  return Math.abs(slower(arrives, machine) - end) > NEAR && Math.abs(arrives - begins) > NEAR;
}

/**
 * The second implementation for answers. When an answer arrives decides whether it is taken: not when it was given, and
 * not what any device believes. No answer is late before both clocks of the server say so. Of the answers to a question
 * that were taken, the one with the highest number stays.
 */
export function answersByHand({ answers, machine }: AnsweredExam, hand: ByHand) {
  const stored = new Map<string, QueuedAnswer>();
  const outcomes = answers.map((one) => {
    const { on, arrives, question, seq } = one;
    const certain = slower(arrives, machine);
    const clock = on === 'card' ? arrives : certain;
    const isStopped = hand.stops.some(({ from, to }) => from <= arrives && clock < to);
    const isBegun = on === 'notebook' || (hand.notebook !== null && hand.notebook <= arrives);
    const isTaken = !isStopped && isBegun && certain <= endsOf(hand)[on] + GRACE;
    const place = `${on} ${question}`;
    const isSaved = isTaken && seq > (stored.get(place)?.seq ?? 0);
    if (isSaved) stored.set(place, one);
    return { isTaken, isSaved };
  });
  return { outcomes, stored };
}
