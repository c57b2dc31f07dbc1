import type { Category } from '#contract/content/courses.ts';
import { ImagePicker } from '#web/features/platform/media/image-picker.tsx';
import { CoursePicture } from './course-picture.tsx';

type CourseImageFieldProps = {
  imageUrl: string | null;
  title: string;
  category: Category;
  onChange: (url: string | null) => void;
};

const words = {
  send: 'Enviar imagem',
  replace: 'Trocar imagem',
  remove: 'Remover imagem',
  file: 'Arquivo da imagem do curso',
};

/** The picture of a course; it holds once the course is saved. */
export function CourseImageField({ imageUrl, title, category, onChange }: CourseImageFieldProps) {
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
        <ImagePicker url={imageUrl} onChange={onChange} words={words} />
      </div>
    </fieldset>
  );
}
