import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, paragraph, run } from '#server/docx/testing/make-docx.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { inline, makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
});

function upload(content: string | Buffer, name: string, as = ana) {
  const boundary = 'limite';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as,
  });
}
async function uploaded(content: string | Buffer, name: string, as = ana) {
  const reply = await upload(content, name, as);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
}
const entries = async (id: number, as = ana) =>
  (await test.request({ method: 'GET', url: `/api/teacher/question-imports/${id}/entries`, as })).json();
const choose = (id: number, headerLine: number, fields: (string | null)[], as = ana) =>
  test.request({
    method: 'PUT',
    url: `/api/teacher/question-imports/${id}/columns`,
    payload: { headerLine, fields },
    as,
  });
const confirmed = async (id: number) => {
  await test.request({ method: 'POST', url: `/api/teacher/question-imports/${id}/confirm`, as: ana });
  await test.deps.jobs.drain();
  return (await test.request({ method: 'GET', url: `/api/teacher/question-imports/${id}`, as: ana })).json();
};

describe('a spreadsheet', () => {
  const rows = [
    ['Simulado de Geografia'],
    ['Comando', 'A', 'B', 'Chave', 'Observações'],
    ['Qual é a capital da Itália?', 'Roma', 'Paris', 'a)', 'rever'],
    ['Qual é a capital da França?', 'Roma', 'Paris', 'Letra B', ''],
  ];

  it('from Excel is read with the values of formulas, and with the columns that the author assigns', async () => {
    const formula = '<row r="5"><c r="A5" t="str"><f>HYPERLINK("http://x","y")&amp;A1</f><v>Vale a soma?</v></c>';
    const data = `${rowsOf(rows)}${formula}${inline('B5', 'Sim')}${inline('C5', 'Não')}${inline('D5', 'F')}</row>`;
    const made = await uploaded(await makeXlsx([{ data }]), 'geografia.xlsx');
    expect(made).toMatchObject({ fileKind: 'xlsx', total: 3 });
    expect(made.table).toMatchObject({
      headerLine: 2,
      missing: [],
      columns: [
        { header: 'Comando', field: 'enunciado', by: 'guess', sample: 'Qual é a capital da Itália?' },
        { field: 'alternativa_a', by: 'name' },
        { field: 'alternativa_b', by: 'name' },
        { header: 'Chave', field: 'correta', by: 'guess' },
        { header: 'Observações', field: null },
      ],
    });
    const fields = ['enunciado', 'alternativa_a', 'alternativa_b', 'correta', 'comentario'];
    const reply = await choose(made.id, 2, fields);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ total: 3, problemCount: 1, readyCount: 2 });
    const read = await entries(made.id);
    expect(read.map((entry: { line: number; problem: string | null }) => [entry.line, entry.problem])).toEqual([
      [3, null],
      [4, null],
      [5, 'A alternativa certa (F) está vazia.'],
    ]);
    expect(read[0].question).toMatchObject({ questionText: rows[2]?.[0], comment: 'rever' });
    expect(read[2].excerpt).toBe('Vale a soma?');
    expect(await confirmed(made.id)).toMatchObject({ state: 'done', imported: 2 });
    expect((await choose(made.id, 2, fields)).json()).toMatchObject({ code: 'state_conflict' });
  });

  it('has its columns remembered for the whole school, and only its owner assigns them', async () => {
    const other = [
      ['Comando', 'A', 'B', 'Chave', 'Observações'],
      ['Onde fica Lima?', 'Peru', 'Chile', 'A', 'fácil essa'],
    ];
    const made = await uploaded(await makeXlsx([{ data: rowsOf(other) }]), 'outra.xlsx', bia);
    expect(made.table.columns.map(({ field, by }: { field: string; by: string }) => [field, by])).toEqual([
      ['enunciado', 'memory'],
      ['alternativa_a', 'memory'],
      ['alternativa_b', 'memory'],
      ['correta', 'memory'],
      ['comentario', 'memory'],
    ]);
    expect((await choose(made.id, 1, ['enunciado'])).statusCode).toBe(404);
    const twice = await choose(made.id, 1, ['enunciado', 'enunciado'], bia);
    expect(twice.json()).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/Duas colunas/) });
    const none = (await choose(made.id, 1, [null, null, null, null, null], bia)).json();
    expect(none).toMatchObject({ readyCount: 0, table: { missing: ['enunciado', 'correta'] } });
  });

  it('reassigned while it is confirmed is imported with one of the two assignments, never a mix', async () => {
    const made = await uploaded('Enunciado;A;B;Gabarito\nCorrida de colunas?;Sim;Não;A', 'corrida.csv');
    const fields = ['enunciado', 'alternativa_b', 'alternativa_a', 'correta'];
    const [begun, changed] = await Promise.all([
      test.request({ method: 'POST', url: `/api/teacher/question-imports/${made.id}/confirm`, as: ana }),
      choose(made.id, 1, fields),
    ]);
    expect(begun.statusCode).toBe(200);
    expect([200, 409]).toContain(changed.statusCode);
    await test.deps.jobs.drain();
    const found = await test.request({ method: 'GET', url: '/api/teacher/questions?search=corrida+colunas', as: ana });
    expect(found.json()).toHaveLength(1);
  });

  it('with very many empty rows is read, and one with a password is refused', async () => {
    const empty = Array.from({ length: 50_000 }, (_, line) => `<row r="${line + 3}"><c r="A${line + 3}"/></row>`).join(
      '',
    );
    const data = `${rowsOf([
      ['enunciado', 'gabarito'],
      ['A Terra gira em torno do Sol?', 'C'],
    ])}${empty}`;
    expect(await uploaded(await makeXlsx([{ data }]), 'vazia.xlsx')).toMatchObject({ total: 1, readyCount: 1 });
    expect((await upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'senha.xlsx')).json()).toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/sem senha/),
    });
  });
});

it('a document with numbered questions, a marked answer and a picture is imported', async () => {
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const picture = '<w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r>';
  const body = [
    paragraph(run('1. Que cor tem a figura? ') + picture),
    paragraph(run('a) Azul')),
    paragraph(run('b) Vermelha', '<w:highlight w:val="yellow"/>')),
    paragraph(run('2. Sem gabarito?')),
    paragraph(run('a) Um')),
    paragraph(run('b) Dois')),
  ].join('');
  const made = await uploaded(
    await makeDocx(body, {
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="media/image1.png"/></Relationships>',
      'word/media/image1.png': image,
    }),
    'lista.docx',
  );
  expect(made).toMatchObject({ fileKind: 'docx', table: null, total: 2, problemCount: 1 });
  const [first, second] = await entries(made.id);
  expect(first.question.questionText).toMatch(/<img src="\/api\/media\/\d+-[0-9a-f]{32}"/);
  expect(first.question.options).toEqual([
    { optionText: '<p>Azul</p>', comment: '', isCorrect: false },
    { optionText: '<p>Vermelha</p>', comment: '', isCorrect: true },
  ]);
  expect(second).toMatchObject({ line: 4, problem: expect.stringMatching(/resposta certa/) });
});

describe('Moodle XML', () => {
  it('is imported with the pictures of Moodle 1.x, which are beside the text of a question', async () => {
    const picture = sharp({ create: { width: 5, height: 4, channels: 3, background: 'red' } });
    const image = (await picture.png().toBuffer()).toString('base64');
    const question = (name: string, base64: string) =>
      `<question type="multichoice"><name><text>${name}</text></name><questiontext format="moodle_auto_format"><text>Que bandeira é a ${name}?</text></questiontext><image>pasta/${name}.png</image><image_base64>${base64}</image_base64>
<answer fraction="100"><text>A vermelha</text></answer><answer fraction="0"><text>A azul</text></answer></question>`;
    const source = `<?xml version="1.0" encoding="UTF-8"?><quiz>${question('primeira', image)}${question('segunda', 'AAAA')}</quiz>`;
    const made = await uploaded(source, 'velho.xml');
    expect(made).toMatchObject({ fileKind: 'moodle', readyCount: 1, problemCount: 1 });
    const [first, second] = await entries(made.id);
    expect(first.question.questionText).toMatch(/Que bandeira.*src="\/api\/media\/\d+-[0-9a-f]{32}"/s);
    expect(second.problem).toBe('A imagem desta questão não é uma imagem aceita.');
  });

  it('is imported with pictures as media and categories as topics, and an export is read back', async () => {
    const image = (
      await sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const source = `<?xml version="1.0" encoding="UTF-8"?><quiz>
<question type="category"><category><text>$course$/top/Cartografia/Mapas/Escalas</text></category></question>
<question type="multichoice"><name><text>Q</text></name><questiontext format="html"><text><![CDATA[<p>Que mapa é <img src="@@PLUGINFILE@@/m.png"></p>]]></text><file name="m.png" path="/" encoding="base64">${image}</file></questiontext>
<answer fraction="100" format="html"><text>Físico</text></answer><answer fraction="0" format="html"><text>Político</text></answer></question>
<question type="multichoice"><name><text>Som</text></name><questiontext format="html"><text><![CDATA[<a href="@@PLUGINFILE@@/a.mp3">ouça</a>]]></text><file name="a.mp3" path="/" encoding="base64">AAAA</file></questiontext>
<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
    const made = await uploaded(source, 'mapas.xml');
    expect(made).toMatchObject({
      fileKind: 'moodle',
      readyCount: 1,
      problemCount: 1,
      newTopics: [{ topic: 'Mapas > Escalas' }],
    });
    const [first, second] = await entries(made.id);
    expect(first.question.questionText).toMatch(/src="\/api\/media\/\d+-[0-9a-f]{32}"/);
    expect(second.problem).toMatch(/"a.mp3"/);
    expect(await confirmed(made.id)).toMatchObject({ imported: 1 });
    const exported = await test.request({
      method: 'GET',
      url: '/api/teacher/question-export?search=mapa&format=moodle',
      as: ana,
    });
    expect(exported.headers['content-type']).toBe('application/xml; charset=utf-8');
    const again = await uploaded(exported.body, 'questoes.xml');
    expect(again).toMatchObject({ total: 1, duplicateCount: 1 });
    expect((await entries(again.id))[0].question).toEqual({ ...first.question, subject: 'Cartografia' });
  });

  it('with a DOCTYPE is refused with its line', async () => {
    const reply = await upload('<?xml version="1.0"?>\n<!DOCTYPE quiz [<!ENTITY a "&b;">]>\n<quiz>&a;</quiz>', 'x.xml');
    expect(reply.json()).toMatchObject({ code: expect.stringMatching(/bad_request|unsupported_type/) });
    const inside = await upload('<quiz>\n<!DOCTYPE quiz [<!ENTITY a "&b;">]>\n&a;</quiz>', 'x.xml');
    expect(inside.json()).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/linha 2/) });
  });
});

it('a file of an unknown format is refused', async () => {
  const reply = await upload('Uma carta qualquer, sem questões.', 'carta.txt');
  expect(reply.json()).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/Não reconhecemos/) });
});
