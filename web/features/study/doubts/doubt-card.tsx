import { useState } from 'react';
import { Link } from 'wouter';
import type { QueuedDoubt } from '#contract/study/doubts.ts';
import { DAY_MS } from '#contract/time.ts';
import { formatRelative, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useCloseDoubt } from './doubts.queries.ts';
import { useModerate } from './queue.queries.ts';

/** One doubt with its age, what it is about, and what can be done with it. */
export function DoubtCard({ doubt }: { doubt: QueuedDoubt }) {
  const { id, about, subject, askerName, body, state, createdAt, editedAt, answer } = doubt;
  const { isShared, isHidden, reportCount, pseudonym } = doubt;
  const [isAnswering, setAnswering] = useState(false);
  const close = useCloseDoubt();
  const moderate = useModerate(id);
  const now = useNow();
  const isLate = state === 'open' && now.getTime() - Date.parse(createdAt) > DAY_MS;
  return (
    <Card
      title={about.kind === 'question' ? `Questão ${about.id}` : 'Aula'}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {isLate && <Badge tone="bad">Mais de 24 h</Badge>}
          {reportCount > 0 && <Badge tone="bad">{plural(reportCount, 'denúncia', 'denúncias')}</Badge>}
          {isHidden && <Badge tone="info">Oculta</Badge>}
          {formatRelative(createdAt, now)}
        </span>
      }
    >
      <p className="text-ink-soft text-sm">
        <Link
          href={about.kind === 'question' ? paths.bankQuestion(about.id) : paths.lesson(about.id)}
          className="link tappable line-clamp-2"
        >
          {about.title}
        </Link>
        {subject && <span className="block">{subject}</span>}
      </p>
      <div className="mt-3 grid grid-cols-1 gap-1">
        <p className="text-sm">
          <b className="font-strong">{askerName}</b>
          {editedAt && <span className="text-ink-soft"> (editada)</span>}
        </p>
        <PlainText text={body} className="wrap-anywhere max-w-[75ch]" />
      </div>
      {answer && !isAnswering && (
        <div className="mt-4 grid grid-cols-1 gap-1 border-sun-edge border-l-3 pl-4">
          <p className="text-sm">
            <b className="font-strong">{answer.by ?? 'Equipe'}</b>{' '}
            <span className="text-ink-soft">{formatRelative(answer.at, now)}</span>
          </p>
          <PlainText text={answer.text} className="wrap-anywhere max-w-[75ch]" />
          <p className="text-ink-soft text-sm">
            {isShared ? `À vista de todos, com a pergunta como “${pseudonym}”.` : 'Só quem perguntou vê.'}
          </p>
        </div>
      )}
      {isAnswering ? (
        <AnswerForm doubt={doubt} onDone={() => setAnswering(false)} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant={answer ? 'line' : 'primary'} onClick={() => setAnswering(true)}>
            {answer ? 'Corrigir resposta' : 'Responder'}
          </Button>
          {state === 'open' && (
            <Button variant="quiet" busy={close.isPending} onClick={() => close.mutate(id)}>
              Encerrar sem resposta
            </Button>
          )}
          {state === 'answered' && (isShared || isHidden) && (
            <Button variant="quiet" busy={moderate.isPending} onClick={() => moderate.mutate(!isHidden)}>
              {isHidden ? 'Mostrar de novo' : 'Ocultar'}
            </Button>
          )}
          {reportCount > 0 && !isHidden && (
            <Button variant="quiet" busy={moderate.isPending} onClick={() => moderate.mutate(false)}>
              Está tudo bem
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
