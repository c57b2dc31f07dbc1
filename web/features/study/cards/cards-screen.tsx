import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Pause, Pencil, Play, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { cardScreens } from '#contract/card-screens.ts';
import { exportAnkiDeck } from '#contract/study/anki.ts';
import type { Card, CardTopics } from '#contract/study/cards.ts';
import { addressOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CardLine } from './card-face.tsx';
import { changeWords, sourceLink } from './card-words.ts';
import { type CardsRequest, cardPagesQuery, cardTopicsQuery, useChangeCardState } from './cards.queries.ts';

const CardDialog = lazyChunk(() => import('./card-dialog.tsx'), 'over');
const OfferedSets = lazyChunk(() => import('./sets/offered-sets.tsx'));

type Topic = CardTopics['topics'][number];

/** The value of a topic in the address: `t12`, or `d` and the heading. */
const addressOfTopic = ({ topicId, deck }: Topic) => (topicId === null ? `d${deck}` : `t${topicId}`);
const nameOf = ({ topic, subject, deck }: Topic) =>
  topic === null ? deck || 'Sem assunto' : [subject, topic].filter(Boolean).join(' · ');

function requestOf(value: string, search: string): CardsRequest {
  const words = search === '' ? {} : { search };
  if (value === 'suspended') return { suspended: 'true', ...words };
  if (/^t[1-9]\d{0,9}$/.test(value)) return { topicId: Number(value.slice(1)), ...words };
  if (value.startsWith('d')) return { deck: value.slice(1), ...words };
  return words;
}

/** A student's own cards, by topic. */
export default function CardsScreen() {
  const { text, setText, rested } = useAddressText();
  const [{ topic }, choose] = useAddressChoices({ topic: 'assunto' });
  const topics = useQuery(cardTopicsQuery);
  const pages = useInfiniteQuery(cardPagesQuery(requestOf(topic, rested)));
  const cards = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const [isMaking, setMaking] = useState(false);
  const isFiltered = topic !== '' || rested !== '';
  const total = topics.data?.cards;
  return (
    <Page>
      <PageHeader
        title="Meus cartões"
        subtitle={total === undefined ? undefined : plural(total, 'cartão', 'cartões')}
        actions={
          <>
            <ButtonLink href={cardScreens.anki} variant="line">
              Trazer do Anki
            </ButtonLink>
            {total !== undefined && total > 0 && (
              <a href={addressOf(exportAnkiDeck)} download className={buttonClass({ variant: 'line' })}>
                Levar para o Anki
              </a>
            )}
            <Button variant="next" onClick={() => setMaking(true)}>
              <Plus /> Novo cartão
            </Button>
          </>
        }
      />
      <div className="mb-6 flex flex-wrap gap-3">
        <SearchInput
          label="Buscar nos cartões"
          placeholder="Buscar nos cartões"
          className="min-w-60 grow md:max-w-100"
          value={text}
          onValueChange={setText}
        />
        {topics.data && topics.data.cards > 0 && (
          <Select
            aria-label="Assunto"
            className="md:max-w-80"
            value={topic}
            onChange={({ target }) => choose({ topic: target.value })}
          >
            <option value="">Todos os assuntos</option>
            {topics.data.suspended > 0 && <option value="suspended">Não mostrados ({topics.data.suspended})</option>}
            {topics.data.topics.map((one) => (
              <option key={addressOfTopic(one)} value={addressOfTopic(one)}>
                {nameOf(one)} ({one.cards})
              </option>
            ))}
          </Select>
        )}
      </div>
      <Suspense>
        <OfferedSets />
      </Suspense>
      {pages.isError && !pages.data && <LoadError of={pages} title="Não conseguimos abrir seus cartões" />}
      {pages.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-20', 'h-20']} />}
      {pages.data && cards.length === 0 && <Nothing isFiltered={isFiltered} />}
      <ul className="grid grid-cols-1 gap-3">
        {cards.map((card) => (
          <Row key={card.id} card={card} />
        ))}
      </ul>
      <ShowMore pages={pages} place="below" />
      {isMaking && (
        <Suspense>
          <CardDialog card={null} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <p role="status" className="py-12 text-center text-ink-soft">
        Nenhum cartão encontrado
      </p>
    );
  }
  return (
    <EmptyState
      title="Você ainda não tem cartões"
      text="Selecione uma frase de uma aula ou de uma lei e toque em “Criar cartão”. Ele entra na revisão do dia seguinte."
    />
  );
}

function Row({ card }: { card: Card }) {
  const [isEditing, setEditing] = useState(false);
  const state = useChangeCardState();
  const link = sourceLink(card);
  const changed = changeWords(card);
  return (
    <li className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4">
      {card.isClosed ? (
        <p className="text-ink-soft">Fechado enquanto a prova está aberta</p>
      ) : (
        <div className="wrap-anywhere line-clamp-3 font-serif text-lg">
          <CardLine source={card.front} />
        </div>
      )}
      {card.kind === 'basic' && !card.isClosed && (
        <div className="wrap-anywhere line-clamp-2 text-ink-soft">
          <CardLine source={card.back} />
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        {card.isSuspended && <Badge>Não mostrado</Badge>}
        {card.topic ?? card.deck}
        {card.sourceLabel && <span>{card.sourceLabel}</span>}
        {link && !card.isClosed && (
          <Link href={link.href} className="link tappable">
            {link.words}
          </Link>
        )}
      </p>
      {changed && (
        <p className="flex flex-wrap items-center gap-3 rounded-control bg-sun-tint px-3 py-2 text-sm">
          {changed}
          <Button
            variant="line"
            size="sm"
            busy={state.isPending}
            onClick={() => state.mutate({ id: card.id, isSourceChecked: true })}
          >
            Conferi, continua certo
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!card.isClosed && (
          <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
            <Pencil /> Editar
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          busy={state.isPending}
          onClick={() => state.mutate({ id: card.id, isSuspended: !card.isSuspended })}
        >
          {card.isSuspended ? <Play /> : <Pause />} {card.isSuspended ? 'Voltar a mostrar' : 'Não mostrar mais'}
        </Button>
      </div>
      {isEditing && (
        <Suspense>
          <CardDialog key={card.revision} card={card} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </li>
  );
}
