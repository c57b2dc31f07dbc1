import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

type FinishNoticeProps = { isTimeOver: boolean; isSending: boolean; onWithdraw: () => void };

/** The end is on its way and has not arrived: stays until it has. */
export function FinishNotice({ isTimeOver, isSending, onWithdraw }: FinishNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} className="px-4 pt-4 md:px-8" role="alert">
      {isTimeOver ? (
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
          O envio sai sozinho quando a conexão voltar. Até lá, deixe esta página aberta.
        </Notice>
      )}
    </div>
  );
}
