import { beforeAll, describe, expect, it } from 'vitest';
import type { ParsedSubject } from '#contract/content/syllabus.ts';
import { column, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
});

describe('an edital in PDF', () => {
  const send = (content: Uint8Array, as = admin) => {
    const boundary = 'limite';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/pdf\r\n\r\n`;
    return test.request({
      method: 'POST',
      url: '/api/admin/syllabus/file',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
      as,
    });
  };

  it('becomes the text of its programme, which is read as a tree', async () => {
    const front = column(['EDITAL', 'Disciplina Questões', 'Língua Portuguesa 20', 'Direito Penal 30']);
    const programme = column([
      '#ANEXO I - CONTEÚDO PROGRAMÁTICO',
      '#Língua Portuguesa',
      'Compreensão e interpretação de textos de gêneros variados; ortografia oficial;',
      'emprego do sinal indicativo de crase.',
      '#Direito Penal',
      'Crimes contra a vida; penas e medidas de segurança; prescrição e decadência.',
    ]);
    const response = await send(await makePdf([{ texts: front }, { texts: programme }]));
    expect(response.statusCode, response.body).toBe(200);
    const { text, isCut } = response.json();
    expect(isCut).toBe(false);
    expect(text).not.toContain('EDITAL');
    const parsed = await test.request({
      method: 'POST',
      url: '/api/admin/syllabus/parse',
      payload: { text },
      as: admin,
    });
    const { subjects } = parsed.json() as { subjects: ParsedSubject[] };
    expect(subjects.map(({ name, questions, topics }) => [name, questions, topics.map((one) => one.name)])).toEqual([
      [
        'Língua Portuguesa',
        20,
        [
          'Compreensão e interpretação de textos de gêneros variados',
          'ortografia oficial',
          'emprego do sinal indicativo de crase',
        ],
      ],
      ['Direito Penal', 30, ['Crimes contra a vida', 'penas e medidas de segurança', 'prescrição e decadência']],
    ]);
  });

  it('is refused in words where it is no PDF, a scan, locked or broken', async () => {
    const scan = await makePdf([{ texts: [], pictures: [{ x: 0, y: 0, w: 595, h: 842 }] }]);
    const refused: [Uint8Array, RegExp][] = [
      [Buffer.from('texto'), /não é um PDF/],
      [scan, /digitalizado/],
      [await makePdf([{ texts: column(['texto']) }], 'senha'), /senha/],
      [Buffer.from('%PDF-1.4 nothing'), /danificado/],
      [await makePdf([{ texts: [] }]), /não tem texto/],
    ];
    for (const [file, words] of refused) {
      expect((await send(file)).json()).toMatchObject({
        code: 'unsupported_type',
        message: expect.stringMatching(words),
      });
    }
    expect((await send(scan, teacher)).statusCode).toBe(403);
  });
});
