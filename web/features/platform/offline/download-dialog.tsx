import { useEffect, useState } from 'react';
import type { OfflineCourse } from '#contract/study/offline.ts';
import { plural } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type FileChoice, type FilePlan, missingFiles } from './courses-on-device.ts';
import { planFiles } from './download-files.ts';
import { freeBytes } from './storage-space.ts';

const bytesOf = (files: readonly FilePlan[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

type DownloadDialogProps = {
  userId: string;
  course: OfflineCourse;
  /** What was chosen the last time; null: the course is not on this device. */
  chosen: FileChoice | null;
  onDownload: (choice: FileChoice) => void;
  onClose: () => void;
};

/** What of a course is taken along besides its texts, each with its size, and whether it fits. */
export default function DownloadDialog({ userId, course, chosen, onDownload, onClose }: DownloadDialogProps) {
  const [choice, setChoice] = useState(chosen ?? { recordings: false, attachments: false });
  const [free, setFree] = useState<number | null>(null);
  const [missing, setMissing] = useState<ReadonlySet<string>>();
  useEffect(() => {
    const all = planFiles(course, { recordings: true, attachments: true });
    void freeBytes().then(setFree);
    void missingFiles(userId, all).then((files) => setMissing(new Set(files.map(({ address }) => address))));
  }, [userId, course]);
  const all = planFiles(course, { recordings: true, attachments: true });
  const recordings = all.filter(({ kind }) => kind === 'recording');
  const attachments = all.filter(({ kind }) => kind === 'attachment');
  const hasCaptions = recordings.some(({ recording }) => recording?.hasCaptions);
  const toFetch = planFiles(course, choice).filter(({ address }) => missing?.has(address));
  const bytes = bytesOf(toFetch) + (chosen ? 0 : course.bytes);
  const fits = free === null || bytes <= free;
  const isSame = chosen?.recordings === choice.recordings && chosen.attachments === choice.attachments;
  const hasNothingToDo = isSame && toFetch.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Estudar offline"
      description={course.title}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button disabled={!missing || !fits || hasNothingToDo} onClick={() => onDownload(choice)}>
            {bytes > 0 || !chosen ? `Baixar ${formatBytes(bytes)}` : 'Atualizar'}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">As aulas, as figuras e as questões: {formatBytes(course.bytes)}.</p>
      <fieldset className="mt-4">
        <legend className="font-strong">Levar também</legend>
        {recordings.length > 0 && (
          <Checkbox
            label={`Vídeos e áudios (${formatBytes(bytesOf(recordings))})`}
            help={`${plural(recordings.length, 'gravação', 'gravações')} em tamanho menor${hasCaptions ? ', com as legendas' : ''}.`}
            checked={choice.recordings}
            onChange={({ currentTarget }) => setChoice({ ...choice, recordings: currentTarget.checked })}
          />
        )}
        {attachments.length > 0 && (
          <Checkbox
            label={`Anexos (${formatBytes(bytesOf(attachments))})`}
            help={`${plural(attachments.length, 'arquivo', 'arquivos')}.`}
            checked={choice.attachments}
            onChange={({ currentTarget }) => setChoice({ ...choice, attachments: currentTarget.checked })}
          />
        )}
      </fieldset>
      <div className="mt-2" aria-live="polite">
        {fits ? (
          <p className="text-ink-soft text-sm">
            {free !== null && `Há ${formatBytes(free)} livres neste aparelho. `}
            {chosen && 'O que você desmarca sai do aparelho.'}
          </p>
        ) : (
          <Notice tone="bad" title="Não cabe neste aparelho">
            São {formatBytes(bytes)}, e há {formatBytes(free ?? 0)} livres. Libere espaço, ou leve menos.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
