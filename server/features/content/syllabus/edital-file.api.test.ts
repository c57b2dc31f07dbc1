import { beforeAll, describe, expect, it } from 'vitest';
import type { ParsedSubject } from '#contract/content/syllabus.ts';
import { SCAN_AT_ONCE_MAX } from '#contract/limits.ts';
import { column, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { makeScan } from '#server/pdf/testing/make-scan.ts';
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
  const send = (content: Uint8Array, as = admin, recognise = false) => {
    const boundary = 'limite';
    const field = `--${boundary}\r\ncontent-disposition: form-data; name="recognise"\r\n\r\n${recognise}\r\n`;
    const head = `${field}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/pdf\r\n\r\n`;
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
    const { text, isCut, ...said } = response.json();
    expect({ isCut, ...said }).toEqual({ isCut: false, scannedPages: 0, isRecognised: false });
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

  // Recognition starts twice, and loads its language data each time.
  it('that is a scan is recognised only on request, up to a maximum of pages', { timeout: 60_000 }, async () => {
    const scan = await makeScan([{ lines: ['DIREITO PENAL', '1. Crimes contra a vida.', '2. Prescrição.'] }]);
    expect((await send(scan)).json()).toEqual({ text: '', isCut: false, scannedPages: 1, isRecognised: false });
    const read = (await send(scan, admin, true)).json();
    expect(read).toMatchObject({ scannedPages: 0, isRecognised: true });
    expect(read.text).toContain('DIREITO PENAL\n1. Crimes contra a vida.\n2. Prescrição.');
    const picture = { texts: [], pictures: [{ x: 0, y: 0, w: 595, h: 842 }] };
    const long = await makePdf(Array.from({ length: SCAN_AT_ONCE_MAX + 1 }, () => picture));
    expect((await send(long)).json()).toMatchObject({ text: '', scannedPages: SCAN_AT_ONCE_MAX + 1 });
    expect((await send(long, admin, true)).json()).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/Separe/),
    });
    const empty = await send(await makePdf([picture]), admin, true);
    expect(empty.json().message).toMatch(/Não reconhecemos/);
  });

  it('is refused in words where it is no PDF, locked or broken', async () => {
    const refused: [Uint8Array, RegExp][] = [
      [Buffer.from('texto'), /não é um PDF/],
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
    expect((await send(Buffer.from('texto'), teacher)).statusCode).toBe(403);
  });
});
