import { createCourse, createLesson } from '#server/testing/study.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';
import { seedStudies } from './seeds.ts';
import { withoutData } from './without-data.ts';

const card = (page: import('@playwright/test').Page, name: string) => page.getByRole('region', { name, exact: true });
/** A fold at the end of home. */
const fold = (page: import('@playwright/test').Page, name: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a new student sees where to begin, chooses a course and finds it on the dashboard', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const lesson = await createLesson(db, 'A primeira de todas');
  await createCourse(db, { title: 'Curso para começar', lessons: [lesson] });
  await signIn(await createPerson({ firstName: 'Joana' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Bom dia|Boa tarde|Boa noite), Joana$/);
  await expect(page.getByRole('heading', { name: 'Três respostas e o seu plano fica pronto' })).toBeVisible();
  await expect(page.getByText('Progresso geral')).toHaveCount(0);
  await page.getByRole('button', { name: /^(Escolher depois|Continuar)$/ }).click();
  await expectAccessible(page);
  await page.getByRole('radio', { name: '15h' }).check();
  await page.getByRole('button', { name: 'Continuar com 15h' }).click();
  await expect(page.getByRole('heading', { name: 'Sua meta: 15h por semana' })).toBeVisible();

  await page.getByRole('link', { name: 'Escolher um curso' }).click();
  await page.getByRole('searchbox', { name: 'Buscar cursos' }).fill('comecar');
  await page.getByRole('link', { name: 'Curso para começar' }).click();
  await page.getByRole('button', { name: 'Matricular-se' }).click();
  await expect(page.getByText('Matrícula feita!')).toBeVisible();
  await expect(card(page, 'Seu progresso')).toContainText('0 de 1 item');

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(card(page, 'A primeira de todas')).toContainText('É a próxima aula de Curso para começar.');
  await expect(fold(page, 'Cursos em andamento')).toContainText('0 de 1 item');
  await page.getByRole('link', { name: 'Começar aula' }).click();
  await expect(page).toHaveURL(`/articles/${lesson}`);
  await page.getByRole('button', { name: 'Marcar como concluída' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  // Before the third day there are no figures, only when they come.
  await expect(page.getByText('Progresso geral')).toHaveCount(0);
  await expect(card(page, 'O que vem nos próximos dias')).toContainText('Sua semanano terceiro dia de estudo');
  await expect(fold(page, 'Cursos em andamento')).toContainText('Você concluiu todos os seus cursos');
  await expect(card(page, 'O plano de hoje está completo')).toContainText('E com ele tudo do plano.');
  await expect(fold(page, 'Simulados recentes')).toContainText('nenhum ainda');
});

test('a student sees how they stand, changes the goal, rates and leaves a course', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const student = await createPerson({ firstName: 'Rafaela' });
  const { tag, courses } = await seedStudies(db, student.id);
  await db.insertInto('study_goals').values({ user_id: student.id, weekly_hours: 10 }).execute();
  await signIn(student);
  await page.goto('/');
  const stats = page.getByRole('region', { name: 'Como estou indo' });
  await expect(stats).toContainText('Progresso geral50%5 de 10 itens');
  await expect(stats).toContainText('Simulados feitos64 aprovados');
  await expect(stats).toContainText('Sequência4 diasrecorde: 4 dias');
  await expect(fold(page, 'Cursos em andamento').getByRole('listitem')).toHaveCount(3);
  await expect(fold(page, 'Simulados recentes').getByRole('row')).toHaveCount(6);
  await expect(fold(page, 'Simulados recentes')).toContainText('10/10 100%');
  await fold(page, 'Simulados recentes').locator('summary').click();
  await expect(fold(page, 'Simulados recentes').getByRole('row')).toHaveCount(0);
  await page.reload();
  await expect(fold(page, 'Cursos em andamento').getByRole('listitem')).toHaveCount(3);
  await expect(fold(page, 'Simulados recentes').getByRole('row')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mudar meta' }).click();
  const hours = page.getByLabel('Horas de estudo por semana');
  await hours.fill('0');
  await page.getByRole('button', { name: 'Salvar meta' }).click();
  await expect(page.getByText('Informe um número inteiro de 1 a 100.')).toBeVisible();
  await hours.fill('12');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar meta' }).click();
  await expect(page.getByText('Sua meta agora é de 12h por semana.')).toBeVisible();
  await expect(card(page, 'Sua semana')).toContainText('de 12h');

  await page.getByRole('link', { name: `Soldado PM completo ${tag}` }).click();
  await expect(page).toHaveURL(`/courses/${courses[0]}`);
  await expect(page.getByRole('link', { name: /^A fazer:/ })).toHaveCount(1);
  await page.getByRole('radio', { name: '4 estrelas' }).check({ force: true });
  await expect(page.getByText('Avaliação registrada')).toBeVisible();
  await expect(page.getByText('4,0')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sair do curso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair do curso' }).click();
  await expect(page.getByRole('button', { name: 'Matricular-se' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(fold(page, 'Cursos em andamento').getByRole('listitem')).toHaveCount(2);
});

test('an outage is reported, and the dashboard comes back', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  await withoutData(page);
  await page.route('**/api/dashboard/student', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Não conseguimos carregar seu painel' })).toBeVisible();
  await page.unroute('**/api/dashboard/student');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Três respostas e o seu plano fica pronto' })).toBeVisible();
  await page.getByRole('button', { name: 'Pular e olhar a plataforma' }).click();
  await expect(page.getByRole('heading', { name: /^(Escolha um curso|Comece pela primeira aula)$/ })).toBeVisible();
});
test.use({ expectedFaults: [/Failed to load resource: net::ERR_FAILED/] });

test.describe('on a phone', () => {
  test.use(phone);

  test('nothing is wider than the screen', async ({ page, createPerson, signIn, db }) => {
    const student = await createPerson();
    const { courses } = await seedStudies(db, student.id);
    await signIn(student);
    for (const path of ['/courses', `/courses/${courses[0]}`, '/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Carregando…')).toHaveCount(0);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
    await expect(page.getByRole('link', { name: /^(Começar|Continuar) aula$/ })).toBeInViewport();
    await expectAccessible(page);
  });
});

test('a measured visit is sent once it is left, and Sistema shows its screens', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  // One visit in ten, and none of a browser that a program drives.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false });
    Math.random = () => 0.01;
  });
  await signIn(await createPerson({ role: 'admin' }));
  const measuring = page.waitForResponse(/\/assets\/visit-figures-/);
  await page.goto('/study');
  await measuring;
  await page.getByRole('tab').last().click();
  await page.goto('/admin/system');
  const stored = () => db.selectFrom('visit_figures').select(['screen', 'metric', 'visits']).execute();
  await expect.poll(stored).toContainEqual({ screen: '/study', metric: 'LCP', visits: 1 });
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByRole('row').filter({ hasText: '/study' })).toContainText('poucos dados');
});
