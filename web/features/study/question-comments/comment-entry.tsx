import { BadgeCheck, EyeOff, Flag, Reply, ThumbsUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ItemLink } from '#contract/content/law-link.ts';
import type { CommentReply } from '#contract/study/question-comments.ts';
import { LinkedTexts } from '#web/features/content/laws/links/linked-texts.tsx';
import { MakeCardButton } from '#web/features/study/cards/make-card-button.tsx';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { newKey } from '#web/lib/new-key.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { CommentForm } from './comment-form.tsx';
import {
  useDecideComment,
  useDecideCommentCitation,
  useDecideOwnCitation,
  useDeleteComment,
  useEditComment,
  useReportComment,
  useSealComment,
  useVote,
  useWriteComment,
} from './question-comments.queries.ts';

export type Thread = {
  questionId: number;
  canWrite: boolean;
  canModerate: boolean;
  name: string;
  /** The citations of all comments; `id` is the comment's. */
  links: readonly ItemLink[];
};
type EntryProps = { entry: CommentReply; thread: Thread; isReply: boolean };

/** Shown in place of a comment that cannot be read. */
const traces = {
  reported: 'Comentário escondido: três pessoas denunciaram. Um professor vai olhar.',
  deleted: 'Comentário apagado por quem escreveu.',
} as const;

/** What its writer reads below it. */
const ownStates = {
  held: 'Esperando um professor conferir: só você vê.',
  reported: 'Escondido por denúncias, até um professor olhar: só você vê.',
  hidden: 'Escondido por um professor: só você vê.',
} as const;

export function CommentEntry({ entry, thread, isReply }: EntryProps) {
  const { isMine, state } = entry;
  const now = useNow();
  const [open, setOpen] = useState<'reply' | 'edit' | null>(null);
  if (state === 'deleted' || (state === 'reported' && !isMine)) {
    return (
      <p className="flex items-center gap-3 text-ink-soft text-sm">
        <EyeOff /> {traces[state]}
      </p>
    );
  }
  const aside = [formatRelative(entry.createdAt, now), entry.editedAt && 'editado'].filter(Boolean).join(', ');
  return (
    <article className="grid grid-cols-[28px_minmax(0,1fr)] gap-3" aria-label={`Comentário de ${entry.name}`}>
      <Avatar name={entry.name} size="sm" />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <b className="font-strong">{entry.isTeacher ? `Prof. ${entry.name}` : entry.name}</b>
          {isMine && <span className="text-ink-soft">você</span>}
          {entry.isSealed && (
            <Badge tone="ok" icon={<BadgeCheck />}>
              {entry.isTeacher ? 'professor' : 'selo do professor'}
            </Badge>
          )}
          <span className="text-ink-soft text-xs">{aside}</span>
        </p>
        {open === 'edit' ? (
          <EditForm entry={entry} onDone={() => setOpen(null)} />
        ) : (
          <Body entry={entry} thread={thread} />
        )}
        {isMine && state !== 'shown' && <p className="text-ink-soft text-xs">{ownStates[state]}</p>}
        {open === null && <Actions entry={entry} thread={thread} isReply={isReply} now={now} onOpen={setOpen} />}
        {open === 'reply' && <ReplyForm entry={entry} thread={thread} onDone={() => setOpen(null)} />}
      </div>
    </article>
  );
}

/** The words, with their citations of laws as links. Their writer and who moderates correct where one leads. */
function Body({ entry, thread }: Pick<EntryProps, 'entry' | 'thread'>) {
  const decide = useDecideCommentCitation(entry.id);
  const decideOwn = useDecideOwnCitation(entry.id);
  const links = useMemo(() => thread.links.filter(({ id }) => id === entry.id), [thread.links, entry.id]);
  return (
    <LinkedTexts links={links} decide={thread.canModerate ? decide : entry.isMine ? decideOwn : null}>
      <PlainText text={entry.body} className="wrap-anywhere max-w-[70ch]" />
    </LinkedTexts>
  );
}

type ActionsProps = EntryProps & { now: Date; onOpen: (what: 'reply' | 'edit') => void };

function Actions({ entry, thread, isReply, now, onOpen }: ActionsProps) {
  const { id, isMine, state, votes, helped, name, editableUntil } = entry;
  const [isDeleting, setDeleting] = useState(false);
  const vote = useVote(id);
  const report = useReportComment(id);
  const remove = useDeleteComment(id);
  const isEditable =
    isMine && (state === 'shown' || state === 'held') && now.getTime() < Date.parse(editableUntil ?? '');
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-1">
      {state === 'shown' && (
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={helped}
          aria-label={`Ajudou, ${votes} ${votes === 1 ? 'voto' : 'votos'}`}
          disabled={isMine}
          busy={vote.isPending}
          onClick={() => vote.mutate(!helped)}
        >
          <ThumbsUp className={helped ? 'fill-sun' : undefined} /> Ajudou {votes > 0 && votes}
        </Button>
      )}
      {!isReply && thread.canWrite && state === 'shown' && (
        <Button variant="quiet" size="sm" onClick={() => onOpen('reply')}>
          <Reply /> Responder
        </Button>
      )}
      {!isMine && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={report.isSuccess ? `Aviso enviado, comentário de ${name}` : `Denunciar comentário de ${name}`}
          disabled={report.isSuccess}
          busy={report.isPending}
          onClick={() => report.mutate()}
        >
          <Flag /> <span className="max-md:sr-only">{report.isSuccess ? 'Aviso enviado' : 'Denunciar'}</span>
        </Button>
      )}
      {state === 'shown' && !thread.canModerate && (
        <MakeCardButton
          source={{ kind: 'comment', commentId: id }}
          label={`Comentário de ${entry.isTeacher ? `Prof. ${name}` : name}`}
          draft={{ kind: 'cloze', front: entry.body }}
        />
      )}
      {isEditable && (
        <Button variant="quiet" size="sm" onClick={() => onOpen('edit')}>
          Editar
        </Button>
      )}
      {isMine && (
        <Button variant="quiet" size="sm" onClick={() => setDeleting(true)}>
          Apagar
        </Button>
      )}
      {thread.canModerate && <Moderation entry={entry} />}
      <AlertDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Apagar o comentário?"
        text="As respostas dos colegas ficam."
        confirmLabel="Apagar"
        tone="bad"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false) })}
      />
    </div>
  );
}

/** For the author of the question and administrators. */
function Moderation({ entry: { id, isSealed, isTeacher, editedAt } }: { entry: CommentReply }) {
  const seal = useSealComment(id);
  const decide = useDecideComment(id);
  return (
    <>
      {!isTeacher && (
        <Button
          variant="quiet"
          size="sm"
          busy={seal.isPending}
          onClick={() => seal.mutate({ isSealed: !isSealed, editedAt })}
        >
          {isSealed ? 'Tirar o selo' : 'Dar o selo'}
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        busy={decide.isPending}
        onClick={() => decide.mutate({ decision: 'hide', editedAt })}
      >
        Esconder
      </Button>
    </>
  );
}

function EditForm({ entry, onDone }: { entry: CommentReply; onDone: () => void }) {
  const edit = useEditComment(entry.id);
  return (
    <CommentForm
      label="Seu comentário"
      submitLabel="Salvar"
      initial={entry.body}
      busy={edit.isPending}
      autoFocus
      onCancel={onDone}
      onSubmit={(body, refused) =>
        edit.mutate(body, {
          onSuccess: onDone,
          onError: (error) => {
            if (!refused(error)) toastFailure('Comentário não salvo')(error);
          },
        })
      }
    />
  );
}

function ReplyForm({ entry, thread, onDone }: { entry: CommentReply; thread: Thread; onDone: () => void }) {
  const write = useWriteComment(thread.questionId);
  const [creationKey] = useState(newKey);
  return (
    <CommentForm
      label={`Sua resposta, como ${thread.name}`}
      submitLabel="Responder"
      initial=""
      busy={write.isPending}
      autoFocus
      onCancel={onDone}
      onSubmit={(body, refused) =>
        write.mutate(
          { body, parentId: entry.id, creationKey },
          {
            onSuccess: onDone,
            onError: (error) => {
              if (!refused(error)) toastFailure('Resposta não enviada')(error);
            },
          },
        )
      }
    />
  );
}
