import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { decideQuestionPair, listQuestionPairs } from '#contract/questions/question-pairs.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { changeQuestionStatus } from '#server/features/questions/questions/bank-questions.service.ts';
import { compareSome, listToCompare } from '#server/features/questions/questions/near.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { listBankContents } from './bank.store.ts';
import { editable } from './bank-write.service.ts';
import { countOpenPairs, listOpenPairs, type PairRow, replacePairs, setVerdict } from './pairs.store.ts';

const share = {
  write: (value: number) => value,
  read: (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1 ? value : undefined,
};
const pairCursor = cursorOf<PairRow>({ likeness: share, firstId: rowId, secondId: rowId });

export async function listPairs(deps: Deps, user: SessionUser, query: QueryOf<typeof listQuestionPairs>) {
  const page = await readPage(pairCursor.from(query), {
    rows: ({ limit, after }) => listOpenPairs(deps.db, { limit, behind: after }),
    total: countOpenPairs(deps.db),
  });
  const compared = await readCompared(
    deps,
    user,
    page.rows.flatMap(({ firstId, secondId }) => [firstId, secondId]),
  );
  const rows = page.rows.flatMap(({ firstId, secondId, likeness }) => {
    const [first, second] = [compared.get(firstId), compared.get(secondId)];
    return first && second ? { likeness, first, second } : [];
  });
  return { ...page, rows };
}

/** Questions of the bank for a side-by-side comparison, by id. Deleted ones are missing. */
export async function readCompared(deps: Deps, user: SessionUser, ids: readonly number[]) {
  const rows = ids.length > 0 ? await listBankContents(deps.db, { ids }, null, false, ids.length) : [];
  return new Map(
    rows.map(({ id, kind, format, questionText, comment, options, ...row }) => {
      const { subject, topic, source, year, difficulty, status, quizCount, updatedAt } = row;
      const labels = { subject, topic, source, year, difficulty, status, quizCount };
      const content = { id, kind, format, questionText, comment, options };
      return [id, { ...content, ...labels, mayEdit: mayEditQuestion(user, row), updatedAt }] as const;
    }),
  );
}

export async function decidePair(
  deps: Deps,
  user: SessionUser,
  body: BodyOf<typeof decideQuestionPair>,
): Promise<void> {
  const [firstId, secondId] = [Math.min(body.firstId, body.secondId), Math.max(body.firstId, body.secondId)];
  const { verdict, keepId } = body;
  if (keepId !== undefined && (verdict !== 'same' || ![firstId, secondId].includes(keepId))) {
    throw new AppError('bad_request', 'Diga qual das duas questões fica.');
  }
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const other = keepId === firstId ? secondId : firstId;
    // Locks the question before its pairs, in the same order as everywhere.
    const held = keepId === undefined ? null : await editable(tx, user, other);
    if (!(await setVerdict(tx, { firstId, secondId, verdict, by: user.id, now }))) {
      throw notFound('Estas questões não estão mais entre as parecidas.');
    }
    if (keepId === undefined || held?.status !== 'active') return;
    await changeQuestionStatus(tx, other, { status: 'outdated', reason: `Repetida da questão ${keepId}.`, now });
  });
}

const COMPARE_JOB = 'compare-questions';
/** Questions per minute: a bank of 100,000 is compared in less than two hours. */
const ROUND = 1000;
const BATCH = 20;

/** Compares new and changed questions with the bank, at most `ROUND` in one run. */
export async function compareQuestions(deps: Deps): Promise<{ compared: number }> {
  let compared = 0;
  await runEach(deps, {
    work: COMPARE_JOB,
    limit: ROUND,
    list: (pausing, limit) => listToCompare(deps.db, { pausing, limit }),
    idOf: (id) => id,
    atOnce: BATCH,
    async runTogether(ids) {
      compared += await compareBatch(deps, ids);
    },
  });
  return { compared };
}

const compareBatch = (deps: Deps, ids: readonly number[]): Promise<number> =>
  transact(deps, async (tx) => {
    const found = await compareSome(tx, ids);
    const pairs = new Map<string, PairRow>();
    for (const { questionId, near } of found) {
      for (const { questionId: other, likeness } of near) {
        const pair = { firstId: Math.min(questionId, other), secondId: Math.max(questionId, other), likeness };
        pairs.set(`${pair.firstId} ${pair.secondId}`, pair);
      }
    }
    await replacePairs(
      tx,
      found.map(({ questionId }) => questionId),
      [...pairs.values()],
    );
    return found.length;
  });

export function definePairWork(deps: Deps): void {
  defineUpkeep(deps, { name: COMPARE_JOB, every: '* * * * *', run: () => compareQuestions(deps) });
}
