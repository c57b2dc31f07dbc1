import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil, Printer, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Annotation } from '#contract/content/annotations.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { LinkedTexts } from '#web/features/content/laws/links/linked-texts.tsx';
import { formatDate, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { annotationPagesQuery, useChangeNote, useRemoveAnnotation } from './annotations.queries.ts';

const NoteDialog = lazyChunk(() => import('./note-dialog.tsx'), 'over');

/** Everything that one marked and noted, by lesson and article. */
export default function AnnotationsScreen() {
  const { text, setText, rested } = useAddressText();
  const pages = useInfiniteQuery(annotationPagesQuery(rested));
  const annotations = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  const [isGathering, setGathering] = useState(false);

  // Print has no 'more' button: all pages are fetched first.
  const print = async () => {
    setGathering(true);
    let { hasNextPage, isError } = pages;
    while (hasNextPage && !isError) ({ hasNextPage, isError } = await pages.fetchNextPage());
    flushSync(() => setGathering(false));
    if (isError) toast({ title: 'Não conseguimos reunir tudo para imprimir', tone: 'bad' });
    else window.print();
  };

  return (
    <Page>
      <PageHeader
        title="Minhas anotações"
        subtitle={pages.data && plural(total, 'trecho marcado', 'trechos marcados')}
        actions={
          annotations.length > 0 && (
            <Button variant="line" className="print:hidden" busy={isGathering} onClick={() => void print()}>
              <Printer /> Imprimir
            </Button>
          )
        }
      />
      <SearchInput
        label="Buscar nas anotações"
        placeholder="Buscar nas anotações"
        className="mb-6 max-w-120 print:hidden"
        value={text}
        onValueChange={setText}
      />
      {pages.isError && !pages.data && <LoadError of={pages} title="Não conseguimos abrir suas anotações" />}
      {pages.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-28', 'h-28']} />}
      {pages.data && annotations.length === 0 && <Nothing isSearch={rested !== ''} />}
      <List annotations={annotations} />
      <div className="print:hidden">
        <ShowMore pages={pages} place="below" />
      </div>
    </Page>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  if (isSearch) {
    return (
      <p role="status" className="py-12 text-center text-ink-soft">
        Nenhuma anotação encontrada com esse termo de busca
      </p>
    );
  }
  return (
    <EmptyState
      title="Você ainda não marcou nada"
      text="Selecione um trecho de uma aula ou de uma lei para marcar ou anotar. Ele aparece aqui."
      action={<ButtonLink href={paths.study}>Ir para as aulas</ButtonLink>}
    />
  );
}

/** Undefined in answers of an older version that this device stored. */
const lawOf = ({ law }: Annotation) => law ?? null;
const textKey = (one: Annotation) => {
  const law = lawOf(one);
  return law ? `law:${law.id ?? one.lessonTitle}:${law.article}` : (one.lessonId ?? one.lessonTitle);
};

/** Where the text of a mark is read; null where it is gone. */
function addressOfText(one: Annotation): string | null {
  const law = lawOf(one);
  if (law) return law.id === null ? null : `${lawScreens.article(law.id, law.article)}#${law.lexId}`;
  return one.lessonId === null ? null : paths.lesson(one.lessonId);
}

/** Lessons and articles in the order of their newest mark; in each, the order of its text. */
function List({ annotations }: { annotations: Annotation[] }) {
  const groups = [...Map.groupBy(annotations, textKey).values()];
  return groups.map((items) => {
    const [first] = items;
    if (!first) return null;
    const address = addressOfText(first);
    return (
      <section key={textKey(first)} aria-label={first.lessonTitle} className="mb-8">
        <h2 className="border-line-strong border-b-2 pb-2 text-lg [overflow-wrap:anywhere]">
          {address !== null ? (
            <Link href={address} className="link tappable">
              {first.lessonTitle}
            </Link>
          ) : (
            <>
              {first.lessonTitle}{' '}
              <span className="font-normal text-ink-soft text-sm">
                {lawOf(first) ? '(lei retirada)' : '(aula retirada)'}
              </span>
            </>
          )}
        </h2>
        <ol className="grid grid-cols-1">
          {items
            .toSorted((a, b) => a.position - b.position)
            .map((annotation) => (
              <Row key={annotation.id} annotation={annotation} />
            ))}
        </ol>
      </section>
    );
  });
}

function Row({ annotation }: { annotation: Annotation }) {
  const { quote, note, version, createdAt, links } = annotation;
  const [isEditing, setEditing] = useState(false);
  const change = useChangeNote();
  const remove = useRemoveAnnotation();
  return (
    <li className="grid break-inside-avoid grid-cols-1 gap-2 border-line border-b py-4">
      <blockquote className="max-w-[70ch] border-sun-edge border-l-3 pl-4 [overflow-wrap:anywhere]">{quote}</blockquote>
      {note && (
        <LinkedTexts links={links}>
          <PlainText text={note} className="max-w-[70ch] [overflow-wrap:anywhere]" />
        </LinkedTexts>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <time dateTime={createdAt} className="mr-auto text-ink-soft text-sm tabular-nums">
          {formatDate(createdAt)}
        </time>
        <Button variant="quiet" size="sm" className="print:hidden" onClick={() => setEditing(true)}>
          <Pencil /> {note ? 'Editar anotação' : 'Anotar'}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="print:hidden"
          busy={remove.isPending}
          onClick={() => remove.mutate(annotation)}
        >
          <Trash2 /> Excluir
        </Button>
      </div>
      {isEditing && (
        <Suspense>
          <NoteDialog
            quote={quote}
            note={note}
            busy={change.isPending || remove.isPending}
            onSave={(written) =>
              change.mutate({ before: annotation, note: written, version }, { onSuccess: () => setEditing(false) })
            }
            onRemove={() => remove.mutate(annotation, { onSuccess: () => setEditing(false) })}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
