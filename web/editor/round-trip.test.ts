// @vitest-environment jsdom
import { generateHTML, generateJSON, type JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lessonTags } from '#contract/content/lesson-html.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { lessonExtensions } from './extensions.ts';
import { renderFormula } from './render-formula.ts';
import { sanitizeToFragment } from './sanitize.ts';

const text = (value: string, ...marks: { type: string }[]) => ({
  type: 'text',
  text: value,
  ...(marks.length ? { marks } : {}),
});
const paragraph = (...content: JSONContent[]) => ({ type: 'paragraph', content });
const mark = (type: string, attrs?: Record<string, unknown>) => ({ type, ...(attrs ? { attrs } : {}) });
const cell = (type: 'tableCell' | 'tableHeader', attrs: Record<string, unknown>, value: string) => ({
  type,
  attrs,
  content: [paragraph(text(value))],
});
const doc = (...content: JSONContent[]): JSONContent => ({ type: 'doc', content });

/** Through the sanitisers of server and browser, and back into the editor. */
function roundTrip(content: JSONContent): JSONContent {
  const stored = cleanLessonHtml(generateHTML(content, lessonExtensions)).html;
  const box = document.createElement('div');
  box.append(sanitizeToFragment(stored));
  return generateJSON(box.innerHTML, lessonExtensions);
}

/** The same document with every attribute that the editor fills in. */
const settled = (content: JSONContent) => generateJSON(generateHTML(content, lessonExtensions), lessonExtensions);

/** Elements with the same meaning as another one, which the editor writes instead. */
const saidOtherwise = ['b', 'i', 'del', 'strike', 'span', 'div', 'thead', 'tfoot'];

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((value) => value.replace(/\s+/g, ' ').trim() || 'x');
const markNames = ['bold', 'italic', 'underline', 'strike', 'highlight', 'superscript', 'subscript'] as const;
const marked = fc.oneof(
  fc.tuple(words, fc.uniqueArray(fc.constantFrom(...markNames), { maxLength: 3 })).map(([value, names]) =>
    // A text is never superscript and subscript at once.
    text(
      value,
      ...names.filter((name) => name !== 'subscript' || !names.includes('superscript')).map((name) => mark(name)),
    ),
  ),
  words.map((value) => text(value, mark('code'))),
  words.map((value) => text(value, mark('link', { href: 'https://exemplo.com.br/lei' }))),
);
const line = fc.oneof(
  marked.map((one) => [one]),
  fc.tuple(marked, marked).map(([one, other]): JSONContent[] => [one, { type: 'hardBreak' }, other]),
  fc
    .constantFrom('x^2', '\\frac{1}{2}')
    .map((latex): JSONContent[] => [
      { type: 'formula', attrs: { mathml: renderFormula(latex, false), latex, isBlock: false } },
    ]),
);
const anyParagraph = line.map((content): JSONContent => ({ type: 'paragraph', content }));
const anyList = fc
  .tuple(fc.constantFrom('bulletList', 'orderedList'), fc.array(anyParagraph, { minLength: 1, maxLength: 3 }))
  .map(
    ([type, items]): JSONContent => ({ type, content: items.map((item) => ({ type: 'listItem', content: [item] })) }),
  );
const anyTable = fc
  .tuple(fc.option(words), fc.constantFrom<'tableHeader' | 'tableCell'>('tableHeader', 'tableCell'), words, words)
  .map(
    ([title, first, one, other]): JSONContent => ({
      type: 'table',
      attrs: { caption: title === null ? null : escapeHtml(title) },
      content: [
        { type: 'tableRow', content: [cell(first, { colspan: 1, rowspan: 1, colwidth: [120] }, one)] },
        { type: 'tableRow', content: [cell('tableCell', { colspan: 1, rowspan: 1, colwidth: [120] }, other)] },
      ],
    }),
  );
const anyBlock: fc.Arbitrary<JSONContent> = fc.oneof(
  anyParagraph,
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), marked)
    .map(([level, one]): JSONContent => ({ type: 'heading', attrs: { level }, content: [one] })),
  anyParagraph.map((one): JSONContent => ({ type: 'blockquote', content: [one] })),
  words.map((value): JSONContent => ({ type: 'codeBlock', content: [text(value)] })),
  words.map((title): JSONContent => ({ type: 'video', attrs: { href: 'https://vimeo.com/123456', title } })),
  words.map((alt): JSONContent => ({ type: 'image', attrs: { src: '/api/media/7', alt, width: 80, height: 60 } })),
  anyList,
  anyTable,
);

function escapeHtml(value: string): string {
  const holder = document.createElement('p');
  holder.textContent = value;
  return holder.innerHTML;
}

describe('what the toolbar makes comes back as it was', () => {
  it.each<[string, JSONContent]>([
    [
      'bold, italic, underline, highlight, strike, raised, lowered and code',
      doc(
        paragraph(
          ...['bold', 'italic', 'underline', 'highlight', 'strike', 'superscript', 'subscript', 'code'].map((type) =>
            text(type, mark(type)),
          ),
        ),
      ),
    ],
    [
      'marks upon marks',
      doc(paragraph(text('tudo', mark('bold'), mark('italic'), mark('underline'), mark('highlight')))),
    ],
    [
      'headings',
      doc(...[1, 2, 3].map((level) => ({ type: 'heading', attrs: { level }, content: [text(`Título ${level}`)] }))),
    ],
    [
      'lists within lists',
      doc({
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph(text('um')),
              {
                type: 'orderedList',
                attrs: { start: 3 },
                content: [{ type: 'listItem', content: [paragraph(text('três'))] }],
              },
            ],
          },
        ],
      }),
    ],
    [
      'incisos, alíneas and a list that begins later',
      doc(
        ...(['I', 'i', 'A', 'a', null] as const).map((type, index) => ({
          type: 'orderedList',
          attrs: { type, start: index + 1 },
          content: [{ type: 'listItem', content: [paragraph(text('um'))] }],
        })),
      ),
    ],
    [
      'notes at the end',
      doc(
        paragraph(text('a'), text('[1]', mark('link', { href: '#nota-1', id: 'ref-1' }), mark('superscript'))),
        paragraph(text('[1]', mark('link', { href: '#ref-1', id: 'nota-1' })), text(' Nota')),
      ),
    ],
    [
      'formulas in a line and on their own',
      doc(
        paragraph(
          text('a'),
          ...['\\frac{a}{b}', '\\begin{cases} x & y \\\\ z & w\\end{cases}', 'a < b \\text{ se } c'].flatMap((latex) =>
            [false, true].map((isBlock) => ({
              type: 'formula',
              attrs: { mathml: renderFormula(latex, isBlock), latex, isBlock },
            })),
          ),
        ),
      ),
    ],
    [
      'a quotation with a remark',
      doc({
        type: 'blockquote',
        content: [paragraph(text('Certo.')), { type: 'paragraph', attrs: { class: 'note' }, content: [text('Fonte')] }],
      }),
    ],
    [
      'the box of what to mind, and a video',
      doc(
        { type: 'blockquote', attrs: { class: 'attention' }, content: [paragraph(text('Cai muito.'))] },
        { type: 'video', attrs: { href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'Crase & "regra"' } },
        { type: 'video', attrs: { href: '/api/recordings/3', title: 'Aula' } },
        paragraph(text('fim')),
      ),
    ],
    [
      'alignment',
      doc(
        ...['left', 'center', 'right'].map((textAlign) => ({
          type: 'paragraph',
          attrs: { textAlign },
          content: [text(textAlign)],
        })),
      ),
    ],
    [
      'links',
      doc(
        paragraph(
          text(
            'lei',
            mark('link', {
              href: 'https://www.planalto.gov.br/?a=1&b=2#art5',
              target: '_blank',
              rel: 'noopener noreferrer',
            }),
          ),
        ),
      ),
    ],
    [
      'images with their size',
      doc(
        { type: 'image', attrs: { src: '/api/media/7', alt: 'Um "mapa"', width: 800, height: 600 } },
        { type: 'image', attrs: { src: 'https://exemplo.com.br/a.png', alt: '' } },
        paragraph(text('fim')),
      ),
    ],
    [
      'a table with merged cells and column widths',
      doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              cell('tableHeader', { colspan: 2, rowspan: 1, colwidth: [120, 200] }, 'A'),
              cell('tableHeader', { colspan: 1, rowspan: 2, colwidth: [90] }, 'B'),
            ],
          },
          {
            type: 'tableRow',
            content: [
              cell('tableCell', { colspan: 1, rowspan: 1, colwidth: [120] }, '1'),
              cell('tableCell', { colspan: 1, rowspan: 1, colwidth: [200] }, '2'),
            ],
          },
        ],
      }),
    ],
    [
      'a table with a title',
      doc({
        type: 'table',
        attrs: { caption: 'Prazos <strong>em dias</strong> &amp; horas' },
        content: [{ type: 'tableRow', content: [cell('tableCell', { colspan: 1, rowspan: 1, colwidth: null }, '1')] }],
      }),
    ],
    [
      'line breaks and code',
      doc(paragraph(text('um'), { type: 'hardBreak' }, text('dois')), {
        type: 'codeBlock',
        content: [text('if (a < b && c) {\n  x\n}')],
      }),
    ],
    ['signs that HTML means otherwise', doc(paragraph(text('1 < 2 & "3" > 2 &lt; <b> \u00a0 ’ 📚')))],
  ])('%s', (_, content) => {
    expect(roundTrip(content)).toEqual(settled(content));
  });

  /** Every kind of content of a lesson, in any order and number. */
  it('whatever is written, of every element that a lesson may hold', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(anyBlock, { minLength: 1, maxLength: 4 }), (blocks) => {
        const content = doc(...blocks);
        for (const [, tag] of generateHTML(content, lessonExtensions).matchAll(/<([a-z][a-z0-9]*)/g))
          seen.add(tag ?? '');
        expect(roundTrip(content)).toEqual(settled(content));
      }),
      { numRuns: 60, seed: 17 },
    );
    const missing = lessonTags.filter((tag) => !seen.has(tag) && !saidOtherwise.includes(tag));
    expect(missing).toEqual([]);
  });

  it('whatever text the author types', () => {
    const typed = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((value) => value.replace(/\s+/g, ' ').trim() || 'x');
    const marks = fc.uniqueArray(fc.constantFrom('bold', 'italic', 'underline', 'highlight', 'superscript'), {
      maxLength: 3,
    });
    const block = fc.tuple(typed, marks, fc.constantFrom('paragraph', 'heading', 'blockquote'));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const content = doc(
          ...blocks.map(([value, names, type]) => {
            const inline = [text(value, ...names.map((name) => mark(name)))];
            if (type === 'blockquote') return { type, content: [{ type: 'paragraph', content: inline }] };
            return type === 'heading' ? { type, attrs: { level: 2 }, content: inline } : { type, content: inline };
          }),
        );
        expect(roundTrip(content)).toEqual(settled(content));
      }),
      { numRuns: 80 },
    );
  });
});
