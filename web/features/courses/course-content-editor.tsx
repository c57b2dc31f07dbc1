import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import type { CourseDetail } from '../../../contract/courses.ts';
import { COURSE_ITEMS_MAX } from '../../../contract/limits.ts';
import { plural } from '../../lib/format.ts';
import { useEditing } from '../../lib/use-editing.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeptNotice } from '../../ui/kept-notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { tellKept } from '../../ui/toast-editing.ts';
import { contentJoining, contentLines, contentOf, keyOf, moved } from './course-content.ts';
import { fetchCourse, useSaveItems } from './courses.queries.ts';
import { itemKind } from './item-kind.tsx';

const AddItemsDialog = lazyPart(() => import('./add-items-dialog.tsx'), 'over');

type CourseContentEditorProps = { course: CourseDetail; onSaved: (saved: CourseDetail) => void };

export function CourseContentEditor({ course, onSaved }: CourseContentEditorProps) {
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never');
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const saveItems = useSaveItems(course.id);
  const stored = useMemo(() => contentOf(course), [course]);
  const editing = useEditing({
    name: `course-content:${course.id}`,
    stored,
    joining: contentJoining,
    onLeft: tellKept,
    send: async ({ items }, revision) => {
      const refs = items.map(({ kind, id }) => ({ kind, id }));
      const saved = await saveItems.mutateAsync({ items: refs, version: revision ?? course.version });
      onSaved(saved);
      return contentOf(saved);
    },
    reload: async () => contentOf(await fetchCourse(course.id)),
  });
  const { change, isDirty } = editing;
  const { items } = editing.value;

  const move = (index: number, step: -1 | 1) => {
    const item = items[index];
    const next = moved(items, index, step);
    if (next === items || !item) return;
    change({ items: next });
    setSpoken(`${item.title}: posição ${index + step + 1} de ${items.length}`);
  };
  const remove = (index: number) => {
    setSpoken(`${items[index]?.title} saiu da lista`);
    change({ items: items.filter((_, place) => place !== index) });
    // The button that had the focus is gone: the list takes it.
    list.current?.focus();
  };
  const save = () => void editing.save();

  return (
    <Card flush title="Conteúdo, em ordem" aside={plural(items.length, 'item', 'itens')}>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {editing.conflict && (
        <ConflictNotice
          className="mx-4 mb-4"
          editing={editing}
          title="O conteúdo deste curso foi alterado enquanto você editava"
          linesOf={contentLines}
          onSave={save}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <KeptNotice className="mx-4 mb-4" savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
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
              {itemKind[item.kind].icon}
              <span className="min-w-0 grow">
                <span className="sr-only">{itemKind[item.kind].name}: </span>
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
        <Button disabled={!isDirty} busy={editing.isSaving} busyLabel="Salvando..." onClick={save}>
          Salvar conteúdo
        </Button>
        {isDirty && <span className="text-ink-soft text-sm">Há mudanças que ainda não foram salvas.</span>}
      </div>
      {adding !== 'never' && (
        <Suspense>
          <AddItemsDialog
            open={adding === 'open'}
            onOpenChange={(open) => setAdding(open ? 'open' : 'closed')}
            present={items}
            onAdd={(added) => change((now) => ({ items: [...now.items, ...added] }))}
          />
        </Suspense>
      )}
    </Card>
  );
}
