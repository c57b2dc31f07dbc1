import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import { multipartForm } from '#server/testing/forms.ts';
import type { Chance } from '../chance.ts';
import type { KnownEssay, Staff, Student } from '../people.ts';
import { LostAnswer, type Reply, type School } from '../school.ts';
import type { Deed, Deeds } from './deed.ts';
import { grantTo } from './exam-days.ts';
import { picture } from './files.ts';

/** Themes, essays with drafts and photos, readers who take, correct and return them, and reviews of a score. */

const LINES = 12;
const lineOf = (chance: Chance) => `Texto ${chance.bytes(4).toString('hex')} `.repeat(3).trim();
/** A smaller picture of a page is refused. */
const PAGE_SIZE: [number, number] = [640, 480];
const textOf = (chance: Chance) => Array.from({ length: LINES }, () => lineOf(chance)).join('\n');

const writeTheme: Deed = async (school, chance) => {
  const as = chance.pick([school.staff.teacher, school.staff.other]) as Staff;
  const title = `Tema ${chance.bytes(3).toString('hex')}`;
  const made = await school.insist('createTheme', { as, body: { title, kind: 'essay', creationKey: chance.uuid() } });
  if (made.status >= 300) return;
  const { id, draft, revision } = made.body;
  const twice = { totalLimit: 2, criterionLimit: 1.5, finalMark: 'closest_two' };
  const command = 'Escreva uma dissertação sobre o tema.';
  const wanted = {
    ...draft,
    command,
    minLines: 0,
    minutes: chance.isTrue(0.5) ? 60 : null,
    secondReading: chance.isTrue(0.5) ? twice : null,
  };
  const params = { id };
  await school.insist('saveTheme', { as, params, body: { draft: wanted, revision } });
  const now = await school.call('getAuthoredTheme', { as, params });
  if (now.status !== 200) return;
  const published = await school.insist('publishTheme', { as, params, body: { revision: now.body.revision } });
  if (published.status < 300) school.themes.push(id);
};

/** A second version of a theme, and the essays of the first one scored by it. */
const correctTheme: Deed = async (school, chance) => {
  const [as, id] = [school.staff.teacher, chance.pick(school.themes)];
  if (id === undefined) return;
  const params = { id };
  const { status, body } = await school.call('getAuthoredTheme', { as, params });
  if (status !== 200) return;
  if (chance.isTrue(0.3)) {
    await school.insist('closeTheme', { as, params });
    return;
  }
  const draft = { ...body.draft, command: `${body.draft.command} Com exemplos.` };
  await school.insist('saveTheme', { as, params, body: { draft, revision: body.revision } });
  const saved = await school.call('getAuthoredTheme', { as, params });
  await school.insist('publishTheme', { as, params, body: { revision: saved.body.revision } });
  await school.insist('regradeEssays', { as, params, body: { number: 1, reason: 'O espelho tinha um erro' } });
};

async function send(school: School, name: string, student: Student, known: KnownEssay, text: string, revision: number) {
  const given = { as: student, params: { id: known.id }, body: { text, revision } };
  let reply: Reply;
  try {
    reply = await school.call(name, given);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    known.isUncertain = true;
    reply = await school.insist(name, given);
  }
  if (reply.status === 200) Object.assign(known, { text, isUncertain: false });
  return reply;
}

const write: Deed = async (school, chance) => {
  const [student, themeId] = [chance.pick(school.loggedIn()), chance.pick(school.themes)];
  if (!student || themeId === undefined) return;
  const isTimed = chance.isTrue(0.4);
  if (isTimed && chance.isTrue(0.5)) await grantTo(school, chance, student);
  const begun = await school.insist('beginEssay', { as: student, params: { id: themeId }, body: { isTimed } });
  if (begun.status >= 300 || begun.body.state !== 'writing') return;
  const { id, text, revision } = begun.body;
  const known = student.essays.get(id) ?? { id, text, isDelivered: false, isUncertain: false };
  student.essays.set(id, known);
  const saved = await send(school, 'saveEssay', student, known, textOf(chance), revision);
  if (chance.isTrue(0.3)) {
    await school.insist('beginEssayBreak', { as: student, params: { id } });
    if (chance.isTrue(0.7)) await school.insist('endEssayBreak', { as: student, params: { id } });
  }
  // Another tab, which was opened before, sends what it has, and must be refused.
  if (chance.isTrue(0.4)) {
    const body = { text: textOf(chance), revision };
    const late = await school.insist('saveEssay', { as: student, params: { id }, body });
    if (saved.status === 200 && late.status === 200) {
      school.violate('answers', `essay ${id} was saved by a tab that had revision ${revision}, which was saved before`);
    }
  }
  if (saved.status !== 200 || chance.isTrue(0.3)) return;
  if (chance.isTrue(0.4)) await deliverPhoto(school, chance, student, known);
  else {
    const done = await send(school, 'deliverEssay', student, known, textOf(chance), saved.body.revision);
    known.isDelivered = done.status === 200;
  }
};

async function deliverPhoto(school: School, chance: Chance, student: Student, known: KnownEssay): Promise<void> {
  const params = { id: known.id };
  const add = async () => {
    const form = await multipartForm({ file: ['folha.png', await picture(chance, PAGE_SIZE)] });
    return school.insist('addEssayPages', { as: student, params, form: form as never });
  };
  const added = [await add(), await add()].filter(({ status }) => status < 300);
  let pages: { id: number }[] = added.at(-1)?.body.pages ?? [];
  const gone = pages.length > 1 ? pages.at(-1) : undefined;
  if (gone && chance.isTrue(0.5)) {
    const left = await school.insist('removeEssayPage', { as: student, params: { ...params, pageId: gone.id } });
    if (left.status === 200) pages = left.body.pages;
  }
  if (pages.length === 0) return;
  const body = { pageIds: pages.map((page) => page.id), lines: LINES };
  const { status } = await school.insist('deliverEssayPages', { as: student, params, body });
  if (status === 200) known.isDelivered = true;
}

/** A reader takes the essay that is due first, saves a draft, and returns it or gives it back. */
const correct: Deed = async (school, chance) => {
  const as = chance.pick([school.staff.teacher, school.staff.other, school.staff.owner]) as Staff;
  const { body: waiting } = await school.call('listEssays', { as, query: { list: 'waiting' } });
  const found = chance.pick(Array.isArray(waiting) ? waiting : []) as { id: number } | undefined;
  if (!found) return;
  const params = { id: found.id };
  const taken = await school.insist('leaseEssay', { as, params });
  if (taken.status !== 200) return;
  const { theme, revision: from } = taken.body;
  const criteria: { key: string; points: number }[] = theme.espelho.criteria;
  const points = Object.fromEntries(
    criteria.map(({ key, points: most }) => [key, chance.pick([0, most / 2, most]) ?? 0]),
  );
  const correction = { ...emptyCorrection, points, comment: 'Boa tese, cuide da vírgula.' };
  const saved = await school.insist('saveCorrection', { as, params, body: { correction, revision: from } });
  if (chance.isTrue(0.15)) {
    await school.insist('releaseEssay', { as, params });
    return;
  }
  if (chance.isTrue(0.3)) await school.insist('saveEssayComment', { as, body: { text: 'Retome a tese no fim.' } });
  const now = saved.status === 200 ? saved.body.revision : from;
  await school.insist('returnEssay', { as, params, body: { correction, revision: now } });
  if (chance.isTrue(0.5)) await school.insist('closeEssay', { as: school.staff.owner, params });
};

const dispute: Deed = async (school, chance) => {
  const student = chance.pick(school.loggedIn().filter(({ essays }) => essays.size > 0));
  const known = student && chance.pick([...student.essays.values()].filter(({ isDelivered }) => isDelivered));
  if (!student || !known) return;
  const params = { id: known.id };
  const body = { reason: 'O critério de coesão foi atendido.' };
  await school.insist('askReview', { as: student, params, body });
  const as = chance.pick([school.staff.teacher, school.staff.other]) as Staff;
  const { status, body: read } = await school.call('getEssayToRead', { as, params });
  if (status !== 200 || !read.result) return;
  const { points, languageErrors, zeroReasonKeys } = read.correction;
  const decision = { points, languageErrors, zeroReasonKeys, scoreBefore: read.result.score, answer: 'A nota fica.' };
  await school.insist('decideReview', { as, params, body: decision });
};

const tidyComments: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const { body } = await school.call('listEssayComments', { as });
  const known: { id: number | null }[] = Array.isArray(body) ? body : [];
  const id = chance.pick(known.flatMap((one) => one.id ?? []));
  if (id !== undefined) await school.insist('removeEssayComment', { as, params: { id } });
};

export const essays: Deeds = {
  writeTheme: { weight: 1, run: writeTheme },
  correctTheme: { weight: 1, run: correctTheme },
  writeEssay: { weight: 4, run: write },
  correctEssay: { weight: 3, run: correct },
  disputeEssay: { weight: 2, run: dispute },
  tidyComments: { weight: 1, run: tidyComments },
};
