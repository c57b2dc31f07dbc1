import type { Student } from '../people.ts';
import type { Deed, Deeds } from './deed.ts';

/** What belongs to the students: cards, lists of questions, comments, essays. */

const studyCards: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn());
  if (!as) return;
  const content = { kind: 'basic', front: 'O que é crase?', back: 'A fusão de dois as.', hint: '' };
  const place = { pictureId: null, pictureSide: 'front', topicId: null, deck: '', tags: [], sourceLabel: '' };
  const body = { ...content, ...place, source: null, creationKey: chance.uuid() };
  const made = await school.insist('createCard', { as, body });
  if (made.status >= 300) return;
  const params = { id: made.body.id };
  const answer = { key: chance.uuid(), cardId: made.body.id, grade: 1 + chance.int(4) };
  const { status } = await school.insist('answerCard', { as, body: answer });
  const given = { in: 'card' as const, ...answer, isUndone: false };
  if (status === 200) as.given.push(given);
  // The same answer again, as a device that was offline sends it.
  if (chance.isTrue(0.3)) await school.insist('answerCard', { as, body: answer });
  if (chance.isTrue(0.3)) {
    const undone = await school.insist('undoCardAnswer', { as, params: { key: answer.key } });
    given.isUndone = undone.status === 200;
  }
  if (chance.isTrue(0.2)) await school.insist('deleteCard', { as, params });
};

/** Only who has answered a question reads and writes below it. */
const answeredBy = ({ given, attempts }: Student): number[] => [
  ...given.flatMap((one) => (one.in === 'card' ? [] : [one.questionId])),
  ...[...attempts.values()].flatMap(({ isFinished, acknowledged }) => (isFinished ? [...acknowledged.keys()] : [])),
];

const comment: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn().filter((one) => answeredBy(one).length > 0));
  if (!as) return;
  const answered = new Set(answeredBy(as));
  const byOthers = school.loggedIn().flatMap((one) => (one === as ? [] : answeredBy(one)));
  // Mostly where another student can read it.
  const questionId = chance.pick(byOthers.filter((id) => answered.has(id))) ?? chance.pick([...answered]);
  if (questionId === undefined) return;
  const text = { body: 'A banca repete esta pegadinha.', creationKey: chance.uuid() };
  const made = await school.insist('addQuestionComment', { as, params: { id: questionId }, body: text });
  const id = made.body?.id;
  if (made.status >= 300 || typeof id !== 'number') return;
  const others = school.loggedIn().filter((one) => one !== as && answeredBy(one).includes(questionId));
  for (const voter of chance.shuffled(others).slice(0, 3)) {
    const body = { helped: chance.isTrue(0.8) };
    const vote = { as: voter, params: { id }, body };
    await school.insist('voteQuestionComment', vote);
    // The same press in a second tab.
    if (chance.isTrue(0.5)) await school.insist('voteQuestionComment', vote);
    if (chance.isTrue(0.2)) await school.insist('reportQuestionComment', { as: voter, params: { id } });
  }
  if (chance.isTrue(0.2)) await school.insist('deleteQuestionComment', { as, params: { id } });
};

/** A question of the review is put off until tomorrow, and taken back. */
const putOff: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn());
  if (!as) return;
  const { status, body } = await school.call('getReviewToday', { as });
  const item = status === 200 ? (chance.pick(body.items) as { questionId: number } | undefined) : undefined;
  if (!item) return;
  const params = { questionId: item.questionId };
  await school.insist('postponeReview', { as, params });
  if (chance.isTrue(0.4)) await school.insist('resumeReview', { as, params });
};

export const belongings: Deeds = {
  putOff: { weight: 1.5, run: putOff },
  studyCards: { weight: 2, run: studyCards },
  comment: { weight: 2, run: comment },
};
