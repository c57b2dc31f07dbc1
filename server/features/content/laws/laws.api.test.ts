import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LAW_ARTICLES_PAGE, LAW_FILE_MAX_BYTES, LAW_SOURCE_MAX } from '#contract/content/law-limits.ts';
import type { Law, LawArticlePage, LawPreview, LawTextLine, WrittenLaw } from '#contract/content/laws.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { makeDocx } from '#server/docx/testing/make-docx.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
let teacher: Person;
let student: Person;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
});

// Reading a law takes much of a minute's limit.
beforeEach(() => test.clock.advance(MINUTE_MS));

const source = `LEI Nº 9.999, DE 7 DE ABRIL DE 1997

Define exemplos e dá outras providências.

TÍTULO I
DOS EXEMPLOS

CAPÍTULO I
DO COMEÇO

Art. 1º Constitui exemplo:

I - o primeiro;

II - o segundo:

a) com letra.

§ 1º O antigo parágrafo.

§ 1º O novo parágrafo. (Redação dada pela Lei nº 10.000, de 2 de maio de 2001)

Art. 2º (VETADO)

CAPÍTULO II
DO FIM

Art. 3º-A. Esta Lei vigora hoje.`;

const post = (url: string, payload: object, as: Person = teacher) => test.request({ method: 'POST', url, payload, as });
const body = (over: object = {}) => ({
  format: 'text',
  source,
  name: 'Lei dos Exemplos',
  shortName: 'LEx',
  nicknames: ['Lei Exemplar'],
  ementa: 'Define exemplos.',
  urn: null,
  creationKey: randomUUID(),
  ...over,
});
const create = async (over: object = {}): Promise<WrittenLaw> => {
  const response = await post('/api/teacher/laws', body(over));
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};
const get = (url: string, as: Person = student) => test.request({ method: 'GET', url, as });

describe('taking a law in', () => {
  it('previews devices, outline, guesses and problems, and stores nothing', async () => {
    const response = await post('/api/teacher/laws/preview', { format: 'text', source });
    expect(response.statusCode, response.body).toBe(200);
    const preview: LawPreview = response.json();
    expect(preview.name).toBe('LEI Nº 9.999, DE 7 DE ABRIL DE 1997');
    expect(preview.urn).toBe('urn:lex:br:federal:lei:1997-04-07;9999');
    expect(preview.earlierCount).toBe(1);
    expect(preview.counts).toContainEqual({ kind: 'artigo', count: 3 });
    expect(preview.outline.map(({ lexId }) => lexId)).toEqual([
      'tit1',
      'tit1_cap1',
      'art1',
      'art2',
      'tit1_cap2',
      'art3-1',
    ]);
    expect((await get('/api/laws')).json()).toEqual([]);
  });

  it('lists what was not understood', async () => {
    const response = await post('/api/teacher/laws/preview', {
      format: 'text',
      source: 'Art. 1º Um.\n\nArt. 3º Três.',
    });
    expect((response.json() as LawPreview).problems).toEqual([
      { line: 3, words: 'Faltam artigos: depois de Art. 1º vem Art. 3º.' },
    ]);
  });

  it('takes a law in once under one creation key', async () => {
    const key = randomUUID();
    const made = await create({ creationKey: key, name: 'Uma vez' });
    const again = await post('/api/teacher/laws', body({ creationKey: key, name: 'Uma vez' }));
    expect([again.statusCode, again.json().id]).toEqual([200, made.id]);
    expect(made.urn).toBe(`urn:escola:norma:${key}`);
    expect(await auditOf(test.deps.db, `law:${made.id}`)).toHaveLength(1);
  });

  it('refuses a second law with the same URN', async () => {
    const urn = 'urn:lex:br:federal:lei:1997-04-07;9455';
    await create({ urn });
    const second = await post('/api/teacher/laws', body({ urn }));
    expect([second.statusCode, second.json().code]).toEqual([409, 'conflict']);
  });

  it('refuses a text without an article', async () => {
    const response = await post('/api/teacher/laws', body({ source: 'Só um texto.' }));
    expect([response.statusCode, response.json().message]).toEqual([400, 'Não encontramos nenhum artigo neste texto.']);
  });

  it('refuses more devices than a norm has', async () => {
    const many = Array.from({ length: 31_000 }, () => 'I - a;').join('\n');
    const response = await post('/api/teacher/laws/preview', { format: 'text', source: `Art. 1º Um:\n${many}` });
    expect([response.statusCode, response.json().code]).toEqual([413, 'too_large']);
  });

  const send = async (name: string, content: Buffer) => {
    const { payload, headers } = await multipartForm({ file: [name, new Uint8Array(content)] });
    return test.request({ method: 'POST', url: '/api/teacher/laws/files', payload, headers, as: teacher });
  };

  it('refuses a law of 20 MB and a larger file, and stays up', { timeout: 60_000 }, async () => {
    const line = 'Art. 1º A lei.\n';
    for (const bytes of [LAW_FILE_MAX_BYTES - 1, LAW_FILE_MAX_BYTES + 1]) {
      const large = await send('lei.txt', Buffer.alloc(bytes, line));
      expect([large.statusCode, large.json().code]).toEqual([413, 'too_large']);
    }
    const page = await send('lei.html', Buffer.alloc(LAW_FILE_MAX_BYTES - 1, '<p><strike>Art. 1º A</strike></p>'));
    expect([page.statusCode, page.json().code]).toEqual([413, 'too_large']);
    const pasted = { format: 'text', source: line.repeat(LAW_SOURCE_MAX / line.length + 1) };
    const preview = await post('/api/teacher/laws/preview', pasted);
    expect([preview.statusCode, Object.keys(preview.json().fields)]).toEqual([400, ['source']]);
    expect((await send('lei.txt', Buffer.from(line))).statusCode).toBe(200);
  });

  it.each(['div', 'b', 'table><tr><td', 'blockquote', 'strike'])(
    'refuses 10,000 nested levels of <%s> in a page',
    async (tag) => {
      const source = `${`<${tag}>`.repeat(10_000)}Art. 1º Fundo.`;
      const response = await post('/api/teacher/laws/preview', { format: 'html', source });
      expect([response.statusCode, response.json().code]).toEqual([413, 'too_large']);
    },
  );

  it('reads files of text in Windows-1252, of HTML and of Word', async () => {
    const plain = await send('lei.txt', Buffer.from('Art. 1º Ação.', 'latin1'));
    expect(plain.json()).toEqual({ format: 'text', source: 'Art. 1º Ação.', problems: [] });
    const page = await send('lei.htm', Buffer.from('<html><p><strike>Art. 1º A</strike></p></html>'));
    expect(page.json().format).toBe('html');
    const word = await send('lei.docx', await makeDocx('<w:p><w:r><w:t>Art. 1º Palavra.</w:t></w:r></w:p>'));
    expect(word.json()).toMatchObject({ format: 'html', source: expect.stringContaining('Art. 1º Palavra.') });
    const picture = await send('lei.png', Buffer.from([0x89, 0x50, 0, 0, 1]));
    expect([picture.statusCode, picture.json().code]).toEqual([415, 'unsupported_type']);
  });
});

describe('reading a law', () => {
  it('shows the outline, and articles with their texts in force', async () => {
    const { id } = await create({ name: 'Para ler' });
    const law: Law = (await get(`/api/laws/${id}`)).json();
    expect(law.outline).toHaveLength(6);
    expect(law.name).toBe('Para ler');
    const articles = (await get(`/api/laws/${id}/articles`)).json();
    expect(articles[0].devices.map(({ label, text }: { label: string; text: string }) => [label, text])).toEqual([
      ['', 'Constitui exemplo:'],
      ['I -', 'o primeiro;'],
      ['II -', 'o segundo:'],
      ['a)', 'com letra.'],
      ['§ 1º', 'O novo parágrafo. (Redação dada pela Lei nº 10.000, de 2 de maio de 2001)'],
    ]);
    expect(articles[1].devices[0].state).toBe('vetoed');
  });

  it('shows an article with its path, its neighbours and its earlier texts', async () => {
    const { id } = await create({ name: 'Um artigo' });
    const page: LawArticlePage = (await get(`/api/laws/${id}/articles/art1`)).json();
    expect(page.path).toEqual([
      { label: 'TÍTULO I', title: 'DOS EXEMPLOS' },
      { label: 'CAPÍTULO I', title: 'DO COMEÇO' },
    ]);
    expect([page.previous, page.next]).toEqual([null, { lexId: 'art2', label: 'Art. 2º' }]);
    expect(page.history).toEqual([
      {
        lexId: 'art1_par1',
        label: '§ 1º',
        number: 1,
        text: 'O antigo parágrafo.',
        state: 'in_force',
        amending: '',
        from: null,
        publishedOn: null,
        until: '2001-05-02',
        isLater: false,
      },
    ]);
    expect(page.article.devices.at(-1)).toMatchObject({
      amending: 'Lei nº 10.000, de 2 de maio de 2001',
      earlierCount: 1,
    });
    const last: LawArticlePage = (await get(`/api/laws/${id}/articles/art3-1`)).json();
    expect([last.path.at(-1)?.title, last.previous?.lexId, last.next]).toEqual(['DO FIM', 'art2', null]);
  });

  it('answers an article or a law that does not exist with 404', async () => {
    const { id } = await create({ name: 'Sem este artigo' });
    expect((await get(`/api/laws/${id}/articles/art99`)).statusCode).toBe(404);
    expect((await get('/api/laws/999999')).statusCode).toBe(404);
    expect((await get('/api/laws/999999/text')).statusCode).toBe(404);
    expect((await get('/api/laws/999999/articles')).statusCode).toBe(404);
  });

  it('pages through the articles of a long law', async () => {
    const count = 2 * LAW_ARTICLES_PAGE + 3;
    const long = Array.from({ length: count }, (_, at) => `Art. ${at + 1}. Texto ${at + 1}.`).join('\n\n');
    const { id } = await create({ name: 'Longa', source: long });
    const seen: string[] = [];
    let url: string | undefined = `/api/laws/${id}/articles`;
    while (url) {
      const response = await get(url);
      seen.push(...response.json().map(({ lexId }: { lexId: string }) => lexId));
      expect(response.headers['x-total-count']).toBe(String(count));
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, at) => `art${at + 1}`));
  });

  it('hands out every text in force for the search', async () => {
    const { id } = await create({ name: 'Para procurar' });
    const lines: LawTextLine[] = (await get(`/api/laws/${id}/text`)).json();
    expect(lines).toHaveLength(7);
    expect(lines[3]).toEqual({ article: 'art1', lexId: 'art1_cpt_inc2_ali1', label: 'a)', text: 'com letra.' });
  });
});

describe('changing a law', () => {
  it('saves names, takes the same change twice, and refuses an older revision', async () => {
    const law = await create({ name: 'Antes' });
    const change = (name: string, revision: number) =>
      test.request({
        method: 'PUT',
        url: `/api/teacher/laws/${law.id}`,
        payload: { name, shortName: 'L', nicknames: ['A', 'B'], revision },
        as: teacher,
      });
    expect((await change('Depois', law.revision)).json()).toMatchObject({
      name: 'Depois',
      nicknames: ['A', 'B'],
      revision: 2,
    });
    expect((await change('Depois', law.revision)).statusCode).toBe(200);
    expect((await change('Outro', law.revision)).json().code).toBe('version_conflict');
    expect((await auditOf(test.deps.db, `law:${law.id}`)).map(({ action }) => action)).toEqual([
      'law.created',
      'law.renamed',
    ]);
  });

  it('lets administrators remove a law, and not teachers', async () => {
    const { id } = await create({ name: 'Vai embora' });
    const remove = (as: Person) => test.request({ method: 'DELETE', url: `/api/teacher/laws/${id}`, as });
    expect((await remove(teacher)).statusCode).toBe(403);
    expect((await remove(admin)).statusCode).toBe(200);
    expect((await get(`/api/laws/${id}`)).statusCode).toBe(404);
    expect((await remove(admin)).statusCode).toBe(404);
  });
});
