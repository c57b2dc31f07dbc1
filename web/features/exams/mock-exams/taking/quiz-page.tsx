import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Clock, Target } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatMinutes, formatPoints, formatShare, formatTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { resultOf, withheldText } from '../results.ts';
import { shortenedTime, windowState } from '../windows/window-words.ts';
import { conductWords } from './conduct-words.ts';
import { DeliveredCard } from './delivered-card.tsx';
import { SeenKeyNotice } from './key-notice.tsx';
import { LateStartDialog } from './late-start.tsx';
import { PassBadge } from './pass-badge.tsx';
import { type FinishWaiting, waitingText } from './pending-finish.ts';
import { PracticeCard } from './practice-card.tsx';
import { PreviousAttempts } from './previous-attempts.tsx';
import { latestAttemptsQuery, type QuizOverview } from './quizzes.queries.ts';
import { RulesCard } from './rules-card.tsx';
import { WindowNotice } from './window-notice.tsx';

type QuizPageProps = {
  quiz: QuizOverview;
  onStart: () => void;
  onAboutToStart: () => void;
  starting: boolean;
  /** Its end was chosen here, and the server does not know it yet. */
  finishWaiting: FinishWaiting | null;
};

export function QuizPage({ quiz, onStart, onAboutToStart, starting, finishWaiting }: QuizPageProps) {
  const { openAttempt, timeLimit, withheldBy } = quiz;
  const best = quiz.best && resultOf(quiz.best);
  const label = openAttempt ? 'Continuar Simulado' : quiz.attemptCount > 0 ? 'Refazer Simulado' : 'Iniciar Simulado';
  const attempts = useQuery(latestAttemptsQuery(quiz.id));
  const now = useServerNow(quiz.serverTime);
  const state = quiz.window && windowState(quiz.window, now);
  const isDelivered = state === 'delivered';
  const [isAsking, setAsking] = useState(false);
  const isShortened = quiz.window !== null && !openAttempt && shortenedTime(quiz.window, timeLimit, now) !== null;
  return (
    <Page>
      <PageHeader
        eyebrow="Simulado"
        title={quiz.title}
        subtitle={quiz.subjects.map(({ name }) => name).join(' · ') || undefined}
      />
      {finishWaiting && (
        <Notice tone="sun" title="Seu simulado ainda não foi enviado" className="mb-6">
          {waitingText(finishWaiting)}
        </Notice>
      )}
      {openAttempt && !finishWaiting && (
        <Notice tone="sun" title="Você tem um simulado em andamento" className="mb-6">
          {plural(openAttempt.answered, 'questão respondida', 'questões respondidas')} de {quiz.questionCount}.{' '}
          {timeLimit !== null &&
            `O relógio não para se você sair: o tempo acaba às ${formatTime(openAttempt.deadlineAt)}.`}
        </Notice>
      )}
      {quiz.window && isDelivered && <DeliveredCard quiz={quiz} window={quiz.window} now={now} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(300px,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Card title="Sobre este simulado">
            {quiz.description && <PlainText text={quiz.description} className="mb-5 max-w-[70ch]" />}
            <dl className="grid grid-cols-3 gap-3 md:gap-6">
              <Fact icon={<ClipboardList />} name="Questões" value={String(quiz.questionCount)} />
              <Fact
                icon={<Clock />}
                name="Tempo"
                value={timeLimit === null ? 'Sem limite' : formatMinutes(quiz.extraTime?.timeLimit ?? timeLimit)}
              />
              <Fact
                icon={<Target />}
                name="Nota de corte"
                value={quiz.rules?.passLine ? formatPoints(quiz.rules.passLine) : `${quiz.passingScore}%`}
              />
            </dl>
            <SeenKeyNotice quiz={quiz} />
            {quiz.window && !isDelivered && <WindowNotice quiz={quiz} window={quiz.window} />}
            {(!quiz.window || state === 'open' || openAttempt) && (
              <Button
                variant="next"
                size="lg"
                className="mt-6 max-md:w-full"
                busy={starting}
                busyLabel="Abrindo..."
                onClick={isShortened ? () => setAsking(true) : onStart}
                onPointerEnter={onAboutToStart}
                onFocus={onAboutToStart}
              >
                {label}
              </Button>
            )}
          </Card>
          {quiz.rules && <RulesCard rules={quiz.rules} passingScore={quiz.passingScore} />}
          <Card title="Instruções">
            <Instructions quiz={quiz} />
          </Card>
        </div>
        <div className="grid grid-cols-1 gap-6">
          {!isDelivered && (
            <>
              <Card
                title="Melhor resultado"
                aside={
                  quiz.hasRanking && (
                    <Link href={paths.ranking(quiz.id)} className="link">
                      Ver ranking
                    </Link>
                  )
                }
              >
                {best ? (
                  <div className="flex flex-wrap items-end justify-between gap-3">
                    <p className="font-strong text-3xl tabular-nums leading-tight tracking-[-0.025em]">
                      {best.score}/10{' '}
                      <span className="font-normal text-base tracking-normal">{formatShare(best.percent)}</span>
                    </p>
                    <PassBadge passed={best.passed} />
                    <p className="w-full text-ink-soft text-sm">
                      {best.correctAnswers} de {quiz.best?.totalQuestions} acertos
                    </p>
                  </div>
                ) : withheldBy ? (
                  <p className="text-ink-soft">{withheldText(withheldBy)}.</p>
                ) : (
                  <p className="text-ink-soft">Você ainda não fez este simulado. Seu melhor resultado aparece aqui.</p>
                )}
              </Card>
              <PracticeCard quizId={quiz.id} />
              <PreviousAttempts query={attempts} quizId={quiz.id} />
            </>
          )}
        </div>
      </div>
      {quiz.window && (
        <LateStartDialog
          quiz={{ ...quiz, window: quiz.window }}
          open={isAsking}
          onOpenChange={setAsking}
          onConfirm={() => {
            setAsking(false);
            onStart();
          }}
        />
      )}
    </Page>
  );
}

function Fact({ icon, name, value }: { icon: ReactNode; name: string; value: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-ink-soft text-sm [&>.lucide]:max-md:hidden">
        {icon}
        {name}
      </dt>
      <dd className="font-strong text-lg tabular-nums">{value}</dd>
    </div>
  );
}

function Instructions({ quiz: { timeLimit, keyRule, rules, conduct } }: { quiz: QuizOverview }) {
  const [hasLimit, earns, isRuled] = [timeLimit !== null, keyRule !== null, rules !== null];
  return (
    <ul className="grid grid-cols-1 list-disc gap-2 pl-5 marker:text-ink-soft">
      {hasLimit ? (
        <li>O tempo corre desde o início, mesmo com a página fechada. No fim, o simulado é enviado sozinho.</li>
      ) : (
        <li>Não há limite de tempo. Um simulado aberto é encerrado depois de 24 horas.</li>
      )}
      <li>
        Cada resposta é salva na hora. Sem conexão, ela fica guardada neste aparelho e é enviada quando a rede voltar.
      </li>
      <li>
        Você pode voltar, pular e marcar questões para revisão, e continuar em outro aparelho
        {conduct.oneDevice ? ', um de cada vez: o que continuar assume a prova.' : '.'}
      </li>
      {conductWords(conduct).map((words) => (
        <li key={words}>{words}</li>
      ))}
      <li>Só uma alternativa é correta. {!isRuled && 'Questão em branco conta como errada.'}</li>
      <li>
        O gabarito comentado abre quando você finaliza com pelo menos metade das questões respondidas, ou a partir da
        segunda tentativa.
      </li>
      {earns && (
        <li>
          Este simulado conta para o certificado do curso. Depois de ver o gabarito, na revisão ou no treino, só vale a
          aprovação em uma tentativa iniciada pelo menos um dia depois.
        </li>
      )}
    </ul>
  );
}
