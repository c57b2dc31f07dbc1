import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Camera, Crop, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ESSAY_PAGE_FILE_MAX_BYTES, ESSAY_PAGES_MAX, type EssayPage } from '#contract/exams/essay-pages.ts';
import type { Essay } from '#contract/exams/essays.ts';
import { fieldsOf, textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { essayQuery } from '../writing/writing.queries.ts';
import { PageEditor } from './page-editor.tsx';
import { openPicture, openStoredPage } from './page-picture.ts';
import { pageAddress, useAddPages, useDeliverPages, useRemovePage } from './photo.queries.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/heic,application/pdf';

/** A page that is adjusted: a new one, or one that is put for a stored page. */
type Adjusted = { picture: HTMLCanvasElement; replaces: number | null };

export type PhotoCardProps = { essayId: number };

/** The pages of an essay written by hand: sent one by one, ordered, and delivered together. */
export default function PhotoCard({ essayId }: PhotoCardProps) {
  const essay = useQuery(essayQuery(essayId));
  if (essay.data?.state !== 'writing') return null;
  return <Photos essay={essay.data} pages={essay.data.pages ?? []} />;
}

function Photos({ essay, pages: stored }: { essay: Essay; pages: readonly EssayPage[] }) {
  const { id, theme } = essay;
  const [, navigate] = useLocation();
  const isOnline = useOnline();
  const add = useAddPages(id);
  const remove = useRemovePage(id);
  const deliver = useDeliverPages(id);
  const [adjusted, setAdjusted] = useState<Adjusted | null>(null);
  const [order, setOrder] = useState<readonly number[]>([]);
  const [lines, setLines] = useState('');
  const [isAsking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const pages = inOrder(stored, order);
  const count = /^\d{1,3}$/.test(lines.trim()) ? Number(lines) : null;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > ESSAY_PAGE_FILE_MAX_BYTES) {
      return toast({ title: 'Arquivo grande demais', description: 'São no máximo 15 MB por arquivo.', tone: 'bad' });
    }
    const picture = await openPicture(file);
    if (picture) return setAdjusted({ picture, replaces: null });
    // A PDF, or a photo that this browser cannot open: the server reads it, or says what to do.
    add.mutate({ file, name: file.name, replaces: null });
  };
  const adjust = async (pageId: number) => {
    const picture = await openStoredPage(pageAddress(pageId));
    if (picture) setAdjusted({ picture, replaces: pageId });
    else toast({ title: 'Não conseguimos abrir a página', description: 'Tente de novo em instantes.', tone: 'bad' });
  };
  const send = async (file: Blob) => {
    if (!adjusted) return;
    await add.mutateAsync({ file, name: 'pagina.jpg', replaces: adjusted.replaces }).then(
      () => setAdjusted(null),
      () => undefined,
    );
  };
  const move = (index: number, by: -1 | 1) => {
    const ids = pages.map((page) => page.id);
    const [taken] = ids.splice(index, 1);
    if (taken !== undefined) ids.splice(index + by, 0, taken);
    setOrder(ids);
  };
  const give = () => {
    setAsking(false);
    if (count === null) return;
    deliver.mutate(
      { pageIds: pages.map((page) => page.id), lines: count },
      { onSuccess: () => navigate(paths.essay(id)) },
    );
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="font-strong">Sua foto</h3>
      {pages.length > 0 && (
        <ol aria-label="Páginas enviadas" className="grid grid-cols-1 gap-3">
          {pages.map(({ id: pageId, width, height }, index) => (
            <li key={pageId} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3">
              <a href={pageAddress(pageId)} target="_blank" rel="noopener noreferrer">
                <img
                  src={pageAddress(pageId)}
                  alt={`Página ${index + 1}: abrir em tamanho real`}
                  width={width}
                  height={height}
                  className="h-auto w-full rounded-control border border-line"
                />
              </a>
              <div className="flex flex-wrap items-center gap-1">
                <span className="mr-auto font-strong">Página {index + 1}</span>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Página ${index + 1} antes`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Página ${index + 1} depois`}
                  disabled={index === pages.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Ajustar a página ${index + 1}`}
                  onClick={() => void adjust(pageId)}
                >
                  <Crop />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Tirar a página ${index + 1}`}
                  busy={remove.isPending && remove.variables === pageId}
                  onClick={() => remove.mutate(pageId)}
                >
                  <Trash2 />
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {pages.length < ESSAY_PAGES_MAX && (
        <>
          <FilePicker ref={input} label="Foto ou PDF da folha" accept={ACCEPTED} onFile={(file) => void choose(file)} />
          <Button
            variant={pages.length === 0 ? 'next' : 'line'}
            busy={add.isPending && !adjusted}
            busyLabel="Enviando..."
            disabled={!isOnline}
            onClick={() => input.current?.click()}
          >
            <Camera /> {pages.length === 0 ? 'Tirar ou escolher foto' : 'Mais uma página'}
          </Button>
          <p className="text-ink-soft text-sm">
            Até {ESSAY_PAGES_MAX} fotos, ou um PDF digitalizado. Com luz, sem sombra, a folha inteira.
          </p>
        </>
      )}
      {pages.length > 0 && (
        <>
          <Field
            label="Linhas escritas"
            help={`Conte no papel. A folha tem ${theme.maxLines}, o mínimo é ${theme.minLines}.`}
            error={deliver.error ? (fieldsOf(deliver.error).lines ?? null) : null}
          >
            <Input
              inputMode="numeric"
              value={lines}
              className="max-w-28"
              onChange={({ target }) => setLines(target.value)}
            />
          </Field>
          {deliver.error && (
            <Notice tone="bad" role="alert" title="A redação não foi entregue">
              {textOf(deliver.error)}
            </Notice>
          )}
          <Button
            variant="next"
            disabled={!isOnline || count === null || count < 1}
            busy={deliver.isPending}
            busyLabel="Entregando..."
            onClick={() => setAsking(true)}
          >
            {pages.length === 1 ? 'Entregar esta foto' : `Entregar as ${pages.length} páginas`}
          </Button>
          <p className="text-ink-soft text-sm">Depois de entregar não dá para trocar.</p>
        </>
      )}
      {adjusted && <PageEditor picture={adjusted.picture} onSend={send} onClose={() => setAdjusted(null)} />}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Entregar a redação?"
        text={
          <p>
            {pages.length === 1 ? 'É' : 'São'} {plural(pages.length, 'página', 'páginas')}, com{' '}
            {plural(count ?? 0, 'linha', 'linhas')}. Depois da entrega nada muda mais, e a correção volta em até{' '}
            {plural(theme.returnHours, 'hora', 'horas')}, com aviso.
          </p>
        }
        confirmLabel="Entregar"
        cancelLabel="Voltar"
        onConfirm={give}
      />
    </div>
  );
}

/** Stored pages in the order that the student gave them; new ones at the end. */
function inOrder(pages: readonly EssayPage[], order: readonly number[]): EssayPage[] {
  const rank = ({ id }: EssayPage) => (order.includes(id) ? order.indexOf(id) : order.length + pages.length);
  return pages.toSorted((a, b) => rank(a) - rank(b));
}
