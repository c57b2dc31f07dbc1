import type { RefObject } from 'react';
import { NativeInput } from './native-field.tsx';

type FilePickerProps = {
  /** A press on a button clicks it. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  /** Not even for a screen reader: its button says what is chosen. */
  hidden?: boolean;
  onFile: (file: File) => void;
};

/** The file input behind a button. The same file can be chosen again, for example after a failure. */
export function FilePicker({ ref, label, accept, hidden, onFile }: FilePickerProps) {
  return (
    <NativeInput
      ref={ref}
      type="file"
      aria-label={label}
      accept={accept}
      {...(hidden ? { hidden } : { className: 'sr-only', tabIndex: -1 })}
      onChange={({ target }) => {
        const file = target.files?.[0];
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
