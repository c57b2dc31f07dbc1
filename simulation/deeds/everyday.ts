import { DAY_MS } from '#contract/time.ts';
import type { Chance } from '../chance.ts';
import type { Staff, Student } from '../people.ts';
import type { Call, School } from '../school.ts';
import type { Deed, Deeds } from './deed.ts';
import { openAttempts } from './studying.ts';

/** The many small things that people do between the large ones: one call each, or two that belong together. */

type Who = Student | Staff;
type Parts = Pick<Call, 'params' | 'body'> | undefined;
type Small = [call: string, who: keyof typeof people, parts: (school: School, chance: Chance, who: Who) => Parts];

const people = {
  student: (school: School, chance: Chance): Who | undefined => chance.pick(school.loggedIn()),
  teacher: ({ staff }: School): Who => staff.teacher,
  office: ({ staff }: School): Who => staff.office,
  owner: ({ staff }: School): Who => staff.owner,
};

const numbered = (id: number | undefined): { params: { id: number } } | undefined =>
  id === undefined ? undefined : { params: { id } };
const someStudentId = ({ students }: School, chance: Chance) =>
  chance.pick(students.filter(({ userId, isDeleted }) => userId && !isDeleted))?.userId;
const person = (school: School, chance: Chance, body?: object): Parts => {
  const id = someStudentId(school, chance);
  return id ? { params: { id }, ...(body ? { body } : {}) } : undefined;
};
const on = (id: number | undefined, body: object): Parts => (id === undefined ? undefined : { params: { id }, body });

const someOpen = (school: School, chance: Chance, who: Who) =>
  chance.pick(openAttempts(who as Student, school.clock.now()))?.id;

const small: Small[] = [
  ['setWeeklyGoal', 'student', (_, chance) => ({ body: { hours: 5 + chance.int(20) } })],
  ['updatePreferences', 'student', (_, chance) => ({ body: { theme: chance.pick(['light', 'dark', 'system']) } })],
  [
    'updateProfile',
    'student',
    (_, __, who) => ({ body: { firstName: (who as Student).firstName, lastName: 'Lopes' } }),
  ],
  ['readAllNotifications', 'student', () => ({ body: {} })],
  ['chooseNotifications', 'student', (_, chance) => ({ body: { kind: 'new_content', email: chance.isTrue(0.5) } })],
  ['setReviewReminder', 'student', (_, chance) => ({ body: { hour: chance.isTrue(0.7) ? 7 + chance.int(12) : null } })],
  ['rateCourse', 'student', ({ courses }, chance) => on(chance.pick(courses), { stars: 1 + chance.int(5) })],
  ['leaveCourse', 'student', ({ courses }, chance) => numbered(chance.pick(courses))],
  ['answerPushOffer', 'student', () => ({ body: { answer: 'later' } })],
  ['setRankingPresence', 'student', (_, chance) => ({ body: { isIn: chance.isTrue(0.7) } })],
  [
    'confirmPresence',
    'student',
    ({ quizzes, clock }, chance) =>
      numbered(chance.pick(quizzes.filter(({ window }) => window && window.opensAt > clock.now()))?.id),
  ],
  [
    'withdrawPresence',
    'student',
    ({ quizzes, clock }, chance) =>
      numbered(chance.pick(quizzes.filter(({ window }) => window && window.opensAt > clock.now()))?.id),
  ],
  ['renewPlanFeed', 'student', () => ({})],
  ['deletePlanFeed', 'student', () => ({})],
  ['endFirstDay', 'student', () => ({})],
  ['beginStartTest', 'student', () => ({})],
  ['endAllSessions', 'student', () => ({})],
  ['stopReminders', 'student', () => ({ params: { token: 'nada' } })],
  [
    'changeMistake',
    'student',
    ({ questions }, chance) => ({
      params: { questionId: chance.pick([...questions.keys()]) ?? 1 },
      body: { reason: 'attention', note: 'Ler com calma' },
    }),
  ],
  [
    'reportQuestion',
    'student',
    ({ questions }, chance) =>
      on(chance.pick([...questions.keys()]), { reason: 'key', note: 'Acho que há duas certas' }),
  ],
  ['finishPractice', 'student', (_, chance, who) => numbered(chance.pick([...(who as Student).practices]))],
  ['countLeaves', 'student', (school, chance, who) => on(someOpen(school, chance, who), { count: chance.int(9) })],
  ['takeOverAttempt', 'student', (school, chance, who) => numbered(someOpen(school, chance, who))],
  [
    'createTopic',
    'teacher',
    ({ subjects }, chance) => ({ body: { subjectId: chance.pick(subjects), name: `Assunto ${chance.int(40)}` } }),
  ],
  ['createBaseText', 'teacher', (_, chance) => ({ body: { text: 'Texto de apoio.', creationKey: chance.uuid() } })],
  ['saveQuestionFilter', 'teacher', (_, chance) => ({ body: { name: `Filtro ${chance.int(9)}`, filter: {} } })],
  [
    'setQuestionStatus',
    'teacher',
    ({ questions }, chance) => {
      const status = chance.isTrue(0.5) ? 'outdated' : 'active';
      return on(chance.pick([...questions.keys()]), { status, reason: 'A lei mudou' });
    },
  ],
  ['deleteBankQuestion', 'teacher', ({ questions }, chance) => numbered(chance.pick([...questions.keys()]))],
  ['duplicateQuiz', 'teacher', ({ quizzes }, chance) => on(chance.pick(quizzes)?.id, { creationKey: chance.uuid() })],
  ['createLessonDraft', 'teacher', (_, chance) => ({ body: { creationKey: chance.uuid() } })],
  ['addNote', 'office', (school, chance) => person(school, chance, { text: 'Ligou hoje', creationKey: chance.uuid() })],
  ['setBlockReason', 'office', (school, chance) => person(school, chance, { reason: 'Não pagou' })],
  ['sendPasswordLink', 'office', (school, chance) => person(school, chance)],
  [
    'enrollGroup',
    'office',
    (school, chance) => {
      const id = chance.pick(school.courses);
      const student = someStudentId(school, chance);
      return student ? on(id, { ids: [student] }) : undefined;
    },
  ],
  [
    'sendAnnouncement',
    'office',
    (_, chance) => ({
      body: { title: 'Aviso', text: 'Amanhã há aula.', audience: { kind: 'all' }, creationKey: chance.uuid() },
    }),
  ],
  ['compareMoney', 'office', () => ({})],
  [
    'inviteTeacher',
    'owner',
    (_, chance) => ({
      body: { firstName: 'Davi', lastName: 'Reis', email: `prof${chance.bytes(3).toString('hex')}@exemplo.com.br` },
    }),
  ],
  [
    'createOffer',
    'owner',
    (_, chance) => {
      const rule = chance.isTrue(0.5) ? { kind: 'days', count: 30 } : { kind: 'endless' };
      return { body: { name: `Oferta ${chance.int(99)}`, price: 19_700, rule, creationKey: chance.uuid() } };
    },
  ],
];

const runSmall: Deed = async (school, chance) => {
  const [call, role, parts] = chance.pick(small) as Small;
  const who = people[role](school, chance);
  const given = who && parts(school, chance, who);
  if (!who || !given) return;
  const { status } = await school.insist(call, { as: who, ...given });
  if (call === 'endAllSessions' && status === 200) (who as Student).isLoggedIn = false;
};

/** A note on a lesson, changed and sometimes deleted. */
const annotate: Deed = async (school, chance) => {
  const [student, id] = [chance.pick(school.loggedIn()), chance.pick(school.lessons)];
  if (!student || id === undefined) return;
  const place = { quote: 'Texto', prefix: '', suffix: ' da aula.', position: 0, note: 'Rever' };
  const body = { ...place, creationKey: chance.uuid() };
  const made = await school.insist('createAnnotation', { as: student, params: { id }, body });
  if (made.status >= 300) return;
  const params = { id: made.body.id };
  await school.insist('updateAnnotation', {
    as: student,
    params,
    body: { note: 'Revisto', version: made.body.version },
  });
  if (chance.isTrue(0.3)) await school.insist('deleteAnnotation', { as: student, params });
};

/** A student's question about a lesson, and the teacher's answer. */
const ask: Deed = async (school, chance) => {
  const [student, id] = [chance.pick(school.loggedIn()), chance.pick(school.lessons)];
  if (!student || id === undefined) return;
  const question = { body: 'Por que a crase é proibida aqui?', creationKey: chance.uuid() };
  const asked = await school.insist('askAboutLesson', { as: student, params: { id }, body: question });
  if (asked.status >= 300) return;
  const params = { id: asked.body.id };
  await school.insist('editDoubt', { as: student, params, body: { body: 'Por que não há crase aqui?' } });
  const answer = { text: 'Porque o verbo não pede preposição.', isShared: chance.isTrue(0.5), revision: 0 };
  await school.insist('answerDoubt', { as: school.staff.teacher, params, body: answer });
  if (chance.isTrue(0.3)) await school.insist('closeDoubt', { as: student, params });
};

/** A lesson changes; sometimes it is deleted and brought back. */
const editLesson: Deed = async (school, chance) => {
  const id = chance.pick(school.lessons);
  if (id === undefined) return;
  const [as, params] = [school.staff.teacher, { id }];
  const { status, body } = await school.call('getLesson', { as, params });
  if (status !== 200) return;
  const changed = { title: body.title, content: '<p>Texto novo da aula.</p>', subjectId: body.subjectId };
  await school.insist('updateLesson', { as, params, body: { ...changed, version: body.version } });
  if (id === school.lessons[0] || chance.isTrue(0.8)) return;
  await school.insist('deleteLesson', { as, params });
  await school.insist('restoreLesson', { as, params });
};

/** Many questions at once, and the change taken back. */
const changeMany: Deed = async (school, chance) => {
  const ids = chance.shuffled([...school.questions.keys()]).slice(0, 5);
  if (ids.length === 0) return;
  const body = { ids, change: { difficulty: 'hard' }, creationKey: chance.uuid() };
  const made = await school.insist('changeQuestions', { as: school.staff.teacher, body });
  if (made.status >= 300 || chance.isTrue(0.5)) return;
  await school.insist('undoQuestionChange', { as: school.staff.teacher, params: { id: made.body.id } });
};

/** The account is to be deleted in some days, or not after all. Who leaves does not come back to it. */
const leave: Deed = async (school, chance) => {
  const student = chance.pick(school.loggedIn());
  if (!student) return;
  const body = { currentPassword: student.password };
  const asked = await school.insist('requestDeletion', { as: student, body });
  if (asked.status === 200 && chance.isTrue(0.4)) student.isLoggedIn = false;
  else await school.insist('cancelDeletion', { as: student });
};

/** The window of an exam moves to a later day, while it has not opened. */
const moveWindow: Deed = async (school, chance) => {
  const quiz = chance.pick(school.quizzes.filter((one) => one.window && one.window.opensAt > school.clock.now()));
  if (!quiz?.window) return;
  const [as, params] = [school.staff.teacher, { id: quiz.id }];
  const { body: shown } = await school.call('getWindow', { as, params });
  if (!shown.window) return;
  const later = (moment: string) => new Date(Date.parse(moment) + DAY_MS).toISOString();
  const { opensAt, closesAt, lateStart } = shown.window;
  const window = { opensAt: later(opensAt), closesAt: later(closesAt), lateStart };
  const moved = await school.insist('saveWindow', { as, params, body: { version: shown.version, window } });
  const now = moved.status === 200 ? moved.body : (await school.call('getWindow', { as, params })).body;
  if (now.window) quiz.window = { opensAt: new Date(now.window.opensAt), resultsAt: new Date(now.window.resultsAt) };
};

export const everyday: Deeds = {
  everyday: { weight: 20, run: runSmall },
  annotate: { weight: 1, run: annotate },
  ask: { weight: 1, run: ask },
  editLesson: { weight: 1, run: editLesson },
  changeMany: { weight: 0.7, run: changeMany },
  leave: { weight: 0.5, run: leave },
  moveWindow: { weight: 0.5, run: moveWindow },
};
