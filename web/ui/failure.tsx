import { ChunkError } from '#web/lib/load-chunk.ts';
import { Button } from './button.tsx';

type FailureProps = { error: unknown; onRetry: () => void };

function words(error: unknown): string {
  if (!(error instanceof ChunkError)) return 'O problema foi registrado, e o resto da página continua funcionando.';
  return navigator.onLine
    ? 'Ela não chegou até aqui. O que já está na tela continua.'
    : 'Você está sem internet. O que já está na tela continua.';
}

/** Shown instead of content that failed to open. */
export function Failure({ error, onRetry, isScreen }: FailureProps & { isScreen: boolean }) {
  const Heading = isScreen ? 'h1' : 'p';
  return (
    <div role="alert" className={isScreen ? 'page-width grid gap-3 py-16' : 'grid gap-2 rounded-card bg-bad-tint p-4'}>
      <Heading className={isScreen ? 'text-2xl' : 'font-strong'}>Esta parte não abriu</Heading>
      <p className="text-ink-soft text-sm">{words(error)}</p>
      <p>
        <Button variant="line" onClick={onRetry}>
          Tentar de novo
        </Button>
      </p>
    </div>
  );
}

/** Shown instead of a dialog, a sheet or a menu. A native dialog: no more code has to be loaded for it. */
export function FailureOver({ error, onRetry, onClose }: FailureProps & { onClose: () => void }) {
  return (
    <dialog
      ref={(dialog) => {
        if (dialog?.open === false) dialog.showModal();
      }}
      aria-labelledby="failure-title"
      onClose={onClose}
      className="pointer-events-auto m-auto max-w-[min(400px,calc(100vw-32px))] rounded-card bg-surface p-5 text-ink shadow-float backdrop:bg-scrim"
    >
      <p id="failure-title" className="font-strong text-md">
        Esta parte não abriu
      </p>
      <p className="mt-1 text-ink-soft text-sm">{words(error)}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Fechar
        </Button>
        <Button onClick={onRetry}>Tentar de novo</Button>
      </div>
    </dialog>
  );
}
