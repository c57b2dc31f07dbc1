import type { LawChange } from '#contract/school/law-changes.ts';
import { plural } from '#web/lib/format.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useUndoDecision } from './law-changes.queries.ts';

const words = { valid: 'Ainda vale', outdated: 'Desatualizada' } as const;

/** What was decided, the newest first, each with its undo. */
export function LawDecisions({ decisions }: Pick<LawChange, 'decisions'>) {
  const undo = useUndoDecision();
  if (decisions.length === 0) return null;
  return (
    <Card title="Decisões" flush>
      <ul className="divide-y divide-line">
        {decisions.map(({ id, decision, itemCount, createdAt, undoneAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2 md:px-5">
            <span className="min-w-0 grow">
              {words[decision]}, {plural(itemCount, 'item', 'itens')}
              <span className="block text-ink-soft text-sm">
                <Ago at={createdAt} />
              </span>
            </span>
            {undoneAt === null ? (
              <Button
                variant="line"
                size="sm"
                busy={undo.isPending && undo.variables === id}
                onClick={() => undo.mutate(id)}
              >
                Desfazer
              </Button>
            ) : (
              <span className="text-ink-soft text-sm">Desfeita</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
