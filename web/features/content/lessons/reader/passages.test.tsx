import { expect, it } from 'vitest';
import { annotationAt, erase, paint, readPassages, stretchOf } from './passages.ts';

const html =
  '<p>O <b>motivo</b> do ato, <a href="/x">sempre</a>.</p><table><tbody> <tr><td>Um</td> <td>Dois</td></tr></tbody></table>' +
  '<p>A área é <math><mi>x</mi><semantics><annotation encoding="application/x-tex">x</annotation></semantics></math> m.</p>';

function lesson() {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  return root;
}

it('the visible text is read, and a selection is found in it across elements', () => {
  const root = lesson();
  const passages = readPassages(root);
  expect(passages.text).toBe('O motivo do ato, sempre. Um DoisA área é x m.');
  const range = document.createRange();
  range.setStart(root.querySelector('p')?.firstChild as Node, 1);
  range.setEnd(root.querySelector('p')?.childNodes[2] as Node, 7);
  const stretch = stretchOf(range, passages);
  expect(stretch && passages.text.slice(stretch.start, stretch.end)).toBe('motivo do ato');
  range.selectNodeContents(root.querySelector('table') as Node);
  const cells = stretchOf(range, passages);
  expect(cells && passages.text.slice(cells.start, cells.end)).toBe('Um Dois');
  range.setStart(document.body, 0);
  range.collapse(true);
  expect(stretchOf(range, passages)).toBeNull();
});

it('overlapping highlights are painted without a change of the text, and removed completely', () => {
  const root = lesson();
  const { text } = readPassages(root);
  const whole = { id: 1, stretch: { start: 0, end: text.length }, isNoted: true };
  paint(root, [whole, { id: 2, stretch: { start: 2, end: 8 }, isNoted: false }]);
  expect(readPassages(root).text).toBe(text);
  expect(root.querySelectorAll('math mark, tr > mark, tbody > mark, table > mark')).toHaveLength(0);
  expect(root.querySelectorAll('mark[role="button"][data-annotation="1"]')).toHaveLength(1);
  expect(root.querySelector('a mark')?.hasAttribute('role')).toBe(false);
  expect(annotationAt(root.querySelector('b')?.firstElementChild?.firstElementChild ?? null)).toBe(2);
  expect(annotationAt(root.querySelector('td')?.firstElementChild ?? null)).toBe(1);
  expect(annotationAt(root)).toBeNull();
  paint(root, []);
  expect(root.innerHTML).toBe(html);
  erase(root);
  expect(root.innerHTML).toBe(html);
});
