import { cx } from '#web/ui/cx.ts';
import { ImagePicker } from './image-picker.tsx';

type PictureInputProps = {
  label: string;
  url: string | null;
  onChange: (url: string | null) => void;
  error?: string | undefined;
  help?: string;
  /** Shown uncropped on white, not cut to a square. */
  isLogo?: boolean;
};

/** Uploads a picture, which is stored in the library as soon as it is chosen. */
export function PictureInput({ label, url, onChange, error, help, isLogo = false }: PictureInputProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-strong text-sm">
        {label}
        <span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {url && (
          <img
            src={url}
            alt="Imagem escolhida"
            // As in an e-mail, where the background is white even in dark mode.
            style={isLogo ? { backgroundColor: '#fff' } : undefined}
            className={cx(
              'rounded-control border border-line',
              isLogo ? 'h-14 w-auto max-w-52 object-contain p-2' : 'size-11 object-cover',
            )}
          />
        )}
        <ImagePicker
          url={url}
          onChange={onChange}
          words={{ send: 'Enviar', replace: 'Trocar', remove: 'Tirar', file: `Arquivo: ${label}` }}
        />
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-bad text-sm">
          {error}
        </p>
      ) : (
        help && <p className="mt-1.5 text-ink-soft text-sm">{help}</p>
      )}
    </fieldset>
  );
}
