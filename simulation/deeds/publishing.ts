import { DAY_MS } from '#contract/time.ts';
import type { Chance } from '../chance.ts';
import type { School } from '../school.ts';
import { clockIn } from '../school-clock.ts';
import type { Deed, Deeds } from './deed.ts';

/** Teachers write: drafts of lessons, supporting texts, topics, laws and their amendments. */

const text = (chance: Chance) => `Texto ${chance.bytes(3).toString('hex')}`;

/** A draft is saved, planned for later, taken back and published, or thrown away. */
const writeLesson: Deed = async (school, chance) => {
  const [as, subjectId] = [school.staff.teacher, chance.pick(school.subjects)];
  const made = await school.insist('createLessonDraft', { as, body: { creationKey: chance.uuid() } });
  if (made.status >= 300 || subjectId === undefined) return;
  const params = { id: made.body.id as number };
  const content = { title: text(chance), content: `<p>${text(chance)}</p>`, subjectId, topicId: null };
  const body = { version: made.body.version, baseVersion: made.body.baseVersion ?? null, ...content };
  const saved = await school.insist('saveLessonDraft', { as, params, body });
  await school.insist('tellLessonPresence', { as, params, body: { page: chance.uuid() } });
  if (saved.status >= 300 || chance.isTrue(0.2)) {
    await school.insist('discardLessonDraft', { as, params });
    return;
  }
  const publishAt = new Date(school.clock.now().getTime() + 3 * DAY_MS).toISOString();
  const planned = { version: saved.body.version, publishAt };
  const later = await school.insist('scheduleLessonDraft', { as, params, body: planned });
  if (chance.isTrue(0.3)) return;
  const version = later.body?.version ?? saved.body.version;
  const stopped = await school.insist('scheduleLessonDraft', { as, params, body: { version, publishAt: null } });
  const ready = { version: stopped.body?.version ?? version, lessonVersion: null };
  const published = await school.insist('publishLessonDraft', { as, params, body: ready });
  const lessonId: number | undefined = published.body?.lessonId ?? published.body?.id;
  if (published.status >= 300 || lessonId === undefined) return;
  const questionIds = chance.shuffled([...school.questions.keys()]).slice(0, 2);
  await school.insist('saveLessonQuestions', { as, params: { id: lessonId }, body: { questionIds, before: [] } });
};

const baseText: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const made = await school.insist('createBaseText', { as, body: { text: text(chance), creationKey: chance.uuid() } });
  if (made.status >= 300) return;
  const params = { id: made.body.id as number };
  const body = { title: 'Texto I', text: text(chance), revision: made.body.revision };
  await school.insist('saveBaseText', { as, params, body });
  // Another teacher has the older revision.
  await school.insist('saveBaseText', { as: school.staff.owner, params, body });
  if (chance.isTrue(0.4)) await school.insist('deleteBaseText', { as, params });
};

const filters: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const made = await school.insist('saveQuestionFilter', { as, body: { name: text(chance), filter: {} } });
  const id: number | undefined = made.body?.id ?? made.body?.at?.(-1)?.id;
  if (made.status < 300 && id !== undefined) await school.insist('deleteQuestionFilter', { as, params: { id } });
};

const order: Deed = async (school, chance) => {
  const [as, subjectId] = [school.staff.teacher, chance.pick(school.subjects)];
  if (subjectId === undefined) return;
  const made = await school.insist('createTopic', { as, body: { subjectId, name: text(chance) } });
  if (made.status < 300) {
    await school.insist('changeTopic', { as, params: { id: made.body.id }, body: { name: text(chance) } });
    if (chance.isTrue(0.5))
      await school.insist('deleteTopic', { as: school.staff.owner, params: { id: made.body.id } });
  }
  const body = { name: `Matéria ${chance.bytes(3).toString('hex')}` };
  await school.insist('renameSubject', { as: school.staff.owner, params: { id: subjectId }, body });
};

/** What teachers do with comments of students: a seal, and a decision about one that was reported. */
const seal: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const rows = await school.reader.selectFrom('question_comments').select(['id', 'edited_at']).orderBy('id').execute();
  const found = chance.pick(rows);
  if (!found) return;
  const params = { id: found.id };
  const editedAt = found.edited_at ? new Date(found.edited_at).toISOString() : null;
  await school.insist('sealQuestionComment', { as, params, body: { isSealed: chance.isTrue(0.7), editedAt } });
  const decision = chance.pick(['show', 'hide']);
  await school.insist('decideQuestionComment', { as, params, body: { decision, editedAt } });
};

const reports: Deed = async (school, chance) => {
  const student = chance.pick(school.loggedIn().filter(({ given }) => given.some((one) => one.in !== 'card')));
  const id = chance.pick((student?.given ?? []).flatMap((one) => (one.in === 'card' ? [] : [one.questionId])));
  if (!student || id === undefined) return;
  const report = { reason: 'key', note: 'Acho que há duas certas' };
  await school.insist('reportQuestion', { as: student, params: { id }, body: report });
  const rows = await school.reader
    .selectFrom('question_reports')
    .select(({ fn }) => ['question_id', fn.max('id').as('through')])
    .groupBy('question_id')
    .orderBy('question_id')
    .execute();
  const found = chance.pick(rows);
  if (!found) return;
  const body = {
    outcome: chance.pick(['fixed', 'dismissed']),
    reply: 'Vimos, obrigado.',
    through: Number(found.through),
  };
  await school.insist('decideReports', { as: school.staff.teacher, params: { id: found.question_id }, body });
};

const articles = (chance: Chance, count: number) =>
  Array.from({ length: count }, (_, at) => `Art. ${at + 1}º ${text(chance)} é crime.`).join('\n');

/** A law is taken in, read and noted; an amendment changes it, something is decided, and sometimes all is undone. */
const law: Deed = async (school, chance) => {
  const [author, as] = [school.staff.teacher, school.staff.owner];
  const number = 1000 + chance.int(8999);
  const names = { name: `Lei nº ${number}`, shortName: `Lei ${number}`, nicknames: [] };
  const source = { format: 'text', source: articles(chance, 4) };
  const made = await school.insist('createLaw', {
    as: author,
    body: { ...source, ...names, ementa: '', urn: null, creationKey: chance.uuid() },
  });
  if (made.status >= 300) return;
  const params = { id: made.body.id as number };
  const named = { ...names, nicknames: ['Lei da prova'], revision: made.body.revision ?? 1 };
  await school.insist('updateLaw', { as: author, params, body: named });
  await readLaw(school, chance, params.id);
  const citing = { text: `O art. 1º da Lei nº ${number} diz.`, creationKey: chance.uuid() };
  await school.insist('createBaseText', { as: author, body: citing });
  await amend(school, chance, params.id);
  if (chance.isTrue(0.3)) await school.insist('deleteLaw', { as, params });
};

async function readLaw(school: School, chance: Chance, id: number): Promise<void> {
  const student = chance.pick(school.loggedIn());
  if (!student) return;
  const params = { id, article: 'art1' };
  await school.insist('markArticleRead', { as: student, params, body: { isRead: true } });
  const place = { quote: 'crime', prefix: 'é ', suffix: '.', position: 0, lexId: 'art1_cpt', note: 'Cai muito' };
  const body = { ...place, creationKey: chance.uuid() };
  await school.insist('createLawAnnotation', { as: student, params, body });
}

async function amend(school: School, chance: Chance, id: number): Promise<void> {
  const [as, params] = [school.staff.owner, { id }];
  const startsOn = clockIn(new Date(school.clock.now().getTime() + DAY_MS)).day;
  const changed = { format: 'text', source: articles(chance, 4), kind: 'law', startsOn };
  const shown = await school.insist('previewLawChange', { as, params, body: changed });
  if (shown.status >= 300) return;
  const about = { amending: 'Lei nº 2', publishedOn: null, revision: shown.body.revision, confirmsRevoked: true };
  const body = { ...changed, ...about, creationKey: chance.uuid() };
  const made = await school.insist('createLawChange', { as, params, body });
  if (made.status >= 300) return;
  const change = { id: made.body.id as number };
  const { body: listed } = await school.call('listLawChangeItems', { as, params: change });
  const items = (Array.isArray(listed) ? listed : []).map((item: { id: number }) => item.id);
  if (items.length > 0) {
    const decision = { decision: chance.pick(['valid', 'outdated']), items, creationKey: chance.uuid() };
    const decided = await school.insist('decideLawChangeItems', { as, params: change, body: decision });
    const last: number | undefined = decided.body?.decisions?.[0]?.id;
    if (last !== undefined && chance.isTrue(0.5)) await school.insist('undoLawDecision', { as, params: { id: last } });
  }
  if (chance.isTrue(0.4)) await school.insist('undoLawChange', { as, params: change });
}

export const publishing: Deeds = {
  writeLesson: { weight: 2, run: writeLesson },
  baseText: { weight: 1, run: baseText },
  filters: { weight: 0.7, run: filters },
  order: { weight: 1, run: order },
  seal: { weight: 1.5, run: seal },
  reports: { weight: 1.5, run: reports },
  law: { weight: 2, run: law },
};
