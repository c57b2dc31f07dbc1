import { type Editor, Node } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { sanitizeToFragment } from './sanitize.ts';

/** The attributes of a formula in the editor: its display and its LaTeX. */
export type FormulaAttributes = { mathml: string; latex: string; isBlock: boolean };

const latexOf = (math: Element) => math.querySelector('annotation')?.textContent ?? '';

/** The MathML element of a formula, by the allowlist of lessons; null if it is none. */
const renderedFormula = (mathml: string): Element | null => sanitizeToFragment(mathml).firstElementChild;

/** An inline atom, typed as LaTeX and stored as MathML with its LaTeX inside. */
export const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ mathml: { default: '' }, latex: { default: '' }, isBlock: { default: false } }),
  parseHTML: () => [
    {
      tag: 'math',
      getAttrs: (element) => {
        const math = renderedFormula(element.outerHTML);
        if (!math) return false;
        return { mathml: math.outerHTML, latex: latexOf(math), isBlock: math.getAttribute('display') === 'block' };
      },
    },
  ],
  renderHTML: ({ node }) => (renderedFormula(node.attrs.mathml) as HTMLElement | null) ?? ['span', node.attrs.latex],
  renderText: ({ node }) => node.attrs.latex,
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span');
      dom.className = 'editor-formula';
      dom.contentEditable = 'false';
      dom.append(renderedFormula(node.attrs.mathml) ?? node.attrs.latex);
      return { dom };
    },
});

/** The selected formula with its position. */
export function chosenFormula(editor: Editor): { at: number; attrs: FormulaAttributes } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'formula') return null;
  return { at: selection.from, attrs: selection.node.attrs as FormulaAttributes };
}

/** Inserts a formula at the cursor, or replaces the selected one. */
export function insertFormula(editor: Editor, attrs: FormulaAttributes): void {
  editor.chain().focus().insertContent({ type: 'formula', attrs }).run();
}
