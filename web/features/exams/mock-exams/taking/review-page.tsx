import { ArrowLeft, Check, ListOrdered, Minus, Printer, RotateCcw } from 'lucide-react';
import { Suspense } from 'react';
import { FinishedCourses } from '#web/features/content/courses/finished-courses.tsx';
import { formatDateTime, formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { resultOf, withheldText } from '../results.ts';
import { AttemptsChart } from './attempts-chart.tsx';
import { GuessCard, TranscriptionNotice } from './guess-card.tsx';
import { ReviewKeyNotice } from './key-notice.tsx';
import { PassBadge } from './pass-badge.tsx';
import { PositionOrTime } from './position-fact.tsx';
import { TrainingButton } from './practice-card.tsx';
import type { AttemptResult, Review } from './quizzes.queries.ts';
import { SaveQuestions } from './report-slot.ts';
import { ResultAction } from './result-action.tsx';
import { Fact, Facts } from './result-facts.tsx';
import { ResultSky } from './result-sky.tsx';
import { neededHits, verdictOf } from './result-words.ts';
import { ReviewedQuestions } from './reviewed-questions.tsx';
import { RuledMeaning } from './ruled-meaning.tsx';
import { RuledSubjects } from './ruled-subjects.tsx';
import { ruledOf } from './ruled-words.ts';
import { SubjectResults } from './subject-results.tsx';

/** The result, in the order of its questions: how much, what it means, what now, and only then the details. */
export function ReviewPage({ review, result }: { review: Review; result: AttemptResult }) {
  const { attempt, passingScore, history, closedBy } = review;
  const ruled = ruledOf(result);
  return (
    <>
      <ResultSky review={review} ruled={ruled} />
      <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <h2 className="hidden text-xl print:block">
          {review.title}, {formatDateTime(attempt.finishedAt)}
        </h2>
        {ruled ? <RuledMeaning result={ruled} /> : <Meaning review={review} attemptResult={result} />}
        {attempt.keyKnown && (
          <p className="text-sm">
            Esta aprovação não conta para o certificado: você viu o gabarito menos de um dia antes de começar.
          </p>
        )}
        {closedBy === 'deadline' && (
          <p className="text-ink-soft text-sm">
            O tempo acabou e o simulado foi encerrado com as respostas que estavam salvas.
          </p>
        )}
        {resultOf(attempt)?.passed && <FinishedCourses kind="quiz" id={attempt.quizId} className="print:hidden" />}
        <TranscriptionNotice review={review} result={result} />
        <ResultAction review={review} />
        {ruled && <GuessCard result={ruled} />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
          {ruled ? (
            <Card title="Por matéria" aside="nota líquida; o traço é o mínimo" className="break-inside-avoid">
              <RuledSubjects subjects={ruled.subjects} />
            </Card>
          ) : (
            <Card title="Por matéria" aside="o traço é o corte" className="break-inside-avoid">
              <SubjectResults subjects={review.subjects} passingScore={passingScore} />
            </Card>
          )}
          <Card
            title="Suas tentativas"
            aside={plural(history.length, 'tentativa', 'tentativas')}
            className="break-inside-avoid"
          >
            {history.length > 0 ? (
              <AttemptsChart history={history} currentId={attempt.id} passingScore={ruled ? null : passingScore} />
            ) : (
              <p className="text-ink-soft">{withheldText(attempt.withheldBy)}.</p>
            )}
          </Card>
        </div>
        <ReviewedQuestions review={review} notice={<ReviewKeyNotice review={review} />} />
        <div className="flex flex-wrap gap-x-2 print:hidden">
          <ButtonLink href={paths.quiz(attempt.quizId)} variant="quiet" className="max-md:hidden">
            <ArrowLeft /> Voltar para o simulado
          </ButtonLink>
          <ButtonLink href={paths.quiz(attempt.quizId)} variant="quiet" className="max-md:hidden">
            <RotateCcw /> Refazer Simulado
          </ButtonLink>
          {result.hasRanking && (
            <ButtonLink href={paths.ranking(attempt.quizId)} variant="quiet">
              <ListOrdered /> Ver ranking
            </ButtonLink>
          )}
          <TrainingButton quizId={attempt.quizId} />
          <SaveWrong review={review} />
          <Button variant="quiet" onClick={() => print()}>
            <Printer /> Imprimir
          </Button>
        </div>
      </Page>
    </>
  );
}

/** Which ones were wrong is part of the key, so there is nothing to save before it is open. */
function SaveWrong({ review: { key, questions } }: { review: Review }) {
  const user = useUser();
  if (key !== 'open' || user.role !== 'student') return null;
  const wrong = questions.filter((question) => verdictOf(question, true) === 'wrong').map(({ id }) => id);
  if (wrong.length === 0) return null;
  return (
    <Suspense>
      <SaveQuestions questionIds={wrong} words="Guardar as erradas" />
    </Suspense>
  );
}

/** The score against what it is measured by. */
type MeaningProps = { review: Review; attemptResult: AttemptResult };

function Meaning({ review: { attempt, passingScore, questions }, attemptResult }: MeaningProps) {
  const result = resultOf(attempt);
  const needed = neededHits(attempt.totalQuestions, passingScore);
  const blank = questions.filter(({ selectedOptionId }) => selectedOptionId === null).length;
  const distance = result && result.correctAnswers - needed;
  return (
    <Facts>
      <Fact label="Nota" value={result ? `${result.score}/10` : '—'} unit={result && formatShare(result.percent)}>
        {result && <PassBadge passed={result.passed} />}
      </Fact>
      <Fact label="Nota de corte" value={formatShare(passingScore)}>
        {distance !== null && distance !== 0 && (
          <span className={distance > 0 ? 'text-ok' : 'text-bad'}>
            {distance > 0 ? <Check className="inline size-4" /> : <Minus className="inline size-4" />}{' '}
            <b>{plural(Math.abs(distance), 'acerto', 'acertos')}</b> {distance > 0 ? 'acima' : 'abaixo'}
          </span>
        )}
      </Fact>
      <Fact label="Acertos" value={result ? `${result.correctAnswers} de ${attempt.totalQuestions}` : '—'}>
        {blank > 0 && `${blank} em branco`}
      </Fact>
      <PositionOrTime result={attemptResult} />
    </Facts>
  );
}
