import { Headphones, NotebookPen, Pause, Play, SkipBack, SkipForward, Square } from 'lucide-react';
import { type RefObject, Suspense } from 'react';
import { Link } from 'wouter';
import type { PreparedText } from '#web/editor/rich-text.tsx';
import { useHydrated } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Select } from '#web/ui/select.tsx';
import { AnnotationTool } from './annotation-tool.tsx';
import { type Listening, rates, useCanListen, useListening } from './use-listening.ts';

// Links of laws load after hydration: they change the text's nodes, and the text is readable without them.
const LawLinks = lazyChunk(() => import('#web/features/content/laws/links/law-links.tsx'));

type ReaderToolsProps = { lessonId: number; title: string; text: PreparedText; body: RefObject<HTMLElement | null> };

/** Tools of a reader besides the text; loaded after the text. */
export default function ReaderTools({ lessonId, title, text, body }: ReaderToolsProps) {
  const listening = useListening(lessonId, body);
  const canListen = useCanListen();
  const isHydrated = useHydrated();
  return (
    <div className="reader-tools print:hidden">
      <div className="flex flex-wrap gap-1">
        {canListen && listening.state === 'silent' && (
          <Button variant="quiet" size="sm" onClick={listening.start}>
            <Headphones /> Ouvir
          </Button>
        )}
        <Link href={paths.annotations} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          <NotebookPen /> Minhas anotações
        </Link>
      </div>
      {listening.failed && (
        <p role="status" className="text-ink-soft text-sm">
          A voz deste navegador não respondeu. Tente de novo, ou use outro navegador para ouvir.
        </p>
      )}
      {listening.state !== 'silent' && <Player listening={listening} />}
      <AnnotationTool lessonId={lessonId} title={title} text={text} body={body} />
      {isHydrated && (
        <Suspense>
          <LawLinks lessonId={lessonId} text={text} body={body} />
        </Suspense>
      )}
    </div>
  );
}

function Player({ listening }: { listening: Listening }) {
  const { state, at, total, rate } = listening;
  return (
    <section aria-label="Ouvir a aula" className="reader-bar">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Frase anterior"
        disabled={at === 0}
        onClick={() => listening.go(at - 1)}
      >
        <SkipBack />
      </Button>
      {state === 'speaking' ? (
        <Button variant="line" size="sm" onClick={listening.pause}>
          <Pause /> Pausar
        </Button>
      ) : (
        <Button variant="line" size="sm" onClick={listening.goOn}>
          <Play /> Continuar
        </Button>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label="Próxima frase"
        disabled={at >= total - 1}
        onClick={() => listening.go(at + 1)}
      >
        <SkipForward />
      </Button>
      <Select
        aria-label="Velocidade"
        className="w-24"
        value={rate}
        onChange={(event) => {
          const speed = rates.find((one) => one === event.target.value);
          if (speed) listening.change(speed);
        }}
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {one.replace('.', ',')}×
          </option>
        ))}
      </Select>
      <Button variant="quiet" size="icon" aria-label="Parar de ouvir" onClick={listening.stop}>
        <Square />
      </Button>
    </section>
  );
}
