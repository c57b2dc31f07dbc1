import type { Db } from '#server/db/handle.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { expectFitsPhone } from './fits.ts';
import { expect, expectAccessible, type Person, test } from './fixtures.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function addExam(db: Db, name: string, days: number) {
  const now = new Date();
  await db
    .insertInto('exams')
    .values({ name, organisation: 'VUNESP', exam_date: inDays(days), created_at: now, updated_at: now })
    .execute();
}

/** A course of six lessons of an hour each, two a day. */
async function startCourse(db: Db, person: Person) {
  const subject = await createSubject(db, `Português ${person.id}`);
  const lessons = [];
  for (const part of [1, 2, 3, 4, 5, 6]) lessons.push(await createLesson(db, `Crase, parte ${part}`, subject));
  await db.updateTable('lessons').set({ word_count: 12_000 }).where('id', 'in', lessons).execute();
  await enrollStudent(db, person.id, await createCourse(db, { title: 'Português para a PM', lessons }));
  await db.insertInto('study_goals').values({ user_id: person.id, weekly_hours: 14 }).execute();
}

test('an admin keeps the exams', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/exams');
  await expect(page.getByRole('heading', { name: 'Nenhuma prova cadastrada' })).toBeVisible();
  await page.getByRole('button', { name: 'Nova prova' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova prova' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByLabel('Nome da prova')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Nome da prova').fill('Bombeiros');
  await dialog.getByLabel('Banca ou órgão').fill('VUNESP');
  await dialog.getByLabel('Data', { exact: true }).fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('A data da prova já passou.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Data', { exact: true }).fill(inDays(40));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row', { name: /Bombeiros/ });
  await expect(row).toContainText(/(39|40|41) dias/);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Editar Bombeiros' }).click();
  await page.getByLabel('Nome da prova').fill('Bombeiros SP');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Excluir Bombeiros SP' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhuma prova cadastrada' })).toBeVisible();
});

test('the plan leads to the exam, ticks by itself and goes into a calendar', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const person = await createPerson({ firstName: 'Rafaela' });
  await signIn(person);
  await startCourse(db, person);
  await addExam(db, 'Oficial PM', 3);
  await addExam(db, 'Concurso com um nome bastante longo para a Polícia Militar do Estado', 80);
  await page.goto('/');
  const plan = page.getByRole('region', { name: 'Plano de hoje' });
  await expect(page.getByText('0 de 2 feitos hoje, faltam cerca de 2h')).toBeVisible();
  await expect(plan).toContainText('Siga uma prova');
  await page.getByRole('button', { name: 'Seguir Oficial PM' }).click();
  await expect(page.getByText('Minha prova')).toBeVisible();
  await expect(page.getByText(/^\d+ dias para Oficial PM, \d+ de [a-z]+$/)).toBeVisible();
  await expect(plan).toContainText('E por hoje é só. Amanhã: 2 aulas, 2h.');
  await expect(plan).toContainText(/tudo cabe até a sua prova|não cabe/);
  await plan.getByText('Próximos dias').click();
  await expect(plan.getByText('Crase, parte 3')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  const first = await plan.getByRole('link', { name: 'Crase, parte 1' }).getAttribute('href');
  await page.request.put(`/api${first}/completion`, { data: { completed: true } });
  await page.goto('/');
  await expect(page.getByText('1 de 2 feito hoje, falta cerca de 1h')).toBeVisible();
  await expect(plan.getByRole('listitem').filter({ hasText: 'Crase, parte 1' })).toContainText('Feito:');

  await plan.getByText('Próximos dias').click();
  await plan.getByRole('button', { name: 'Assinar no meu calendário' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assinar no meu calendário' }).click();
  const address = page.getByLabel('Endereço do calendário');
  await expect(address).toHaveValue(/\/api\/calendar\/.+\.ics$/);
  await expectAccessible(page);
  const feed = await page.request.get(await address.inputValue());
  expect(await feed.text()).toContain('SUMMARY:Prova: Oficial PM');
  await page.getByRole('button', { name: 'Desativar' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Assinar no meu calendário' })).toBeVisible();
});
