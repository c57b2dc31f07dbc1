import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Plus, Upload } from 'lucide-react';
import { Link } from 'wouter';
import { QUESTION_FILE_MAX_QUESTIONS } from '../../../contract/limits.ts';
import { type BankQuestionSummary, exportQuestions } from '../../../contract/question-bank.ts';
import { addressOf, textOf } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoLessonIllustration } from '../../ui/illustrations/no-lesson.tsx';
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { BankFilter } from '../questions/bank-filter.tsx';
import { difficultyNames, kindNames, sourceOf } from '../questions/bank-words.ts';
import { asFilter, bankQuery, everything } from '../questions/questions.queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { useBankAddress } from './use-bank-address.ts';

const columns: Column<BankQuestionSummary>[] = [
  {
    key: 'question',
    header: 'Questão',
    cell: (question) => (
      <Link
        href={paths.bankQuestion(question.id)}
        className="line-clamp-2 text-ink no-underline hover:underline pointer-coarse:min-h-11"
      >
        {question.excerpt}
      </Link>
    ),
  },
  {
    key: 'subject',
    header: 'Matéria',
    phone: 'plain',
    cell: ({ subject, topic }) => (
      <div>
        {subject ?? 'Sem matéria'}
        {topic && <span className="block text-ink-soft text-sm">{topic}</span>}
      </div>
    ),
  },
  { key: 'source', header: 'Banca', phone: 'hidden', cell: (question) => sourceOf(question) || '—' },
  { key: 'kind', header: 'Tipo', phone: 'hidden', cell: ({ kind }) => kindNames[kind] },
  {
    key: 'difficulty',
    header: 'Dificuldade',
    phone: 'hidden',
    cell: ({ difficulty }) => (difficulty ? difficultyNames[difficulty] : '—'),
  },
  { key: 'quizzes', header: 'Simulados', align: 'end', cell: ({ quizCount }) => quizCount },
  { key: 'status', header: 'Situação', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
];

export default function BankScreen() {
  const { choice, asked, setChoice } = useBankAddress();
  const list = useInfiniteQuery(bankQuery(asked));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  const isTooMuch = (total ?? 0) > QUESTION_FILE_MAX_QUESTIONS;
  const isFiltered = JSON.stringify(asked) !== JSON.stringify(everything);
  return (
    <Page>
      <PageHeader
        title="Banco de questões"
        subtitle={total === undefined ? 'As questões da escola' : plural(total, 'questão', 'questões')}
        actions={
          <>
            <Link href={paths.importQuestions} className={buttonClass({ variant: 'line' })}>
              <Upload /> Importar
            </Link>
            <Menu
              trigger={
                <Button variant="line">
                  <Download /> Exportar
                </Button>
              }
            >
              {isTooMuch ? (
                <MenuLabel>
                  Um arquivo tem até {formatNumber(QUESTION_FILE_MAX_QUESTIONS)} questões. Use os filtros.
                </MenuLabel>
              ) : (
                <>
                  <MenuItem asChild>
                    <a href={addressOf(exportQuestions, { query: { ...asFilter(asked), format: 'csv' } })} download>
                      Planilha (CSV)
                    </a>
                  </MenuItem>
                  <MenuItem asChild>
                    <a href={addressOf(exportQuestions, { query: { ...asFilter(asked), format: 'gift' } })} download>
                      Moodle (GIFT)
                    </a>
                  </MenuItem>
                </>
              )}
            </Menu>
            <Link href={paths.newBankQuestion} className={buttonClass()}>
              <Plus /> Nova questão
            </Link>
          </>
        }
      />
      <div className="mb-6">
        <BankFilter choice={choice} onChange={setChoice} />
      </div>
      {list.isError ? (
        <ErrorState
          title="Não conseguimos buscar as questões"
          text={textOf(list.error)}
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <Card flush>
          <Table
            caption="Questões do banco"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={list.isPending}
            empty={
              isFiltered ? (
                <EmptyState title="Nenhuma questão encontrada" text="Tente outras palavras ou menos filtros." />
              ) : (
                <EmptyState
                  illustration={<NoLessonIllustration />}
                  title="O banco está vazio"
                  text="Importe uma planilha ou um arquivo do Moodle, ou escreva a primeira questão."
                  action={
                    <Link href={paths.importQuestions} className={buttonClass()}>
                      Importar questões
                    </Link>
                  }
                />
              )
            }
          />
        </Card>
      )}
      <ShowMore pages={list} place="below" />
    </Page>
  );
}
