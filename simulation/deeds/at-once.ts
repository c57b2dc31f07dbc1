import { type Chance, chanceOf } from '../chance.ts';
import type { School } from '../school.ts';
import { buying } from './buying.ts';
import type { Deed, Deeds } from './deed.ts';
import { essays } from './essays.ts';
import { everyday } from './everyday.ts';
import { examDays } from './exam-days.ts';
import { files } from './files.ts';
import { office } from './office.ts';
import { owning } from './owning.ts';
import { studying } from './studying.ts';
import { teaching } from './teaching.ts';

/** Two deeds in the same moment, at two processes: their statements alternate as chance says. */

const all: Deeds = {
  ...buying,
  ...office,
  ...studying,
  ...teaching,
  ...everyday,
  ...files,
  ...essays,
  ...examDays,
  ...owning,
};
const alone = new Set([
  ...['deletePerson', 'openWindow', 'publishQuiz', 'cheat', 'askExport', 'writeEssay', 'publishWithCard', 'series'],
  ...['deleteQuiz', 'paper', 'trial', 'mergeSubjects', 'sitTogether'],
]);
const names = Object.keys(all).filter((name) => !alone.has(name));
/** The same deed twice: two administrators who press the same button, a device that sends again too early. */
const TWICE_SHARE = 0.4;

/** One of the two processes dies on the way, and the other goes on. */
const DEATH_SHARE = 0.25;

const atOnce: Deed = async (school: School, chance: Chance) => {
  school.statements.disarm();
  const first = chance.pick(names) ?? '';
  const isTwice = chance.isTrue(TWICE_SHARE);
  const second = isTwice ? first : (chance.pick(names) ?? '');
  // Twice by the same people: the chance of both is the same.
  const label = chance.int(2 ** 31);
  const tasks = [first, second].map(
    (name, at) => () => all[name]?.run(school, chanceOf('at once', isTwice ? label : label + at)),
  );
  if (chance.isTrue(DEATH_SHARE)) {
    const when = chance.pick(['before', 'after'] as const) ?? 'before';
    school.crashAt({ when, statement: chance.int(15), of: chance.int(2) });
  }
  try {
    await school.atOnce(
      tasks.map((task) => async () => void (await task())),
      chance,
    );
  } finally {
    school.statements.disarm();
    await school.restartDead();
  }
};

export const atOnceDeeds: Deeds = { atOnce: { weight: 9, run: atOnce } };
