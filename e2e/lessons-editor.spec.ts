import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createSubject } from '#server/testing/lessons.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Conteúdo da Aula' });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const html = (page: Page) => text(page).evaluate((element) => element.innerHTML);

async function openEditor(page: Page) {
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await text(page).click();
}

/** Puts something into the clipboard of the page and pastes it. */
async function paste(page: Page, data: Record<string, string>, image?: Buffer) {
  await text(page).evaluate(
    (element, { data, bytes }) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
      if (bytes) clipboardData.items.add(new File([new Uint8Array(bytes)], 'colada.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { data, bytes: image ? [...image] : null },
  );
}

// Playwright's own recorder asks for the preview of an image on its way, which the page's policy refuses.
test.use({ expectedFaults: [/blob:.*connect-src/] });

test.beforeEach(async ({ createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'teacher' }));
});

test('every tool of the bar does what it says, is pressed where it is on, and comes back after publishing', async ({
  page,
  db,
}) => {
  const subject = await createSubject(db, 'Ferramentas');
  await openEditor(page);
  for (const [name, tag] of [
    ['Negrito', 'strong'],
    ['Itálico', 'em'],
    ['Sublinhado', 'u'],
    ['Destacar', 'mark'],
    ['Sobrescrito', 'sup'],
    ['Subscrito', 'sub'],
  ] as const) {
    await tool(page, name).click();
    await page.keyboard.type(`${tag} `);
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await tool(page, name).click();
  }
  for (const level of [1, 2, 3]) {
    await page.keyboard.press('Enter');
    await tool(page, `Título ${level}`).click();
    await page.keyboard.type(`Cabeçalho ${level}`);
  }
  for (const [name, word] of [
    ['Lista com marcadores', 'marcador'],
    ['Lista numerada', 'numero'],
    ['Citação', 'citado'],
  ] as const) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tool(page, name).click();
    await page.keyboard.type(word);
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tool(page, 'Centralizar').click();
  await page.keyboard.type('meio');
  await page.keyboard.press('Enter');
  await tool(page, 'Alinhar à direita').click();
  await page.keyboard.type('direita');
  await page.keyboard.press('Enter');
  await tool(page, 'Alinhar à esquerda').click();
  await page.keyboard.type('desfeito');
  await tool(page, 'Desfazer').click();
  await expect(text(page)).not.toContainText('desfeito');
  await tool(page, 'Refazer').click();
  await expect(text(page)).toContainText('desfeito');

  await tool(page, 'Fórmula').click();
  const formula = page.getByRole('dialog', { name: 'Inserir fórmula' });
  await formula.getByLabel('LaTeX').fill('\\frac{a}{');
  await expect(formula.getByText('Ainda não é uma fórmula')).toBeVisible();
  await formula.getByLabel('LaTeX').fill('\\frac{a}{b}');
  await expect(formula.locator('mfrac')).toBeVisible();
  await formula.getByRole('button', { name: 'Inserir fórmula' }).click();
  await expect(text(page).locator('mfrac')).toBeVisible();

  // Nothing of the text shows above the bar that stays.
  const gap = await page.getByRole('toolbar', { name: 'Formatação' }).evaluate((bar) => {
    const scroller = bar.closest('[tabindex="0"].overflow-y-auto') as HTMLElement;
    scroller.scrollTop = scroller.scrollHeight;
    return bar.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  });
  expect(Math.abs(gap)).toBeLessThan(1);

  await page.getByLabel('Título da Aula').fill('Todas as ferramentas');
  await page.getByLabel('Matéria', { exact: true }).selectOption(String(subject.id));
  await page.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText('Aula publicada!')).toBeVisible();
  await page.getByRole('link', { name: 'Todas as ferramentas' }).click();
  const shown = page.locator('.rich-text');
  for (const part of [
    'strong',
    'em',
    'u',
    'mark',
    'sup',
    'sub',
    'h1',
    'h2',
    'h3',
    'ul li',
    'ol li',
    'blockquote',
    'mfrac',
  ]) {
    await expect(shown.locator(part).first()).toBeVisible();
  }
  await expect(shown.getByText('meio')).toHaveCSS('text-align', 'center');
  await expect(shown.getByText('direita')).toHaveCSS('text-align', 'right');
});

test('links are asked for, completed, refused and removed', async ({ page }) => {
  await openEditor(page);
  let answer = '';
  let question = '';
  page.on('dialog', (dialog) => {
    question = dialog.message();
    void dialog.accept(answer);
  });
  await page.keyboard.type('Veja a lei');
  await page.keyboard.press('Shift+Control+ArrowLeft');
  answer = 'planalto.gov.br';
  await tool(page, 'Link').click();
  expect(question).toBe('URL:');
  await expect(text(page).getByRole('link', { name: 'lei' })).toHaveAttribute('href', 'https://planalto.gov.br');
  await expect(text(page).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  answer = 'javascript:alert(1)';
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Link não aceito')).toBeVisible();
  await expect(text(page).getByRole('link', { name: 'lei' })).toHaveAttribute('href', 'https://planalto.gov.br');
  answer = '';
  await tool(page, 'Link').click();
  await expect(text(page).getByRole('link')).toHaveCount(0);
});

test('images come by address, by button, by paste and by drop, with their size', async ({ page }) => {
  const picture = (colour: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
      .png()
      .toBuffer();
  await openEditor(page);
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('URL da imagem:');
    void dialog.accept('javascript:alert(1)');
  });
  await tool(page, 'Imagem por URL').click();
  await expect(page.getByText('Imagem não aceita')).toBeVisible();

  await page
    .getByLabel('Escolher imagens')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture('#f00') });
  const stored = text(page).locator('img[src^="/api/media/"]');
  await expect(stored).toHaveCount(1);
  await expect(stored.first()).toHaveAttribute('width', '60');
  await expect(stored.first()).toHaveAttribute('height', '40');

  // What is typed next stands behind the image and does not replace it.
  await page.keyboard.type('Depois da imagem');
  await expect(stored).toHaveCount(1);

  await paste(page, {}, await picture('#0f0'));
  await expect(stored).toHaveCount(2);
  await text(page).evaluate(
    (element, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'solta.png', { type: 'image/png' }));
      const { x } = element.getBoundingClientRect();
      element.dispatchEvent(
        new DragEvent('drop', {
          dataTransfer,
          clientX: x + 40,
          clientY: innerHeight / 2,
          bubbles: true,
          cancelable: true,
        }),
      );
    },
    [...(await picture('#00f'))],
  );
  await expect(stored).toHaveCount(3);

  // Word puts a picture of the text beside the text: the text is what is meant.
  await paste(page, { 'text/html': '<p>Do Word</p>', 'text/plain': 'Do Word' }, await picture('#ff0'));
  await expect(text(page)).toContainText('Do Word');
  await expect(stored).toHaveCount(3);

  // Images inside a pasted text are sent; one that lies on the writer's disk is named.
  const inside = `data:image/png;base64,${(await picture('#0ff')).toString('base64')}`;
  await paste(page, { 'text/html': `<p>Com imagem</p><img src="${inside}"><img src="file:///C:/x.png">` });
  await expect(stored).toHaveCount(4);
  await expect(page.getByText('1 imagem não veio; cole-a separadamente')).toBeVisible();

  await page
    .getByLabel('Escolher imagens')
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('não é imagem') });
  await expect(page.getByText('Imagem não enviada')).toBeVisible();
  await expect(page.getByText('Enviando imagem…')).toHaveCount(0);

  await stored.first().click();
  page.once('dialog', (dialog) => void dialog.accept('Um quadrado vermelho'));
  await tool(page, 'Descrever imagem').click();
  await expect(stored.first()).toHaveAttribute('alt', 'Um quadrado vermelho');
});

test('tables grow, shrink, merge, split and keep their widths, also without a mouse', async ({ page }) => {
  await openEditor(page);
  await tool(page, 'Inserir tabela').click();
  const table = text(page).locator('table');
  await expect(table.locator('th')).toHaveCount(3);
  await expect(table.locator('td')).toHaveCount(6);
  await page.keyboard.type('A');
  await page.keyboard.press('Tab');
  await page.keyboard.type('B');
  await expect(page.getByRole('toolbar', { name: 'Tabela' })).toBeVisible();
  await expectAccessible(page);
  await tool(page, 'Linha abaixo').click();
  await tool(page, 'Coluna à direita').click();
  await expect(table.locator('tr')).toHaveCount(4);
  await expect(table.locator('tr').first().locator('th')).toHaveCount(4);
  await tool(page, 'Mesclar células').click();
  await expect(table.locator('[colspan="2"]')).toHaveCount(1);
  await tool(page, 'Dividir célula').click();
  await expect(table.locator('[colspan="2"]')).toHaveCount(0);
  await tool(page, 'Excluir coluna').click();
  await tool(page, 'Excluir linha').click();
  await expect(table.locator('tr')).toHaveCount(3);

  const edge = await table.locator('th, td').first().boundingBox();
  if (!edge) throw new Error('The table is not there.');
  await page.mouse.move(edge.x + edge.width - 1, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 60, edge.y + edge.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await html(page)).toMatch(/colwidth="\d+"/);

  // Tab belongs to the table; Alt+F10 is the way out by keyboard, Escape the way back.
  await table.locator('td').first().click();
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, 'Negrito')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Itálico')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text(page)).toBeFocused();
  await tool(page, 'Excluir tabela').click();
  await expect(table).toHaveCount(0);
});

test('a text that is too long stays in the editor, with words the author understands', async ({ page, db }) => {
  const subject = await createSubject(db, 'Tamanho');
  await openEditor(page);
  await paste(page, { 'text/html': `<p>${'palavra '.repeat(140_000)}</p>` });
  await page.getByLabel('Título da Aula').fill('Enorme');
  await page.getByLabel('Matéria', { exact: true }).selectOption(String(subject.id));
  await page.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText('Erro ao publicar')).toBeVisible();
  await expect(page.getByText('A aula passa de 1 MB de texto. Divida o conteúdo em duas aulas.')).toBeVisible();
  await expect(page.getByLabel('Título da Aula')).toHaveValue('Enorme');
  await expect(text(page)).toContainText('palavra palavra');
});
