import { expect, test } from 'vitest';
import { textForDocument } from './document-text.ts';
import { prepareText } from './rich-text.tsx';

const lesson = [
  '<h1>Crase &amp; regência</h1><p>Texto com <strong>força</strong> e 5 &lt; 6.</p>',
  '<h2>Quadro</h2><table><tbody><tr><td><table><tbody><tr><td>dentro</td></tr></tbody></table></td></tr></tbody></table>',
  '<ol type="I"><li>um</li></ol><img src="/api/media/1"><img src="/api/media/2" alt="Mapa">',
].join('');

/** Elements, their attributes in whatever order, and text. */
const shapeOf = (node: Node): unknown =>
  node instanceof Element
    ? [
        node.tagName,
        Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        ...[...node.childNodes].map(shapeOf),
      ]
    : node.textContent;

/** As the browser makes it of the same text, nodes and all. */
function inBrowser(html: string) {
  const { nodes, outline } = prepareText(html);
  const place = document.createElement('div');
  place.append(...nodes);
  return { place, outline };
}

test('the document’s text is what the browser will make of it: nothing moves when it takes over', () => {
  const { html, outline } = textForDocument(lesson);
  const drawn = document.createElement('div');
  drawn.innerHTML = html;
  const { place, outline: outlineThere } = inBrowser(lesson);
  expect(outline).toEqual(outlineThere);
  expect(shapeOf(drawn)).toEqual(shapeOf(place));
});
