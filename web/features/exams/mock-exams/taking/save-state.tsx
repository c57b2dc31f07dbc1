import { CloudCheck, CloudUpload, WifiOff } from 'lucide-react';
import { formatTime } from '#web/lib/format.ts';
import type { AttemptState } from './attempt-session.ts';

/**
 * Two lines on a phone, one on wider screens, whatever the text: when the network is lost, the options must not move
 * under the finger. Words that do not fit on a narrow phone are still read by screen readers.
 */
const line =
  'flex h-[2lh] items-center gap-1.5 overflow-hidden text-on-night-soft text-xs leading-[1rem] md:h-[1lh] [&>.lucide]:size-4 [&>.lucide]:shrink-0';
const words = 'line-clamp-2 min-w-0 md:line-clamp-1';
const roomy = 'max-[379px]:sr-only';

/** Where the answers are stored: being sent, on the server, or only in this browser. */
export function SaveState({ state, isFinishWaiting }: { state: AttemptState; isFinishWaiting: boolean }) {
  const { save, settled, isKept, savedAt } = state;
  if (isFinishWaiting) {
    return (
      <span className={line}>
        <WifiOff className="text-sun" />
        <span className={words}>Ainda não enviado: sai sozinho com a conexão</span>
      </span>
    );
  }
  if (save === 'waiting' && settled > 0) {
    const [answer, kept] = settled === 1 ? ['resposta', 'guardada'] : ['respostas', 'guardadas'];
    return (
      <span className={line}>
        <WifiOff className="text-sun" />
        <span className={words}>
          Sem conexão: {settled} <span className={roomy}>{answer} </span>
          {isKept ? `${kept} neste aparelho` : `${kept} só nesta aba, não a feche`}
        </span>
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
        <CloudCheck />
        <span className={words}>Resposta salva às {formatTime(new Date(savedAt))}</span>
      </span>
    );
  }
  return (
    <span className={line}>
      <span className={words}>Cada resposta é salva na hora</span>
    </span>
  );
}

/** For screen readers: only the loss and return of the connection, not every saved answer. */
export function SpokenSaveState({ isWaiting, wasWaiting }: { isWaiting: boolean; wasWaiting: boolean }) {
  return (
    <span role="status" className="sr-only">
      {isWaiting && 'Sem conexão. Suas respostas ficam guardadas neste aparelho.'}
      {!isWaiting && wasWaiting && 'A conexão voltou. Suas respostas foram salvas.'}
    </span>
  );
}
