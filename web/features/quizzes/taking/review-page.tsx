import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDateTime, formatShare, plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { resultOf, withheldText } from '../../../lib/results.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page, PageHeader } from '../../../ui/page.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { AttemptsChart } from './attempts-chart.tsx';
import { ReviewKeyNotice } from './key-notice.tsx';
import { PassBadge } from './pass-badge.tsx';
import { PracticeButtons } from './practice-card.tsx';
import type { Review } from './quizzes.queries.ts';
import { ReviewQuestion } from './review-question.tsx';
import { formatDuration } from './score.ts';
import { SubjectResults } from './subject-results.tsx';

export function ReviewPage({ review }: { review: Review }) {
  const { attempt, passingScore, history } = review;
  return (
    <Page>
      <Link href={paths.quiz(attempt.quizId)} className="link tappable mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft /> Voltar para o simulado
      </Link>
      <PageHeader
        eyebrow="Resultado"
        title={review.title}
        subtitle={formatDateTime(attempt.finishedAt)}
        actions={
          <>
            <PracticeButtons quizId={attempt.quizId} />
            <Link href={paths.quiz(attempt.quizId)} className={buttonClass({ variant: 'line' })}>
              <RotateCcw /> Refazer Simulado
            </Link>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
        <ResultCard review={review} />
        <Card title="Por matéria" className="lg:col-span-1">
          <SubjectResults subjects={review.subjects} passingScore={passingScore} />
        </Card>
        <Card title="Suas tentativas" aside={plural(history.length, 'tentativa', 'tentativas')}>
          {history.length > 0 ? (
            <AttemptsChart history={history} currentId={attempt.id} passingScore={passingScore} />
          ) : (
            <p className="text-ink-soft">{withheldText(attempt.withheldBy)}.</p>
          )}
        </Card>
      </div>
      <ReviewedQuestions review={review} />
    </Page>
  );
}

function ResultCard({ review: { attempt, passingScore, closedBy } }: { review: Review }) {
  const result = resultOf(attempt);
  return (
    <Card title="Sua nota">
      {result ? (
        <p className="font-strong text-4xl tabular-nums leading-tight tracking-[-0.025em]">
          {result.score}/10 <span className="font-normal text-lg tracking-normal">{formatShare(result.percent)}</span>
        </p>
      ) : (
        <p>{withheldText(attempt.withheldBy)}.</p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {result && <PassBadge passed={result.passed} />}
        <span className="text-ink-soft text-sm">nota de corte {formatShare(passingScore)}</span>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
        <div>
          <dt className="text-ink-soft">Acertos</dt>
          <dd className="font-strong tabular-nums">
            {result ? `${result.correctAnswers} de ${attempt.totalQuestions}` : '—'}
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft">Tempo</dt>
          <dd className="font-strong tabular-nums">{formatDuration(attempt.timeSpent)}</dd>
        </div>
      </dl>
      {attempt.keyKnown && (
        <p className="mt-4 text-sm">
          Esta aprovação não conta para o certificado: você viu o gabarito menos de um dia antes de começar.
        </p>
      )}
      {closedBy === 'deadline' && (
        <p className="mt-4 text-ink-soft text-sm">
          O tempo acabou e o simulado foi encerrado com as respostas que estavam salvas.
        </p>
      )}
    </Card>
  );
}

const filters = {
  all: () => true,
  wrong: (question: Review['questions'][number]) => !question.isCorrect && !question.isWithheld,
  flagged: (question: Review['questions'][number]) => question.flagged,
};
type Filter = keyof typeof filters;

function ReviewedQuestions({ review }: { review: Review }) {
  const [filter, setFilter] = useState<Filter>('all');
  const isOpen = review.key === 'open';
  const numbered = review.questions.map((question, index) => ({ question, number: index + 1 }));
  const countOf = (name: Filter) => review.questions.filter(filters[name]).length;
  const shown = numbered.filter(({ question }) => filters[filter](question));
  return (
    <section aria-labelledby="questoes" className="mt-10">
      <h2 id="questoes" className="mb-2 text-xl">
        {isOpen ? 'Questões comentadas' : 'Suas respostas'}
      </h2>
      <ReviewKeyNotice review={review} />
      <Tabs
        label="Quais questões mostrar"
        value={filter}
        onValueChange={setFilter}
        tabs={[
          { value: 'all', label: `Todas (${countOf('all')})` },
          ...(isOpen ? [{ value: 'wrong' as const, label: `Erradas (${countOf('wrong')})` }] : []),
          { value: 'flagged', label: `Marcadas (${countOf('flagged')})` },
        ]}
      >
        <TabPanel value={filter} className="mt-5 grid grid-cols-1 gap-4">
          {shown.map(({ question, number }) => (
            <ReviewQuestion key={question.id} question={question} number={number} isKeyOpen={isOpen} />
          ))}
          {shown.length === 0 && (
            <p className="text-ink-soft">
              {filter === 'wrong' ? 'Nenhuma questão errada. Parabéns!' : 'Nenhuma questão marcada para revisão.'}
            </p>
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}
