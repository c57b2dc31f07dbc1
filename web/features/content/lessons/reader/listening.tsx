import { Headphones, Pause, Play, SkipBack, SkipForward, Square } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Listening, rates, useCanListen } from './use-listening.ts';

/** Begins to read a text aloud; nothing where the browser has no voice. */
export function ListenButton({ listening }: { listening: Listening }) {
  const canListen = useCanListen();
  if (!canListen || listening.state !== 'silent') return null;
  return (
    <Button variant="quiet" size="sm" onClick={listening.start}>
      <Headphones /> Ouvir
    </Button>
  );
}

/** The controls while a text is read aloud, and a message where the voice failed. */
export function ListeningPlayer({ listening, label }: { listening: Listening; label: string }) {
  const { state, at, total, rate } = listening;
  if (state === 'silent') {
    return listening.failed ? (
      <p role="status" className="text-ink-soft text-sm">
        A voz deste navegador não respondeu. Tente de novo, ou use outro navegador para ouvir.
      </p>
    ) : null;
  }
  return (
    <section aria-label={label} className="reader-bar">
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
