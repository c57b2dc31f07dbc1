import RichText from '#web/editor/rich-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { LessonForm } from '../lesson-form.ts';

/** The text as students will read it. */
export function PreviewDialog({ form, onClose }: { form: LessonForm; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="xl" title="Como o aluno vê">
      <article className="mx-auto max-w-(--measure)">
        <h3 className="mb-6 text-3xl leading-tight [overflow-wrap:anywhere]">
          {form.title.trim() || 'Aula sem título'}
        </h3>
        <RichText html={form.content} />
      </article>
    </Dialog>
  );
}
