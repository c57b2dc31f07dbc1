import sharp from 'sharp';
import { expect, it } from 'vitest';
import { item, makeDocx, paragraph, run } from '#server/docx/testing/make-docx.ts';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

async function send(content: Buffer, name = 'Aula de crase.docx') {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { 'content-type': String(request.headers.get('content-type')) };
  return test.request({ method: 'POST', url: '/api/articles/imports', payload, headers, as: teacher });
}

const picture = (id: string) =>
  paragraph(`<w:r><w:drawing><wp:docPr descr="Mapa"/><a:blip r:embed="${id}"/></w:drawing></w:r>`);

it('a Word file is read as a lesson that is not published yet, with its images', async () => {
  const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const before = await countRows(test.deps.db, 'lessons');
  const response = await send(
    await makeDocx(
      paragraph(run('Crase & afins'.replace('&', '&amp;')), '<w:pStyle w:val="Ttulo1"/>') +
        item(1, 0, 'inciso') +
        picture('rId1') +
        picture('rId2'),
      {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="media/a.png"/><Relationship Id="rId2" Target="media/b.emf"/></Relationships>',
        'word/media/a.png': image,
        'word/media/b.emf': Buffer.from('desenho antigo'),
      },
    ),
  );
  expect(response.statusCode).toBe(200);
  const { title, content, imageCount, missed } = response.json();
  expect(title).toBe('Crase & afins');
  expect(content).toMatch(
    /^<ol type="I"><li><p>inciso<\/p><\/li><\/ol><p><img src="\/api\/media\/\d+-[0-9a-f]{32}" width="40" height="20" alt="Mapa" \/><\/p><p><\/p>$/,
  );
  expect([imageCount, missed]).toEqual([1, [{ what: 'imagens em formatos antigos', count: 1 }]]);
  expect(await countRows(test.deps.db, 'lessons')).toBe(before);
});

it('a lesson without a title is named by its file, and a file that cannot be read gets the reason', async () => {
  expect((await send(await makeDocx(paragraph(run('só texto'))))).json()).toMatchObject({ title: 'Aula de crase' });
  const bomb = await makeDocx('', { 'word/document.xml': Buffer.alloc(60 * 1024 * 1024, 'a') });
  for (const [content, status, words] of [
    [Buffer.from('não é um zip'), 415, 'danificado ou protegido'],
    [await makeDocx('', { 'word/document.xml': '<x/>' }), 415, 'não é um documento do Word'],
    [bomb, 413, 'grande demais'],
    [await makeDocx(paragraph('')), 400, 'Não encontramos texto'],
    [Buffer.alloc(0), 400, 'Escolha um arquivo'],
  ] as const) {
    const response = await send(content);
    expect([response.statusCode, response.json().message]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await countRows(test.deps.db, 'lessons')).toBe(0);
});
