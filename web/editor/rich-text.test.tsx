import { Editor } from '@tiptap/core';
import { expect, it } from 'vitest';
import { lessonExtensions } from './extensions.ts';
import { prepareText } from './rich-text.tsx';

const list = '<ol type="I" start="5"><li><p>um</p><ol type="a"><li><p>dois</p></li></ol></li></ol>';

/** The attributes by which the stylesheet tells the lists apart. */
const numberings = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('ol')].map(({ dataset }) => dataset.numbering);

it('incisos and alíneas have different attributes for the stylesheet, in the reader and in the editor', () => {
  const body = document.createElement('div');
  body.append(...prepareText(list).nodes);
  expect(numberings(body)).toEqual(['I', 'a']);

  const editor = new Editor({ extensions: lessonExtensions, content: list });
  expect(numberings(editor.view.dom)).toEqual(['I', 'a']);
  expect(editor.getHTML()).not.toContain('data-numbering');
  editor.destroy();
});

it('the links of a note have labels with their target', () => {
  const body = document.createElement('div');
  body.append(
    ...prepareText('<p>a<a href="#nota-1" id="ref-1">[1]</a></p><p><a href="#ref-1" id="nota-1">[1]</a> x</p>').nodes,
  );
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('aria-label'))).toEqual([
    'Nota [1]',
    '[1], voltar ao texto',
  ]);
});
