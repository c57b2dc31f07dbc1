import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lessonQuery } from './lessons.queries.ts';

type ConflictNoticeProps = { lessonId: number; disabled: boolean; onReplace: (version: number) => void };

/** Somebody saved first. Nothing is overwritten unless the teacher, knowing it, says so. */
export function ConflictNotice({ lessonId, disabled, onReplace }: ConflictNoticeProps) {
  const { data: current } = useQuery({ ...lessonQuery(lessonId), staleTime: 0 });
  return (
    <Notice
      role="alert"
      tone="bad"
      title="Esta aula foi alterada enquanto você editava"
      action={
        <div className="flex flex-wrap gap-2">
          <a
            href={paths.lesson(lessonId)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'line', size: 'sm' })}
          >
            Ver a versão salva
          </a>
          <Button
            variant="bad"
            size="sm"
            disabled={disabled || !current}
            onClick={() => current && onReplace(current.version)}
          >
            Salvar a minha no lugar
          </Button>
        </div>
      }
    >
      {current && <p>A versão salva é de {formatDateTime(current.updatedAt)}. </p>}
      <p>O seu texto continua aqui, e nada foi perdido. Compare as duas antes de decidir.</p>
    </Notice>
  );
}
