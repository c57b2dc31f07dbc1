import { ArrowDown, ArrowUp, BookOpen, ClipboardList, Plus, X } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { COURSE_ITEMS_MAX } from '../../../contract/limits.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type ContentItem, keyOf, moved } from './course-content.ts';
import { isConflict, type SavingProps } from './course-details-form.tsx';
import { useSaveItems } from './courses.queries.ts';

const AddItemsDialog = lazyPart(() => import('./add-items-dialog.tsx'), 'over');

export function CourseContentEditor({ course, version, onSaved, onConflict }: SavingProps) {
  const [items, setItems] = useState<ContentItem[]>(course.items);
  const [saved, setSaved] = useState<ContentItem[]>(course.items);
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never');
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const save = useSaveItems(course.id);
  const changed = items.map(keyOf).join() !== saved.map(keyOf).join();

  const move = (index: number, step: -1 | 1) => {
    const item = items[index];
    const next = moved(items, index, step);
    if (next === items || !item) return;
    setItems(next);
    setSpoken(`${item.title}: posição ${index + step + 1} de ${items.length}`);
  };
  const remove = (index: number) => {
    setSpoken(`${items[index]?.title} saiu da lista`);
    setItems(items.filter((_, place) => place !== index));
    // The button that had the focus is gone: the list takes it.
    list.current?.focus();
  };
  const submit = () =>
    save.mutate(
      { items: items.map(({ kind, id }) => ({ kind, id })), version },
      {
        onSuccess: (updated) => {
          setItems(updated.items);
          setSaved(updated.items);
          onSaved(updated.version);
        },
        onError: (error) => isConflict(error) && onConflict(),
      },
    );

  return (
    <Card flush title="Conteúdo, em ordem" aside={plural(items.length, 'item', 'itens')}>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {items.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="Nenhuma aula ou simulado"
          text="Adicione o que os alunos devem estudar, na ordem certa."
        />
      ) : (
        <ol ref={list} tabIndex={-1} className="divide-y divide-line border-line border-t">
          {items.map((item, index) => (
            <li key={keyOf(item)} className="flex items-center gap-2 px-4 py-2 md:px-5">
              <span className="w-6 shrink-0 text-right text-ink-soft text-sm tabular-nums">{index + 1}.</span>
              {item.kind === 'lesson' ? <BookOpen className="size-4" /> : <ClipboardList className="size-4" />}
              <span className="min-w-0 grow">
                <span className="sr-only">{item.kind === 'lesson' ? 'Aula: ' : 'Simulado: '}</span>
                {item.title}
              </span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Subir ${item.title}`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Descer ${item.title}`}
                disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown />
              </Button>
              <Button variant="quiet" size="icon" aria-label={`Tirar ${item.title}`} onClick={() => remove(index)}>
                <X />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3 border-line border-t p-4 md:px-5">
        <Button variant="line" disabled={items.length >= COURSE_ITEMS_MAX} onClick={() => setAdding('open')}>
          <Plus /> Adicionar
        </Button>
        <Button disabled={!changed} busy={save.isPending} busyLabel="Salvando..." onClick={submit}>
          Salvar conteúdo
        </Button>
        {changed && <span className="text-ink-soft text-sm">Há mudanças que ainda não foram salvas.</span>}
      </div>
      {adding !== 'never' && (
        <Suspense>
          <AddItemsDialog
            open={adding === 'open'}
            onOpenChange={(open) => setAdding(open ? 'open' : 'closed')}
            present={items}
            onAdd={(added) => setItems([...items, ...added])}
          />
        </Suspense>
      )}
    </Card>
  );
}
