import './editor.css';
import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react';
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { lessonExtensions } from './extensions.ts';
import { chosenFormula, type FormulaAttributes, insertFormula } from './formula.ts';
import { slashEntries } from './slash-entries.ts';
import { SlashMenu } from './slash-menu.tsx';
import { textProps } from './text-props.ts';
import { Toolbar } from './toolbar.tsx';
import { useImages } from './use-images.ts';

export type EditorProps = {
  /** HTML; '' is an empty text. */
  value: string;
  /** Called on every change. */
  onChange: (html: string) => void;
  /** The accessible name of the text. */
  label: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  disabled?: boolean;
  /** A field of a form, or the main area of a page. */
  look?: 'field' | 'page';
  /** How many images are still uploading. */
  onUploads?: (count: number) => void;
  /** Called by the entry of the slash menu; without it the entry is hidden. */
  onQuestion?: () => void;
  /** A Word file was dropped or pasted; without this handler the file is ignored. */
  onDocument?: (file: File) => void;
};

// The formula renderer is large, and few texts contain a formula.
const FormulaDialog = lazyChunk(() => import('./formula-dialog.tsx'));

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Trailing empty paragraphs are only there for the cursor. */
const asHtml = (html: string) => html.replace(/(<p><\/p>)+$/, '');

/** The rich-text editor. It is a separate chunk: use it through lazy-editor.tsx. */
export default function Editor({
  value,
  onChange,
  label,
  describedBy,
  invalid,
  disabled,
  look = 'field',
  onUploads,
  onQuestion,
  onDocument,
}: EditorProps) {
  const textId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const reported = useRef(value);
  const images = useImages(onUploads);

  // In a ref: options that change with every render would be applied at every keystroke.
  const live = useRef({ images, onChange, onDocument });
  // In a ref: React may create another editor than that of the first render.
  const current = useRef<TiptapEditor | null>(null);
  useLayoutEffect(() => {
    live.current = { images, onChange, onDocument };
    current.current = editor;
  });
  const withEditor = (work: (now: TiptapEditor) => void) => {
    if (current.current) work(current.current);
  };
  const [props] = useState(() =>
    textProps({
      id: textId,
      label,
      onImage: (file, at) => withEditor((now) => void live.current.images.insert(now, file, at)),
      onPastedImages: (pasted) => withEditor((now) => void live.current.images.settle(now, pasted)),
      onFormula: () => openFormula(),
      onDocument: (file) => live.current.onDocument?.(file),
    }),
  );
  const [report] = useState(() => ({ editor: changed }: { editor: TiptapEditor }) => {
    reported.current = changed.isEmpty ? '' : asHtml(changed.getHTML());
    live.current.onChange(reported.current);
  });
  const [initial] = useState(value);
  const editor = useEditor({
    extensions: lessonExtensions,
    content: initial,
    injectCSS: false,
    editable: !disabled,
    editorProps: props,
    onUpdate: report,
  });
  const [pick] = useState(() => () => picker.current?.click());
  const [formula, setFormula] = useState<{ chosen: FormulaAttributes | null } | null>(null);
  const [openFormula] = useState(() => () => setFormula({ chosen: chosenFormula(editor)?.attrs ?? null }));

  // A value from outside (a draft, another lesson) replaces the text; a value that the editor reported itself does not.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  useEffect(() => {
    const text = document.getElementById(textId);
    if (invalid) text?.setAttribute('aria-invalid', 'true');
    else text?.removeAttribute('aria-invalid');
    if (describedBy) text?.setAttribute('aria-describedby', describedBy);
    else text?.removeAttribute('aria-describedby');
  }, [textId, invalid, describedBy]);

  return (
    <div
      className={cx(
        'editor',
        look === 'field' && 'rounded-control border bg-surface',
        look === 'field' && (invalid ? 'border-2 border-bad' : 'border-line-strong'),
      )}
    >
      <Toolbar editor={editor} controls={textId} onUpload={pick} onFormula={openFormula} />
      <NativeInput
        ref={picker}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Escolher imagens"
        onChange={({ target }) => {
          for (const file of target.files ?? []) void images.insert(editor, file);
          target.value = '';
        }}
      />
      <EditorContent editor={editor} />
      {look === 'page' && (
        <SlashMenu editor={editor} textId={textId} entries={slashEntries({ pick, openFormula, onQuestion })} />
      )}
      {formula && (
        <Suspense>
          <FormulaDialog
            formula={formula.chosen}
            onClose={() => setFormula(null)}
            onDone={(attrs) => {
              setFormula(null);
              insertFormula(editor, attrs);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
