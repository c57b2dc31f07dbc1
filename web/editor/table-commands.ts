import type { Editor } from '@tiptap/core';
import { CellSelection, selectedRect } from '@tiptap/pm/tables';

/**
 * Merges the selected cells; without a selection, the current cell and its right neighbour. Selecting several cells
 * needs a mouse, and merging has to work by touch and keyboard, too.
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
