import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { BaseTextSummary } from '#contract/questions/base-texts.ts';
import { nameOfText } from '#web/editor/base-text-name.ts';
import { plural } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { BaseTextEditing } from './base-text-editing.tsx';
import { BaseTextForm } from './base-text-form.tsx';
import { baseTextQuery, baseTextsQuery } from './base-texts.queries.ts';
import { FoundList } from './found-list.tsx';

type BaseTextDialogProps = {
  current: BaseText | null;
  onChoose: (text: BaseText | null) => void;
  onClose: () => void;
};

type Doing = { what: 'choose' } | { what: 'write' } | { what: 'edit'; id: number };

/** The supporting texts of the school: select, create or edit one. */
export function BaseTextDialog({ current, onChoose: onChosen, onClose }: BaseTextDialogProps) {
  const [doing, setDoing] = useState<Doing>({ what: 'choose' });
  // Only the fields that a question stores of its text: the draft is compared with the stored question.
  const onChoose = (text: BaseText | null) => onChosen(text && asOfQuestion(text));
  const back = () => setDoing({ what: 'choose' });
  const titles = { choose: 'Texto-base', write: 'Novo texto-base', edit: 'Editar texto-base' };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titles[doing.what]}
      size="lg"
      // A click outside must not discard what is being written.
      onInteractOutside={(event) => doing.what !== 'choose' && event.preventDefault()}
      onEscapeKeyDown={(event) => doing.what !== 'choose' && event.preventDefault()}
    >
      {doing.what === 'choose' && (
        <Choosing
          current={current}
          onChoose={onChoose}
          onWrite={() => setDoing({ what: 'write' })}
          onEdit={(id) => setDoing({ what: 'edit', id })}
        />
      )}
      {doing.what === 'write' && <BaseTextForm text={null} onSaved={onChoose} onCancel={back} />}
      {doing.what === 'edit' && (
        <BaseTextEditing
          id={doing.id}
          onSaved={onChoose}
          onCancel={back}
          onDeleted={() => (current?.id === doing.id ? onChoose(null) : back())}
        />
      )}
    </Dialog>
  );
}

const asOfQuestion = ({ id, versionId, title, format, text }: BaseText): BaseText => ({
  id,
  versionId,
  title,
  format,
  text,
});

type ChoosingProps = {
  current: BaseText | null;
  onChoose: (text: BaseText) => void;
  onWrite: () => void;
  onEdit: (id: number) => void;
};

function Choosing({ current, onChoose, onWrite, onEdit }: ChoosingProps) {
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery(baseTextsQuery(useDebounced(search).trim()));
  const [fetching, setFetching] = useState<number | null>(null);
  const use = async (id: number) => {
    setFetching(id);
    try {
      onChoose(await queryClient.fetchQuery(baseTextQuery(id)));
    } catch (error) {
      toastFailure('O texto não foi escolhido')(error as Error);
    } finally {
      setFetching(null);
    }
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SearchInput
          label="Procurar textos"
          placeholder="Título ou trecho"
          className="min-w-0 grow"
          value={search}
          onValueChange={setSearch}
        />
        <Button variant="line" onClick={onWrite}>
          <Plus /> Novo texto
        </Button>
      </div>
      <FoundList
        pages={list}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        failed="Não conseguimos buscar os textos"
        empty={
          <EmptyState
            headingLevel={3}
            title={search.trim() ? 'Nenhum texto encontrado' : 'Ainda não há textos-base'}
            text={search.trim() ? undefined : 'Escreva o primeiro: ele pode servir a várias questões.'}
          />
        }
      >
        {(row) => (
          <TextRow
            key={row.id}
            row={row}
            isCurrent={row.id === current?.id}
            busy={fetching === row.id}
            onUse={() => void use(row.id)}
            onEdit={() => onEdit(row.id)}
          />
        )}
      </FoundList>
    </div>
  );
}

type TextRowProps = {
  row: BaseTextSummary;
  isCurrent: boolean;
  busy: boolean;
  onUse: () => void;
  onEdit: () => void;
};

function TextRow({ row, isCurrent, busy, onUse, onEdit }: TextRowProps) {
  return (
    <li className="grid grid-cols-1 items-start gap-3 rounded-control border border-line p-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-strong">{nameOfText(row)}</p>
        <p className="line-clamp-2 break-words text-sm">{row.excerpt}</p>
        <p className="mt-1 text-ink-soft text-sm">
          {[plural(row.questionCount, 'questão', 'questões'), row.authorName].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {row.mayEdit && (
          <Button variant="quiet" size="sm" onClick={onEdit}>
            <Pencil /> Editar<span className="sr-only">: {nameOfText(row)}</span>
          </Button>
        )}
        {isCurrent ? (
          <Badge tone="ok">Em uso</Badge>
        ) : (
          <Button variant="line" size="sm" busy={busy} onClick={onUse}>
            Usar<span className="sr-only">: {nameOfText(row)}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
