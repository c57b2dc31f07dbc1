import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Category } from '../../../contract/courses.ts';
import { uploadImage } from '../../../contract/media.ts';
import { textOf, upload } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { CoursePicture } from './course-picture.tsx';

type CourseImageFieldProps = {
  imageUrl: string | null;
  title: string;
  category: Category;
  onChange: (url: string | null) => void;
};

/** The picture of a course; it holds once the course is saved. */
export function CourseImageField({ imageUrl, title, category, onChange }: CourseImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('file', file);
      return upload(uploadImage, form);
    },
    onSuccess: ({ url }) => onChange(url),
    onError: (error) => toast({ title: 'Erro ao enviar a imagem', description: textOf(error), tone: 'bad' }),
  });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-strong text-sm">Imagem</legend>
      <div className="max-w-80 overflow-hidden rounded-control border border-line">
        <CoursePicture imageUrl={imageUrl} title={title} category={category} />
      </div>
      <p className="mt-1.5 text-ink-soft text-sm">
        {imageUrl ? 'A imagem vale quando você salvar os dados.' : 'Sem imagem, o curso mostra este desenho.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="line"
          size="sm"
          busy={send.isPending}
          busyLabel="Enviando..."
          onClick={() => input.current?.click()}
        >
          <ImageUp /> {imageUrl ? 'Trocar imagem' : 'Enviar imagem'}
        </Button>
        {imageUrl && (
          <Button variant="quiet" size="sm" disabled={send.isPending} onClick={() => onChange(null)}>
            <Trash2 /> Remover imagem
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Arquivo da imagem do curso"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after a failure.
          event.target.value = '';
          if (file) send.mutate(file);
        }}
      />
    </fieldset>
  );
}
