import { useState } from 'react';
import { SYLLABUS_TEXT_MAX } from '#contract/limits.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { useParseSyllabus } from './syllabus.queries.ts';
import { draftOfParsed, type SyllabusDraft } from './syllabus-draft.ts';

type PasteDialogProps = {
  /** There is content that the pasted text would replace. */
  replaces: boolean;
  onParsed: (draft: Partial<SyllabusDraft>) => void;
  onClose: () => void;
};

export function PasteDialog({ replaces, onParsed, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const parse = useParseSyllabus();
  const read = () => {
    if (text.trim() === '') return setProblem('Cole o texto do edital.');
    parse.mutate(text, {
      onError: (error) => setProblem(textOf(error)),
      onSuccess: ({ subjects, leftOut }) => {
        if (subjects.length === 0) return setProblem('Não encontramos matérias neste texto.');
        const topics = subjects.flatMap((one) => one.topics).reduce((all, one) => all + 1 + one.subtopics.length, 0);
        toast({
          title: `${plural(subjects.length, 'matéria', 'matérias')}, ${plural(topics, 'assunto', 'assuntos')}`,
          description:
            leftOut > 0 ? `${plural(leftOut, 'linha ficou', 'linhas ficaram')} de fora.` : 'Confira e salve.',
          tone: 'info',
        });
        onParsed(draftOfParsed(subjects));
      },
    });
  };
  return (
    <Dialog
      open
      size="lg"
      title="Colar edital"
      description="Matérias com seus assuntos: numerados, com recuo ou em texto corrido, como no edital. Nada é salvo antes de você conferir."
      onOpenChange={(open) => !open && !parse.isPending && onClose()}
      onInteractOutside={(event) => text !== '' && event.preventDefault()}
      footer={
        <>
          <Button variant="line" disabled={parse.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={parse.isPending} onClick={read}>
            Reconhecer assuntos
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {replaces && <Notice tone="sun">O texto colado toma o lugar do que está na tela.</Notice>}
        <Field label="Texto do edital" error={problem}>
          <Textarea
            rows={14}
            value={text}
            maxLength={SYLLABUS_TEXT_MAX}
            placeholder={'LÍNGUA PORTUGUESA (18 questões)\n  Interpretação de texto\n  Crase'}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(null);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
