import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

/** The bank is shared with all other tests on this server: each test marks its questions with a unique word. */
const ownWord = () => `marca${randomUUID().slice(0, 8)}`;

const csvWith = (word: string) =>
  [
    'enunciado;alternativa_a;alternativa_b;alternativa_c;correta;comentario;comentario_a;materia;assunto;banca;ano;dificuldade',
    `Qual é o plural de "cidadão"? ${word};cidadões;cidadãos;cidadães;B;Terminação -ãos.;Não existe.;Português ${word};Plural;FGV;2024;fácil`,
    `Qual palavra é oxítona? ${word};mesa;lápis;café;C;;;Português ${word};Acentuação;CESPE;2023;média`,
    `Quantas são as vogais? ${word};três;cinco;sete;B;;;Português ${word};Fonologia;;;`,
    'Sem a certa;a;b;c;;;;;;;;',
    `Qual palavra é oxítona? ${word} ;mesa;lápis;café;C;;;;;;;`,
  ].join('\n');

async function post(request: APIRequestContext, url: string, data: object) {
  const reply = await request.post(url, { data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply.json();
}
const question = (questionText: string, more: object = {}) => ({
  questionText,
  options: [
    { optionText: 'errada', isCorrect: false },
    { optionText: 'certa', comment: 'Por isto.', isCorrect: true },
  ],
  ...more,
});

/** This number of questions, in a new subject. */
async function drawable(request: APIRequestContext, word: string, count: number): Promise<number> {
  const subject = await post(request, '/api/subjects', { name: `Raciocínio ${word}` });
  for (let index = 1; index <= count; index += 1) {
    const text = `Sequência número ${index}? ${word}`;
    await post(request, '/api/teacher/questions', question(text, { subjectId: subject.id }));
  }
  return subject.id;
}

/** Composed and published by the calls that the screens make. */
async function composed(request: APIRequestContext, title: string, composition: object): Promise<number> {
  const quiz = await post(request, '/api/teacher/quizzes', { title });
  const data = {
    questionIds: [],
    draws: [],
    shuffleOptions: false,
    isTraining: false,
    ...composition,
    revision: quiz.revision,
  };
  const reply = await request.put(`/api/teacher/quizzes/${quiz.id}/composition`, { data });
  expect(reply.ok(), await reply.text()).toBe(true);
  await post(request, `/api/teacher/quizzes/${quiz.id}/publish`, { revision: (await reply.json()).revision });
  return quiz.id;
}

test('a teacher imports a spreadsheet, sees everything first, and finds it in the bank', async ({
  page,
  createPerson,
  signIn,
}) => {
  const word = ownWord();
  await signIn(await createPerson({ role: 'teacher' }));
  await page.goto('/teacher/quizzes');
  await page.getByRole('navigation', { name: 'Mesa' }).getByRole('link', { name: 'Questões' }).click();
  await page.getByRole('link', { name: 'Importar', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Baixar o modelo' })).toBeVisible();

  const pick = (name: string, content: Buffer) =>
    page.getByLabel('Arquivo de questões').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
  await pick('foto.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  await expect(page.getByRole('alert').filter({ hasText: 'não foi aceito' })).toContainText('imagem');

  // As Excel in Portuguese writes it.
  await pick('questões.csv', Buffer.from(csvWith(word), 'latin1'));
  await expect(page.getByRole('heading', { name: 'Conferir importação' })).toBeVisible();
  await expect(page.getByText('3 questões prontas')).toBeVisible();
  await expect(page.getByText('1 questão com problema fica de fora')).toBeVisible();
  await expect(page.getByText('1 matéria será criada')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Linha 5' })).toBeVisible();
  await expect(page.getByText('Diga na coluna "correta" qual alternativa é a certa.', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Repetidas (1)' }).click();
  await expect(page.getByText('Repetida no arquivo')).toBeVisible();
  await page.getByRole('tab', { name: 'Todas (5)' }).click();
  await expect(page.getByRole('tabpanel').getByText('Terminação -ãos.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Importar 3 questões' }).click();
  await expect(page.getByText('3 questões importadas')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Ver as questões deste arquivo' }).click();
  await page.getByLabel('Procurar no banco').fill(word);
  await expect(page.getByText('3 questões', { exact: true })).toBeVisible();
  await page.getByLabel('Procurar no banco').fill(`oxitonas ${word}`);
  await expect(page.getByText('1 questão', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: `Qual palavra é oxítona? ${word}` }).click();
  await expect(page.getByLabel('Assunto').locator('option:checked')).toHaveText('Acentuação');
  await expect(page.getByLabel('Banca')).toHaveValue('CESPE');
});

test('the same file again has nothing new', async ({ page, createPerson, signIn }) => {
  const file = { name: 'questões.csv', mimeType: 'text/csv', buffer: Buffer.from(csvWith(ownWord())) };
  await signIn(await createPerson({ role: 'teacher' }));
  const sent = await page.request.post('/api/teacher/question-imports', { multipart: { name: file.name, file } });
  const address = `/api/teacher/question-imports/${(await sent.json()).id}`;
  await post(page.request, `${address}/confirm`, {});
  await expect.poll(async () => (await (await page.request.get(address)).json()).state).toBe('done');
  await page.goto('/teacher/quizzes/import');
  await page.getByLabel('Arquivo de questões').setInputFiles(file);
  await expect(page.getByText('Nada novo para importar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar 0 questões' })).toBeDisabled();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByRole('heading', { name: 'Importar questões' })).toBeVisible();
});

test('a question is written with formatting, changed, taken out of use and exported', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  await post(page.request, '/api/subjects', { name: `Matéria ${ownWord()}` });
  await page.goto('/teacher/quizzes/bank/new');
  await page.getByRole('button', { name: 'Criar questão' }).click();
  await expect(page.getByText('Use de 2 a 6 alternativas.')).toBeVisible();
  await page.getByRole('radio', { name: /Texto formatado/ }).check();
  const statement = page.getByRole('textbox', { name: 'Enunciado' });
  await statement.click();
  await page.keyboard.type('Observe a palavra ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('sublime');
  await page.getByLabel('Texto da alternativa A').fill('É proparoxítona, ou não?');
  await page.getByLabel('Texto da alternativa B').fill('É paroxítona.');
  await page.getByRole('radio', { name: 'Alternativa B é a certa' }).check();
  await page.getByLabel('Matéria').selectOption({ index: 1 });
  await page.getByLabel('Assunto').selectOption('Novo assunto…');
  await page.getByLabel('Novo assunto', { exact: true }).fill(`Acentuação ${ownWord()}`);
  await page.getByRole('button', { name: 'Criar questão' }).click();
  await expect(toastOf(page, 'Questão criada')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Questão \d+$/ })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'sublime' })).toBeVisible();
  await expect(page.getByLabel('Texto da alternativa A')).toHaveValue('É proparoxítona, ou não?');

  await page.getByLabel('Texto da alternativa A').fill('É oxítona.');
  await page.getByRole('button', { name: 'Salvar questão' }).click();
  await expect(toastOf(page, 'Questão salva')).toBeVisible();
  await expect(page.getByText('2 versões')).toBeVisible();

  await page.getByRole('button', { name: 'Marcar como desatualizada' }).click();
  await page.getByRole('alertdialog').getByLabel('Motivo').fill('O acordo mudou.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Marcar' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByText('O acordo mudou.')).toBeVisible();
  await expect(page.getByText('Desatualizada', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reativar' }).click();
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();

  await page.goto('/teacher/quizzes/bank');
  // At 1280 px every column is in view, the share of right answers among them.
  await expect(page.getByRole('columnheader', { name: 'Acerto' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Questões do banco' });
  const status = await table.getByRole('columnheader', { name: 'Situação' }).boundingBox();
  expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThan(1260);
  await page.getByRole('button', { name: 'Exportar' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Moodle (GIFT)' }).click();
  expect((await download).suggestedFilename()).toBe('questoes.gift.txt');
});

test('a quiz is composed from the bank with a draw that the bank can fill', async ({ page, createPerson, signIn }) => {
  const word = ownWord();
  await signIn(await createPerson({ role: 'teacher' }));
  await drawable(page.request, word, 2);
  await post(page.request, '/api/teacher/questions', question(`Escolhida a dedo? ${word}`));
  const quiz = await post(page.request, '/api/teacher/quizzes', { title: `Composto ${word}` });

  await page.goto(`/teacher/quizzes/${quiz.id}/compose`);
  await page.getByLabel('Procurar no banco').fill(`escolhida ${word}`);
  // What is chosen belongs to a search: it has to be the one that is asked for by now.
  await expect(page.getByText('1 questão ativa', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: /Escolhida a dedo/ }).check();
  await page.getByRole('button', { name: 'Adicionar 1' }).click();
  await expect(page.getByText('Incluída')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'No simulado (1)' }).click();
  await page.getByRole('button', { name: 'Incluir sorteio' }).click();
  const rule = page.getByRole('group', { name: 'Sorteio 1' });
  await rule.getByLabel('Sortear').fill('3');
  await rule.getByLabel('Matéria').selectOption({ label: `Raciocínio ${word} (2)` });
  await expect(rule.getByText('O sorteio pede 3 questões, e o banco tem 2 que servem.')).toBeVisible();
  await page.getByLabel('Embaralhar as alternativas').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar composição' }).click();
  await expect(toastOf(page, 'Composição salva')).toBeVisible();

  await page.getByRole('button', { name: 'Editar e publicar' }).click();
  await expect(page.getByText('Mais 3 questões sorteadas do banco em cada tentativa.')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(toastOf(page, 'Erro ao publicar')).toContainText(
    'O sorteio pede 3 questões, e o banco tem 2 que servem.',
  );
  await page.getByRole('button', { name: 'Compor do banco' }).click();
  await rule.getByLabel('Sortear').fill('2');
  await page.getByRole('button', { name: 'Salvar composição' }).click();
  await expect(toastOf(page, 'Composição salva')).toBeVisible();
  await page.getByRole('button', { name: 'Editar e publicar' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(toastOf(page, 'Simulado publicado!')).toBeVisible();
});

test('a randomly selected set stays the same for its student', async ({ page, createPerson, signIn }) => {
  const word = ownWord();
  await signIn(await createPerson({ role: 'teacher' }));
  const subjectId = await drawable(page.request, word, 6);
  const quizId = await composed(page.request, `Sorteado ${word}`, { draws: [{ count: 3, subjectId }] });
  await signIn(await createPerson());
  await page.goto(`/quizzes/${quizId}`);
  await expect(page.getByText(`Raciocínio ${word}`)).toBeVisible();
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  const drawn = page.getByRole('dialog').getByText(/Sequência número \d\?/);
  const first = await drawn.textContent();
  await page.reload();
  await page.getByRole('button', { name: 'Continuar Simulado' }).click();
  await expect(drawn).toHaveText(first ?? '');
});

test('a teacher sees a bad question in the statistics and annuls it; students get the point', async ({
  page,
  createPerson,
  signIn,
}) => {
  // Two people and nine pages: on a busy machine the usual half minute is not enough.
  test.setTimeout(90_000);
  const teacher = await createPerson({ role: 'teacher' });
  await signIn(teacher);
  const first = await post(page.request, '/api/teacher/questions', question('A questão ruim?'));
  const second = await post(page.request, '/api/teacher/questions', question('A questão boa?'));
  const quizId = await composed(page.request, 'Com uma questão ruim', { questionIds: [first.id, second.id] });
  const student = await createPerson({ firstName: 'Caio', lastName: 'Prado' });
  await signIn(student);
  const sheet = await post(page.request, `/api/quizzes/${quizId}/start`, {});
  await post(page.request, `/api/attempts/${sheet.id}/finish`, {
    answers: [
      { questionId: first.id, optionId: first.options[0].id, flagged: false, seq: 1 },
      { questionId: second.id, optionId: second.options[1].id, flagged: false, seq: 2 },
    ],
  });

  await signIn(teacher);
  await page.goto(`/teacher/quizzes/${quizId}/statistics`);
  // The worst stands first, and beside the table.
  await expect(page.getByRole('row').nth(1)).toContainText('A questão ruim?');
  await expect(page.getByRole('article')).toContainText('0%');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Abrir no banco de questões' }).first().click();
  await page.getByRole('button', { name: 'Anular questão' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 tentativa muda')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Caio Prado .* 5\/10 Não aprovado 10\/10 Aprovado/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Anular e corrigir notas' }).click();
  await expect(dialog.getByText('Diga por que a questão foi anulada.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('As duas alternativas são aceitáveis.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Anular e corrigir notas' }).click();
  await expect(toastOf(page, 'Questão anulada')).toContainText('1 tentativa corrigida');
  await expect(page.getByText('Anulada', { exact: true })).toBeVisible();

  await signIn(student);
  await page.goto(`/quizzes/${quizId}/attempts/${sheet.id}`);
  await expect(page.getByText('10/10', { exact: true })).toBeVisible();
  await expect(page.getByText('As duas alternativas são aceitáveis.')).toBeVisible();

  await signIn(teacher);
  await page.goto(`/teacher/quizzes/bank/${first.id}`);
  await page.getByRole('button', { name: 'Desfazer anulação' }).click();
  await dialog.getByRole('button', { name: 'Desfazer e corrigir notas' }).click();
  await expect(toastOf(page, 'Anulação desfeita')).toBeVisible();
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
});

test.describe('on a narrow phone', () => {
  test.use({ ...phone, viewport: { width: 320, height: 640 } });

  test('screens of questions hold long words, wide tables and pictures', async ({ page, createPerson, signIn }) => {
    const long = 'anticonstitucionalissimamente'.repeat(4);
    const cells = Array.from({ length: 9 }, (_, column) => `<td>coluna larga ${column}</td>`).join('');
    const rich = `<p><strong>Veja</strong> ${long}</p><table><tbody><tr>${cells}</tr></tbody></table><p><img src="/icon-512.png" alt="Logotipo"></p>`;
    const written = (format: 'html' | 'plain', text: string) => ({
      format,
      questionText: text,
      comment: text,
      topic: long.slice(0, 60),
      options: ['1', '2'].map((mark) => ({ optionText: text + mark, comment: text, isCorrect: mark === '2' })),
    });
    await signIn(await createPerson({ role: 'teacher' }));
    const made = [
      await post(page.request, '/api/teacher/questions', written('html', rich)),
      await post(page.request, '/api/teacher/questions', written('plain', long)),
    ];
    const quizId = await composed(page.request, long, { questionIds: made.map(({ id }) => id) });

    const fits = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    };
    await fits('/teacher/quizzes/import');
    await fits('/teacher/quizzes/bank');
    await fits(`/teacher/quizzes/bank/${made[0].id}`);
    await fits(`/teacher/quizzes/${quizId}`);
    await fits(`/teacher/quizzes/${quizId}/compose`);
    await fits(`/teacher/quizzes/bank/${made[1].id}`);

    await signIn(await createPerson());
    const sheet = await post(page.request, `/api/quizzes/${quizId}/start`, {});
    await post(page.request, `/api/attempts/${sheet.id}/finish`, { answers: [] });
    await fits(`/quizzes/${quizId}`);
    await fits(`/quizzes/${quizId}/attempts/${sheet.id}`);
  });
});
