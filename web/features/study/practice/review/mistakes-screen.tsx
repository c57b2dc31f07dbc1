import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Printer } from 'lucide-react';
import { Suspense } from 'react';
import { MISTAKES_AT_ONCE, MISTAKES_PAGE } from '#contract/limits.ts';
import type { Mistake, Mistakes } from '#contract/study/review.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { MistakeRow } from './mistake-row.tsx';
import { reasonNames } from './mistake-words.ts';
import { type MistakesRequest, mistakesQuery } from './review.queries.ts';

const TimedOffer = lazyChunk(() => import('../timed/timed-offer.tsx'));

const names = { state: 'situacao', subject: 'materia', reason: 'motivo', page: 'pagina' } as const;
type Choices = Record<keyof typeof names, string>;

/** Parses the address; values that the server would refuse are left out. */
function wishOf({ state, subject, reason, page }: Choices): MistakesRequest {
  return {
    state: state === 'left' ? 'left' : 'open',
    ...(/^[1-9]\d{0,9}$/.test(subject) ? { subjectId: Number(subject) } : {}),
    ...(reason === 'noted' ? { noted: 'true' as const } : {}),
    ...(reason === 'none' || reason in reasonNames ? { reason: reason as NonNullable<MistakesRequest['reason']> } : {}),
    page: /^[1-9]\d?$/.test(page) ? Number(page) : 1,
  };
}

/** ' e 2 desatualizadas': they are listed and not trained. */
const besidesOf = ({ outdated }: Mistakes) =>
  outdated ? ` e ${plural(outdated, 'desatualizada', 'desatualizadas')}` : '';

export default function MistakesScreen() {
  const [choices, choose] = useAddressChoices(names);
  const wish = wishOf(choices);
  const mistakes = useQuery({ ...mistakesQuery(wish), placeholderData: (before) => before });
  const { data } = mistakes;
  const isOpenList = wish.state === 'open';
  const toRedo = data?.redo ?? data?.reasons.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const training = new URLSearchParams({
    of: 'mistakes',
    ...(wish.subjectId ? { subjectId: `${wish.subjectId}` } : {}),
  });
  return (
    <Page>
      <PageHeader
        title="Caderno de erros"
        subtitle={
          data &&
          (isOpenList
            ? `${data.open} em aberto${besidesOf(data)}. Uma sai depois de dois acertos em dias diferentes.`
            : `${plural(data.open, 'questão que já saiu', 'questões que já saíram')} do caderno${besidesOf(data)}.`)
        }
        actions={
          data &&
          data.total > 0 && (
            <div className="flex flex-wrap gap-3 max-md:w-full print:hidden">
              <Button variant="line" className="max-md:hidden" onClick={() => window.print()}>
                <Printer /> Imprimir
              </Button>
              {isOpenList && toRedo > 0 && (
                <ButtonLink href={`${paths.review}?${training}`} variant="next" className="max-md:w-full">
                  Refazer {Math.min(MISTAKES_AT_ONCE, toRedo)} agora <ArrowRight />
                </ButtonLink>
              )}
            </div>
          )
        }
      />
      {mistakes.isError && !data && <LoadError of={mistakes} title="Não conseguimos abrir o caderno" />}
      {mistakes.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-11 w-2/3', 'h-72']} />}
      {data && (
        <div className="grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <Aside data={data} choices={choices} choose={(next) => choose({ page: '', ...next })} />
          <div className="grid min-w-0 grid-cols-1 gap-5">
            {isOpenList && (
              <Suspense fallback={<Skeleton className="h-18" />}>
                <TimedOffer />
              </Suspense>
            )}
            <ReasonChips data={data} choices={choices} choose={(next) => choose({ page: '', ...next })} />
            <List data={data} isOpenList={isOpenList} first={((wish.page as number) - 1) * MISTAKES_PAGE} />
            <Pages page={wish.page as number} pages={data.pages} onPage={(page) => choose({ page: `${page}` })} />
          </div>
        </div>
      )}
    </Page>
  );
}

type FiltersProps = { data: Mistakes; choices: Choices; choose: (next: Partial<Choices>) => void };

/** Beside the list: its filters, and the reasons of the mistakes. */
function Aside({ data, choices, choose }: FiltersProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 print:hidden">
      <Chips
        label="Situação"
        value={choices.state === 'left' ? 'left' : ''}
        onValueChange={(state) => choose({ state, subject: '', reason: '' })}
        chips={[
          { value: '', label: 'Em aberto' },
          { value: 'left', label: 'Já saíram' },
        ]}
      />
      <Chips
        label="Matéria"
        className="flex gap-2 max-md:overflow-x-auto md:flex-wrap lg:grid lg:grid-cols-1"
        value={choices.subject}
        onValueChange={(subject) => choose({ subject, reason: '' })}
        chips={[
          { value: '', label: 'Todas', count: data.open },
          ...data.subjects.flatMap(({ id, name, count }) =>
            id === null ? [] : [{ value: `${id}`, label: name ?? '', count }],
          ),
        ]}
      />
      <Reasons reasons={data.reasons} />
    </div>
  );
}

/** The reasons that the student gave for the mistakes. */
function Reasons({ reasons }: Pick<Mistakes, 'reasons'>) {
  const given = Object.entries(reasonNames)
    .map(([reason, name]) => ({ name, count: reasons.find((one) => one.reason === reason)?.count ?? 0 }))
    .sort((a, b) => b.count - a.count);
  const most = given[0]?.count ?? 0;
  if (most === 0) return null;
  return (
    <section className="mt-3 max-lg:hidden" aria-labelledby="why-errors">
      <h2 id="why-errors" className="mb-2 font-normal text-ink-soft text-sm">
        Por que você erra
      </h2>
      <ul className="grid grid-cols-1 gap-2 text-sm">
        {given.map(({ name, count }) => (
          <li key={name}>
            <span className="flex justify-between">
              {name} <strong className="font-strong tabular-nums">{count}</strong>
            </span>
            <span aria-hidden="true" className="block h-2 rounded-sm bg-line">
              <span className="block h-2 rounded-sm bg-ill-blue" style={{ width: `${(100 * count) / most}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReasonChips({ data, choices, choose }: FiltersProps) {
  const countOf = (reason: string) => data.reasons.find((one) => (one.reason ?? 'none') === reason)?.count ?? 0;
  const reasons = [...Object.entries(reasonNames), ['none', 'Sem motivo'] as const];
  return (
    <div className="print:hidden">
      <Chips
        label="Motivo"
        className="flex gap-2 max-md:overflow-x-auto md:flex-wrap"
        value={choices.reason}
        onValueChange={(reason) => choose({ reason })}
        chips={[
          { value: '', label: 'Todos os motivos' },
          ...reasons.map(([value, label]) => ({ value: value as string, label, count: countOf(value) })),
          { value: 'noted', label: 'Com nota minha', count: data.noted },
        ]}
      />
    </div>
  );
}

function List({ data, isOpenList, first }: { data: Mistakes; isOpenList: boolean; first: number }) {
  if (data.items.length === 0) {
    return (
      <EmptyState
        title={isOpenList ? 'Nenhum erro em aberto aqui' : 'Nada saiu do caderno ainda'}
        text="Questões que você erra em treinos, revisões e simulados aparecem aqui."
      />
    );
  }
  const groups = [...Map.groupBy(data.items, ({ subjectId, topic }) => `${subjectId} ${topic}`).values()];
  return (
    <div className="grid grid-cols-1 gap-4">
      {groups.map((items) => {
        const { subject, topic } = items[0] as Mistake;
        const [heading = 'Sem matéria', ...above] = [topic, subject].filter(Boolean);
        return (
          <section key={`${subject} ${topic}`} aria-label={[heading, ...above].join(', ')}>
            <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 border-line-strong border-b-2 pb-1.5 text-base">
              {heading}
              <span className="text-right font-normal text-ink-soft text-sm">
                {[...above, items.filter(({ outdated }) => !outdated).length || ''].filter(Boolean).join(', ')}
              </span>
            </h2>
            <ol className="grid grid-cols-1">
              {items.map((mistake) => (
                <MistakeRow
                  key={mistake.questionId}
                  mistake={mistake}
                  number={first + data.items.indexOf(mistake) + 1}
                  canRedo={isOpenList}
                />
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Páginas" className="flex items-center justify-center gap-4 print:hidden">
      <Button variant="line" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span className="text-sm tabular-nums">
        {page} de {pages}
      </span>
      <Button variant="line" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Próxima
      </Button>
    </nav>
  );
}
