import { useInfiniteQuery } from '@tanstack/react-query';
import type { QuestionPair } from '#contract/questions/question-pairs.ts';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ComparedQuestion } from './compared-question.tsx';
import { pairsQuery, useDecidePair } from './pairs.queries.ts';

/** Similar questions of the bank side by side, until an author decides what they are. */
export default function DuplicatesScreen() {
  const list = useInfiniteQuery(pairsQuery);
  const pairs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  return (
    <Page>
      <BackTo href={paths.questionBank}>Banco de questões</BackTo>
      <PageHeader
        title="Questões parecidas"
        subtitle={total ? plural(total, 'par para comparar', 'pares para comparar') : 'Compare e diga o que são.'}
      />
      {list.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-72', 'h-72']} />}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos buscar as questões parecidas" />}
      {list.data && pairs.length === 0 && (
        <EmptyState
          title="Nenhuma questão parecida"
          text="As questões novas e as alteradas são comparadas com o banco em alguns minutos."
        />
      )}
      <ol className="grid grid-cols-1 gap-6">
        {pairs.map((pair) => (
          <li key={`${pair.first.id}-${pair.second.id}`}>
            <Pair pair={pair} />
          </li>
        ))}
      </ol>
      <ShowMore pages={list} place="below" />
    </Page>
  );
}

function Pair({ pair: { first, second, likeness } }: { pair: QuestionPair }) {
  const decide = useDecidePair();
  const say = (verdict: 'same' | 'variation' | 'different', keepId?: number) =>
    decide.mutate({ firstId: first.id, secondId: second.id, verdict, ...(keepId === undefined ? {} : { keepId }) });
  return (
    <article
      aria-label={`Questões ${first.id} e ${second.id}`}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <p className="text-ink-soft text-sm">{formatShare(Math.round(likeness * 1000) / 10)} das palavras em comum</p>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        {[first, second].map((question) => (
          <ComparedQuestion key={question.id} question={question} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {second.mayEdit && (
          <Button size="sm" variant="line" disabled={decide.isPending} onClick={() => say('same', first.id)}>
            Mesma: fica a {first.id}
          </Button>
        )}
        {first.mayEdit && (
          <Button size="sm" variant="line" disabled={decide.isPending} onClick={() => say('same', second.id)}>
            Mesma: fica a {second.id}
          </Button>
        )}
        <Button size="sm" variant="line" disabled={decide.isPending} onClick={() => say('same')}>
          Mesma: ficam as duas
        </Button>
        <Button size="sm" variant="line" disabled={decide.isPending} onClick={() => say('variation')}>
          Variação
        </Button>
        <Button size="sm" variant="line" disabled={decide.isPending} onClick={() => say('different')}>
          Diferente
        </Button>
      </div>
    </article>
  );
}
