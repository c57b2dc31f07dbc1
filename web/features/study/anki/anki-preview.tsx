import { useState } from 'react';
import { useLocation } from 'wouter';
import { cardScreens } from '#contract/card-screens.ts';
import type { AnkiImport } from '#contract/study/anki.ts';
import { plainCardText } from '#contract/study/card-text.ts';
import { CardLine } from '#web/features/study/cards/card-face.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { useDiscardAnkiImport, useStartAnkiImport } from './anki.queries.ts';
import { cardsWords, deckName, lossWords, previewWords, refusalWords } from './anki-words.ts';

type Choice = 'own' | 'topic' | 'skip';

/** What comes, what cannot come and why, and where each deck goes. Nothing is made before the confirmation. */
export function AnkiPreview({ read }: { read: AnkiImport }) {
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [keepsSchedule, setKeepsSchedule] = useState(true);
  const [, navigate] = useLocation();
  const start = useStartAnkiImport(read.id);
  const discard = useDiscardAnkiImport(read.id);
  const choiceOf = (deck: AnkiImport['decks'][number]): Choice => choices[deck.name] ?? (deck.topic ? 'topic' : 'own');
  const chosen = read.decks.reduce((sum, deck) => sum + (choiceOf(deck) === 'skip' ? 0 : deck.cards), 0);
  const isTooMany = chosen > read.free + read.known;
  const begin = () =>
    start.mutate({
      decks: read.decks.map((deck) => ({
        name: deck.name,
        topicId: choiceOf(deck) === 'topic' ? (deck.topic?.id ?? null) : null,
        isSkipped: choiceOf(deck) === 'skip',
      })),
      keepsSchedule,
    });
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card title="O que vem">
        <p>{previewWords(read)}</p>
        <p className="mt-1 text-ink-soft text-sm">
          Negrito, cores e tabelas viram texto simples. Cabem mais {cardsWords(read.free)} na sua conta.
        </p>
        {read.samples.length > 0 && (
          <ul className="mt-4 grid gap-2">
            {read.samples.map(({ front, back, deck }, at) => {
              // Two samples may have the same text.
              const key = `${at}:${front}`;
              return (
                <li key={key} className="wrap-anywhere rounded-control bg-hover px-3 py-2">
                  <div className="line-clamp-2 font-serif">
                    <CardLine source={front} />
                  </div>
                  <span className="line-clamp-1 text-ink-soft text-sm">
                    {[plainCardText(back), deck].filter(Boolean).join(' · ')}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Card>
      <Reasons title="O que não vem" list={read.refused} words={refusalWords} />
      <Reasons title="O que vem sem uma parte" list={read.losses} words={lossWords} />
      {read.decks.length > 0 && (
        <Card title="Para onde vai cada baralho">
          <ul className="grid gap-3">
            {read.decks.map((deck) => (
              <li
                key={deck.name}
                className="grid gap-1 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:items-center md:gap-4"
              >
                <span className="wrap-anywhere">
                  {deckName(deck.name)} <span className="text-ink-soft text-sm">{cardsWords(deck.cards)}</span>
                </span>
                <Select
                  aria-label={`Destino de ${deckName(deck.name)}`}
                  value={choiceOf(deck)}
                  onChange={({ target }) => setChoices({ ...choices, [deck.name]: target.value as Choice })}
                >
                  {deck.topic && (
                    <option value="topic">
                      Assunto: {deck.topic.subject} · {deck.topic.name}
                    </option>
                  )}
                  <option value="own">{deck.name === '' ? 'Sem assunto' : 'Manter o nome do baralho'}</option>
                  <option value="skip">Não trazer</option>
                </Select>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {read.scheduled > 0 && (
        <Checkbox
          checked={keepsSchedule}
          onChange={({ target }) => setKeepsSchedule(target.checked)}
          label="Continuar de onde o Anki parou"
          help="A memória medida pelo Anki vale aqui. Desmarcado, os cartões começam como novos."
        />
      )}
      {isTooMany && (
        <Notice tone="bad" role="alert" title="Não cabem todos">
          Você escolheu {cardsWords(chosen)} e cabem mais {formatNumber(read.free)}. Deixe algum baralho de fora.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="next" busy={start.isPending} disabled={chosen === 0 || isTooMany} onClick={begin}>
          Trazer {cardsWords(chosen)}
        </Button>
        <Button
          variant="quiet"
          busy={discard.isPending}
          onClick={() => discard.mutate(undefined, { onSuccess: () => navigate(cardScreens.anki) })}
        >
          Descartar
        </Button>
      </div>
    </div>
  );
}

type Counted<R extends string> = { reason: R; count: number; examples: string[] };

function Reasons<R extends string>({
  title,
  list,
  words,
}: {
  title: string;
  list: readonly Counted<R>[];
  words: Readonly<Record<R, string>>;
}) {
  if (list.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="divide-y divide-line">
        {list.map(({ reason, count, examples }) => (
          <li key={reason} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
            <span>{words[reason]}</span>
            <span className="font-strong tabular-nums">{formatNumber(count)}</span>
            {examples.length > 0 && (
              <span className="wrap-anywhere col-span-2 line-clamp-2 text-ink-soft text-sm">
                {examples.join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
