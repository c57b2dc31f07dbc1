import { Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { IMAGE_ALT_MAX } from '#contract/limits.ts';
import { describeImage, type ImageUse, type LibraryImage } from '#contract/platform/media-library.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useDescribeImage } from './media.queries.ts';

type ImageCardProps = { image: LibraryImage; showsOwner: boolean; onDelete: () => void };

export function ImageCard({ image, showsOwner, onDelete }: ImageCardProps) {
  const describe = useDescribeImage();
  const form = useForm({
    initial: { alt: image.alt },
    schema: describeImage.body,
    onSubmit: ({ alt }) => describe.mutate({ id: image.id, alt }, { onError: form.refused }),
  });
  const name = image.name || `Imagem ${image.id}`;
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <a href={image.url} target="_blank" rel="noopener noreferrer" className="block bg-sunken">
        <img
          src={image.url}
          alt={image.alt || name}
          loading="lazy"
          width={image.width}
          height={image.height}
          className="aspect-video w-full object-contain"
        />
      </a>
      <div className="flex grow flex-col gap-3 p-4">
        <div>
          <h2 className="wrap-anywhere text-base">{name}</h2>
          <p className="text-ink-soft text-xs">
            {image.width} × {image.height}, {fileSize(image.bytes)}, {formatDate(image.createdAt)}
            {showsOwner && `, ${image.ownerName ?? 'de quem já saiu'}`}
          </p>
        </div>
        <form {...form.props} className="flex items-end gap-2">
          <Field label="Descrição" className="grow" error={form.errors.alt}>
            <Input maxLength={IMAGE_ALT_MAX} placeholder="O que a imagem mostra" {...form.field('alt')} />
          </Field>
          {form.values.alt.trim() !== image.alt && (
            <Button type="submit" variant="line" busy={describe.isPending}>
              Salvar
            </Button>
          )}
        </form>
        <Uses image={image} />
        <div className="mt-auto flex flex-wrap justify-between gap-2">
          <CopyButton
            size="sm"
            variant="quiet"
            className="-ml-3"
            text={image.url}
            label="Copiar endereço"
            copiedLabel="Endereço copiado"
          />
          <Button
            variant="bad"
            size="sm"
            disabled={image.useCount > 0}
            aria-describedby={image.useCount > 0 ? `uses-${image.id}` : undefined}
            onClick={onDelete}
          >
            <Trash2 /> Excluir<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

function Uses({ image }: { image: LibraryImage }) {
  if (image.useCount === 0) return <p className="text-ink-soft text-sm">Não é usada em nenhum lugar.</p>;
  const more = image.useCount - image.uses.length;
  return (
    <div className="text-sm">
      <p id={`uses-${image.id}`} className="text-ink-soft">
        Em uso, por isso não pode ser excluída:
      </p>
      <ul>
        {image.uses.map((use) => (
          <li key={`${use.kind}${use.id}`} className="wrap-anywhere">
            <Use use={use} />
          </li>
        ))}
        {more > 0 && <li>e mais {more}</li>}
      </ul>
    </div>
  );
}

function Use({ use }: { use: ImageUse }) {
  if (use.inTrash) return <>{use.title} (na lixeira)</>;
  const path = use.isDraft ? paths.writeLesson(use.id) : pathOfUse[use.kind]?.(use.id);
  if (!path) return use.title;
  return (
    <Link href={path} className="link">
      {use.title}
    </Link>
  );
}

/** A question is used in quizzes and in the bank: there is no single page to link to. */
const pathOfUse: Record<ImageUse['kind'], ((id: number) => string) | null> = {
  lesson: paths.lesson,
  course: paths.course,
  question: null,
  /** 2: the logo. */
  page: (id) => (id === 2 ? paths.adminBrand : paths.adminLanding),
};

const fileSize = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MB`;
