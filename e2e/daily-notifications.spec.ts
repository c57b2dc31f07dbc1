import type { Db } from '#server/db/handle.ts';
import { expect, expectAccessible, type Person, phone, test } from './fixtures.ts';

async function tell(db: Db, person: Person, count: number) {
  await db
    .insertInto('notifications')
    .values(
      Array.from({ length: count }, (_, index) => ({
        user_id: person.id,
        kind: 'new_content',
        key: `e2e:${index}`,
        title: `Nova aula: Crase, parte ${index + 1}`,
        text: 'Publicada no curso Português para a PM.',
        path: '/settings',
        in_app: true,
        created_at: new Date(Date.now() - index * 3_600_000),
      })),
    )
    .execute();
}

test('the bell tells what is new, leads there, and rests once all is read', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const person = await createPerson();
  await signIn(person);
  await tell(db, person, 25);
  await page.goto('/');
  const bell = page.getByRole('button', { name: 'Notificações: 25 novas' });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await expect(panel.getByRole('listitem')).toHaveCount(20);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(25);
  await panel.getByRole('button', { name: 'Marcar como lida: Nova aula: Crase, parte 2', exact: true }).click();
  await expect(panel.getByRole('link', { name: /^Nova: / })).toHaveCount(24);
  await panel.getByRole('link', { name: /Crase, parte 1 / }).click();
  await expect(page).toHaveURL('/settings');
  await page.getByRole('button', { name: 'Notificações: 23 novas' }).click();
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(panel.getByRole('link', { name: /^Nova: / })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const resting = page.getByRole('button', { name: 'Notificações', exact: true });
  await expect(resting).toBeFocused();
  await expect(resting).toHaveText('');
});

test('an own action asks for what it may have caused', async ({ page, db, createPerson, signIn }) => {
  const person = await createPerson();
  await signIn(person);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible();
  await tell(db, person, 1);
  await page.getByLabel('Nome', { exact: true }).fill('Joana');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('button', { name: 'Notificações: 1 nova' })).toBeVisible();
});

test('each kind is chosen in the settings, and the choice stays', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  await page.goto('/settings');
  await expect(page.getByRole('radio', { name: /^Recomendado/ })).toBeChecked();
  await page.getByText('Escolher um por um').click();
  const content = page.getByRole('group', { name: 'Novas aulas e simulados' });
  await expect(content.getByLabel('Por e-mail')).not.toBeChecked();
  await content.getByLabel('Por e-mail').check();
  await page.getByRole('group', { name: 'Prova chegando' }).getByLabel('Na plataforma').uncheck();
  await expect(
    page.getByRole('group', { name: 'Decisão do pagamento' }).getByLabel('Por e-mail (sempre enviado)'),
  ).toBeDisabled();
  await expectAccessible(page);
  await expect(page.getByText('Agora vale o que você escolheu um por um.')).toBeVisible();
  await page.reload();
  await page.getByText('Escolher um por um').click();
  await expect(content.getByLabel('Por e-mail')).toBeChecked();
  await expect(page.getByRole('group', { name: 'Prova chegando' }).getByLabel('Na plataforma')).not.toBeChecked();
});

test.describe('on a phone', () => {
  test.use(phone);
  test('the panel fills the screen and nothing runs out of it', async ({ page, db, createPerson, signIn }) => {
    const person = await createPerson();
    await signIn(person);
    await tell(db, person, 3);
    await page.goto('/');
    await page.getByRole('button', { name: 'Notificações: 3 novas' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
