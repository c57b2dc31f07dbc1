import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import type { Doubt } from '#contract/study/doubts.ts';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { DoubtForm } from './doubt-form.tsx';
import {
  type DoubtsAbout,
  doubtsQuery,
  useAsk,
  useCloseDoubt,
  useEditDoubt,
  useReportDoubt,
} from './doubts.queries.ts';

const titles = { question: 'Dúvidas desta questão', lesson: 'Dúvidas desta aula' };

/** Below a question or lesson: the student's doubts, the answered ones that are shared, and the form to ask. */
export default function Doubts({ about }: { about: DoubtsAbout }) {
  const doubts = useQuery(doubtsQuery(about));
  const ask = useAsk(about);
  const [isAsking, setAsking] = useState(false);
  const [creationKey, setCreationKey] = useState(newKey);
  return (
    <Card
      title={titles[about.kind]}
      className="print:hidden"
      aside={
        !isAsking && (
          <Button variant="line" size="sm" onClick={() => setAsking(true)}>
            <MessageCircleQuestion /> Tenho uma dúvida
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {isAsking && (
          <DoubtForm
            initial=""
            submitLabel="Enviar dúvida"
            busy={ask.isPending}
            onCancel={() => setAsking(false)}
            onSubmit={(body, refused) =>
              ask.mutate(
                { body, creationKey },
                {
                  onSuccess: () => {
                    setAsking(false);
                    setCreationKey(newKey());
                  },
                  onError: (error) => {
                    if (!refused(error)) toastFailure('Dúvida não enviada')(error);
                  },
                },
              )
            }
          />
        )}
        {doubts.isError && <LoadError of={doubts} title="Não conseguimos buscar as dúvidas" headingLevel={3} />}
        {doubts.data?.length === 0 && !isAsking && (
          <p className="text-ink-soft text-sm">Ninguém perguntou ainda. Ficou alguma dúvida?</p>
        )}
        {doubts.data && doubts.data.length > 0 && (
          <ul className="grid grid-cols-1 divide-y divide-line">
            {doubts.data.map((doubt) => (
              <li key={doubt.id} className="grid grid-cols-1 gap-3 py-4 first:pt-0 last:pb-0">
                <Thread doubt={doubt} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const stateWords = { open: 'esperando resposta', answered: '', closed: 'encerrada' };

function Thread({ doubt }: { doubt: Doubt }) {
  const { id, isMine, pseudonym, body, state, isShared, createdAt, editedAt, answer } = doubt;
  const [isEditing, setEditing] = useState(false);
  const edit = useEditDoubt(id);
  const close = useCloseDoubt();
  const report = useReportDoubt(id);
  const now = useNow();
  const about = [formatRelative(createdAt, now), editedAt && 'editada', isMine && stateWords[state]];
  return (
    <>
      <Message name={isMine ? 'Você' : pseudonym} aside={about.filter(Boolean).join(', ')}>
        {isEditing ? (
          <DoubtForm
            initial={body}
            submitLabel="Salvar"
            busy={edit.isPending}
            onCancel={() => setEditing(false)}
            onSubmit={(words, refused) =>
              edit.mutate(words, {
                onSuccess: () => setEditing(false),
                onError: (error) => {
                  if (!refused(error)) toastFailure('Dúvida não salva')(error);
                },
              })
            }
          />
        ) : (
          <PlainText text={body} />
        )}
        {isMine && isShared && state === 'answered' && (
          <p className="text-ink-soft text-xs">Outros alunos leem esta dúvida como “{pseudonym}”.</p>
        )}
      </Message>
      {answer && (
        <Message name={answer.by ? `Prof. ${answer.by}` : 'Equipe'} aside={formatRelative(answer.at, now)} isAnswer>
          <PlainText text={answer.text} />
        </Message>
      )}
      {isMine && state === 'open' && !isEditing && (
        <div className="flex flex-wrap gap-2 pl-10">
          <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
            Editar
          </Button>
          <Button variant="quiet" size="sm" busy={close.isPending} onClick={() => close.mutate(id)}>
            Já entendi, encerrar
          </Button>
        </div>
      )}
      {!isMine && (
        <div className="pl-10">
          <Button
            variant="quiet"
            size="sm"
            busy={report.isPending}
            disabled={report.isSuccess}
            onClick={() => report.mutate()}
          >
            {report.isSuccess ? 'Aviso enviado' : 'Denunciar'}
          </Button>
        </div>
      )}
    </>
  );
}

type MessageProps = { name: string; aside: string; isAnswer?: boolean; children: React.ReactNode };

const Message = ({ name, aside, isAnswer, children }: MessageProps) => (
  <div className={`grid grid-cols-[28px_minmax(0,1fr)] gap-3 ${isAnswer ? 'border-sun-edge border-l-3 pl-3' : ''}`}>
    <Avatar name={name} size="sm" />
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <p className="text-sm">
        <b className="font-strong">{name}</b> <span className="text-ink-soft text-xs">{aside}</span>
      </p>
      <div className="wrap-anywhere max-w-[70ch]">{children}</div>
    </div>
  </div>
);
