import { Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { COURSE_ITEMS_MAX } from '#contract/limits.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { ContentRow } from './content-row.tsx';
import { freshModuleName, keyOf, moved, retitled } from './course-content.ts';
import { modulesOf } from './course-modules.ts';
import { ModuleTitle } from './module-title.tsx';
import type { CourseEditing } from './use-course-editing.ts';

const AddItemsDialog = lazyChunk(() => import('./add-items-dialog.tsx'), 'over');

type CourseContentEditorProps = { editing: CourseEditing };

export function CourseContentEditor({ editing: { editing, change } }: CourseContentEditorProps) {
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never');
  const [spoken, setSpoken] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { items } = editing.value;

  const move = (from: number, to: number) => {
    const item = items[from];
    const next = moved(items, from, to);
    if (next === items || !item) return;
    change({ items: next });
    setSpoken(`${item.title}: posição ${to + 1} de ${items.length}`);
  };
  const dragOver = (index: number) => {
    const from = items.findIndex((item) => keyOf(item) === dragged);
    if (from !== -1) change({ items: moved(items, from, index) });
  };
  const begin = (index: number) => {
    const title = freshModuleName(items);
    change({ items: retitled(items, index, title) });
    setSpoken(`${title} começa em ${items[index]?.title}`);
  };
  const rename = (from: number, title: string) => {
    // Two neighbours with one title would be one module, and an empty title none.
    const above = items[from - 1]?.module;
    change({ items: retitled(items, from, title.trimStart() === '' || title === above ? `${title} ` : title) });
  };
  const dissolve = (from: number) => change({ items: retitled(items, from, items[from - 1]?.module ?? '') });
  const remove = (index: number) => {
    setSpoken(`${items[index]?.title} saiu da lista`);
    change({ items: items.filter((_, place) => place !== index) });
    // The focused button was removed: the list takes the focus.
    list.current?.focus();
  };
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
        // A row that moved to another module is mounted again and fires no dragend: the next pointer move ends the drag.
        // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only, nothing is done here
        <div
          ref={list}
          tabIndex={-1}
          onDrop={() => setDragged(null)}
          onPointerMove={() => dragged !== null && setDragged(null)}
        >
          {modulesOf(items).map((module, number) => (
            <section key={module.from} aria-label={module.title || 'Sem módulo'}>
              {module.title !== '' && (
                <ModuleTitle
                  number={number + 1}
                  title={module.title}
                  onChange={(title) => rename(module.from, title)}
                  onDissolve={() => dissolve(module.from)}
                />
              )}
              <ol start={module.from + 1} className="divide-y divide-line border-line border-t">
                {module.items.map((item, place) => {
                  const index = module.from + place;
                  return (
                    <ContentRow
                      key={keyOf(item)}
                      item={item}
                      index={index}
                      count={items.length}
                      isDragged={dragged === keyOf(item)}
                      mayBegin={place > 0 || module.title === ''}
                      onDrag={(isDragged) => setDragged(isDragged ? keyOf(item) : null)}
                      onDragOver={() => dragOver(index)}
                      onMove={(to) => move(index, to)}
                      onBegin={() => begin(index)}
                      onRemove={() => remove(index)}
                    />
                  );
                })}
              </ol>
            </section>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 border-line border-t p-4 md:px-5">
        <Button variant="line" disabled={items.length >= COURSE_ITEMS_MAX} onClick={() => setAdding('open')}>
          <Plus /> Adicionar
        </Button>
      </div>
      {adding !== 'never' && (
        <Suspense>
          <AddItemsDialog
            open={adding === 'open'}
            onOpenChange={(open) => setAdding(open ? 'open' : 'closed')}
            present={items}
            onAdd={(added) =>
              change((now) => {
                const module = now.items.at(-1)?.module ?? '';
                return { items: [...now.items, ...added.map((item) => ({ ...item, module }))] };
              })
            }
          />
        </Suspense>
      )}
    </Card>
  );
}
