import { formatRelative } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type KeptNoticeProps = {
  savedAt: string;
  /** Somebody saved after this was typed. */
  isOvertaken: boolean;
  onDiscard: () => void;
  className?: string;
};

/** What was typed and not saved is back in the form. */
export function KeptNotice({ savedAt, isOvertaken, onDiscard, className }: KeptNoticeProps) {
  return (
    <Notice
      className={className}
      tone="sun"
      title="Recuperamos o que você não salvou"
      action={
        <Button variant="line" size="sm" onClick={onDiscard}>
          Descartar
        </Button>
      }
    >
      Escrito {formatRelative(savedAt, new Date())} neste aparelho.
      {isOvertaken && ' Depois disso houve outra alteração, em outra janela: salvar agora fica no lugar dela.'}
    </Notice>
  );
}
