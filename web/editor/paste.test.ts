// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateHTML, generateJSON } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { lessonExtensions } from './extensions.ts';
import { cleanPaste } from './paste.ts';
import { completeAddress } from './prompts.ts';

/** The content of the editor after the paste. */
const pasted = (html: string) => generateHTML(generateJSON(cleanPaste(html).html, lessonExtensions), lessonExtensions);

/** Written for these tests in the style of the programs' clipboards. */
const clipboardOf = (program: string) =>
  readFileSync(join(import.meta.dirname, 'testing', 'pastes', `${program}.txt`), 'utf8');

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-parent:""}</style></head><body lang=PT-BR><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const item = (level: number, marker: string, value: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${value}<o:p></o:p></p>`;

describe('a paste from Word', () => {
  it('keeps headings, bold, italics and alignment, and drops other formatting', () => {
    expect(
      pasted(
        word(
          `<h1 style='mso-pagination:widow-orphan'>Título<o:p></o:p></h1><p class=MsoNormal align=center style='text-align:center;font-size:12pt;mso-ansi-language:PT-BR'><b><span style='font-family:"Arial"'>Negrito</span></b> e <i>itálico</i>\n de uma linha<o:p></o:p></p>`,
        ),
      ),
    ).toBe(
      '<h1>Título</h1><p style="text-align: center;"><strong>Negrito</strong> e <em>itálico</em> de uma linha</p>',
    );
  });

  it('converts list paragraphs to nested lists', () => {
    expect(
      pasted(
        word(
          item(1, '·', 'um') +
            item(2, '1.', 'dentro') +
            item(2, '2.', 'dentro também') +
            item(1, '·', 'dois') +
            '<p class=MsoNormal>fim</p>',
        ),
      ),
    ).toBe(
      '<ul><li><p>um</p><ol><li><p>dentro</p></li><li><p>dentro também</p></li></ol></li><li><p>dois</p></li></ul><p>fim</p>',
    );
  });

  it('leaves out pictures, which are on the disk of the author', () => {
    expect(pasted(word(`<p class=MsoNormal>a<img src="file:///C:/Users/x/clip_image001.png"></p>`))).toBe('<p>a</p>');
  });

  it('keeps tables', () => {
    const html = pasted(
      word(
        `<table class=MsoTableGrid border=1 style='mso-yfti-tbllook:1184'><tr><td width=200 style='border:solid 1pt'><p class=MsoNormal>A<o:p></o:p></p></td><td colspan=2><p>B</p></td></tr></table>`,
      ),
    );
    expect(html).toContain('<p>A</p>');
    expect(html).toContain('colspan="2"');
    expect(html).not.toMatch(/mso|border|class=/);
  });
});

it('a paste from Google Docs is not bold as a whole', () => {
  expect(
    pasted(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><p dir="ltr" style="line-height:1.38;margin-top:0pt"><span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;font-weight:700">Forte</span><span style="font-size:11pt"> e fraco</span></p><ul><li dir="ltr" style="list-style-type:disc"><p dir="ltr"><span>item</span></p></li></ul></b>`,
    ),
  ).toBe('<p><strong>Forte</strong> e fraco</p><ul><li><p>item</p></li></ul>');
});

describe('a paste keeps the content of a text', () => {
  it('from Word: incisos and alíneas, composed numbers, marks, raised signs and notes', () => {
    expect(pasted(clipboardOf('word'))).toBe(
      '<h1>Direitos sociais</h1>' +
        '<p>Art. 7º São direitos<a href="#nota-1" id="ref-1"><sup>[1]</sup></a> dos trabalhadores:</p>' +
        '<ol start="5" type="I"><li><p>piso salarial;</p></li><li><p>irredutibilidade do salário:</p>' +
        '<ol type="a"><li><p>salvo acordo;</p></li><li><p>ou convenção.</p></li></ol></li></ol>' +
        '<p>1.2. Numeração composta</p>' +
        '<p><mark>Cai muito</mark>: 10<sup>3</sup> e H<sub>2</sub>O, em vermelho.</p>' +
        '<p><a href="#ref-1" id="nota-1">[1]</a> Rol exemplificativo.</p>',
    );
  });

  it('when it comes from Google Docs', () => {
    expect(pasted(clipboardOf('docs'))).toBe(
      '<p>A área mede 20 m<sup>2</sup><strong><mark> e cai</mark></strong></p>' +
        '<ol start="5" type="I"><li><p>quinto</p><ol type="a"><li><p>letra</p></li></ol></li><li><p>sexto</p></li></ol>',
    );
  });

  it('when it comes from LibreOffice', () => {
    expect(pasted(clipboardOf('libreoffice'))).toBe(
      '<p>Juros<a href="#nota-1" id="ref-1"><sup>1</sup></a> de <mark>2 %</mark> e cor</p>' +
        '<ol start="3" type="I"><li><p>terceiro</p></li><li><p>quarto</p></li></ol>' +
        '<p><a href="#ref-1" id="nota-1">1</a>Ao mês.</p>',
    );
  });

  it('when it comes from Excel', () => {
    const html = pasted(clipboardOf('excel'));
    expect(html.replace(/ (style|colspan|rowspan|colwidth)="[^"]*"/g, '')).toBe(
      '<table><colgroup><col><col></colgroup><tbody><tr><td><p>Prazo</p></td><td><p>Dias</p></td></tr>' +
        '<tr><td><p>m<sup>2</sup></p></td><td><p>15</p></td></tr></tbody></table>',
    );
  });

  it('when it comes from Notion', () => {
    expect(pasted(clipboardOf('notion'))).toBe(
      '<h2>Crase</h2><p>Antes de <mark>palavra feminina</mark>, e <strong>só</strong>.</p>' +
        '<ol start="2"><li><p>segundo</p><ol type="a"><li><p>letra</p></li></ol></li><li><p>terceiro</p></li></ol>' +
        '<ul><li><p>item</p></li></ul><blockquote><p>Regra geral</p></blockquote>',
    );
  });

  it.each([
    ['a list that begins at i, v or x, told by its next number', ['v.', 'vi.'], '<ol start="5" type="i">'],
    ['a lettered list that begins at c', ['c)', 'd)'], '<ol start="3" type="a">'],
    ['a lone I', ['I –'], '<ol type="I">'],
    ['a lone C', ['C)'], '<ol start="3" type="A">'],
    ['bullets that are letters', ['o', 'o'], '<ul>'],
  ])('%s', (_, markers, opening) => {
    expect(pasted(word(markers.map((marker) => item(1, marker, 'x')).join('')))).toContain(opening);
  });

  it('a gap in the numbering starts another list', () => {
    expect(pasted(word(item(1, '1.', 'um') + item(1, '4.', 'quatro') + item(1, '5.', 'cinco')))).toBe(
      '<ol><li><p>um</p></li></ol><ol start="4"><li><p>quatro</p></li><li><p>cinco</p></li></ol>',
    );
  });

  it('pasted notes are numbered after those of the lesson', () => {
    expect(
      cleanPaste('<p><a href="#b" id="a">1</a></p><p><a href="#a" id="b">1</a></p>', { lastNote: 7 }).html,
    ).toContain('<a href="#nota-8" id="ref-8">');
  });
});

it('any other paste is only filtered by the schema', () => {
  expect(pasted('<p onclick="x()">um <script>alert(1)</script><a href="javascript:x()">dois</a></p>')).toBe(
    '<p>um dois</p>',
  );
});

it('completes addresses that people leave incomplete', () => {
  expect(
    [
      'planalto.gov.br',
      'www.pm.mg.gov.br/edital?x=1',
      'https://a.b',
      'mailto:a@b.c',
      'prof@escola.com.br',
      '/study',
      '#parte',
      'tel:190',
    ].map(completeAddress),
  ).toEqual([
    'https://planalto.gov.br',
    'https://www.pm.mg.gov.br/edital?x=1',
    'https://a.b',
    'mailto:a@b.c',
    'mailto:prof@escola.com.br',
    '/study',
    '#parte',
    'tel:190',
  ]);
});
