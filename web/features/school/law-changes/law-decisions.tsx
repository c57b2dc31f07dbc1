import { Link } from 'wouter';
import type { LawChange } from '#contract/school/law-changes.ts';
import { leftWords } from '#web/features/questions/question-bank/change-words.ts';
import { plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useUndoDecision } from './law-changes.queries.ts';

const words = { valid: 'Ainda vale', outdated: 'Desatualizada' } as const;

/** What was decided, the newest first, each with its undo. */
export function LawDecisions({ decisions }: Pick<LawChange, 'decisions'>) {
  const undo = useUndoDecision();
  const now = useNow();
  if (decisions.length === 0) return null;
  return (
    <Card title="Decisões" flush>
      <ul className="divide-y divide-line">
        {decisions.map(({ id, decision, itemCount, createdAt, undoneAt, undoableUntil, leftCount, left }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2 md:px-5">
            <span className="min-w-0 grow">
              {words[decision]}, {plural(itemCount, 'item', 'itens')}
              <span className="block text-ink-soft text-sm">
                <Ago at={createdAt} />
              </span>
              {leftCount > 0 && <Left count={leftCount} questions={left} />}
            </span>
            {undoneAt === null && new Date(undoableUntil) > now && (
              <Button
                variant="line"
                size="sm"
                busy={undo.isPending && undo.variables === id}
                onClick={() => undo.mutate(id)}
              >
                Desfazer
              </Button>
            )}
            {undoneAt !== null && <span className="text-ink-soft text-sm">Desfeita</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type LeftProps = { count: number; questions: LawChange['decisions'][number]['left'] };

/** Questions that were annulled or changed by hand since. */
function Left({ count, questions }: LeftProps) {
  return (
    <span className="wrap-anywhere block text-sm">
      {plural(count, 'questão ficou como estava', 'questões ficaram como estavam')}:{' '}
      {questions.map(({ id, reason }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link href={paths.bankQuestion(id)} className="tappable">
            {id}
          </Link>{' '}
          ({leftWords[reason]})
        </span>
      ))}
      {count > questions.length && ' e outras'}
    </span>
  );
}
