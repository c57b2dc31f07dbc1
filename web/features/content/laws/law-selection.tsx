import { Layers } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { ANNOTATION_QUOTE_MAX } from '#contract/limits.ts';
import { CardFromPhrase } from '#web/lib/card-slot.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

type Phrase = { text: string; lexId: string };

/** A card from a phrase that was selected in an article. */
export function LawSelection({ page, body }: { page: LawArticlePage; body: RefObject<HTMLElement | null> }) {
  const selected = useSelectedPhrase(body, page.article.lexId);
  const [phrase, setPhrase] = useState<Phrase | null>(null);
  const begin = () => {
    if (!selected) return;
    if (selected.text.length <= ANNOTATION_QUOTE_MAX) setPhrase(selected);
    else toast({ title: 'Trecho muito longo', description: 'Selecione um trecho menor da lei.', tone: 'bad' });
  };
  return (
    <>
      {selected && !phrase && (
        <div role="toolbar" aria-label="Trecho selecionado" className="reader-bar print:hidden">
          <Button
            variant="line"
            size="sm"
            // The press must not take the selection away before it is used.
            onPointerDown={(event) => event.preventDefault()}
            onClick={begin}
          >
            <Layers /> Criar cartão
          </Button>
        </div>
      )}
      {phrase && (
        <Suspense>
          <CardFromPhrase
            phrase={phrase.text}
            label={labelOf(page, phrase.lexId)}
            source={{ kind: 'law', lawId: page.law.id, lexId: phrase.lexId }}
            onClose={() => setPhrase(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const trimmed = (label: string) => label.replace(/[.\s–-]{1,4}$/, '');

/** 'Constituição Federal, Art. 144, § 5º'. */
function labelOf({ law, article }: LawArticlePage, lexId: string): string {
  const device = article.devices.find((one) => one.lexId === lexId);
  const inside = device && device.kind !== 'caput' && device.kind !== 'artigo' ? [trimmed(device.label)] : [];
  return [law.shortName || law.name, trimmed(article.label), ...inside].join(', ');
}

/** The selected words inside `body`, and the device in which the selection begins. */
function useSelectedPhrase(body: RefObject<HTMLElement | null>, article: string): Phrase | null {
  const [selected, setSelected] = useState<Phrase | null>(null);
  useEffect(() => {
    const read = () => {
      const selection = getSelection();
      const root = body.current;
      if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return setSelected(null);
      const range = selection.getRangeAt(0);
      if (!root.contains(range.commonAncestorContainer)) return setSelected(null);
      const text = selection.toString().trim();
      const start = range.startContainer;
      const device = (start instanceof Element ? start : start.parentElement)?.closest('p[id]');
      setSelected(text === '' ? null : { text, lexId: device?.id ?? article });
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [body, article]);
  return selected;
}
