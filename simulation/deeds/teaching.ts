import type { ExamConduct } from '#contract/exams/exam-conduct.ts';
import { plainRules } from '#contract/exams/exam-rules.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import type { Chance } from '../chance.ts';
import type { KnownQuestion, Staff } from '../people.ts';
import type { School } from '../school.ts';
import type { Deeds } from './deed.ts';

/** Teachers who write, publish, correct and annul while students answer. */

const authorOf = ({ staff }: School, chance: Chance): Staff => (chance.isTrue(0.7) ? staff.teacher : staff.owner);

type SavedQuestion = { id: number; revision: number; options: { id: number; isCorrect: boolean }[] };

function know(school: School, marker: string, saved: SavedQuestion): KnownQuestion {
  const before = school.questions.get(saved.id);
  const optionIds = [...(before?.optionIds ?? []), ...saved.options.map(({ id }) => id)];
  const rightId = saved.options.find(({ isCorrect }) => isCorrect)?.id ?? 0;
  const known = { id: saved.id, revision: saved.revision, optionIds, rightId, marker };
  school.questions.set(saved.id, known);
  return known;
}

const contentOf = (marker: string, chance: Chance) => {
  const right = chance.int(4);
  return {
    questionText: `Segundo o texto ${marker.slice(0, 12)}, assinale a alternativa certa.`,
    comment: `A explicação é ${marker}.`,
    options: [0, 1, 2, 3].map((at) => ({
      optionText: `Alternativa ${at + 1} de ${marker.slice(0, 12)}`,
      comment: '',
      isCorrect: at === right,
    })),
  };
};

export async function writeQuestion(school: School, chance: Chance): Promise<KnownQuestion | undefined> {
  const serial = chance.bytes(6).toString('hex');
  const marker = `${serial}chave${chance.bytes(6).toString('hex')}`;
  const subjectId = chance.pick(school.subjects) ?? null;
  const topic = chance.pick(['Crase', 'Concordância', 'Princípios', 'Juros']);
  const body = { ...contentOf(marker, chance), subjectId, topic, creationKey: chance.uuid() };
  const reply = await school.insist('createBankQuestion', { as: school.staff.teacher, body });
  return reply.status < 300 ? know(school, marker, reply.body) : undefined;
}

export async function publishQuiz(
  school: School,
  chance: Chance,
  settings: object = {},
  conduct?: ExamConduct,
): Promise<number | undefined> {
  const as = school.staff.teacher;
  const created = await school.insist('createQuiz', { as, body: { title: 'Simulado', creationKey: chance.uuid() } });
  if (created.status >= 300) return undefined;
  const { id, ...draft } = created.body;
  const params = { id };
  const body = { ...draft, title: `Simulado ${id}`, timeLimit: 30 + chance.int(60), ...settings };
  const saved = await school.insist('saveQuiz', { as, params, body });
  const questionIds = chance
    .shuffled([...school.questions.keys()])
    .slice(0, 5 + chance.int(4))
    .sort((one, other) => one - other);
  const plain = { questionIds, draws: [], shuffleOptions: chance.isTrue(0.5), isTraining: false };
  const composed = await school.insist('saveComposition', {
    as,
    params,
    body: { ...plain, revision: saved.body.revision },
  });
  if (composed.status >= 300) return undefined;
  let { revision } = composed.body;
  if (conduct || chance.isTrue(0.4)) {
    const annulment = chance.pick(['point', 'dropped', 'pro_rata'] as const);
    const rules = { ...plainRules, wrong: chance.pick([0, -0.5, -1]), annulment };
    const ruled = await school.insist('saveRules', { as, params, body: { revision, rules, conduct } });
    if (ruled.status < 300) revision = ruled.body.revision;
  }
  const published = await school.insist('publishQuiz', { as, params, body: { revision } });
  // After a lost answer the second call says that the revision is published already.
  if (published.status >= 300 && published.status !== 409) return undefined;
  school.quizzes.push({ id, questionIds, window: undefined, hasDraws: false });
  return id;
}

async function openWindow(school: School, chance: Chance): Promise<void> {
  const id = await publishQuiz(school, chance, { timeLimit: 60 });
  const quiz = school.quizzes.find((one) => one.id === id);
  if (!quiz) return;
  const now = school.clock.now().getTime();
  // Some open within the hour, so that steps of the same day meet them.
  const waitMs = chance.isTrue(0.5) ? 10 * MINUTE_MS : (1 + chance.int(30)) * HOUR_MS;
  const opensAt = new Date(now + waitMs);
  const closesAt = new Date(opensAt.getTime() + (2 + chance.int(3)) * HOUR_MS);
  const window = { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString(), lateStart: 'shortens' };
  const as = school.staff.teacher;
  const reply = await school.insist('saveWindow', { as, params: { id: quiz.id }, body: { version: 0, window } });
  const shown =
    reply.status === 200 ? reply.body : (await school.call('getWindow', { as, params: { id: quiz.id } })).body;
  if (shown.window) quiz.window = { opensAt, resultsAt: new Date(shown.window.resultsAt) };
}

/** The content of an earlier version becomes the next one. */
async function restoreVersion(school: School, chance: Chance): Promise<void> {
  const known = chance.pick([...school.questions.values()]);
  if (!known) return;
  const [as, params] = [authorOf(school, chance), { id: known.id }];
  const { body: versions } = await school.call('listQuestionVersions', { as, params });
  const { status, body } = await school.call('getBankQuestion', { as, params });
  const version = chance.pick(Array.isArray(versions) ? versions : []) as { id: number } | undefined;
  if (status !== 200 || !version) return;
  const wanted = { versionId: version.id, revision: body.revision };
  await school.insist('restoreQuestionVersion', { as, params, body: wanted });
  const now = await school.call('getBankQuestion', { as, params });
  if (now.status === 200) know(school, known.marker, now.body);
}

async function rewriteQuestion(school: School, chance: Chance): Promise<void> {
  const known = chance.pick([...school.questions.values()]);
  if (!known) return;
  const as = authorOf(school, chance);
  const { status, body } = await school.call('getBankQuestion', { as, params: { id: known.id } });
  if (status !== 200) return;
  const labels = { subjectId: body.subjectId, topic: body.topic, revision: body.revision };
  const given = { ...contentOf(known.marker, chance), ...labels };
  const saved = await school.insist('saveBankQuestion', { as, params: { id: known.id }, body: given });
  const now = saved.status === 200 ? saved : await school.call('getBankQuestion', { as, params: { id: known.id } });
  if (now.status === 200) know(school, known.marker, now.body);
}

export const teaching: Deeds = {
  writeQuestion: {
    weight: 3,
    async run(school, chance) {
      await writeQuestion(school, chance);
    },
  },
  publishQuiz: {
    weight: 1.5,
    async run(school, chance) {
      await publishQuiz(school, chance);
    },
  },
  openWindow: { weight: 2, run: openWindow },
  rewriteQuestion: { weight: 2, run: rewriteQuestion },
  restoreVersion: { weight: 1, run: restoreVersion },
  annul: {
    weight: 2.5,
    async run(school, chance) {
      const now = school.clock.now();
      // Half of them are noticed when the results of a window are out.
      const asked = chance.pick(school.quizzes.filter(({ window }) => window && window.resultsAt <= now));
      const noticed = asked && chance.isTrue(0.5) ? chance.pick(asked.questionIds) : undefined;
      const known = school.questions.get(noticed ?? -1) ?? chance.pick([...school.questions.values()]);
      if (!known) return;
      const given = { as: authorOf(school, chance), params: { id: known.id }, body: { reason: 'Duas certas' } };
      const { status } = await school.insist('annulQuestion', given);
      if (status === 200) school.annulled.add(known.id);
    },
  },
  reinstate: {
    weight: 2,
    async run(school, chance) {
      const id = chance.pick([...school.annulled]);
      if (id === undefined) return;
      const { status } = await school.insist('reinstateQuestion', { as: authorOf(school, chance), params: { id } });
      if (status === 200) school.annulled.delete(id);
    },
  },
  mergeTopics: {
    weight: 1,
    async run(school, chance) {
      const as = school.staff.teacher;
      const subjectId = chance.pick(school.subjects);
      if (subjectId === undefined) return;
      const { body } = await school.call('listTopics', { as, query: { subjectId } });
      const topics: { id: number }[] = Array.isArray(body) ? body : (body?.topics ?? []);
      const [from, into] = chance.shuffled(topics);
      if (from && into) await school.insist('mergeTopic', { as, params: { id: from.id }, body: { into: into.id } });
    },
  },
  writeLesson: {
    weight: 1,
    async run(school, chance) {
      const subjectId = chance.pick(school.subjects);
      const title = `Aula ${chance.bytes(3).toString('hex')}`;
      const body = { title, content: '<p>Texto da aula.</p>', subjectId, published: true };
      const reply = await school.insist('createLesson', { as: school.staff.teacher, body });
      if (reply.status < 300) school.lessons.push(reply.body.id);
    },
  },
};
