import { makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { lostTexts } from './lost-texts.ts';
import { expectTargets } from './targets.ts';
import { untilReady } from './while-hydrating.ts';
import { expectWholeWords } from './words.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.use({ hasTouch: true });

test('wrong lines of a spreadsheet are corrected in its preview by the keyboard, and enter without a new file', async ({
  page,
  createPerson,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/users/import');
  await untilReady(page);
  const table = [
    ['Aluno', 'E-mail', 'CPF', 'Turma'],
    ['Tiago Reis', 'tiago.reis@exemplo.com.br', '', ''],
    ['João Silva', 'joao.silva.gmail.com', '', ''],
    ['Edson Reis', 'edson@exemplo.com.br', '529.982.247-24', ''],
    ['Tiago Luz', 'tiago.reis@exemplo.com.br', '', ''],
    ['Tainá Ribeiro', 'taina@exemplo.com.br', '', 'Turma 3'],
  ];
  const buffer = await makeXlsx([{ data: rowsOf(table) }]);
  await page.getByLabel('Planilha de pessoas').setInputFiles({ name: 'turma.xlsx', mimeType, buffer });
  await expect(page.getByText('2 entram, 3 ficam de fora')).toBeVisible();

  const correct = async (line: number, typed: string) => {
    await page.getByRole('button', { name: `Corrigir aqui a linha ${line}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('form', { name: `Corrigir a linha ${line}` })).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Corrigir aqui a linha ${line}` })).toBeFocused();
  };
  await correct(3, 'joao.silva@exemplo.com.br');
  await expect(page.getByText('3 entram, 2 ficam de fora')).toBeVisible();
  await correct(4, '529.982.247-25');
  // The double is solved at the line that had the address first; the other one enters with it.
  await correct(2, 'tiago@exemplo.com.br');
  await expect(page.getByText('4 entram, 1 fica de fora')).toBeVisible();

  await page.getByRole('button', { name: 'Corrigir aqui a linha 6' }).click();
  const form = page.getByRole('form', { name: 'Corrigir a linha 6' });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page);
  }
  await expectTargets(page, 'a line being corrected');
  await expectWholeWords(page, 'a line being corrected');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(lostTexts), `${width} px`).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(lostTexts), '200 %').toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await form.getByLabel('Oferta').selectOption('');
  await form.getByRole('button', { name: 'Conferir a linha' }).click();
  await page.getByRole('button', { name: 'Trazer 5 pessoas' }).click();
  await expect(page.getByRole('heading', { name: '5 pessoas trazidas' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/admin/users?q=joao.silva');
  await expect(page.getByText('joao.silva@exemplo.com.br').first()).toBeVisible();
});
