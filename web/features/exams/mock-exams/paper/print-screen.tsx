import { useQuery } from '@tanstack/react-query';
import { Keyboard, Printer } from 'lucide-react';
import { useParams } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { printQuiz } from '#contract/exams/quiz-paper.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { QuestionText } from '#web/editor/question-text.tsx';
import { fieldsOf, isRefused, textOf } from '#web/lib/api.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { worthWords } from '../taking/ruled-words.ts';
import { DrawNow } from './draw-now.tsx';
import { printedQuizQuery } from './paper.queries.ts';
import { groupTitle, paperGroups } from './paper-groups.ts';
import { PaperHead } from './paper-head.tsx';
import { SizedPaper } from './print-size.tsx';
import { PrintedAnswerCard } from './printed-answer-card.tsx';
import './paper.css';

export default function PrintScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const { data, error, isError, isFetching, refetch } = useQuery({ ...printedQuizQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof printQuiz>(error, 'not_found');
  const isUnprintable = isRefused<typeof printQuiz>(error, 'quiz_incomplete');
  const isDrawn = isUnprintable && fieldsOf(error).draws !== undefined;
  usePageTitle(isMissing ? 'Simulado não encontrado' : data && `Imprimir: ${data.title}`);
  return (
    <Page className="exam-print">
      <div className="print:hidden">
        <BackTo href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}>
          {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
        </BackTo>
        <PageHeader
          title="Imprimir simulado"
          subtitle="Caderno e cartão-resposta, em A4. As respostas do papel são digitadas depois, pelo código."
          actions={
            data && (
              <>
                <ButtonLink href={paths.papers} variant="line">
                  <Keyboard /> Digitar respostas
                </ButtonLink>
                <Button onClick={() => print()}>
                  <Printer /> Imprimir
                </Button>
              </>
            )
          }
        />
      </div>
      {data && !data.isPublished && (
        <Notice className="mb-6 print:hidden">
          Os alunos não veem este simulado. As respostas do papel já podem ser digitadas; depois da prova, publique-o
          para que apareça para eles.
        </Notice>
      )}
      {data && (
        <SizedPaper>
          <Paper paper={data} />
        </SizedPaper>
      )}
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {isDrawn && <DrawNow key={id} quizId={id} />}
      {isUnprintable && !isDrawn && <EmptyState title="Ainda não dá para imprimir" text={textOf(error)} />}
      {isError && !isMissing && !isUnprintable && (
        <ErrorState
          title="Não conseguimos abrir o simulado"
          text={textOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && !isMissing && (
        <SkeletonGroup label="Carregando…" className="grid gap-4" blocks={['h-40', 'h-80']} />
      )}
    </Page>
  );
}

function Paper({ paper }: { paper: ResponseOf<typeof printQuiz> }) {
  return (
    <>
      <header className="mb-4 border-ink border-b-2 pb-2">
        <PaperHead title={paper.title} />
        <p>
          {plural(paper.questions.length, 'questão', 'questões')}
          {paper.timeLimit !== null && `, ${formatMinutes(paper.timeLimit)}`}.{' '}
          {paper.worth && paper.worth.wrong !== 0 && worthWords(paper.worth)}
        </p>
        {paper.description && <PlainText text={paper.description} className="mt-1 text-sm" />}
      </header>
      <div className="exam-paper">
        {paperGroups(paper.questions).map((group) => [
          group.text && (
            <section key={`text-${group.from}`} aria-label={groupTitle(group)}>
              <h3 className="mb-1 text-base">{groupTitle(group)}</h3>
              <QuestionText format={group.text.format} text={group.text.text} className="text-sm" />
            </section>
          ),
          ...group.questions.map((question, place) => (
            <article key={question.id} aria-label={`Questão ${group.from + place}`}>
              <h3 className="mb-1 text-base">Questão {group.from + place}</h3>
              <QuestionText format={question.format} text={question.questionText} />
              <ol className="mt-1 grid gap-1">
                {question.options.map((option, at) => (
                  <li key={option.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
                    <b className="font-strong">{optionLabelOf(at, question.kind)}</b>
                    <QuestionText format={question.format} text={option.optionText} />
                  </li>
                ))}
              </ol>
            </article>
          )),
        ])}
      </div>
      <PrintedAnswerCard paper={paper} />
    </>
  );
}
