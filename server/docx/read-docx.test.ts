import { describe, expect, it } from 'vitest';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { renderFormula } from '#server/html/render-formula.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { readDocx } from './read-docx.ts';
import { type DocxParts, item, makeDocx, paragraph, run } from './testing/make-docx.ts';

const read = async (body: string, parts?: DocxParts) =>
  readDocx(await makeDocx(body, parts), { formula: renderFormula });
/** As it would be stored. */
const stored = async (body: string, parts?: DocxParts) => cleanLessonHtml((await read(body, parts)).html).html;

const refusal = (file: Buffer) =>
  readDocx(file, { formula: renderFormula }).then(
    () => 'read',
    (error: unknown) => (error instanceof FileRefused ? error.reason : error),
  );

describe('what a Word file says', () => {
  it('headings by name, by what they are based on, and never in a circle', async () => {
    expect(
      await stored(
        paragraph(run('Um', '<w:b/>'), '<w:pStyle w:val="Ttulo1"/>') +
          paragraph(run('Dois'), '<w:pStyle w:val="Meu"/>') +
          paragraph(run('Três'), '<w:pStyle w:val="Laco"/>') +
          paragraph(run('Dito'), '<w:pStyle w:val="Cit"/>') +
          paragraph(''),
      ),
    ).toBe('<h1>Um</h1><h1>Dois</h1><p>Três</p><blockquote><p>Dito</p></blockquote>');
  });

  it('marks, raised signs, marker pens, alignment; no colours', async () => {
    expect(
      await stored(
        paragraph(
          run('a', '<w:b/><w:i/>') +
            run('b', '<w:b w:val="0"/><w:u w:val="single"/>') +
            run('3', '<w:vertAlign w:val="superscript"/>') +
            run('c', '<w:highlight w:val="yellow"/><w:color w:val="FF0000"/>') +
            run(' &lt;x&gt; &amp; y'),
          '<w:jc w:val="center"/>',
        ),
      ),
    ).toBe(
      '<p style="text-align: center"><em><strong>a</strong></em><u>b</u><sup>3</sup><mark>c</mark> &lt;x&gt; &amp; y</p>',
    );
  });

  it('incisos, alíneas, a list that begins at five, bullets, and numbers that no list can count', async () => {
    expect(
      await stored(
        item(1, 0, 'um') +
          item(1, 1, 'a') +
          item(1, 1, 'b') +
          item(1, 0, 'dois') +
          paragraph(run('texto')) +
          item(1, 0, 'três') +
          item(4, 0, 'cinco') +
          item(2, 0, 'ponto') +
          item(3, 0, 'caput') +
          item(3, 1, 'parte'),
      ),
    ).toBe(
      '<ol type="I"><li><p>um</p><ol type="a"><li><p>a</p></li><li><p>b</p></li></ol></li><li><p>dois</p></li></ol>' +
        '<p>texto</p><ol type="I" start="3"><li><p>três</p></li></ol><ol type="I" start="5"><li><p>cinco</p></li></ol>' +
        '<ul><li><p>ponto</p></li></ul><p>Art. 1º caput</p><p>1º.1. parte</p>',
    );
  });

  it('tables with merged cells', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
    expect(
      await stored(
        `<w:tbl><w:tr>${cell('A', '<w:gridSpan w:val="2"/>')}${cell('B', '<w:vMerge w:val="restart"/>')}</w:tr><w:tr>${cell('1')}${cell('2')}${cell('', '<w:vMerge/>')}</w:tr></w:tbl>`,
      ),
    ).toBe(
      '<table><tbody><tr><td colspan="2"><p>A</p></td><td rowspan="2"><p>B</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
    );
  });

  it('notes at the end, with their ways', async () => {
    const note = (id: string, text: string) => `<w:footnote w:id="${id}">${paragraph(run(text))}</w:footnote>`;
    const reference = (id: string) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    expect(
      await stored(paragraph(`${run('a')}${reference('7')}${run(' b')}${reference('2')}`), {
        'word/footnotes.xml': `<w:footnotes xmlns:w="x">${note('2', 'Segunda')}${note('7', 'Primeira')}</w:footnotes>`,
      }),
    ).toBe(
      '<p>a<sup><a href="#nota-1" id="ref-1">[1]</a></sup> b<sup><a href="#nota-2" id="ref-2">[2]</a></sup></p>' +
        '<p class="note"><a href="#ref-1" id="nota-1">[1]</a> Primeira</p><p class="note"><a href="#ref-2" id="nota-2">[2]</a> Segunda</p>',
    );
  });

  it('formulas, as LaTeX that can be edited', async () => {
    const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const html = await stored(
      paragraph(
        `<m:oMath><m:f><m:num>${m('−b±')}<m:rad><m:radPr/><m:deg/><m:e>${m('Δ')}</m:e></m:rad></m:num><m:den><m:sSup><m:e>${m('x')}</m:e><m:sup>${m('2')}</m:sup></m:sSup></m:den></m:f></m:oMath>`,
      ),
    );
    expect(html).toContain('<mfrac>');
    expect(html).toContain('\\frac{−b\\pm \\sqrt{\\Delta }}{{x}^{2}}</annotation>');
  });

  it('links and pictures of the file, and says what had no place', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><wp:docPr descr="Mapa &quot;mental&quot;"/><a:blip r:embed="rId2"/></wp:inline></w:drawing></w:r>';
    const { html, images, missed } = await read(
      paragraph(`<w:hyperlink r:id="rId1">${run('lei')}</w:hyperlink>${picture}${picture}<w:r><w:object/></w:r>`) +
        paragraph('<w:r><w:drawing><a:blip r:embed="rId3"/></w:drawing></w:r>'),
      {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="https://planalto.gov.br/?a=1&amp;b=2" TargetMode="External"/><Relationship Id="rId2" Target="media/image1.png"/><Relationship Id="rId3" Target="http://127.0.0.1/x.png" TargetMode="External"/></Relationships>',
        'word/media/image1.png': Buffer.from('imagem'),
      },
    );
    expect(html).toContain('<a href="https://planalto.gov.br/?a=1&amp;b=2" target="_blank">lei</a>');
    expect(html.match(/<img src="docx-image-1" alt="Mapa &quot;mental&quot;">/g)).toHaveLength(2);
    expect(images).toEqual([{ address: 'docx-image-1', content: Buffer.from('imagem') }]);
    expect(missed).toEqual([
      { what: 'objetos incorporados', count: 1 },
      { what: 'desenhos', count: 1 },
    ]);
  });

  it('what was taken out in review is out, what was put in is in', async () => {
    expect(await stored(paragraph(`${run('a')}<w:del>${run('fora')}</w:del><w:ins>${run('b')}</w:ins>`))).toBe(
      '<p>ab</p>',
    );
  });
});

describe('what is refused', () => {
  it('what is no zip, a zip that is no document, one cut in the middle', async () => {
    const whole = await makeDocx(paragraph(run('a')));
    expect(await refusal(Buffer.from('não é'))).toBe('broken');
    expect(await refusal(whole.subarray(0, whole.length >> 1))).toBe('broken');
    expect(await refusal(await makeDocx('', { 'word/document.xml': '<nada/>' }))).toBe('other_kind');
    const torn = Buffer.from(whole);
    torn.fill(0x41, 60, 200);
    expect(['broken', 'other_kind']).toContain(await refusal(torn));
  });

  it('a small file that would become a large one', async () => {
    const bomb = await makeDocx('', { 'word/document.xml': Buffer.alloc(60 * 1024 * 1024, 'a') });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusal(bomb)).toBe('too_large');
  });

  it('a document type, and with it every entity of one’s own', async () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
    const body = `<w:document xmlns:w="x"><w:body><w:p><w:r><w:t>&a;&b;</w:t></w:r></w:p></w:body></w:document>`;
    expect(await refusal(await makeDocx('', { 'word/document.xml': laughs + body }))).toBe('broken');
    expect(await stored('', { 'word/document.xml': body })).not.toMatch(/ha|root:/);
  });

  it('elements in elements without end', async () => {
    expect(await refusal(await makeDocx('<w:sdt>'.repeat(5000)))).toBe('too_large');
  });
});

it('macros are not looked at, and scripts in the text are text', async () => {
  expect(
    await stored(paragraph(run('&lt;script&gt;alert(1)&lt;/script&gt;')), {
      'word/vbaProject.bin': Buffer.from('macro'),
    }),
  ).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
});

it('five hundred pages are read', async () => {
  const page = paragraph(run('Texto de uma página com algumas palavras. '.repeat(60)));
  const { html } = await read(page.repeat(500));
  expect(html.length).toBeGreaterThan(1_000_000);
});
