import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast.ts';
import { offeredSetsQuery, useCopySet } from './card-sets.queries.ts';

/** Sets of cards that teachers offer with the student's courses; nothing where there is none. */
export default function OfferedSets() {
  const { data: sets = [] } = useQuery(offeredSetsQuery);
  const copy = useCopySet();
  if (sets.length === 0) return null;
  return (
    <Card title="Dos seus cursos" className="mb-6">
      <ul className="grid grid-cols-1 gap-3">
        {sets.map(({ id, title, course, cards, copied }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <p className="wrap-anywhere min-w-0 grow">
              <span className="block font-strong">{title}</span>
              <span className="text-ink-soft text-sm">
                {course} · {plural(cards, 'cartão', 'cartões')}
              </span>
            </p>
            {copied >= cards ? (
              <span className="text-ink-soft text-sm">Já são seus</span>
            ) : (
              <Button
                variant="line"
                busy={copy.isPending && copy.variables === id}
                onClick={() =>
                  copy.mutate(id, {
                    onSuccess: ({ added }) =>
                      toast({
                        title: plural(added, 'cartão copiado', 'cartões copiados'),
                        description: 'Entram na revisão de amanhã.',
                      }),
                  })
                }
              >
                <Copy /> {copied === 0 ? 'Copiar para mim' : `Copiar ${plural(cards - copied, 'novo', 'novos')}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
