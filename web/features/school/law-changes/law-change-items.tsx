import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { LAW_DECISION_ITEMS_MAX } from '#contract/school/law-change-limits.ts';
import type { LawChange, LawChangeItem, LawItemKind } from '#contract/school/law-changes.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { deviceWords, unreadWords } from './device-words.ts';
import { lawChangeItemsQuery, useDecide } from './law-changes.queries.ts';

const CorrectionDialog = lazyChunk(() => import('./correction-dialog.tsx'), 'over');

/** A text without a screen (`hrefOf` is null) is corrected in a dialog. */
const names: Record<LawItemKind, { one: string; many: string; hrefOf: ((id: number) => string) | null }> = {
  question: { one: 'Questão', many: 'Questões', hrefOf: (id) => paths.bankQuestion(id) },
  lesson: { one: 'Aula', many: 'Aulas', hrefOf: (id) => paths.writeLesson(id) },
  comment: { one: 'Comentário', many: 'Comentários', hrefOf: (id) => paths.bankQuestion(id) },
  base_text: { one: 'Texto-base', many: 'Textos-base', hrefOf: null },
  set_card: { one: 'Cartão de série', many: 'Cartões de séries', hrefOf: null },
};

const canBeOutdated = ({ kind }: LawChangeItem) => kind === 'question' || kind === 'base_text';

/** Everything that cites a changed device, with the decisions one by one or for the chosen ones. */
export function LawChangeItems({ change }: { change: LawChange }) {
  const [kind, setKind] = useState<LawItemKind | 'all'>('all');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isOpenOnly, setOpenOnly] = useState(false);
  const pages = useInfiniteQuery(lawChangeItemsQuery(change.id, kind === 'all' ? undefined : kind, isOpenOnly));
  const decide = useDecide(change.id);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const picked = items.filter(({ id }) => chosen.has(id));
  // The second click of a double one comes before the buttons are rendered busy.
  const isSending = useRef(false);
  const send = (decision: 'valid' | 'outdated', about: readonly LawChangeItem[]) => {
    if (isSending.current) return;
    isSending.current = true;
    decide.mutate(
      { decision, items: about.map(({ id }) => id), creationKey: newKey() },
      {
        onSuccess: () => setChosen(new Set()),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };
  const toggle = (id: number) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const isUndone = change.undoneAt !== null;
  const inReach = items.slice(0, LAW_DECISION_ITEMS_MAX);
  const allChosen = inReach.length > 0 && inReach.every(({ id }) => chosen.has(id));
  const left = change.counts.reduce((sum, { open }) => sum + open, 0);
  const total = change.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="citing" className="grid grid-cols-1 gap-3">
      <h2 id="citing">O que cita o que mudou</h2>
      <Chips
        label="Tipo de item"
        value={kind}
        onValueChange={(value) => {
          setKind(value);
          setChosen(new Set());
        }}
        chips={[
          { value: 'all', label: 'Tudo', count: total },
          ...change.counts.map((one) => ({ value: one.kind, label: names[one.kind].many, count: one.count })),
        ]}
      />
      {!isUndone && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
          <label className="flex min-h-11 cursor-pointer items-center gap-2">
            <NativeInput
              type="checkbox"
              className="tick"
              checked={allChosen}
              disabled={items.length === 0}
              onChange={() => setChosen(new Set(allChosen ? [] : inReach.map(({ id }) => id)))}
            />
            Escolher todos os itens à vista
          </label>
          <label className="flex min-h-11 cursor-pointer items-center gap-2">
            <NativeInput
              type="checkbox"
              className="tick"
              checked={isOpenOnly}
              onChange={() => {
                setOpenOnly(!isOpenOnly);
                setChosen(new Set());
              }}
            />
            Só o que falta decidir ({left.toLocaleString('pt-BR')})
          </label>
        </div>
      )}
      {!isUndone && picked.length > 0 && (
        <div role="toolbar" aria-label="Itens escolhidos" className="flex flex-wrap items-center gap-3">
          <b>{plural(picked.length, 'escolhido', 'escolhidos')}</b>
          <Button variant="line" busy={decide.isPending} onClick={() => send('valid', picked)}>
            Ainda vale
          </Button>
          {picked.every(canBeOutdated) && (
            <Button variant="line" busy={decide.isPending} onClick={() => send('outdated', picked)}>
              Desatualizada
            </Button>
          )}
          <Button variant="quiet" onClick={() => setChosen(new Set())}>
            Limpar
          </Button>
        </div>
      )}
      {pages.isPending && <Skeleton className="h-32" />}
      {pages.isError && !pages.data && <LoadError of={pages} title="Não conseguimos buscar os itens" />}
      {pages.data && items.length === 0 && (
        <Card>
          <EmptyState
            title={
              isOpenOnly && total > 0
                ? 'Nada mais a decidir'
                : change.unread > 0
                  ? 'Nada cita o que mudou, até aqui'
                  : 'Nada cita o que mudou'
            }
            text={
              isOpenOnly && total > 0
                ? 'Tudo deste tipo já tem uma decisão.'
                : change.unread > 0
                  ? `${unreadWords(change.unread)}.`
                  : 'Nenhuma questão, aula, comentário ou texto-base.'
            }
          />
        </Card>
      )}
      {items.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Item
                key={item.id}
                item={item}
                isChosen={chosen.has(item.id)}
                isBusy={decide.isPending}
                isUndone={isUndone}
                onToggle={() => toggle(item.id)}
                onDecide={(decision) => send(decision, [item])}
              />
            ))}
          </ul>
          <ShowMore pages={pages} place="card" />
        </Card>
      )}
    </section>
  );
}

const decided = {
  valid: { words: 'Ainda vale', tone: 'ok' },
  outdated: { words: 'Desatualizada', tone: 'bad' },
} as const;

type ItemProps = {
  item: LawChangeItem;
  isChosen: boolean;
  isBusy: boolean;
  /** Nothing can be decided any more. */
  isUndone: boolean;
  onToggle: () => void;
  onDecide: (decision: 'valid' | 'outdated') => void;
};

function Item({ item, isChosen, isBusy, isUndone, onToggle, onDecide }: ItemProps) {
  const { one, hrefOf } = names[item.kind];
  const name = `${one} ${item.cardId ?? item.targetId}`;
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
      {!isUndone && (
        <label className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
          <NativeInput type="checkbox" className="tick" checked={isChosen} onChange={onToggle} />
          <span className="sr-only">Escolher {name}</span>
        </label>
      )}
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <b>{name}</b>
          <span className="text-ink-soft text-sm">{item.lexIds.map(deviceWords).join('; ')}</span>
          {item.decision !== 'open' && <Badge tone={decided[item.decision].tone}>{decided[item.decision].words}</Badge>}
        </p>
        <p className="wrap-anywhere line-clamp-2 text-sm">{item.excerpt}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isUndone && (
          <Button
            variant="line"
            size="sm"
            disabled={isBusy || item.decision === 'valid'}
            onClick={() => onDecide('valid')}
          >
            Ainda vale<span className="sr-only">: {name}</span>
          </Button>
        )}
        {hrefOf ? (
          <ButtonLink href={hrefOf(item.targetId)} variant="line" size="sm">
            Corrigir<span className="sr-only"> {name}</span>
          </ButtonLink>
        ) : (
          <Button variant="line" size="sm" onClick={() => setCorrecting(true)}>
            Corrigir<span className="sr-only"> {name}</span>
          </Button>
        )}
        {!isUndone && canBeOutdated(item) && (
          <Button
            variant="line"
            size="sm"
            disabled={isBusy || item.decision === 'outdated'}
            onClick={() => onDecide('outdated')}
          >
            Desatualizada<span className="sr-only">: {name}</span>
          </Button>
        )}
      </div>
      {isCorrecting && (
        <Suspense>
          <CorrectionDialog item={item} onClose={() => setCorrecting(false)} />
        </Suspense>
      )}
    </li>
  );
}
