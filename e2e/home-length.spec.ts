import { expect, phone, test } from './fixtures.ts';
import { seedStudies } from './seeds.ts';

test.use(phone);

/** What a finger can press in the main part of home, and how long the page is. */
const measured = () => {
  const main = document.querySelector('main') as HTMLElement;
  const targets = [...main.querySelectorAll('a[href], button, input, select, summary')].filter((element) =>
    element.checkVisibility(),
  );
  return {
    height: document.documentElement.scrollHeight,
    targets: targets.map((element) => element.textContent?.trim().slice(0, 40)),
  };
};

test('home of a student with weeks of study has at most 2,700 px and 16 targets on a phone', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const student = await createPerson();
  await seedStudies(db, student.id);
  await db.insertInto('study_goals').values({ user_id: student.id, weekly_hours: 10 }).execute();
  await signIn(student);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Como estou indo' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Próximas provas' })).toBeVisible();
  const { height, targets } = await page.evaluate(measured);
  expect(targets.length, targets.join('\n')).toBeLessThanOrEqual(16);
  expect(height).toBeLessThanOrEqual(2700);
});
