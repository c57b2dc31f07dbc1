import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { follow } from './contests.service.ts';
import { deleteSampleExams, insertExam, markSampleExams } from './contests.store.ts';

/** Counted from the first start, so that the countdown always shows something to come. */
const exams = [
  {
    creationKey: '6b1f0a52-2f4e-4d0b-9a57-0e8a30000001',
    inDays: 45,
    /** Three months before the first start: its followers read laws as of that day. */
    noticeDaysAgo: 90,
    name: 'Soldado da Polícia Militar',
    organisation: 'Polícia Militar do Estado',
  },
  {
    creationKey: '6b1f0a52-2f4e-4d0b-9a57-0e8a30000002',
    inDays: 120,
    name: 'Curso de Formação de Oficiais',
    organisation: 'Polícia Militar do Estado',
  },
  {
    creationKey: '6b1f0a52-2f4e-4d0b-9a57-0e8a30000003',
    inDays: 200,
    name: 'Soldado do Corpo de Bombeiros',
    organisation: 'Corpo de Bombeiros Militar',
  },
];

/** Three exams still to come; these people study for the first. Loading twice adds and changes nothing. */
export async function sampleExams(deps: Deps, followers: readonly string[]): Promise<void> {
  const now = deps.clock.now();
  for (const [place, { inDays, noticeDaysAgo, ...exam }] of exams.entries()) {
    const added = await insertExam(deps.db, {
      ...exam,
      date: addDays(dayOf(now), inDays),
      noticeDate: noticeDaysAgo === undefined ? null : addDays(dayOf(now), -noticeDaysAgo),
      link: null,
      now,
    });
    if (!added || place > 0) continue;
    for (const userId of followers) await follow(deps, userId, added.id);
  }
  await markExams(deps.db);
}

export const markExams = (db: Db | Tx) =>
  markSampleExams(
    db,
    exams.map(({ creationKey }) => creationKey),
  );

/** In the removal's transaction, once the people of the sample are gone. */
export const removeSampleExams = (tx: Tx, loadedAt: Date) => deleteSampleExams(tx, loadedAt);
