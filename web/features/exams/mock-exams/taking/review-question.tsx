import { Check, Flag, Lock, MessageCircleQuestion, X } from 'lucide-react';
import { Suspense } from 'react';
import type { ReviewedQuestion } from '#contract/exams/quiz-attempts.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { BesideText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { rightWords } from '#web/features/questions/questions/kind-words.ts';
import { OutdatedNotice } from '#web/features/questions/questions/outdated-notice.tsx';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ReportQuestion } from './report-slot.ts';

/** Without the key of the whole review, questions are shown as they were answered. */
type ReviewQuestionProps = { question: ReviewedQuestion; number: number; isKeyOpen: boolean; hasSheet: boolean };

/** A question in the review: the chosen option, the right one, and the comments. */
export function ReviewQuestion({ question, number, isKeyOpen, hasSheet }: ReviewQuestionProps) {
  const { kind, isCorrect, selectedOptionId, subject, flagged, format, isAnnulled, annulmentReason, isWithheld } =
    question;
  const { doubted, notebookOptionId } = question;
  const user = useUser();
  return (
    <Card
      className="break-inside-avoid"
      headingLevel={3}
      title={`Questão ${number}`}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {subject}
          {flagged && (
            <Badge tone="sun" icon={<Flag />}>
              Marcada
            </Badge>
          )}
          {doubted && selectedOptionId !== null && <Badge tone="sun">Chute</Badge>}
          {question.outdated && <Badge>Desatualizada</Badge>}
          {!isKeyOpen ? (
            selectedOptionId === null && <Badge tone="info">Em branco</Badge>
          ) : isWithheld ? (
            <Badge tone="info" icon={<Lock />}>
              Em andamento
            </Badge>
          ) : isAnnulled ? (
            <Badge tone="info">Anulada</Badge>
          ) : isCorrect ? (
            <Badge tone="ok">Certa</Badge>
          ) : (
            <Badge tone="bad">{selectedOptionId === null ? 'Em branco' : 'Errada'}</Badge>
          )}
        </span>
      }
    >
      {isAnnulled && (
        <Notice className="mb-4" title="Questão anulada: o ponto é de todos">
          {annulmentReason}
        </Notice>
      )}
      <OutdatedNotice className="mb-4" outdated={question.outdated} />
      {isKeyOpen && isWithheld && (
        <Notice className="mb-4" title="Gabarito guardado por enquanto">
          Esta questão está em um simulado que você tem em andamento. O gabarito e os comentários voltam quando você o
          finalizar.
        </Notice>
      )}
      {hasSheet && notebookOptionId !== selectedOptionId && (
        <Notice tone="sun" className="mb-4" title="Diferente do caderno">
          {notebookOptionId === null
            ? 'No caderno esta questão estava em branco.'
            : `No caderno você tinha marcado ${optionLabelOf(
                question.options.findIndex(({ id }) => id === notebookOptionId),
                kind,
              )}.`}
        </Notice>
      )}
      <LinkedQuestion questionId={question.id} isAnswered={isKeyOpen && !isWithheld}>
        <BesideText text={question.baseText}>
          <QuestionText format={format} text={question.questionText} className="mb-4 max-w-[70ch]" />
          <ol className="grid grid-cols-1 gap-2">
            {question.options.map((option, place) => {
              const chosen = option.id === selectedOptionId;
              const wrong = chosen && !option.isCorrect && !isWithheld;
              return (
                <li
                  key={option.id}
                  className={cx(
                    'grid grid-cols-[34px_minmax(0,1fr)] items-start gap-3 rounded-control border px-3 py-2.75',
                    option.isCorrect ? 'border-ok bg-ok-tint' : wrong ? 'border-bad bg-bad-tint' : 'border-line',
                  )}
                >
                  <span
                    aria-hidden="true"
                    className={cx(
                      'grid size-[30px] place-items-center rounded-full border-[1.5px] font-strong text-sm',
                      option.isCorrect ? 'border-ok text-ok' : wrong ? 'border-bad text-bad' : 'border-line-strong',
                    )}
                  >
                    {option.isCorrect ? <Check /> : wrong ? <X /> : optionLabelOf(place, kind)}
                  </span>
                  <div className="min-w-0 pt-0.75">
                    <span className="sr-only">{optionLabelOf(place, kind)}: </span>
                    <QuestionText format={format} text={option.optionText} />
                    {(option.isCorrect || chosen) && (
                      <p className={cx('mt-1 font-strong text-sm', option.isCorrect ? 'text-ok' : wrong && 'text-bad')}>
                        {option.isCorrect ? rightWords[kind] : 'Sua resposta'}
                        {option.isCorrect && chosen && ' · sua resposta'}
                      </p>
                    )}
                    {option.comment && <QuestionText format={format} text={option.comment} className="mt-1 text-sm" />}
                  </div>
                </li>
              );
            })}
          </ol>
          {question.comment && (
            <div className="mt-4 border-sun-edge border-l-3 pl-4">
              <p className="font-strong text-sm">Comentário</p>
              <QuestionText format={format} text={question.comment} className="max-w-[70ch]" />
            </div>
          )}
        </BesideText>
      </LinkedQuestion>
      {isKeyOpen && !isWithheld && selectedOptionId !== null && user.role === 'student' && (
        <div className="mt-3 flex flex-wrap gap-3 print:hidden">
          <Suspense>
            <ReportQuestion questionId={question.id} of={{ ...question, label: question.subject ?? '' }} />
          </Suspense>
          <ButtonLink href={paths.answeredQuestion(question.id)} variant="quiet" size="sm">
            <MessageCircleQuestion /> Dúvidas
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
