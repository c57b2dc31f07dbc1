import type { Editor } from '@tiptap/core';
import { CellSelection, selectedRect } from '@tiptap/pm/tables';

/**
 * Merges the chosen cells; with the cursor in one cell, that one and its neighbour to the right. Choosing several
 * cells takes a mouse, and this has to work by touch and by keyboard, too.
 */
export function mergeCells(editor: Editor): boolean {
  if (editor.can().mergeCells()) return editor.chain().focus().mergeCells().run();
  const { state } = editor;
  const { map, tableStart, top, left, right } = selectedRect(state);
  if (right >= map.width) return false;
  const [cell, neighbour] = [map.map[top * map.width + left], map.map[top * map.width + right]];
  if (cell === undefined || neighbour === undefined) return false;
  const pair = CellSelection.create(state.doc, tableStart + cell, tableStart + neighbour);
  editor.view.dispatch(state.tr.setSelection(pair));
  return editor.chain().focus().mergeCells().run();
}
