import { useInfiniteQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LibraryImage } from '#contract/platform/media-library.ts';
import { plural } from '#web/lib/format.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressChoice, useAddressText } from '#web/lib/use-address.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ImageCard } from './image-card.tsx';
import { libraryQuery, useDeleteImage, useUploadImages } from './media.queries.ts';

export default function MediaScreen() {
  const user = useUser();
  const { text: search, setText: setSearch, rested } = useAddressText();
  const [use, setUse] = useAddressChoice('uso', ['all', 'unused']);
  const unused = use === 'unused';
  const [removing, setRemoving] = useState<LibraryImage | null>(null);
  const library = useInfiniteQuery(libraryQuery(rested, unused));
  const remove = useDeleteImage();
  const images = library.data?.pages.flatMap((page) => page.items) ?? [];
  const total = library.data?.pages[0]?.total;
  return (
    <Page>
      <PageHeader
        title="Imagens"
        subtitle={`${isAdmin(user) ? 'Todas as imagens da escola' : 'As imagens que você enviou'} e onde cada uma é usada. A descrição entra nas aulas salvas com a imagem.`}
        actions={<UploadButton />}
      />
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <SearchInput
          label="Buscar imagens"
          placeholder="Buscar por nome ou descrição..."
          value={search}
          onValueChange={setSearch}
          className="w-full md:max-w-sm"
        />
        <Checkbox
          label="Só as que não são usadas"
          checked={unused}
          onChange={(event) => setUse(event.target.checked ? 'unused' : 'all')}
        />
        <p role="status" className="text-ink-soft text-sm tabular-nums md:ml-auto">
          {total !== undefined && plural(total, 'imagem', 'imagens')}
        </p>
      </div>
      {library.isPending && (
        <SkeletonGroup
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
          blocks={['h-80 rounded-card', 'h-80 rounded-card', 'h-80 rounded-card']}
        />
      )}
      {library.isError && !library.data && <LoadError of={library} title="Não conseguimos carregar as imagens" />}
      {library.isSuccess && images.length === 0 && (
        <Card>
          <EmptyState
            title={rested || unused ? 'Nenhuma imagem encontrada' : 'Nenhuma imagem enviada'}
            text={
              rested || unused
                ? 'Mude a busca para ver outras.'
                : 'As imagens que você envia em aulas, cursos e questões ficam guardadas aqui.'
            }
          />
        </Card>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {images.map((image) => (
          <ImageCard key={image.id} image={image} showsOwner={isAdmin(user)} onDelete={() => setRemoving(image)} />
        ))}
      </ul>
      <ShowMore pages={library} place="below" />
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Excluir esta imagem?"
        text="Nada a usa agora. Esta ação não pode ser desfeita."
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing.id, { onSettled: () => setRemoving(null) })}
      />
    </Page>
  );
}

function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadImages();
  return (
    <>
      <NativeInput
        ref={input}
        type="file"
        accept="image/*"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Arquivos de imagem"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after a failure.
          event.target.value = '';
          if (files.length > 0) upload.mutate(files);
        }}
      />
      <Button busy={upload.isPending} busyLabel="Enviando..." onClick={() => input.current?.click()}>
        <ImagePlus /> Enviar imagens
      </Button>
    </>
  );
}
