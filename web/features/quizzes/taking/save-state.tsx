import { CloudCheck, CloudUpload, WifiOff } from 'lucide-react';
import { formatTime, plural } from '../../../lib/format.ts';
import type { AttemptState } from './attempt-session.ts';

/** Where the answers are: on the way, on the server, or only in this browser. */
export function SaveState({ state }: { state: AttemptState }) {
  const { save, settled, isKept, savedAt } = state;
  const line = 'flex items-center gap-1.5 text-ink-soft text-xs [&>.lucide]:size-4';
  if (save === 'waiting' && settled > 0) {
    const count = plural(settled, 'resposta guardada', 'respostas guardadas');
    return (
      <span className={line}>
        <WifiOff className="text-sun-ink" />
        {isKept ? `Sem conexão: ${count} neste aparelho` : `Sem conexão: ${count} só nesta aba, não a feche`}
      </span>
    );
  }
  if (save === 'saving' || save === 'waiting') {
    return (
      <span className={line}>
        <CloudUpload />
        Salvando…
      </span>
    );
  }
  if (save === 'saved' && savedAt !== null) {
    return (
      <span className={line}>
        <CloudCheck className="text-ok" />
        Resposta salva às {formatTime(new Date(savedAt))}
      </span>
    );
  }
  return <span className={line}>Cada resposta é salva na hora</span>;
}

/** For screen readers: only that the connection went and came back, not every saved answer. */
export function SpokenSaveState({ isWaiting, wasWaiting }: { isWaiting: boolean; wasWaiting: boolean }) {
  return (
    <span role="status" className="sr-only">
      {isWaiting && 'Sem conexão. Suas respostas ficam guardadas neste aparelho.'}
      {!isWaiting && wasWaiting && 'A conexão voltou. Suas respostas foram salvas.'}
    </span>
  );
}
