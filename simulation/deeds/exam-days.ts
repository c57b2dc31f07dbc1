import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { multipartForm } from '#server/testing/forms.ts';
import type { Chance } from '../chance.ts';
import type { KnownAttempt, KnownQuiz, Student } from '../people.ts';
import { LostAnswer, type School } from '../school.ts';
import { clockIn } from '../school-clock.ts';
import type { Deed, Deeds } from './deed.ts';
import { confirm, handIn, mayBeStored, sitDown, someSitting } from './studying.ts';
import { publishQuiz } from './teaching.ts';

/** Extra time and breaks, answer cards, exams on paper, series, and exams that are withdrawn or deleted. */

/** What a device shows after a reload: a right may have moved the end. */
async function reload(school: School, student: Student): Promise<void> {
  for (const known of student.attempts.values()) {
    if (known.isFinished) continue;
    const { status, body } = await school.call('resumeAttempt', { as: student, params: { id: known.id } });
    if (status === 200) known.deadline = new Date(body.deadlineAt);
  }
}

const askForTime: Deed = async (school, chance) => {
  const student = chance.pick(school.loggedIn());
  if (!student) return;
  const form = await multipartForm({ text: 'Tenho dislexia e preciso de mais tempo.' });
  await school.insist('askExamTime', { as: student, form: form as never });
  if (chance.isTrue(0.15)) await school.insist('withdrawExamTimeRequest', { as: student });
};

const refuseTime: Deed = async (school) => {
  const as = school.staff.office;
  const { body } = await school.call('listExamTimeRequests', { as });
  const first: { id: number } | undefined = body.rows?.[0];
  if (!first) return;
  await school.insist('refuseExamTime', { as, params: { id: first.id }, body: { answer: 'Falta o laudo.' } });
};

const grantTime: Deed = (school, chance) => grantTo(school, chance, chance.pick(school.loggedIn()));

export async function grantTo(school: School, chance: Chance, student: Student | undefined): Promise<void> {
  if (!student?.userId) return;
  const [as, params] = [school.staff.office, { id: student.userId }];
  const { status, body } = await school.call('getExamTimeOf', { as, params });
  if (status !== 200) return;
  if (body.right && chance.isTrue(0.2)) {
    await school.insist('removeExamTime', { as, params, query: { revision: body.revision } });
    return;
  }
  const isShare = chance.isTrue(0.5);
  const right = {
    extraPercent: isShare ? 25 * (1 + chance.int(3)) : 0,
    extraMinutes: isShare ? 0 : 30,
    breaks: chance.int(3),
    breakMinutes: 10,
    largePrint: true,
    helper: 'none',
    reason: 'Laudo entregue',
    validUntil: clockIn(new Date(school.clock.now().getTime() + 60 * DAY_MS)).day,
  };
  await school.insist('saveExamTime', { as, params, body: { ...right, revision: body.revision } });
  await reload(school, student);
}

const pauseExam: Deed = async (school, chance) => {
  const { student, attempt } = someSitting(school, chance);
  if (!student || !attempt) return;
  if (chance.isTrue(0.5)) await grantTo(school, chance, student);
  const given = { as: student, params: { id: attempt.id } };
  await school.insist('beginBreak', given);
  if (chance.isTrue(0.6)) await school.insist('endBreak', given);
  await reload(school, student);
};

/** The student goes on at another device. */
const changeDevice: Deed = async (school, chance) => {
  const { student, attempt } = someSitting(school, chance);
  if (!student || !attempt) return;
  await school.insist('takeOverAttempt', { as: student, params: { id: attempt.id } });
};

/** A student confirms the presence before an exam, and sometimes takes it back. */
const comeToExam: Deed = async (school, chance) => {
  const isAhead = ({ window }: KnownQuiz) => window !== undefined && window.opensAt > school.clock.now();
  const [student, quiz] = [chance.pick(school.loggedIn()), chance.pick(school.quizzes.filter(isAhead))];
  if (!student || !quiz) return;
  const given = { as: student, params: { id: quiz.id } };
  await school.insist('confirmPresence', given);
  if (chance.isTrue(0.3)) await school.insist('withdrawPresence', given);
};

/** An exam whose answers count on the card alone. */
const publishWithCard: Deed = async (school, chance) => {
  const conduct = { ...plainConduct, sheet: { minutes: 10, mayCopy: true }, doubtMark: true };
  const id = await publishQuiz(school, chance, { timeLimit: 60 }, conduct);
  const quiz = school.quizzes.find((one) => one.id === id);
  if (quiz) quiz.hasCard = true;
};

/** A student sits down for an exam with a card; without such an exam, one who sits in any exam. */
async function someAtCard(school: School, chance: Chance): Promise<ReturnType<typeof someSitting>> {
  const quiz = chance.pick(school.quizzes.filter(({ hasCard }) => hasCard));
  const student = chance.pick(school.loggedIn());
  if (!quiz || !student) return someSitting(school, chance);
  return { student, attempt: await sitDown(school, chance, student, quiz.id) };
}

const fillCard: Deed = async (school, chance) => {
  const { student, attempt } = await someAtCard(school, chance);
  if (!student || !attempt) return;
  await school.insist('beginSheet', { as: student, params: { id: attempt.id } });
  await reload(school, student);
  for (const _ of [1, 2]) await sendMarks(school, chance, student, attempt);
};

async function sendMarks(school: School, chance: Chance, student: Student, attempt: KnownAttempt): Promise<void> {
  const marks = chance
    .shuffled(attempt.questions)
    .slice(0, 1 + chance.int(4))
    .map(({ id, options }) => {
      attempt.seq += 1;
      return { questionId: id, optionId: chance.pick(options) ?? null, seq: attempt.seq };
    });
  const given = { as: student, params: { id: attempt.id }, body: { marks } };
  try {
    const { status } = await school.call('saveMarks', given);
    if (status !== 200) return;
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    mayBeStored(attempt.uncertainMarks, marks);
    return;
  }
  for (const mark of marks) confirm(attempt.marks, attempt.uncertainMarks, mark);
}

/** A quiz that gives each attempt other questions of the bank. */
async function publishDraws(school: School, chance: Chance): Promise<number | undefined> {
  const as = school.staff.teacher;
  const created = await school.insist('createQuiz', { as, body: { title: 'Sorteado', creationKey: chance.uuid() } });
  if (created.status >= 300) return undefined;
  const { id, ...draft } = created.body;
  const params = { id };
  const saved = await school.insist('saveQuiz', {
    as,
    params,
    body: { ...draft, title: `Sorteado ${id}`, timeLimit: 30 },
  });
  const content = { questionIds: [], draws: [{ count: 3 }] };
  await school.insist('previewComposition', { as, params, body: content });
  const body = { ...content, shuffleOptions: false, isTraining: false, revision: saved.body.revision };
  const composed = await school.insist('saveComposition', { as, params, body });
  if (composed.status >= 300) return undefined;
  const published = await school.insist('publishQuiz', { as, params, body: { revision: composed.body.revision } });
  if (published.status >= 300 && published.status !== 409) return undefined;
  school.quizzes.push({ id, questionIds: [], window: undefined, hasDraws: true });
  return id;
}

async function someDraws(school: School, chance: Chance): Promise<number | undefined> {
  const known = chance.pick(school.quizzes.filter(({ hasDraws }) => hasDraws));
  return known?.id ?? publishDraws(school, chance);
}

const series: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const quizId = await someDraws(school, chance);
  if (quizId === undefined) return;
  const opensAt = new Date(school.clock.now().getTime() + (2 + chance.int(20)) * HOUR_MS);
  const closesAt = new Date(opensAt.getTime() + 2 * HOUR_MS);
  const window = { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString(), lateStart: 'shortens' };
  const body = { quizId, title: 'Semanal', count: 2, window, creationKey: chance.uuid() };
  const made = await school.insist('createSeries', { as, body });
  if (made.status >= 300) return;
  for (const one of made.body) {
    const content = await school.call('getComposition', { as, params: { id: one.id } });
    const questions: { id: number }[] = content.body.questions ?? [];
    const known = { opensAt: new Date(one.opensAt), resultsAt: new Date(one.closesAt) };
    school.quizzes.push({ id: one.id, questionIds: questions.map(({ id }) => id), window: known, hasDraws: false });
    // A series publishes each of its quizzes, and writes a line for each.
    school.decided.ask('publishQuiz', as, one.id)(true);
  }
};

/** A student sits on paper, and a teacher types the answers. */
const paper: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  let id = chance.pick(school.quizzes.filter(({ window, hasDraws }) => !window && !hasDraws))?.id;
  if (chance.isTrue(0.3)) {
    const from = await someDraws(school, chance);
    const drawn =
      from && (await school.insist('drawPaper', { as, params: { id: from }, body: { creationKey: chance.uuid() } }));
    if (drawn && drawn.status < 300) id = drawn.body.id;
  }
  const student = chance.pick(school.loggedIn());
  if (id === undefined || !student) return;
  const printed = await school.call('printQuiz', { as, params: { id } });
  if (printed.status !== 200) return;
  const { code, questions } = printed.body as { code: string; questions: { options: unknown[] }[] };
  const answers = questions.map(({ options }) => (chance.isTrue(0.9) ? chance.int(options.length) : null));
  const body = { login: student.email, answers, minutes: 50, creationKey: chance.uuid() };
  await school.insist('typePaper', { as, params: { code }, body });
};

const isOpenNow = ({ window }: KnownQuiz, now: Date) =>
  window !== undefined && window.opensAt <= now && now < window.resultsAt;

/** A class sits in a window that is open, and most of it hands in. */
const sitTogether: Deed = async (school, chance) => {
  const quiz = chance.pick(school.quizzes.filter((one) => isOpenNow(one, school.clock.now())));
  if (!quiz) return;
  for (const student of chance.shuffled(school.loggedIn()).slice(0, 3)) {
    const attempt = await sitDown(school, chance, student, quiz.id);
    if (attempt && chance.isTrue(0.7)) await handIn(school, chance, student, attempt);
  }
};

/** A quiz is taken away from the students while some of them answer it, and comes back. */
const withdraw: Deed = async (school, chance) => {
  const [as, quiz] = [school.staff.teacher, chance.pick(school.quizzes)];
  if (!quiz) return;
  const params = { id: quiz.id };
  const { status, body } = await school.insist('unpublishQuiz', { as, params });
  if (status === 200 && chance.isTrue(0.7)) {
    await school.insist('publishQuiz', { as, params, body: { revision: body.revision } });
  }
};

/** One without attempts goes; the others stay. */
const deleteQuiz: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const quizId = chance.isTrue(0.5) ? await publishQuiz(school, chance) : chance.pick(school.quizzes)?.id;
  if (quizId === undefined) return;
  const { status } = await school.insist('deleteQuiz', { as, params: { id: quizId } });
  const at = school.quizzes.findIndex(({ id }) => id === quizId);
  // 404 after a lost answer: the first call did it.
  if ((status === 200 || status === 404) && at >= 0) school.quizzes.splice(at, 1);
};

export const examDays: Deeds = {
  askForTime: { weight: 1, run: askForTime },
  refuseTime: { weight: 1, run: refuseTime },
  grantTime: { weight: 2, run: grantTime },
  pauseExam: { weight: 3, run: pauseExam },
  changeDevice: { weight: 1, run: changeDevice },
  comeToExam: { weight: 1, run: comeToExam },
  publishWithCard: { weight: 1.2, run: publishWithCard },
  fillCard: { weight: 4, run: fillCard },
  series: { weight: 0.5, run: series },
  sitTogether: { weight: 8, run: sitTogether },
  paper: { weight: 1.2, run: paper },
  withdraw: { weight: 0.8, run: withdraw },
  deleteQuiz: { weight: 0.8, run: deleteQuiz },
};
