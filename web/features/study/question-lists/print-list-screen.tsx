import { useQuery } from '@tanstack/react-query';
import { KeyRound, Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { QUESTION_LIST_PRINT_MAX } from '#contract/limits.ts';
import { questionListScreens as screens } from '#contract/question-list-screens.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import type { printQuestionList } from '#contract/study/question-lists.ts';
import { QuestionText } from '#web/editor/question-text.tsx';
import { groupTitle, paperGroups } from '#web/features/exams/mock-exams/paper/paper-groups.ts';
import { PaperHead } from '#web/features/exams/mock-exams/paper/paper-head.tsx';
import { SizedPaper } from '#web/features/exams/mock-exams/paper/print-size.tsx';
import { BackTo } from '#web/ui/back-to.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import '#web/features/exams/mock-exams/paper/paper.css';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { isRefused, textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { printedQuery, usePrintKeys } from './question-lists.queries.ts';

type Printed = ResponseOf<typeof printQuestionList>;

/** A stretch of a list for paper; the keys come only when they are asked for. */
export function PrintListScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id) && id > 0;
  const [from, setFrom] = useState(1);
  const plain = useQuery({ ...printedQuery(id, from), enabled: isAddress });
  const keys = usePrintKeys(id);
  const keyed = keys.data?.from === from ? keys.data : undefined;
  const paper = keyed ?? plain.data;
  const isMissing = !isAddress || isRefused<typeof printQuestionList>(plain.error, 'not_found');
  const isAllClosed = paper?.questions.length === 0;
  const isEmpty = isRefused<typeof printQuestionList>(plain.error, 'nothing_to_practise');
  usePageTitle(isMissing ? 'Caderno não encontrado' : paper && `Imprimir: ${paper.name}`);
  return (
    <Page className="exam-print">
      <div className="print:hidden">
        <BackTo href={isMissing ? screens.all : screens.one(id)}>{isMissing ? 'Cadernos' : 'Voltar ao caderno'}</BackTo>
        <PageHeader
          title="Imprimir caderno"
          subtitle="Enunciados, folha de respostas e, se você quiser, o gabarito na última página."
          actions={
            paper &&
            !isAllClosed && (
              <>
                {!keyed && (
                  <Button variant="line" busy={keys.isPending} onClick={() => keys.mutate(from)}>
                    <PricedLabel postponesTo={paper.postponesTo}>
                      <KeyRound /> Pôr o gabarito
                    </PricedLabel>
                  </Button>
                )}
                <Button onClick={() => print()}>
                  <Printer /> Imprimir
                </Button>
              </>
            )
          }
        />
        {paper && <Stretch paper={paper} onFrom={setFrom} />}
      </div>
      {paper && !isAllClosed && (
        <SizedPaper>
          <Paper paper={paper} hasKey={keyed !== undefined} />
        </SizedPaper>
      )}
      {isMissing && <EmptyState title="Caderno não encontrado" text="Ele foi excluído, ou é de outra pessoa." />}
      {isAllClosed && (
        <EmptyState
          title="Nada para imprimir neste trecho"
          text="Nenhuma das questões dele está aberta para você agora."
        />
      )}
      {isEmpty && <EmptyState title="Nada para imprimir" text={textOf(plain.error)} />}
      {plain.isError && !isMissing && !isEmpty && <LoadError of={plain} title="Não conseguimos abrir o caderno" />}
      {plain.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-40', 'h-80']} />}
    </Page>
  );
}

/** A long list is printed in stretches. */
function Stretch({ paper, onFrom }: { paper: Printed; onFrom: (from: number) => void }) {
  const { from, through, total, closed } = paper;
  return (
    <div className="mb-4 grid grid-cols-1 gap-3">
      {closed > 0 && (
        <Notice title={`${plural(closed, 'questão ficou', 'questões ficaram')} de fora`}>
          São de um simulado que você ainda vai fazer, ou não fazem parte do que você pode treinar agora.
        </Notice>
      )}
      {(from > 1 || through < total) && (
        <nav aria-label="Trechos do caderno" className="flex flex-wrap items-center gap-3">
          <Button
            variant="line"
            disabled={from === 1}
            onClick={() => onFrom(Math.max(1, from - QUESTION_LIST_PRINT_MAX))}
          >
            Trecho anterior
          </Button>
          <span className="text-ink-soft text-sm tabular-nums">
            Questões {from} a {through} de {total}
          </span>
          <Button variant="line" disabled={through >= total} onClick={() => onFrom(through + 1)}>
            Trecho seguinte
          </Button>
        </nav>
      )}
    </div>
  );
}

function Paper({ paper, hasKey }: { paper: Printed; hasKey: boolean }) {
  const { questions } = paper;
  return (
    <>
      <header className="mb-4 border-ink border-b-2 pb-2">
        <PaperHead title={paper.name} />
        <p>{plural(questions.length, 'questão', 'questões')}.</p>
      </header>
      <div className="exam-paper">
        {paperGroups(questions, ({ number }) => number).map((group) => [
          group.text && (
            <section key={`text-${group.from}`} aria-label={groupTitle(group)}>
              <h3 className="mb-1 text-base">{groupTitle(group)}</h3>
              <QuestionText format={group.text.format} text={group.text.text} className="text-sm" />
            </section>
          ),
          ...group.questions.map((question) => (
            <article key={question.id} aria-label={`Questão ${question.number}`}>
              <h3 className="mb-1 text-base">
                Questão {question.number} <Origin of={question} />
              </h3>
              <QuestionText format={question.format} text={question.questionText} />
              <ol className="mt-1 grid gap-1">
                {question.options.map((option, position) => (
                  <li key={option.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
                    <b className="font-strong">{optionLabelOf(position, question.kind)}</b>
                    <QuestionText format={question.format} text={option.optionText} />
                  </li>
                ))}
              </ol>
            </article>
          )),
        ])}
      </div>
      <AnswerTable title="Folha de respostas" paper={paper} labelOf={() => ''} />
      {hasKey && <AnswerTable title="Gabarito" paper={paper} labelOf={rightLabel} />}
    </>
  );
}

type PrintedQuestion = Printed['questions'][number];

const Origin = ({ of }: { of: PrintedQuestion }) => (
  <span className="font-normal text-ink-soft text-sm">{[of.source, of.year].filter(Boolean).join(' ')}</span>
);

function rightLabel({ kind, options, rightOptionId }: PrintedQuestion): string {
  const position = options.findIndex(({ id }) => id === rightOptionId);
  return position < 0 ? '' : optionLabelOf(position, kind);
}

type AnswerTableProps = { title: string; paper: Printed; labelOf: (question: PrintedQuestion) => string };

const AnswerTable = ({ title, paper, labelOf }: AnswerTableProps) => (
  <section className="answer-sheet mt-6" aria-label={title}>
    <h2 className="mb-2 text-lg">{title}</h2>
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
      {paper.questions.map((question) => (
        <li key={question.id} className="flex gap-2 border-line border-b pb-1 tabular-nums">
          <span className="w-8 text-right text-ink-soft">{question.number}</span>
          <b className="min-w-6 font-strong">{labelOf(question)}</b>
        </li>
      ))}
    </ol>
  </section>
);
