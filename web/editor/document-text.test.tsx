import { expect, test } from 'vitest';
import type { RecordingSlot } from '#contract/content/lessons.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { textForDocument } from './document-text.ts';
import { renderFormula } from './render-formula.ts';
import { prepareText } from './rich-text.tsx';

const lesson = [
  '<h1>Crase &amp; regência</h1><p>Texto com <strong>força</strong> e 5 &lt; 6.</p>',
  '<h2>Quadro</h2><table><tbody><tr><td><table><tbody><tr><td>dentro</td></tr></tbody></table></td></tr></tbody></table>',
  '<ol type="I"><li>um</li></ol><img src="/api/media/1"><img src="/api/media/2" alt="Mapa">',
].join('');

const videoLink = (href: string, title: string) => `<a class="video" href="${href}">${title}</a>`;

/** One example of each content of a lesson that code prepares, renders or plays beyond its HTML. */
const rich = {
  'a video of others, before it is pressed': videoLink('https://youtu.be/dQw4w9WgXcQ', 'Crase &amp; regência'),
  'a video of Vimeo': videoLink('https://player.vimeo.com/video/123456?h=abcdef12', 'Aula'),
  'a recording of the school’s own': `<p>Antes</p>${videoLink('/api/recordings/7', 'Áudio da aula')}<p>Depois</p>`,
  'a link that says it is a video and is none': videoLink('https://exemplo.com.br/v', 'Outro'),
  'the box Atenção': '<blockquote class="attention"><p>Não confunda.</p></blockquote><p class="note">Fonte: lei.</p>',
  'a formula': `<p>Seja ${renderFormula('x^2 < \\frac{1}{2}', false)}.</p>${renderFormula('\\sum_{i=1}^n i', true)}`,
  'a formula in a heading': `<h2>A fórmula ${renderFormula('a^2', false)}</h2>`,
  'notes at the end':
    '<p>Texto<a href="#nota-1" id="ref-1">[1]</a> e<a href="#nota-2" id="ref-2"><sup>[2]</sup></a>.</p><p><a href="#ref-1" id="nota-1">[1]</a> "Um" &amp; dois</p><p><a href="#ref-2" id="nota-2">[2]</a> Três</p>',
  'tables with and without a title, one inside another':
    '<table><caption>Prazos "em dias" &amp; <em>horas</em></caption><tbody><tr><td>1<table><caption>De dentro</caption><tbody><tr><td>x</td></tr></tbody></table></td></tr></tbody></table><table><tbody><tr><td>2</td></tr></tbody></table>',
  'marks, powers and numbering':
    '<p style="text-align:center">10<sup>3</sup> H<sub>2</sub>O <mark>isto</mark> <a href="https://exemplo.com.br" target="_blank">lei</a></p><ol type="a" start="5"><li><p>um</p><ol type="I"><li>dois</li></ol></li></ol>',
};

/** Elements, their attributes in any order, and text. */
const shapeOf = (node: Node): unknown =>
  node instanceof Element
    ? [
        node.tagName,
        Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        ...[...node.childNodes].map(shapeOf),
      ]
    : node.textContent;

/** The text as the browser prepares it, as nodes. */
function inBrowser(html: string, recordings: readonly RecordingSlot[] = []) {
  const { nodes, outline } = prepareText(html, recordings);
  const place = document.createElement('div');
  place.append(...nodes);
  return { place, outline };
}

test.each(Object.entries(rich))('the document renders %s as the browser will', (_, written) => {
  const stored = cleanLessonHtml(written).html;
  const { html, outline } = textForDocument(stored);
  const drawn = document.createElement('div');
  drawn.innerHTML = html;
  const there = inBrowser(stored);
  expect(outline).toEqual(there.outline);
  expect(shapeOf(drawn)).toEqual(shapeOf(there.place));
});

test('the document has the same text as the browser’s render: nothing moves at hydration', () => {
  const { html, outline } = textForDocument(lesson);
  const drawn = document.createElement('div');
  drawn.innerHTML = html;
  const { place, outline: outlineThere } = inBrowser(lesson);
  expect(outline).toEqual(outlineThere);
  expect(shapeOf(drawn)).toEqual(shapeOf(place));
});

test('the placeholder of a recording has the height of its player from the first paint on', () => {
  const written = [
    ...[7, 8, 70].map((id) => videoLink(`/api/recordings/${id}`, `Gravação ${id}`)),
    videoLink('https://youtu.be/dQw4w9WgXcQ', 'De outros'),
    '<a href="/api/recordings/7">nenhum vídeo</a>',
  ].join('');
  const stored = cleanLessonHtml(written).html;
  const recordings = [
    { id: 7, kind: 'audio' as const },
    { id: 8, kind: 'video' as const },
  ];
  const drawn = document.createElement('div');
  drawn.innerHTML = textForDocument(stored, recordings).html;
  expect([...drawn.querySelectorAll('a')].map((link) => link.dataset.recording)).toEqual([
    ...['audio', 'video', undefined, undefined, undefined],
  ]);
  expect(shapeOf(drawn)).toEqual(shapeOf(inBrowser(stored, recordings).place));
});
