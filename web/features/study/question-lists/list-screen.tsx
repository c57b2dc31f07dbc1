import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { questionListScreens as screens } from '#contract/question-list-screens.ts';
import { type getQuestionList, listOrderings, type QuestionList } from '#contract/study/question-lists.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatDate, formatMinutes, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chip, Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ListActions } from './list-actions.tsx';
import { ListRows } from './list-rows.tsx';
import { isFinished, orderingNames, scoreWords } from './list-words.ts';
import { listQuery, useChangeList, usePractiseList, useRestartList } from './question-lists.queries.ts';
import { TopicProgress } from './topic-progress.tsx';

export function ListScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id) && id > 0;
  const [page, setPage] = useState<number>();
  const [isWrongOnly, setWrongOnly] = useState(false);
  const query = { ...(page === undefined ? {} : { page }), ...(isWrongOnly ? { only: 'wrong' as const } : {}) };
  const list = useQuery({ ...listQuery(id, query), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getQuestionList>(list.error, 'not_found');
  usePageTitle(isMissing ? 'Caderno não encontrado' : list.data?.name);
  return (
    <Page>
      <BackTo href={screens.all}>Cadernos</BackTo>
      {!list.data && <h1 className="sr-only">Caderno</h1>}
      {isMissing && <EmptyState title="Caderno não encontrado" text="Ele foi excluído, ou é de outra pessoa." />}
      {list.isError && !isMissing && <LoadError of={list} title="Não conseguimos abrir o caderno" />}
      {list.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-24', 'h-80']} />}
      {list.data && !isMissing && (
        <OpenList
          list={list.data}
          isWrongOnly={isWrongOnly}
          onWrongOnly={(next) => {
            setWrongOnly(next);
            setPage(undefined);
          }}
          onPage={setPage}
        />
      )}
    </Page>
  );
}

type OpenListProps = {
  list: QuestionList;
  isWrongOnly: boolean;
  onWrongOnly: (isWrongOnly: boolean) => void;
  onPage: (page: number | undefined) => void;
};

function OpenList({ list, isWrongOnly, onWrongOnly, onPage }: OpenListProps) {
  const { id, name, total, createdAt, ordering, page, pages, isLiving } = list;
  const change = useChangeList(id);
  return (
    <>
      <PageHeader
        title={name}
        subtitle={`${plural(total, 'questão', 'questões')}${isLiving ? ', segue um filtro' : ''}, criado em ${formatDate(createdAt)}`}
        actions={<ListActions list={list} />}
      />
      {total === 0 ? (
        <EmptyState
          title="Caderno vazio"
          text={
            isLiving
              ? 'As questões que combinarem com o filtro entram aqui sozinhas.'
              : 'Em qualquer questão, toque em “Guardar no caderno”.'
          }
          action={<ButtonLink href={paths.freePractice}>Ver questões</ButtonLink>}
        />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <NextStep list={list} />
          <div className="flex flex-wrap gap-2">
            <Chips
              label="Ordem"
              value={ordering}
              onValueChange={(next) =>
                (next !== ordering || next === 'shuffled') &&
                change.mutate({ ordering: next }, { onSuccess: () => onPage(undefined) })
              }
              chips={listOrderings.map((value) => ({ value, label: orderingNames[value] }))}
            />
            <Chip isPressed={isWrongOnly} onPress={() => onWrongOnly(!isWrongOnly)}>
              Só as que errei
            </Chip>
          </div>
          {list.items.length === 0 ? (
            <EmptyState title="Nenhuma errada" text="As que você errar neste caderno ficam aqui até acertar." />
          ) : (
            <ListRows list={list} canMove={ordering === 'own' && !isLiving && !isWrongOnly} />
          )}
          {pages > 1 && (
            <nav aria-label="Páginas do caderno" className="flex items-center justify-between gap-3">
              <Button variant="line" disabled={page <= 1} onClick={() => onPage(page - 1)}>
                Anteriores
              </Button>
              <span className="text-ink-soft text-sm tabular-nums">
                Página {page} de {pages}
              </span>
              <Button variant="line" disabled={page >= pages} onClick={() => onPage(page + 1)}>
                Seguintes
              </Button>
            </nav>
          )}
          <TopicProgress listId={id} />
        </div>
      )}
    </>
  );
}

/** Where to go on: the next question, the wrong ones, or from the beginning. */
function NextStep({ list }: { list: QuestionList }) {
  const { id, total, answered, correct, nextNumber, minutesLeft } = list;
  const [, navigate] = useLocation();
  const practise = usePractiseList(id);
  const restart = useRestartList(id);
  const [creationKey] = useState(newKey);
  const go = (body: { only?: 'wrong'; creationKey?: string }) =>
    practise.mutate(body, { onSuccess: ({ practiceId }) => navigate(paths.practice(practiceId)) });
  const isOver = isFinished(list);
  const wrong = correct === null ? 0 : answered - correct;
  return (
    <section
      aria-label="Continuar"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-sun-edge bg-sun-tint p-5"
    >
      <div>
        <h2 className="text-lg">
          {isOver ? 'Caderno terminado' : answered === 0 ? 'Começar' : `Continuar da questão ${nextNumber ?? 1}`}
        </h2>
        <p>
          {answered > 0 && `${plural(answered, 'feita', 'feitas')}, ${scoreWords(list)}. `}
          {!isOver && `${plural(total - answered, 'falta', 'faltam')}, cerca de ${formatMinutes(minutesLeft)}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:w-full max-md:[&>*]:flex-1">
        {wrong > 0 && (
          <Button
            variant={isOver ? 'next' : 'line'}
            busy={practise.isPending}
            onClick={() => go({ only: 'wrong', creationKey })}
          >
            Refazer só as que errei
          </Button>
        )}
        {isOver ? (
          <Button
            variant={wrong > 0 ? 'line' : 'next'}
            busy={restart.isPending}
            onClick={() => restart.mutate(undefined, { onSuccess: () => go({}) })}
          >
            Recomeçar
          </Button>
        ) : (
          <Button variant="next" busy={practise.isPending} busyLabel="Abrindo..." onClick={() => go({})}>
            {answered === 0 ? 'Começar' : 'Continuar'} <ArrowRight />
          </Button>
        )}
      </div>
    </section>
  );
}
