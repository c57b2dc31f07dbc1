import type { Chance } from '../chance.ts';
import type { KnownAttempt, Student } from '../people.ts';
import { LostAnswer, type School } from '../school.ts';
import type { Deeds } from './deed.ts';

/** Students who study, take simulados, lose their network and come back. */

export const openAttempts = (student: Student, now: Date) =>
  [...student.attempts.values()].filter(({ isFinished, deadline }) => !isFinished && deadline > now);

/** A student with an open attempt. */
export function someSitting(
  school: School,
  chance: Chance,
): { student?: Student | undefined; attempt?: KnownAttempt | undefined } {
  const now = school.clock.now();
  const student = chance.pick(school.loggedIn().filter((one) => openAttempts(one, now).length > 0));
  return { student, attempt: student && chance.pick(openAttempts(student, now)) };
}

type Payload = {
  id: number;
  quizId: number;
  deadlineAt: string;
  questions: { id: number; options: { id: number }[] }[];
};

export function know(student: Student, { id, quizId, deadlineAt, questions }: Payload): KnownAttempt {
  const seen = questions.map((one) => ({ id: one.id, options: one.options.map((option) => option.id) }));
  const known = student.attempts.get(id) ?? {
    id,
    quizId,
    deadline: new Date(deadlineAt),
    questions: seen,
    seq: 0,
    acknowledged: new Map(),
    marks: new Map(),
    uncertainMarks: new Map(),
    uncertain: new Map(),
    sent: [],
    isFinished: false,
  };
  known.deadline = new Date(deadlineAt);
  student.attempts.set(id, known);
  return known;
}

type Change = { questionId: number; optionId: number | null; flagged: boolean; seq: number };

function someAnswers(chance: Chance, attempt: KnownAttempt, most: number): Change[] {
  return chance
    .shuffled(attempt.questions)
    .slice(0, 1 + chance.int(most))
    .map(({ id, options }) => {
      attempt.seq += 1;
      const optionId = chance.isTrue(0.9) ? (chance.pick(options) ?? null) : null;
      return { questionId: id, optionId, flagged: chance.isTrue(0.1), seq: attempt.seq };
    });
}

/** The server has this answer. What it says of an older one, another deed at the same moment may have replaced. */
export function confirm(
  acknowledged: KnownAttempt['acknowledged'],
  uncertain: KnownAttempt['uncertain'],
  { questionId, optionId, seq }: Pick<Change, 'questionId' | 'optionId' | 'seq'>,
): void {
  if ((acknowledged.get(questionId)?.seq ?? 0) < seq) acknowledged.set(questionId, { optionId, seq });
  if ((uncertain.get(questionId) ?? 0) <= seq) uncertain.delete(questionId);
}

export function mayBeStored(
  uncertain: KnownAttempt['uncertain'],
  sent: readonly Pick<Change, 'questionId' | 'seq'>[],
): void {
  for (const { questionId, seq } of sent) uncertain.set(questionId, Math.max(seq, uncertain.get(questionId) ?? 0));
}

function acknowledge(attempt: KnownAttempt, changes: readonly Change[], except: readonly number[] = []): void {
  for (const { questionId, optionId, seq } of changes) {
    if (except.includes(questionId)) continue;
    confirm(attempt.acknowledged, attempt.uncertain, { questionId, optionId, seq });
  }
}

async function sendAnswers(school: School, chance: Chance, student: Student, attempt: KnownAttempt): Promise<void> {
  const answers = someAnswers(chance, attempt, 4);
  attempt.sent.push(answers);
  const given = { as: student, params: { id: attempt.id }, body: { answers } };
  try {
    const { status } = await school.call('saveAnswers', given);
    if (status === 200) acknowledge(attempt, answers);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    mayBeStored(attempt.uncertain, answers);
    // Half of the devices have their network back and send again.
    if (chance.isTrue(0.5)) {
      const { status } = await school.insist('saveAnswers', given);
      if (status === 200) acknowledge(attempt, answers);
    }
  }
}

/** Starts a quiz, or goes on with it, and sends the first answers. */
export async function sitDown(
  school: School,
  chance: Chance,
  student: Student,
  quizId: number,
): Promise<KnownAttempt | undefined> {
  const { status, body } = await school.insist('startAttempt', { as: student, params: { id: quizId } });
  if (status >= 300) return undefined;
  const attempt = know(student, body);
  await sendAnswers(school, chance, student, attempt);
  return attempt;
}

export async function handIn(school: School, chance: Chance, student: Student, attempt: KnownAttempt): Promise<void> {
  const answers = chance.isTrue(0.6) ? someAnswers(chance, attempt, attempt.questions.length) : [];
  const given = { as: student, params: { id: attempt.id }, body: { answers } };
  let reply: Awaited<ReturnType<School['call']>>;
  try {
    reply = await school.call('finishAttempt', given);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    mayBeStored(attempt.uncertain, answers);
    reply = await school.insist('finishAttempt', given);
  }
  if (reply.status !== 200) return;
  attempt.isFinished = true;
  acknowledge(attempt, answers, reply.body.tooLate);
}

export async function answerPractice(school: School, chance: Chance, student: Student, id: number): Promise<void> {
  const { status, body } = await school.call('getPractice', { as: student, params: { id } });
  if (status !== 200) return;
  for (const question of body.questions) {
    if (question.answer || chance.isTrue(0.3)) continue;
    const optionId = (chance.pick(question.options) as { id: number } | undefined)?.id;
    const answer = { questionId: question.id, optionId };
    const reply = await school.insist('answerPractice', { as: student, params: { id }, body: answer });
    const told = reply.status === 200 ? reply.body.answer?.optionId : undefined;
    if (told !== undefined) student.given.push({ in: 'practice', id, questionId: question.id, optionId: told });
  }
}

/** Pages that students open; each reply is checked by the key law. */
const pages: [
  string,
  (school: School, chance: Chance, student: Student) => Record<string, number> | undefined | null,
][] = [
  ['getStudentDashboard', () => undefined],
  ['listMistakes', () => undefined],
  ['listPractices', () => undefined],
  ['getQuizOverview', ({ quizzes }, chance) => idOf(chance.pick(quizzes))],
  ['getQuiz', ({ quizzes }, chance) => idOf(chance.pick(quizzes))],
  ['getRanking', ({ quizzes }, chance) => idOf(chance.pick(quizzes))],
  ['listAttempts', ({ quizzes }, chance) => quizIdOf(chance.pick(quizzes))],
  ['reviewAttempt', (_, chance, { attempts }) => idOf(chance.pick([...attempts.values()]))],
  ['getAttemptResult', (_, chance, { attempts }) => idOf(chance.pick([...attempts.values()]))],
  ['getPractice', (_, chance, { practices }) => numberOf(chance.pick([...practices]))],
  ['getAnsweredQuestion', ({ questions }, chance) => idOf(chance.pick([...questions.values()]))],
  ['getMistakeKey', ({ questions }, chance) => questionIdOf(chance.pick([...questions.values()]))],
  ['getStudyPlan', () => undefined],
  ['listNotifications', () => undefined],
];
const idOf = (found: { id: number } | undefined) => (found ? { id: found.id } : null);
const numberOf = (id: number | undefined) => (id === undefined ? null : { id });
const quizIdOf = (found: { id: number } | undefined) => (found ? { quizId: found.id } : null);
const questionIdOf = (found: { id: number } | undefined) => (found ? { questionId: found.id } : null);

export const studying: Deeds = {
  startQuiz: {
    weight: 8,
    async run(school, chance) {
      const [student, quiz] = [chance.pick(school.loggedIn()), chance.pick(school.quizzes)];
      if (!student || !quiz) return;
      await sitDown(school, chance, student, quiz.id);
    },
  },
  answer: {
    weight: 14,
    async run(school, chance) {
      const { student, attempt } = someSitting(school, chance);
      if (!student || !attempt) return;
      for (let batches = 1 + chance.int(3); batches > 0; batches -= 1)
        await sendAnswers(school, chance, student, attempt);
    },
  },
  sendLate: {
    weight: 8,
    async run(school, chance) {
      const { student, attempt } = someSitting(school, chance);
      if (!student || !attempt) return;
      for (const _ of [1, 2, 3]) await sendAnswers(school, chance, student, attempt);
      const answers = chance.pick(attempt.sent.slice(0, 3));
      if (answers) await school.insist('saveAnswers', { as: student, params: { id: attempt.id }, body: { answers } });
    },
  },
  cheat: {
    weight: 6,
    async run(school, chance) {
      const { student, attempt } = someSitting(school, chance);
      if (!student || !attempt) return;
      const asked = chance.pick(attempt.questions)?.id ?? 0;
      await school.call('getAnsweredQuestion', { as: student, params: { id: asked } });
      await school.call('getMistakeKey', { as: student, params: { questionId: asked } });
      await school.call('listMistakes', { as: student });
      for (const other of student.attempts.keys()) {
        await school.call('reviewAttempt', { as: student, params: { id: other } });
      }
      for (const id of student.practices) await school.call('getPractice', { as: student, params: { id } });
      const body = { kind: 'free', count: 10, creationKey: chance.uuid() };
      const begun = await school.insist('startPractice', { as: student, body });
      if (begun.status >= 300) return;
      student.practices.add(begun.body.id);
      await answerPractice(school, chance, student, begun.body.id);
    },
  },
  finish: {
    weight: 7,
    async run(school, chance) {
      const { student, attempt } = someSitting(school, chance);
      if (student && attempt) await handIn(school, chance, student, attempt);
    },
  },
  directAttempt: {
    weight: 2,
    async run(school, chance) {
      const [student, quiz] = [chance.pick(school.loggedIn()), chance.pick(school.quizzes)];
      if (!student || !quiz) return;
      const told = { score: 0, totalQuestions: quiz.questionIds.length, correctAnswers: 0, timeSpent: 60 };
      const { status, body } = await school.insist('recordAttempt', {
        as: student,
        params: { id: quiz.id },
        body: told,
      });
      if (status >= 300) return;
      for (const questionId of quiz.questionIds.filter(() => chance.isTrue(0.7))) {
        const selectedOptionId = chance.pick(school.questions.get(questionId)?.optionIds ?? []);
        const answer = { questionId, selectedOptionId };
        const params = { attemptId: body.id };
        const taken = await school.insist('recordAnswer', { as: student, params, body: answer });
        if (taken.status < 300 && selectedOptionId !== undefined) {
          student.given.push({ in: 'direct', id: body.id, questionId, optionId: selectedOptionId });
        }
      }
    },
  },
  practise: {
    weight: 6,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      if (!student) return;
      const quiz = chance.pick(school.quizzes);
      const kind = quiz && chance.isTrue(0.4) ? { kind: 'training', quizId: quiz.id } : { kind: 'free', count: 6 };
      const body = { ...kind, creationKey: chance.uuid() };
      const reply = await school.insist('startPractice', { as: student, body });
      if (reply.status >= 300) return;
      student.practices.add(reply.body.id);
      await answerPractice(school, chance, student, reply.body.id);
    },
  },
  goOnPractising: {
    weight: 2,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      const id = student && chance.pick([...student.practices]);
      if (id !== undefined) await answerPractice(school, chance, student as Student, id);
    },
  },
  review: {
    weight: 8,
    async run(school, chance) {
      // Mostly those who have answered something: the others have nothing to review.
      const known = school.loggedIn().filter(({ given, attempts }) => given.length + attempts.size > 0);
      const student = chance.pick(known.length > 0 && chance.isTrue(0.8) ? known : school.loggedIn());
      if (!student) return;
      const { status, body } = await school.call('getReviewToday', { as: student });
      if (status !== 200) return;
      // Substitutes first: they move two memories, and few days of a short run have one.
      const items = [...body.items].sort((one, other) => Number(!one.standsFor) - Number(!other.standsFor));
      for (const { questionId, standsFor, options } of items.slice(0, 5)) {
        const optionId = (chance.pick(options) as { id: number } | undefined)?.id;
        const answer = { key: chance.uuid(), questionId, optionId, ...(standsFor ? { standsFor } : {}) };
        const reply = await school.insist('answerReview', { as: student, body: answer });
        const told = reply.status === 200 ? reply.body.answer?.optionId : undefined;
        if (told !== undefined) student.given.push({ in: 'review', key: answer.key, questionId, optionId: told });
      }
    },
  },
  read: {
    weight: 4,
    async run(school, chance) {
      const [student, id] = [chance.pick(school.loggedIn()), chance.pick(school.lessons)];
      if (!student || id === undefined) return;
      const reading = { position: 1, activeSeconds: 60, reachedEnd: true };
      await school.insist('reportReading', { as: student, params: { id }, body: reading });
      await school.insist('setCompletion', { as: student, params: { id }, body: { completed: true } });
    },
  },
  enroll: {
    weight: 2,
    async run(school, chance) {
      const [student, id] = [chance.pick(school.loggedIn()), chance.pick(school.courses)];
      if (student && id !== undefined) await school.insist('enroll', { as: student, params: { id } });
    },
  },
  follow: {
    weight: 2,
    async run(school, chance) {
      const [student, exam] = [chance.pick(school.loggedIn()), chance.pick(school.exams)];
      if (!student || !exam) return;
      await school.insist(chance.isTrue(0.8) ? 'followExam' : 'unfollowExam', { as: student, params: { id: exam.id } });
    },
  },
  look: {
    weight: 14,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      if (!student) return;
      for (const [name, paramsOf] of chance.shuffled(pages).slice(0, 4)) {
        const params = paramsOf(school, chance, student);
        if (params !== null) await school.call(name, { as: student, ...(params ? { params } : {}) });
      }
    },
  },
};
