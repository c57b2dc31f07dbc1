import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { MISTAKE_NOTE_MAX } from '#contract/limits.ts';
import type { Mistake, MistakeReason } from '#contract/study/review.ts';
import { FoldedText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { reasonChips } from './mistake-words.ts';
import { useNoteMistake } from './review.queries.ts';

/** One mistake: what was chosen, what was right and why, and what the student makes of it. */
export function MistakeRow({ mistake, canRedo }: { mistake: Mistake; canRedo: boolean }) {
  const note = useNoteMistake(mistake.questionId);
  const { format, reason } = mistake;
  return (
    <li className="grid grid-cols-1 gap-3 border-line border-b py-4 break-inside-avoid">
      {mistake.baseText && <FoldedText text={mistake.baseText} />}
      <div className="flex items-start justify-between gap-4">
        <QuestionText format={format} text={mistake.questionText} className="min-w-0 max-w-[70ch]" />
        {canRedo && (
          <Link
            href={`${paths.review}?of=mistakes&questionId=${mistake.questionId}`}
            className="link tappable shrink-0 print:hidden"
          >
            Refazer
          </Link>
        )}
      </div>
      <div className="grid grid-cols-1 gap-1 text-sm">
        {mistake.chosen !== null && (
          <div className="text-bad">
            <span className="font-strong">Você marcou: </span>
            <QuestionText format={format} text={mistake.chosen} className="inline-block" />
          </div>
        )}
        {mistake.right !== null && (
          <div className="text-ok">
            <span className="font-strong">A certa é: </span>
            <QuestionText format={format} text={mistake.right} className="inline-block" />
          </div>
        )}
        <p className="text-ink-soft">
          {formatDate(`${mistake.lastWrongDay}T12:00:00Z`)}
          {mistake.wrongs > 1 && `, errada ${mistake.wrongs} vezes`}
          {mistake.rightDays === 1 && ', falta um acerto em outro dia'}
        </p>
      </div>
      {mistake.comment && (
        <details>
          <summary className="link tappable w-fit cursor-pointer text-sm">Ver o comentário</summary>
          <QuestionText format={format} text={mistake.comment} className="mt-2 max-w-[70ch]" />
        </details>
      )}
      <div className="print:hidden">
        <Chips<MistakeReason | ''>
          label="Por que você errou"
          chips={reasonChips}
          value={(note.isPending ? note.variables?.reason : undefined) ?? reason ?? ''}
          onValueChange={(next) => note.mutate({ reason: next === reason || next === '' ? null : next })}
        />
      </div>
      <Note key={mistake.note} mistake={mistake} />
    </li>
  );
}

function Note({ mistake }: { mistake: Mistake }) {
  const field = useId();
  const [text, setText] = useState<string | null>(null);
  const note = useNoteMistake(mistake.questionId);
  if (text === null) {
    return (
      <>
        {mistake.note && (
          <div className="border-sun-edge border-l-3 bg-sun-tint px-4 py-3 font-serif">
            <PlainText text={mistake.note} />
          </div>
        )}
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start print:hidden"
          onClick={() => setText(mistake.note)}
        >
          <Pencil /> {mistake.note ? 'Editar a nota' : 'Escrever uma nota'}
        </Button>
      </>
    );
  }
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        note.mutate({ note: text.trim() }, { onSuccess: () => setText(null) });
      }}
    >
      <label htmlFor={field} className="font-strong text-sm">
        Sua nota
      </label>
      <Textarea
        id={field}
        rows={3}
        maxLength={MISTAKE_NOTE_MAX}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={note.isPending} busyLabel="Salvando...">
          Salvar nota
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setText(null)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
