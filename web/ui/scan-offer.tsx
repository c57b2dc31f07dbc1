import { ScanText } from 'lucide-react';
import { SCAN_AT_ONCE_MAX } from '#contract/limits.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Seconds that a dense page takes on a busy machine. */
const PAGE_SECONDS = 12;

type ScanOfferProps = { pages: number; busy: boolean; onRecognise: () => void };

/** Pages of a file that are pictures: what recognising their text costs, before it begins. */
export function ScanOffer({ pages, busy, onRecognise }: ScanOfferProps) {
  const minutes = Math.max(1, Math.ceil((pages * PAGE_SECONDS) / 60));
  const isTooMuch = pages > SCAN_AT_ONCE_MAX;
  return (
    <Notice
      tone="sun"
      title={pages === 1 ? 'Uma página é uma imagem' : `${pages} páginas são imagens`}
      action={
        !isTooMuch && (
          <Button variant="line" size="sm" busy={busy} onClick={onRecognise}>
            <ScanText /> Reconhecer o texto
          </Button>
        )
      }
    >
      {isTooMuch
        ? `Reconhecemos até ${SCAN_AT_ONCE_MAX} páginas por vez: salve só as que interessam e envie de novo.`
        : `Podemos reconhecer o texto: leva cerca de ${plural(minutes, 'minuto', 'minutos')}, letras saem trocadas, e você confere cada linha antes de usar.`}
    </Notice>
  );
}
