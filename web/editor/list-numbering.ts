import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Marks incisos (I) and alíneas (a): CSS cannot tell them apart by `type`. */
export const listNumbering = Extension.create({
  name: 'listNumbering',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const lists: Decoration[] = [];
          doc.descendants((node, at) => {
            if (node.type.name === 'orderedList' && node.attrs.type) {
              lists.push(Decoration.node(at, at + node.nodeSize, { 'data-numbering': String(node.attrs.type) }));
            }
            return !node.isTextblock;
          });
          return DecorationSet.create(doc, lists);
        },
      },
    }),
  ],
});
