import { pagePhoto } from '#server/testing/page-photos.ts';
import { createTheme, espelho } from './essay-seeds.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('a student delivers a photo, a teacher marks a rectangle on it, and the student sees it', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const student = await createPerson({ firstName: 'Rafaela' });
  const { id: themeId } = await createTheme(db, teacher.id);

  await signIn(student);
  await page.goto(`/essays/themes/${themeId}`);
  await page.getByRole('button', { name: 'Enviar foto da folha' }).click();
  await page.getByLabel('Foto ou PDF da folha').setInputFiles({
    name: 'folha.jpg',
    mimeType: 'image/jpeg',
    buffer: await pagePhoto(1, { width: 1200, height: 900 }),
  });
  const editor = page.getByRole('dialog', { name: 'Ajuste a página' });
  await editor.getByRole('button', { name: 'Girar' }).click();
  const corner = editor.getByRole('button', { name: /Canto de cima, à esquerda/ });
  await corner.press('Shift+ArrowRight');
  await expect(corner).toHaveAccessibleName(/5 % da largura/);
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Ver como fica' }).click();
  const look = page.getByRole('dialog', { name: 'Confira a página' });
  await expect(look.getByRole('img', { name: 'A página como será enviada' })).toBeVisible();
  await look.getByRole('button', { name: 'Enviar esta página' }).click();
  const sent = page.getByRole('img', { name: /Página 1: abrir/ });
  // The picture is made smaller in the browser first.
  await expect(sent).toBeVisible({ timeout: 20_000 });
  // Turned: higher than wide.
  expect(await sent.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth)).toBe(true);
  await page.getByLabel('Linhas escritas').fill('27');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entregar esta foto' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Em correção', { exact: true })).toBeVisible();
  const essayId = Number(page.url().split('/').at(-1));

  await signIn(teacher);
  await page.goto(`/teacher/essays/${essayId}`);
  const picture = page.getByRole('img', { name: 'Página 1 de 1, escrita à mão' });
  await expect(page.getByText('27 linhas, 1 página')).toBeVisible();
  await expect(page.getByText('Rascunho salvo')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Soltar' })).toBeVisible();
  const box = await picture.boundingBox();
  if (!box) throw new Error('The page is not shown.');
  await page.mouse.move(box.x + box.width * 0.1, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('m');
  await page.getByLabel('Comentário', { exact: true }).fill('Vírgula entre sujeito e verbo.');
  await expect(page.getByRole('button', { name: 'Marca 1: Vírgula entre sujeito e verbo.' })).toBeVisible();
  for (const { key } of espelho.criteria) await page.locator(`[data-points="${key}"]`).fill('2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Devolver' }).click();
  await page.waitForURL('/teacher/essays');

  await signIn(student);
  await page.goto(`/essays/${essayId}`);
  await page.getByRole('button', { name: 'Marca 1: Vírgula entre sujeito e verbo.' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Vírgula entre sujeito e verbo.' }).last()).toBeVisible();
});
