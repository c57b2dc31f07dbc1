import { Download, ExternalLink, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import type { Proof } from '#contract/money/payments.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

const frame = 'border-line border-y bg-sunken';

export function ProofViewer({ proof }: { proof: Proof }) {
  if (!proof.url)
    return <p className={`${frame} px-4 py-10 text-center text-ink-soft text-sm`}>O arquivo foi removido.</p>;
  if (proof.previewUrl) return <Picture url={proof.previewUrl} />;
  if (proof.type === 'application/pdf') return <Pdf url={proof.url} />;
  return (
    <div className={`${frame} grid justify-items-center gap-3 px-4 py-8 text-center text-sm`}>
      <p className="text-ink-soft">Fotos HEIC não abrem no navegador.</p>
      <a href={proof.url} className={buttonClass({ variant: 'line' })}>
        <Download /> Baixar comprovante
      </a>
    </div>
  );
}

const ZOOM = { min: 1, max: 4, step: 0.5 };

function Picture({ url }: { url: string }) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [broken, setBroken] = useState(false);
  if (broken)
    return <p className={`${frame} px-4 py-10 text-center text-sm`}>Não conseguimos mostrar o comprovante.</p>;
  return (
    <div className={`${frame} relative`}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged receipt must scroll by keyboard, too
        tabIndex={0}
        aria-label="Comprovante"
        className="h-80 overflow-auto p-4 focus-visible:-outline-offset-3"
      >
        <div className={zoom > 1 ? '' : 'grid h-full grid-rows-[100%] place-items-center'}>
          <img
            src={url}
            alt="Comprovante enviado pelo aluno"
            onError={() => setBroken(true)}
            className={zoom > 1 ? 'max-w-none' : 'max-h-full max-w-full object-contain'}
            style={{ rotate: `${turns * 90}deg`, ...(zoom > 1 ? { width: `${zoom * 100}%` } : {}) }}
          />
        </div>
      </section>
      <div className="absolute right-2 bottom-2 flex rounded-control border border-line bg-surface">
        <Button
          variant="quiet"
          size="icon"
          aria-label="Diminuir"
          disabled={zoom <= ZOOM.min}
          onClick={() => setZoom(zoom - ZOOM.step)}
        >
          <ZoomOut />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Aumentar"
          disabled={zoom >= ZOOM.max}
          onClick={() => setZoom(zoom + ZOOM.step)}
        >
          <ZoomIn />
        </Button>
        <Button variant="quiet" size="icon" aria-label="Girar" onClick={() => setTurns(turns + 1)}>
          <RotateCw />
        </Button>
      </div>
    </div>
  );
}

/** The server sandboxes the file. Phones show no PDF inside a page, so a link follows below. */
function Pdf({ url }: { url: string }) {
  return (
    <div className={frame}>
      <iframe src={url} title="Comprovante em PDF" className="block h-[380px] w-full pointer-coarse:hidden" />
      <p className="p-2 text-center">
        <a href={url} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          <ExternalLink /> Abrir PDF em nova aba
        </a>
      </p>
    </div>
  );
}
