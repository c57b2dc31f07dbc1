import { formatMinutes, plural } from '#web/lib/format.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { shortenedTime, spokenDuration, spokenTimeOf } from '../windows/window-words.ts';
import type { QuizOverview } from './quizzes.queries.ts';

const SECOND_MS = 1000;

type Window = NonNullable<QuizOverview['window']>;

/** What is left of the time of everybody becomes the person's own. */
const ownTime = (left: number, { extraTime }: QuizOverview) => spokenDuration(left * (extraTime?.factor ?? 1));

/** 'Começando agora você tem 5 min 29 s, a prova fecha às 11h29 para todos.' */
export const lateStartText = (left: number, quiz: QuizOverview & { window: Window }, now: number): string =>
  `Começando agora você tem ${ownTime(left, quiz)}, ${
    quiz.extraTime ? 'com o seu tempo a mais' : `a prova fecha ${spokenTimeOf(quiz.window.closesAt, now)} para todos`
  }.`;

type LateStartDialogProps = {
  quiz: QuizOverview & { window: Window };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
};

/** Asks before an attempt starts that is shorter than the exam. The countdown uses the server's time. */
export function LateStartDialog({ quiz, open, onOpenChange, onConfirm }: LateStartDialogProps) {
  const now = useServerNow(quiz.serverTime, SECOND_MS);
  const left = shortenedTime(quiz.window, quiz.timeLimit, now) ?? 0;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Começar com ${ownTime(left, quiz)}?`}
      text={
        <>
          <p className="font-strong text-ink">{lateStartText(left, quiz, now)}</p>
          <p className="mt-2">
            O tempo inteiro eram {formatMinutes(quiz.extraTime?.timeLimit ?? quiz.timeLimit ?? 0)}, para{' '}
            {plural(quiz.questionCount, 'questão', 'questões')}. A tentativa é uma só e o relógio não para.
          </p>
        </>
      }
      confirmLabel="Começar agora"
      cancelLabel="Agora não"
      onConfirm={onConfirm}
    />
  );
}
