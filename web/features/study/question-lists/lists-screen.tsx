import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { questionListScreens as screens } from '#contract/question-list-screens.ts';
import type { QuestionListSummary } from '#contract/study/question-lists.ts';
import type { OfferedList } from '#contract/study/shared-question-lists.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { copiedWords, isFinished, orderingNames, scoreWords } from './list-words.ts';
import NewListDialog from './new-list-dialog.tsx';
import { listsQuery, offeredQuery, useCopyOffered } from './question-lists.queries.ts';

const shown = ['mine', 'offered', 'finished'] as const;
type Shown = (typeof shown)[number];

const nothing: Record<Shown, { title: string; text: string }> = {
  mine: { title: 'Nenhum caderno ainda', text: 'Em qualquer questão, toque em “Guardar no caderno”.' },
  offered: { title: 'Nada da turma', text: 'Os cadernos que os professores dos seus cursos oferecerem aparecem aqui.' },
  finished: { title: 'Nenhum caderno terminado', text: 'Os que você resolver até o fim ficam aqui.' },
};

export function ListsScreen() {
  usePageTitle('Cadernos de questões');
  const [show, setShow] = useAddressChoice<Shown>('mostrar', shown);
  const [isNew, setNew] = useState(false);
  const mine = useQuery(listsQuery());
  const offered = useQuery(offeredQuery);
  const finished = mine.data?.filter(isFinished) ?? [];
  const open = mine.data?.filter((list) => !isFinished(list)) ?? [];
  const failed = [mine, offered].find(({ isError }) => isError);
  const cards = {
    mine: open.map((list, index) => <ListCard key={list.id} list={list} isLast={index === 0 && list.answered > 0} />),
    offered: (offered.data ?? []).map((list) => <OfferedCard key={list.id} list={list} />),
    finished: finished.map((list) => <ListCard key={list.id} list={list} isLast={false} />),
  }[show];
  return (
    <Page>
      <PageHeader
        title="Cadernos de questões"
        subtitle="Junte questões por um motivo seu e resolva na ordem que quiser."
        actions={
          <Button onClick={() => setNew(true)}>
            <Plus /> Novo caderno
          </Button>
        }
      />
      <Chips
        label="Quais cadernos"
        value={show}
        onValueChange={setShow}
        chips={[
          { value: 'mine', label: 'Meus', ...(mine.data && { count: open.length }) },
          { value: 'offered', label: 'Da turma', ...(offered.data && { count: offered.data.length }) },
          { value: 'finished', label: 'Terminados', ...(mine.data && { count: finished.length }) },
        ]}
        className="mb-4 flex flex-wrap gap-2"
      />
      {failed && <LoadError of={failed} title="Não conseguimos buscar os cadernos" />}
      {!failed && (mine.isPending || offered.isPending) && (
        <SkeletonGroup className="grid gap-4 md:grid-cols-2 lg:grid-cols-3" blocks={['h-36', 'h-36', 'h-36']} />
      )}
      {mine.data && offered.data && cards.length === 0 && <EmptyState {...nothing[show]} />}
      {mine.data && offered.data && cards.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">{cards}</ul>
      )}
      {isNew && <NewListDialog onClose={() => setNew(false)} />}
    </Page>
  );
}

const cardClass = 'grid grid-cols-1 content-start gap-2 rounded-card border bg-surface p-5';

function ListCard({ list, isLast }: { list: QuestionListSummary; isLast: boolean }) {
  const { id, name, total, answered, ordering, isLiving, usedAt, copies, teacher } = list;
  return (
    <li className={`${cardClass} ${isLast ? 'border-primary inset-ring inset-ring-primary' : 'border-line'}`}>
      <h2 className="text-md">
        <Link href={screens.one(id)} className="wrap-anywhere tappable text-ink no-underline hover:underline">
          {name}
        </Link>
      </h2>
      <p className="text-ink-soft text-sm">
        {isLiving ? 'Segue um filtro' : ordering === 'own' ? 'Ordem sua' : orderingNames[ordering]}
        {answered > 0 && (
          <>
            , você parou <Ago at={usedAt} />
          </>
        )}
      </p>
      <Progress
        value={total === 0 ? 0 : (answered / total) * 100}
        label={name}
        valueText={`${answered} de ${total}`}
        className="mt-1"
      />
      <p className="flex justify-between gap-3 text-sm tabular-nums">
        <span>
          {formatNumber(answered)} de {formatNumber(total)}
        </span>
        <span>{scoreWords(list)}</span>
      </p>
      {(teacher || copies > 0) && (
        <p className="flex items-center gap-1.5 text-ink-soft text-xs">
          <Users className="size-4" />
          {teacher ? `de Prof. ${teacher}` : `copiado por ${plural(copies, 'colega', 'colegas')}`}
        </p>
      )}
    </li>
  );
}

function OfferedCard({ list }: { list: OfferedList }) {
  const { id, name, total, teacher, course, copyId } = list;
  const [, navigate] = useLocation();
  const [creationKey] = useState(newKey);
  const copy = useCopyOffered();
  const take = () =>
    copy.mutate(
      { id, creationKey },
      {
        onSuccess: (made) => {
          toast({ title: 'Caderno copiado', description: copiedWords(made) });
          navigate(screens.one(made.id));
        },
      },
    );
  return (
    <li className={`${cardClass} border-line`}>
      <h2 className="wrap-anywhere text-md">{name}</h2>
      <p className="text-ink-soft text-sm">
        {plural(total, 'questão', 'questões')}, de {course}
        {teacher && `, por Prof. ${teacher}`}
      </p>
      {copyId === null ? (
        <Button variant="line" className="mt-1 justify-self-start" busy={copy.isPending} onClick={take}>
          Usar este caderno
        </Button>
      ) : (
        <ButtonLink href={screens.one(copyId)} variant="line" className="mt-1 justify-self-start">
          Abrir o meu
        </ButtonLink>
      )}
    </li>
  );
}
