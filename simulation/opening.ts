import type { Chance } from './chance.ts';
import { logIn } from './deeds/buying.ts';
import { publishQuiz, writeQuestion } from './deeds/teaching.ts';
import { deedOf } from './plan.ts';
import type { School } from './school.ts';

/** What a school has on its first morning: subjects, lessons, a course, questions, simulados, and some students. */
export async function openingDay(school: School, chance: Chance): Promise<void> {
  const { teacher, owner } = school.staff;
  for (const name of ['Português', 'Direito', 'Matemática']) {
    const { body } = await school.insist('createSubject', { as: teacher, body: { name } });
    school.subjects.push(body.id);
  }
  for (const subjectId of school.subjects) {
    const lesson = { title: `Aula de ${subjectId}`, content: '<p>Texto da aula.</p>', subjectId, published: true };
    const { body } = await school.insist('createLesson', { as: teacher, body: lesson });
    school.lessons.push(body.id);
  }
  for (let count = 0; count < 10; count += 1) await writeQuestion(school, chance);
  await publishQuiz(school, chance);
  await publishQuiz(school, chance, { timeLimit: null });
  const course = {
    title: 'Curso completo',
    description: 'Tudo',
    category: 'GERAL',
    difficulty: 'beginner',
    duration: null,
    isPublished: true,
    creationKey: chance.uuid(),
  };
  const { body: made } = await school.insist('createCourse', { as: owner, body: course });
  if (made.id !== undefined) {
    school.courses.push(made.id);
    const items = [
      ...school.lessons.map((id) => ({ kind: 'lesson', id })),
      ...school.quizzes.map(({ id }) => ({ kind: 'quiz', id })),
    ];
    const body = { items, version: made.version };
    const saved = await school.insist('saveCourseItems', { as: owner, params: { id: made.id }, body });
    if (saved.status >= 300) throw new Error(`The course got no items: ${JSON.stringify(saved.body)}`);
  } else throw new Error(`The course was not created: ${JSON.stringify(made)}`);
  await chooseAccessRule(school, chance);
  await deedOf('makeCoupon')(school, chance);
  await deedOf('writeTheme')(school, chance);
  for (let count = 0; count < 5; count += 1) {
    await deedOf('register')(school, chance);
    const student = school.students.at(-1);
    if (!student) throw new Error('The student was not registered.');
    const body = { paymentCode: student.paymentCode };
    await school.insist('approvePayment', { as: school.staff.office, body });
    await logIn(school, student);
    if (!student.isLoggedIn) throw new Error('The first students cannot log in.');
  }
}

/** What the default offer sells: an access that ends within the run, or much later. */
async function chooseAccessRule(school: School, chance: Chance): Promise<void> {
  const as = school.staff.owner;
  const { body } = await school.call('listOffersForAdmin', { as });
  const [offer] = body;
  const rules = [
    { kind: 'days', count: 5 },
    { kind: 'exam_months', count: 0 },
    { kind: 'exam_months', count: 3 },
    { kind: 'endless', count: null },
  ];
  const { name, price, struckPrice, nextPrice, version } = offer;
  const places = chance.pick([null, 40, 80]);
  const fields = { name, price, struckPrice, nextPrice, places, version, isDefault: true, rule: chance.pick(rules) };
  const saved = await school.insist('updateOffer', { as, params: { id: offer.id }, body: fields });
  if (saved.status >= 300) throw new Error(`The offer was not changed: ${JSON.stringify(saved.body)}`);
}
