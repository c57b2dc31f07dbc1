import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { PRACTICE_QUESTIONS_MAX, QUESTION_LIST_PRINT_MAX, QUESTION_LIST_QUESTIONS_MAX } from '#contract/limits.ts';
import type { addToQuestionList, practiseQuestionList, printQuestionList } from '#contract/study/question-lists.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { practising, readPractisable } from '#server/features/study/practice/free-practice.service.ts';
import {
  beginListPractice,
  closeListPractice,
  findListPracticeByKey,
  findOpenListPractice,
} from '#server/features/study/practice/list-practice.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as items from './list-items.store.ts';
import {
  cannotAdd,
  changeLocked,
  listNotFound,
  nothingFits,
  requireList,
  syncLivingList,
} from './question-lists.service.ts';
import { type ListRow, lockList } from './question-lists.store.ts';

/** How many questions of a list are looked at at once for the next practice. */
const LOOKED_AT = 200;

const isLivingList = () =>
  new AppError('state_conflict', 'Este caderno segue um filtro. Fixe as questões dele antes de mudar uma a uma.', {
    status: 'living',
  });

export async function addQuestions(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof addToQuestionList>) {
  await requireList(deps, user, id);
  const { free } = await readPractisable(deps, user, body.questionIds);
  return changeLocked(deps, user, id, async (tx, list) => {
    if (list.isLiving) throw isLivingList();
    const present = new Set(await items.listQuestionIds(tx, id));
    const missing = [...new Set(body.questionIds)].filter((one) => !present.has(one));
    const open = missing.filter((one) => free.has(one));
    if (missing.length > 0 && open.length === 0) throw cannotAdd();
    if (present.size + open.length > QUESTION_LIST_QUESTIONS_MAX) {
      throw new AppError('state_conflict', `Um caderno tem no máximo ${QUESTION_LIST_QUESTIONS_MAX} questões.`, {
        status: 'full',
      });
    }
    const added = await items.appendItems(tx, id, open);
    return { added, total: present.size + added };
  });
}

export async function removeQuestion(deps: Deps, user: SessionUser, id: number, questionId: number) {
  await changeLocked(deps, user, id, async (tx, list) => {
    if (list.isLiving) throw isLivingList();
    await items.removeItems(tx, id, [questionId]);
  });
}

export async function moveQuestion(deps: Deps, user: SessionUser, id: number, questionId: number, to: number) {
  await changeLocked(deps, user, id, async (tx, list) => {
    if (list.ordering !== 'own') {
      throw new AppError('state_conflict', 'Volte para “Minha ordem” antes de mover questões.', {
        status: list.ordering,
      });
    }
    const isThere = await items.moveItem(tx, id, questionId, Math.min(to, list.total));
    if (!isThere) throw notFound('Esta questão não está no caderno.');
  });
}

export async function restart(deps: Deps, user: SessionUser, id: number) {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    await closeListPractice(tx, user.id, id, now);
    await forget(tx, user, id);
  });
}

async function forget(tx: Tx, user: SessionUser, id: number): Promise<void> {
  if (!(await lockList(tx, id, user.id))) throw listNotFound();
  await items.forgetAnswers(tx, id);
}

/** The next questions of the list that may be practised, in its order. */
async function chooseNext(deps: Deps, user: SessionUser, listId: number, only: 'wrong' | undefined) {
  const who = await practising(deps, user);
  const chosen: { questionId: number; questionVersionId: number }[] = [];
  for (let after = 0; chosen.length < PRACTICE_QUESTIONS_MAX; ) {
    const rows = await items.listToPractise(deps.db, listId, { only, after, limit: LOOKED_AT });
    const { versionOf } = await readPractisable(
      deps,
      user,
      rows.map(({ questionId }) => questionId),
      who,
    );
    for (const { questionId, number } of rows) {
      after = number;
      const questionVersionId = versionOf.get(questionId);
      if (questionVersionId !== undefined) chosen.push({ questionId, questionVersionId });
    }
    if (rows.length < LOOKED_AT) break;
  }
  return chosen.slice(0, PRACTICE_QUESTIONS_MAX);
}

const titleOf = ({ name }: ListRow, only: 'wrong' | undefined) =>
  only === 'wrong' ? `${name} · só as que errei` : name;

export async function practise(
  deps: Deps,
  user: SessionUser,
  id: number,
  { only, creationKey }: BodyOf<typeof practiseQuestionList>,
) {
  const list = await requireList(deps, user, id);
  const begun = creationKey && (await findListPracticeByKey(deps, user.id, creationKey));
  if (begun) return { practiceId: begun.id };
  const open = await findOpenListPractice(deps, user.id, id);
  if (open && only === undefined) return { practiceId: open.id };
  await syncLivingList(deps, user, list);
  const questions = await chooseNext(deps, user, id, only);
  if (questions.length === 0) {
    throw nothingFits(
      only === 'wrong'
        ? 'Não há questões erradas para refazer agora.'
        : 'Não há questões por fazer neste caderno agora.',
    );
  }
  const title = titleOf(list, only);
  const practice = { userId: user.id, listId: id, title, creationKey, questions, replaces: open?.id };
  return { practiceId: await beginListPractice(deps, practice) };
}

/** A stretch of the list for paper. Its keys count as shown before they are (103). */
export async function print(
  deps: Deps,
  user: SessionUser,
  id: number,
  { from, key }: QueryOf<typeof printQuestionList>,
) {
  await closeDue(deps, user.id);
  const list = await requireList(deps, user, id);
  const rows = await items.listItemsBetween(deps.db, id, from, from + QUESTION_LIST_PRINT_MAX - 1);
  const now = deps.clock.now();
  const { versionOf } = await readPractisable(
    deps,
    user,
    rows.map(({ questionId }) => questionId),
  );
  const open = [...versionOf.keys()];
  if (rows.length === 0) throw nothingFits('Não há questões para imprimir a partir desta.');
  const priceOf = await readKeyPrices(deps.db, user, open, now);
  if (key === 'with') await recordKeysShown(deps.db, user, open, now);
  const contents = new Map((await readContents(deps.db, [...versionOf.values()])).map((one) => [one.id, one]));
  return {
    name: list.name,
    total: list.total,
    from,
    through: rows.at(-1)?.number ?? from,
    closed: rows.length - open.length,
    postponesTo: open.map(priceOf).find((price) => price !== null) ?? null,
    questions: rows.flatMap(({ questionId, number, source, year }) => {
      const content = contents.get(versionOf.get(questionId) ?? 0);
      if (!content) return [];
      const right = content.options.find(({ isCorrect }) => isCorrect);
      return {
        id: questionId,
        number,
        source,
        year,
        kind: content.kind,
        format: content.format,
        baseText: content.baseText,
        questionText: content.statement,
        options: content.options.map((option) => ({ id: option.id, optionText: option.optionText })),
        rightOptionId: key === 'with' ? (right?.id ?? null) : null,
      };
    }),
  };
}
