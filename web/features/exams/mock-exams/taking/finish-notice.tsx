import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type FinishWaiting, waitingText } from './pending-finish.ts';

type FinishNoticeProps = {
  /** Null: the time is over, and the server closes the attempt without this request. */ waiting: FinishWaiting | null;
  isSending: boolean;
  onWithdraw: () => void;
};

/** Shown while a finish is pending, until the server has confirmed it. */
export function FinishNotice({ waiting, isSending, onWithdraw }: FinishNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} className="px-4 pt-4 md:px-8" role="alert">
      {waiting === null ? (
        <Notice tone="sun" title="O tempo acabou">
          Estamos enviando suas respostas. As que já estavam salvas contam, mesmo que a conexão demore a voltar.
        </Notice>
      ) : (
        <Notice
          tone="sun"
          title="Seu simulado ainda não foi enviado"
          action={
            <Button variant="line" size="sm" disabled={isSending} onClick={onWithdraw}>
              Continuar respondendo
            </Button>
          }
        >
          {waitingText(waiting)}
        </Notice>
      )}
    </div>
  );
}
