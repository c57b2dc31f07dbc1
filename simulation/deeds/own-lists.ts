import type { Chance } from '../chance.ts';
import type { Student } from '../people.ts';
import type { School } from '../school.ts';
import type { Deed, Deeds } from './deed.ts';
import { answerPractice } from './studying.ts';

/** Lists of questions, sets of cards and practices that students keep, change, share and end. */

const answeredBy = ({ given }: Student): number[] =>
  given.flatMap((one) => (one.in === 'card' ? [] : [one.questionId]));

/** Questions that the student has answered: one of an exam that is still to take is refused. */
const someAnswered = (student: Student, chance: Chance, most: number) =>
  [...new Set(chance.shuffled(answeredBy(student)))].slice(0, 1 + chance.int(most));

/** A list is made, filled, ordered, practised, shared with another student, and sometimes deleted. */
const keepList: Deed = async (school, chance) => {
  const students = school.loggedIn();
  const as = chance.pick(students.filter((one) => answeredBy(one).length > 0)) ?? chance.pick(students);
  if (!as) return;
  const questionIds = someAnswered(as, chance, 5);
  const content = questionIds.length > 0 ? { questionIds } : { filter: {} };
  const body = { name: `Caderno ${chance.int(99)}`, ...content, creationKey: chance.uuid() };
  const made = await school.insist('createQuestionList', { as, body });
  if (made.status >= 300) return;
  const given = { as, params: { id: made.body.id as number } };
  await school.insist('addToQuestionList', { ...given, body: { questionIds: someAnswered(as, chance, 4) } });
  await school.insist('changeQuestionList', { ...given, body: { name: 'Véspera', ordering: 'shuffled' } });
  const moved = { as, params: { ...given.params, questionId: chance.pick(questionIds) ?? 0 } };
  await school.insist('changeQuestionList', { ...given, body: { ordering: 'own' } });
  await school.insist('moveInQuestionList', { ...moved, body: { number: 1 } });
  await practiseList(school, chance, as, given.params.id);
  if (chance.isTrue(0.5)) await school.insist('removeFromQuestionList', moved);
  if (chance.isTrue(0.5)) await school.insist('restartQuestionList', given);
  const shared = await school.insist('shareQuestionList', given);
  const other = chance.pick(school.loggedIn().filter((one) => one !== as));
  const token: string | undefined = shared.body?.token;
  if (other && token !== undefined) {
    const copying = { as: other, params: { token }, body: { creationKey: chance.uuid() } };
    await school.insist('copySharedQuestionList', copying);
  }
  if (chance.isTrue(0.5)) await school.insist('unshareQuestionList', given);
  if (chance.isTrue(0.4)) await school.insist('deleteQuestionList', given);
};

async function practiseList(school: School, chance: Chance, student: Student, id: number): Promise<void> {
  const body = { creationKey: chance.uuid() };
  const begun = await school.insist('practiseQuestionList', { as: student, params: { id }, body });
  const practice: number | undefined = begun.body?.id ?? begun.body?.practiceId;
  if (begun.status >= 300 || practice === undefined) return;
  student.practices.add(practice);
  await answerPractice(school, chance, student, practice);
}

/** A teacher offers a list with a course, and its students copy it. */
const offerList: Deed = async (school, chance) => {
  const [as, courseId] = [school.staff.owner, chance.pick(school.courses)];
  if (courseId === undefined) return;
  const body = { name: 'Revisão da turma', filter: {}, creationKey: chance.uuid() };
  const made = await school.insist('createQuestionList', { as, body });
  if (made.status >= 300) return;
  const params = { id: made.body.id as number };
  await school.insist('offerQuestionList', { as, params, body: { courseIds: [courseId] } });
  const student = chance.pick(school.loggedIn());
  if (!student) return;
  await school.insist('enroll', { as: student, params: { id: courseId } });
  await school.insist('copyOfferedQuestionList', { as: student, params, body: { creationKey: chance.uuid() } });
};

const cardText = (chance: Chance) => ({
  ...{ kind: 'basic', front: `O que é o artigo ${chance.int(50)}?`, back: 'A fusão de dois as.', hint: '' },
});

/** A card is written, corrected, suspended and taken up again. */
const changeCard: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn());
  if (!as) return;
  const place = { pictureId: null, pictureSide: 'front', topicId: null, deck: 'Crase', tags: [], sourceLabel: '' };
  const body = { ...cardText(chance), ...place, source: null, creationKey: chance.uuid() };
  const made = await school.insist('createCard', { as, body });
  if (made.status >= 300) return;
  const params = { id: made.body.id as number };
  const changed = { ...cardText(chance), ...place, revision: made.body.revision };
  await school.insist('updateCard', { as, params, body: changed });
  await school.insist('changeCardState', { as, params, body: { isSuspended: true } });
  if (chance.isTrue(0.5)) await school.insist('changeCardState', { as, params, body: { isSuspended: false } });
};

/** A teacher's set of cards: written, copied by a student, changed, copied again, and sometimes deleted. */
const cardSet: Deed = async (school, chance) => {
  const [as, courseId] = [school.staff.owner, chance.pick(school.courses)];
  const student = chance.pick(school.loggedIn());
  if (courseId === undefined || !student) return;
  const cards = [cardText(chance), cardText(chance)].map((card) => ({ id: null, ...card }));
  const body = { courseId, title: `Prazos ${chance.int(99)}`, cards, creationKey: chance.uuid() };
  const made = await school.insist('createCardSet', { as, body });
  if (made.status >= 300) return;
  const params = { id: made.body.id as number };
  await school.insist('enroll', { as: student, params: { id: courseId } });
  await school.insist('copyCardSet', { as: student, params });
  const kept = (made.body.cards as { id: number }[]).slice(0, 1).map(({ id }) => ({ ...cardText(chance), id }));
  const next = { title: 'Prazos novos', cards: [...kept, { id: null, ...cardText(chance) }] };
  await school.insist('updateCardSet', { as, params, body: { ...next, revision: made.body.revision } });
  await school.insist('copyCardSet', { as: student, params });
  if (chance.isTrue(0.4)) await school.insist('deleteCardSet', { as, params });
};

/** A practice against the clock: options are chosen, changed, and handed in. */
const againstTheClock: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn());
  if (!as) return;
  const body = { count: 5, minutes: 10, creationKey: chance.uuid() };
  const begun = await school.insist('startTimedPractice', { as, body });
  if (begun.status >= 300) return;
  const params = { id: begun.body.id as number };
  as.practices.add(params.id);
  const { status, body: shown } = await school.call('getPractice', { as, params });
  if (status !== 200) return;
  const questions: { id: number; options: { id: number }[] }[] = shown.questions ?? [];
  const choose = (list: typeof questions) =>
    list.map(({ id, options }) => ({ questionId: id, optionId: chance.pick(options)?.id ?? null }));
  await school.insist('chooseInPractice', { as, params, body: { choices: choose(questions) } });
  await school.insist('chooseInPractice', { as, params, body: { choices: choose(questions.slice(0, 1)) } });
  if (chance.isTrue(0.7)) await school.insist('finishPractice', { as, params });
};

/** What a student does below an answered question: a doubt for the teacher, and a remark about a mistake. */
const belowQuestion: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn().filter((one) => answeredBy(one).length > 0));
  const id = as && chance.pick(answeredBy(as));
  if (!as || id === undefined) return;
  const asking = { body: 'Por que a letra B está errada?', creationKey: chance.uuid() };
  const asked = await school.insist('askAboutQuestion', { as, params: { id }, body: asking });
  const { body } = await school.call('listMistakes', { as });
  const rows: { questionId?: number }[] = Array.isArray(body) ? body : (body?.items ?? []);
  const questionId = chance.pick(rows.flatMap((row) => row.questionId ?? []));
  if (questionId !== undefined) {
    const remark = { reason: 'attention', note: 'Ler com calma' };
    await school.insist('changeMistake', { as, params: { questionId }, body: remark });
  }
  if (asked.status >= 300) return;
  const params = { id: asked.body.id as number };
  const answer = { text: 'Porque o verbo não pede preposição.', isShared: true, revision: asked.body.revision ?? 0 };
  await school.insist('answerDoubt', { as: school.staff.teacher, params, body: answer });
  const reader = chance.pick(school.loggedIn().filter((one) => one !== as));
  if (reader) await school.insist('reportDoubt', { as: reader, params });
  await school.insist('moderateDoubt', { as: school.staff.teacher, params, body: { isHidden: chance.isTrue(0.5) } });
};

export const ownLists: Deeds = {
  keepList: { weight: 3, run: keepList },
  offerList: { weight: 1.5, run: offerList },
  changeCard: { weight: 1.5, run: changeCard },
  cardSet: { weight: 1.5, run: cardSet },
  againstTheClock: { weight: 2, run: againstTheClock },
  belowQuestion: { weight: 2, run: belowQuestion },
};
