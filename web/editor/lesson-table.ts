import { Table, TableView } from '@tiptap/extension-table';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { sanitizeToFragment } from './sanitize.ts';

/** The caption of a table as HTML; null: none. */
function captionElement(html: unknown): HTMLTableCaptionElement | null {
  if (typeof html !== 'string' || html === '') return null;
  const caption = document.createElement('caption');
  caption.append(sanitizeToFragment(html));
  return caption;
}

/** A table in the editor, below its caption. */
class CaptionedTable extends TableView {
  private caption: HTMLTableCaptionElement | null = null;

  constructor(node: Node, cellMinWidth: number, view?: EditorView, attributes?: Record<string, unknown>) {
    super(node, cellMinWidth, view, attributes);
    this.show(node);
  }

  override update(node: Node): boolean {
    const before = this.node.attrs.caption;
    const isSame = super.update(node);
    if (isSame && node.attrs.caption !== before) this.show(node);
    return isSame;
  }

  private show(node: Node): void {
    this.caption?.remove();
    this.caption = captionElement(node.attrs.caption);
    if (!this.caption) return;
    // Edited by the table tools: the cursor cannot enter it.
    this.caption.contentEditable = 'false';
    this.table.prepend(this.caption);
  }
}

/** Keeps the caption of a table, which is no row: it is stored as an attribute and edited by 'Legenda da tabela'. */
export const LessonTable = Table.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      caption: {
        default: null,
        rendered: false,
        parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.innerHTML.trim() || null,
      },
    };
  },
  parseHTML() {
    return [...(this.parent?.() ?? []), { tag: 'caption', ignore: true }];
  },
  renderHTML(props) {
    const table = this.parent?.(props) as [string, object, ...unknown[]];
    const caption = captionElement(props.node.attrs.caption);
    if (!caption) return table as never;
    const [tag, attributes, ...rest] = table;
    return [tag, attributes, caption, ...rest] as never;
  },
}).configure({ resizable: true, View: CaptionedTable });
