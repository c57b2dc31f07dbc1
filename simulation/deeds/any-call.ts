import fc from 'fast-check';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import { fitting } from '#server/testing/arbitrary.ts';
import type { Chance } from '../chance.ts';
import type { Student } from '../people.ts';
import type { School } from '../school.ts';
import type { Deed, Deeds } from './deed.ts';

/**
 * Any writing call of the contract, with a body made from its schema and ids of rows that exist. Most are refused; those
 * that succeed do what no written deed thought of, in a school with a history.
 */

/**
 * Left out: calls that change what the simulator knows by heart, or that end the session, the bank or the school. Written
 * deeds make those of money, access, exams and review.
 */
const leftOut =
  /^(login|logout|register|end(All)?Sessions?|endSession|changePassword|removePassword|confirm(SetUp|LoginSetUp|EmailChange)|begin(LoginSetUp|SetUp)|completeLogin|updateSettings|setUser(Role|Status)|deleteUser|changeUserEmail|requestDeletion|endUserAccess|switchTrial|saveTrial|(create|save|publish|unpublish|delete|duplicate)Quiz|save(Window|Rules|Composition)|createSeries|annulQuestion|reinstateQuestion|(save|delete|create)BankQuestion|restoreQuestionVersion|startAttempt|saveAnswers|saveMarks|finishAttempt|beginSheet|record(Answer|Attempt)|(draw|type)Paper|deleteLesson|deleteCourse|deleteExam|deleteSubject|mergeSubject|mergeTopic|deleteTopic|sendOffline|receiveWebhook(Pix)?|removeSampleSchool|approveUsers|updateOffer|deleteOffer|acceptTerms|requireProof)$/;

const writing = Object.entries(endpoints as Record<string, EndpointSpec>).filter(
  ([name, spec]) =>
    spec.method !== 'GET' && !leftOut.test(name) && spec.bodyType !== 'multipart' && spec.bodyType !== 'pieces',
);

const someone = (school: School, chance: Chance, access: EndpointSpec['access']) => {
  const { staff } = school;
  if (access === 'author') return chance.pick([staff.teacher, staff.other]);
  if (access === 'office') return staff.office;
  if (access === 'admin') return staff.owner;
  return chance.pick(school.loggedIn());
};

/** The table whose rows a parameter `id` of a path names, by the path's last word before it. */
async function someId(school: School, chance: Chance, path: string): Promise<number | string> {
  const place = /\/([\w-]+)\/:(?:id|\w+Id)/.exec(path)?.[1] ?? '';
  const known: Record<string, readonly (number | string)[]> = {
    articles: school.lessons,
    lessons: school.lessons,
    courses: school.courses,
    topics: school.topics,
    subjects: school.subjects,
    exams: school.exams.map(({ id }) => id),
    quizzes: school.quizzes.map(({ id }) => id),
    questions: [...school.questions.keys()],
    users: school.students.flatMap(({ userId }) => userId ?? []),
    people: school.students.flatMap(({ userId }) => userId ?? []),
  };
  return chance.pick(known[place] ?? []) ?? 1 + chance.int(6);
}

/** Ids by the name of their field, and short words in place of random letters. */
function plausible(school: School, chance: Chance, value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => plausible(school, chance, one, name.replace(/s$/, '')));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, plausible(school, chance, inner, field)]),
    );
  }
  if (typeof value === 'number') {
    const lists: Record<string, readonly number[]> = {
      lessonId: school.lessons,
      courseId: school.courses,
      topicId: school.topics,
      subjectId: school.subjects,
      questionId: [...school.questions.keys()],
      quizId: school.quizzes.map(({ id }) => id),
    };
    return chance.pick(lists[name] ?? []) ?? value;
  }
  if (typeof value === 'string' && /^(userId|studentId)$/.test(name)) {
    return chance.pick(school.students.flatMap(({ userId }: Student) => userId ?? [])) ?? value;
  }
  if (typeof value === 'string' && /^(title|name|text|note|body|front|back|reason|comment)$/.test(name)) {
    return chance.pick(['Crase', 'Artigo 5º', 'Rever na véspera', 'Texto de prova']) ?? value;
  }
  return value;
}

const call: Deed = async (school, chance) => {
  const [name, spec] = chance.pick(writing) ?? [];
  if (!name || !spec) return;
  const as = someone(school, chance, spec.access);
  if (!as) return;
  const shape = paramsOf(spec);
  const names = Object.keys(shape ? (z.toJSONSchema(shape, { unrepresentable: 'any' }).properties ?? {}) : {});
  const params: Record<string, string | number> = {};
  for (const one of names) params[one] = await someId(school, chance, spec.path);
  const [body] = spec.body ? fc.sample(fitting(spec.body), { seed: chance.int(2 ** 31), numRuns: 1 }) : [];
  const made = body === undefined ? undefined : plausible(school, chance, body);
  await school.insist(name, { as, params, ...(made === undefined ? {} : { body: made as object }) });
};

/** Most are refused, so that one step tries several. */
const CALLS_A_STEP = 3;

export const anyCalls: Deeds = {
  anyCall: {
    weight: 25,
    async run(school, chance) {
      for (let left = CALLS_A_STEP; left > 0; left -= 1) await call(school, chance);
    },
  },
};
