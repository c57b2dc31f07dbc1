import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lessonQuery } from './lessons.queries.ts';

type ConflictNoticeProps = {
  lessonId: number;
  /** When the text on the screen was last changed. */
  changedAt: string;
  disabled: boolean;
  onReplace: (version: number) => void;
};

/**
 * Somebody saved first. Nothing is overwritten unless the teacher, knowing it, says so. It comes into view and takes
 * the focus: the button that was pressed is far below it.
 */
export function ConflictNotice({ lessonId, changedAt, disabled, onReplace }: ConflictNoticeProps) {
  const { data: current } = useQuery({ ...lessonQuery(lessonId), staleTime: 0 });
  const place = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Notice
      ref={place}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      tone="bad"
      className="scroll-mt-4"
      title={<span id={titleId}>Esta aula foi alterada enquanto você editava</span>}
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
      <p>
        {current && `A versão salva é de ${formatDateTime(current.updatedAt)}. `}A sua é de {formatDateTime(changedAt)}.
      </p>
      <p>O seu texto continua aqui, e nada foi perdido. Compare as duas antes de decidir.</p>
    </Notice>
  );
}
