import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { FilePicker } from './file-picker.tsx';
import { Progress } from './progress.tsx';
import { useFileDrop } from './use-file-drop.ts';

type FileDropProps = {
  /** What can be dropped here. */
  children: ReactNode;
  label: string;
  accept: string;
  button: string;
  variant?: ButtonVariant;
  /** Below the button: how large a file may be. */
  hint: ReactNode;
  busy: boolean;
  /** How much of the file was sent, from 0 to 1. */
  sent: number;
  readingLabel: string;
  progressLabel: string;
  className?: string;
  onFile: (file: File | undefined) => void;
};

/** Where a file is dropped or chosen; shows its upload. */
export function FileDrop(props: FileDropProps) {
  const { busy, sent, onFile } = props;
  const picker = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(onFile);
  return (
    <div
      {...drop.props}
      className={cx(
        'grid justify-items-center gap-3 rounded-card border-2 border-dashed p-8 text-center',
        props.className,
        drop.isOver ? 'border-primary bg-selected' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp className="size-8 text-ink-soft" />
      <p>{props.children}</p>
      <Button
        variant={props.variant}
        busy={busy}
        busyLabel={sent < 1 ? 'Enviando...' : props.readingLabel}
        onClick={() => picker.current?.click()}
      >
        {props.button}
      </Button>
      <FilePicker ref={picker} label={props.label} accept={props.accept} onFile={onFile} />
      {busy && <Progress className="w-full max-w-sm" value={sent * 100} label={props.progressLabel} />}
      <p className="text-ink-soft text-sm">{props.hint}</p>
    </div>
  );
}
