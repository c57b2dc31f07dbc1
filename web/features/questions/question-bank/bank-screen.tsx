import { useInfiniteQuery } from '@tanstack/react-query';
import { CopyCheck, Download, Flag, History, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { QUESTION_FILE_MAX_QUESTIONS } from '#contract/limits.ts';
import { exportQuestions } from '#contract/questions/question-bank.ts';
import type { ChangeOutcome } from '#contract/questions/question-changes.ts';
import { BankFilter } from '#web/features/questions/questions/bank-filter.tsx';
import { BankTable } from '#web/features/questions/questions/bank-table.tsx';
import { QuestionPane } from '#web/features/questions/questions/question-pane.tsx';
import { asFilter, bankQuery, isNarrowed } from '#web/features/questions/questions/questions.queries.ts';
import { useSelection } from '#web/features/questions/questions/use-selection.ts';
import { addressOf } from '#web/lib/api.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useUndoChange } from './changes.queries.ts';
import { ChangesDialog, LeftDialog } from './changes-dialog.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { useBankAddress } from './use-bank-address.ts';

export default function BankScreen() {
  const { choice, asked, setChoice } = useBankAddress();
  const list = useInfiniteQuery(bankQuery(asked));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  const isTooMuch = (total ?? 0) > QUESTION_FILE_MAX_QUESTIONS;
  const isFiltered = isNarrowed(asked);
  const selection = useSelection(JSON.stringify(asked));
  const chosenCount = selection.count(total ?? 0);
  const [current, setCurrent] = useState<number | null>(null);
  // A row that the search no longer finds is not current any more.
  const shown = rows.some(({ id }) => id === current) ? current : null;
  const [showsChanges, setShowsChanges] = useState(false);
  const [left, setLeft] = useState<ChangeOutcome | null>(null);
  const undo = useUndoChange();

  const tellUndone = (outcome: ChangeOutcome) => {
    setShowsChanges(false);
    toast({ title: 'Mudança desfeita', description: `${plural(outcome.changed, 'questão', 'questões')}.` });
    if (outcome.leftCount > 0) setLeft(outcome);
  };
  const tellChanged = (outcome: ChangeOutcome) => {
    selection.clear();
    toast({
      title: plural(outcome.changed, 'questão mudada', 'questões mudadas'),
      ...(outcome.changed === 0
        ? { description: 'As outras já estavam assim.' }
        : {
            action: {
              label: 'Desfazer',
              onPress: () =>
                undo.mutate(outcome.id, { onSuccess: tellUndone, onError: toastFailure('Nada foi desfeito') }),
            },
            duration: 10_000,
          }),
    });
    if (outcome.leftCount > 0) setLeft(outcome);
  };
  return (
    <Page>
      <PageHeader
        title="Banco de questões"
        subtitle={total === undefined ? 'As questões da escola' : plural(total, 'questão', 'questões')}
        actions={
          <>
            <Button variant="quiet" onClick={() => setShowsChanges(true)}>
              <History /> Mudanças
            </Button>
            <ButtonLink href={paths.questionReports} variant="quiet">
              <Flag /> Reportadas
            </ButtonLink>
            <ButtonLink href={paths.duplicateQuestions} variant="quiet">
              <CopyCheck /> Parecidas
            </ButtonLink>
            <ButtonLink href={paths.importQuestions} variant="line">
              <Upload /> Importar
            </ButtonLink>
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
                  <MenuItem asChild>
                    <a href={addressOf(exportQuestions, { query: { ...asFilter(asked), format: 'moodle' } })} download>
                      Moodle (XML)
                    </a>
                  </MenuItem>
                </>
              )}
            </Menu>
            <ButtonLink href={paths.newBankQuestion}>
              <Plus /> Nova questão
            </ButtonLink>
          </>
        }
      />
      <div className="mb-6">
        <BankFilter choice={choice} onChange={setChoice} />
        <SavedFilters choice={asked} onChoose={setChoice} />
      </div>
      {list.isError && !list.data ? (
        <LoadError of={list} title="Não conseguimos buscar as questões" />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_380px]">
          <div className="min-w-0">
            {chosenCount > 0 && (
              <BulkBar
                selection={selection.selection}
                asked={asked}
                count={chosenCount}
                total={total ?? 0}
                offersAll={
                  selection.selection.kind === 'some' && chosenCount === rows.length && (total ?? 0) > rows.length
                }
                onAll={selection.chooseAll}
                onClear={selection.clear}
                onChanged={tellChanged}
              />
            )}
            <BankTable
              rows={rows}
              loading={list.isPending}
              current={shown}
              onCurrent={setCurrent}
              order={{ sort: choice.sort, order: choice.order }}
              onOrder={(order) => setChoice({ ...choice, ...order })}
              isChosen={selection.has}
              onToggle={(id) => selection.toggle(id, rows)}
              onToggleAll={(choose) => (choose ? selection.chooseRows(rows) : selection.clear())}
              empty={
                isFiltered ? (
                  <EmptyState title="Nenhuma questão encontrada" text="Tente outras palavras ou menos filtros." />
                ) : (
                  <EmptyState
                    illustration={<NoLessonIllustration />}
                    title="O banco está vazio"
                    text="Importe uma planilha ou um arquivo do Moodle, ou escreva a primeira questão."
                    action={<ButtonLink href={paths.importQuestions}>Importar questões</ButtonLink>}
                  />
                )
              }
            />
            <ShowMore pages={list} place="below" />
          </div>
          <aside
            aria-label="Questão da linha"
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto max-2xl:hidden"
          >
            <Card>
              {shown === null ? (
                <p className="text-ink-soft">Escolha uma linha para ler a questão aqui.</p>
              ) : (
                <QuestionPane key={shown} id={shown} />
              )}
            </Card>
          </aside>
        </div>
      )}
      {showsChanges && <ChangesDialog onUndone={tellUndone} onClose={() => setShowsChanges(false)} />}
      {left && <LeftDialog outcome={left} onClose={() => setLeft(null)} />}
    </Page>
  );
}
