import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QuestionImport } from '#contract/questions/question-import.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { type EntryFilter, entriesQuery } from './import.queries.ts';

type ImportOutlookProps = { found: QuestionImport; onShow: (only: EntryFilter) => void };

/** What a confirmation will do, and what should be checked before. */
export function ImportOutlook({ found, onShow }: ImportOutlookProps) {
  const { readyCount, problemCount, duplicateCount, alikeCount, isCompared, newSubjects, annulled = [] } = found;
  return (
    <Card title="O que vai acontecer">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {readyCount > 0 ? (
          <Row count={readyCount} title={['questão pronta', 'questões prontas']}>
            Nada foi guardado ainda. Ao confirmar, todas entram de uma vez, e por 7 dias dá para desfazer.
          </Row>
        ) : (
          <li className="py-3">
            <p className="font-strong">Nada novo para importar</p>
            <p className="text-ink-soft text-sm">As questões deste arquivo já estão no banco ou têm problemas.</p>
          </li>
        )}
        {!isCompared && (
          <li className="py-3 text-ink-soft text-sm">
            <span role="status">Estamos comparando as questões com as do banco.</span>
          </li>
        )}
        {alikeCount > 0 && (
          <Row
            count={alikeCount}
            isWaiting
            title={['questão parece repetida', 'questões parecem repetidas']}
            action={
              <Button variant="line" size="sm" onClick={() => onShow('alike')}>
                Comparar
              </Button>
            }
          >
            Há questões quase iguais no banco. Sem uma decisão sua, elas entram.
          </Row>
        )}
        {duplicateCount > 0 && (
          <Row
            count={duplicateCount}
            title={['questão repetida fica de fora', 'questões repetidas ficam de fora']}
            action={
              <Button variant="quiet" size="sm" onClick={() => onShow('duplicates')}>
                Ver
              </Button>
            }
          >
            {duplicateCount === 1 ? 'Já está' : 'Já estão'} no banco, ou mais acima no arquivo.
          </Row>
        )}
        {problemCount > 0 && (
          <Row
            count={problemCount}
            isWaiting
            title={['questão com problema fica de fora', 'questões com problema ficam de fora']}
            action={
              <Button variant="line" size="sm" onClick={() => onShow('problems')}>
                Corrigir aqui
              </Button>
            }
          >
            <FirstProblems importId={found.id} />
          </Row>
        )}
        {annulled.length > 0 && (
          <Row
            count={annulled.length}
            title={['questão anulada fica de fora', 'questões anuladas ficam de fora']}
            action={
              <Button variant="quiet" size="sm" onClick={() => onShow('annulled')}>
                {annulled.length === 1 ? 'Ver a anulada' : 'Ver as anuladas'}
              </Button>
            }
          >
            {annulled.length === 1 ? 'Questão' : 'Questões'} {annulled.join(', ')}. Para usar uma delas, marque você a
            alternativa certa.
          </Row>
        )}
        {newSubjects.length > 0 && (
          <Row count={newSubjects.length} title={['matéria será criada', 'matérias serão criadas']}>
            {newSubjects.join(', ')}
          </Row>
        )}
      </ul>
    </Card>
  );
}

type RowProps = {
  count: number;
  title: [one: string, many: string];
  /** The author should check them. */
  isWaiting?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

function Row({ count, title: [one, many], isWaiting = false, action, children }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span
        aria-hidden="true"
        className={cx(
          'grid min-h-9 min-w-9 place-items-center rounded-control px-2 font-strong tabular-nums',
          isWaiting ? 'bg-sun-tint text-sun-ink' : 'bg-sunken',
        )}
      >
        {plural(count, '', '').trim()}
      </span>
      <div className="min-w-0">
        <p className="font-strong">
          <span className="sr-only">{plural(count, '', '')}</span>
          {count === 1 ? one : many}
        </p>
        <p className="break-words text-ink-soft text-sm">{children}</p>
      </div>
      {action && <div className="max-sm:col-start-2">{action}</div>}
    </li>
  );
}

const SHOWN = 3;

/** The lines of the first entries, and the problem of the first. */
function FirstProblems({ importId }: { importId: number }) {
  const first = useInfiniteQuery(entriesQuery(importId, 'problems')).data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  const lines = first.map(({ line }) => line);
  if (lines.length === 0) return 'Corrija aqui, ou corrija o arquivo e envie de novo.';
  return `${lines.length === 1 ? 'Linha' : 'Linhas'} ${lines.join(', ')}: ${first[0]?.problem ?? ''}`;
}
