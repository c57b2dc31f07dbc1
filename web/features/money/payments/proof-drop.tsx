import { Camera, FileText, Upload, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { NativeInput } from '#web/ui/native-field.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { describeFile, type Refusal, refusalOf } from './proof-choice.ts';

const ACCEPTED = 'image/*,.heic,.heif,application/pdf';

type ProofDropProps = {
  file: File | null;
  onChange: (file: File | null) => void;
  onRefused: (refusal: Refusal) => void;
  busy: boolean;
  children?: ReactNode;
};

/** The drop zone for the receipt: by button, by camera, or by drag and drop. */
export function ProofDrop({ file, onChange, onRefused, busy, children }: ProofDropProps) {
  const choose = (chosen: File | undefined) => {
    const refusal = chosen && refusalOf(chosen);
    if (refusal) onRefused(refusal);
    else if (chosen) onChange(chosen);
  };
  const drop = useFileDrop((dropped) => !busy && choose(dropped));
  return (
    <div
      {...drop.props}
      className={cx(
        'grid gap-4 rounded-card border-2 border-line-strong border-dashed p-5',
        drop.isOver && 'border-primary bg-selected',
      )}
    >
      {file ? <Chosen file={file} busy={busy} onRemove={() => onChange(null)} /> : <Choose onChoose={choose} />}
      {children}
    </div>
  );
}

function Choose({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  return (
    <div className="grid gap-3 md:flex md:items-center">
      <FileButton accept={ACCEPTED} onChoose={onChoose} icon={<Upload />} label="Selecionar arquivo" />
      <FileButton
        accept="image/*"
        capture
        onChoose={onChoose}
        icon={<Camera />}
        label="Tirar foto"
        className="pointer-fine:hidden"
      />
      <p className="text-ink-soft text-sm pointer-coarse:hidden">ou arraste o arquivo para cá</p>
    </div>
  );
}

type FileButtonProps = {
  accept: string;
  capture?: boolean;
  icon: ReactNode;
  label: string;
  className?: string;
  onChoose: (file: File | undefined) => void;
};

function FileButton({ accept, capture, icon, label, className, onChoose }: FileButtonProps) {
  const id = useId();
  return (
    <div className={cx('grid', className)}>
      <NativeInput
        id={id}
        type="file"
        accept={accept}
        {...(capture ? { capture: 'environment' as const } : {})}
        className="peer sr-only"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // The same file again must count as a choice, too.
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass({
          variant: 'line',
          className:
            'peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2',
        })}
      >
        {icon} {label}
      </label>
    </div>
  );
}

function Chosen({ file, busy, onRemove }: { file: File; busy: boolean; onRemove: () => void }) {
  return (
    <div className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-3 md:grid-cols-[48px_minmax(0,1fr)_auto]">
      <Thumbnail file={file} />
      <div className="min-w-0">
        <p className="truncate font-strong">{file.name}</p>
        <p className="text-ink-soft text-sm">
          {describeFile(file)}
          {!busy && ', pronto para enviar'}
        </p>
      </div>
      <Button
        variant="quiet"
        onClick={onRemove}
        disabled={busy}
        className="max-md:col-span-2 max-md:border-line-strong"
      >
        <X /> Remover arquivo
      </Button>
    </div>
  );
}

function Thumbnail({ file }: { file: File }) {
  const url = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file]);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    setBroken(false);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [url]);
  return (
    <span className="grid h-15 w-12 place-items-center overflow-hidden rounded-control border border-line bg-surface">
      {url && !broken ? (
        <img src={url} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <FileText />
      )}
    </span>
  );
}
