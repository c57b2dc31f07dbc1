import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import type { citationDecision } from '#contract/content/law-citations.ts';
import type { LawArticle } from '#contract/content/laws.ts';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { ArticleText } from '../article-text.tsx';
import { articleWords } from '../law-words.ts';
import { lawArticleQuery, lawsQuery } from '../laws.queries.ts';
import { type CitedLaw, hrefOf } from './law-link-press.ts';
import { lexIdOfWords } from './lex-id-of-words.ts';

type Decision = z.input<typeof citationDecision>;

/** The mutation that stores what an author decides about a quote. */
export type Decide = Pick<UseMutationResult<unknown, Error, Decision>, 'mutate' | 'isPending' | 'isError' | 'error'>;

/** `decide` is null where the reader may not correct the quote. */
type LawDialogProps = { link: CitedLaw; decide: Decide | null; onClose: () => void };

/** The device that a quote of a text cites, with its caput if it has one. */
export default function LawDialog({ link, decide, onClose }: LawDialogProps) {
  const { lawId, lawName, article, quote } = link;
  const title = article === null ? lawName : `${articleWords(article, lawName)}, ${lawName}`;
  return (
    <Dialog
      open
      title={title}
      description={quote}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Fechar
          </Button>
          <ButtonLink href={hrefOf(link)}>{article === null ? 'Abrir a lei' : 'Abrir o artigo'}</ButtonLink>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {lawId !== null && article !== null && <Device lawId={lawId} article={article} lexId={link.lexId} />}
        {decide && <Decision decide={decide} link={link} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** The cited device with its ancestors and descendants. */
export function devicesAround(article: LawArticle, lexId: string): LawArticle {
  const isCited = (id: string) => id === lexId || id.startsWith(`${lexId}_`);
  const isAbove = (id: string) => lexId.startsWith(`${id}_`);
  const devices = article.devices.filter((device) => isCited(device.lexId) || isAbove(device.lexId));
  return { ...article, devices: devices.length > 0 ? devices : article.devices };
}

function Device({ lawId, article, lexId }: { lawId: number; article: string; lexId: string }) {
  const page = useQuery(lawArticleQuery(lawId, article));
  if (page.isPending) return <Skeleton className="h-24" />;
  if (page.isError) return <LoadError of={page} title="Não conseguimos abrir o artigo" />;
  return <ArticleText article={devicesAround(page.data.article, lexId)} />;
}

type DecisionProps = { decide: Decide; link: CitedLaw; onClose: () => void };

function Decision({ decide, link, onClose }: DecisionProps) {
  const laws = useQuery(lawsQuery);
  const [lawId, setLawId] = useState(String(link.lawId ?? ''));
  const [device, setDevice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const done = (title: string) => () => {
    toast({ title });
    onClose();
  };
  const correct = (event: FormEvent) => {
    event.preventDefault();
    const lexId = lexIdOfWords(device);
    if (lexId === null) return setProblem('Escreva o dispositivo como “art. 5º, XI”.');
    decide.mutate(
      { decision: 'corrected', quote: link.quote, device: { lawId: Number(lawId), lexId } },
      { onSuccess: done('Citação corrigida') },
    );
  };
  return (
    <details className="border-line border-t pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm">Não é este dispositivo?</summary>
      <form noValidate onSubmit={correct} className="grid grid-cols-1 gap-4">
        {decide.isError && <Notice tone="bad">{textOf(decide.error)}</Notice>}
        <Field label="Lei">
          <Select value={lawId} onChange={({ target }) => setLawId(target.value)}>
            <NamedOptions of={laws.data} />
          </Select>
        </Field>
        <Field label="Dispositivo" error={problem}>
          <Input
            value={device}
            placeholder="art. 5º, XI"
            onChange={({ target }) => {
              setDevice(target.value);
              setProblem(null);
            }}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="line" busy={decide.isPending}>
            Corrigir
          </Button>
          <Button
            variant="line"
            disabled={decide.isPending}
            onClick={() =>
              decide.mutate({ decision: 'refused', quote: link.quote }, { onSuccess: done('Citação recusada') })
            }
          >
            Não é citação
          </Button>
        </div>
      </form>
    </details>
  );
}
