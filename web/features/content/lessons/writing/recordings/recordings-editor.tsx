import { useQuery } from '@tanstack/react-query';
import { Captions, Music, Pencil, Plus, Upload, Video, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Recording, RecordingUpload } from '#contract/content/recordings.ts';
import { textOf } from '#web/lib/api.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import {
  recordingsQuery,
  recordingUploadsQuery,
  useAbandonUpload,
  useRemoveRecording,
  useRenameRecording,
} from '../../recordings.queries.ts';
import { recordingFacts } from './recording-facts.ts';
import { sendRecording } from './send-recording.ts';

const ACCEPTED = 'video/mp4,video/webm,audio/mpeg,.mp4,.m4v,.webm,.mp3';
const POLL_MS = 10_000;
const CaptionsDialog = lazyChunk(() => import('./captions-dialog.tsx'), 'over');

type RecordingsEditorProps = {
  lessonId: number;
  /** Puts it into the text, where the cursor is. */
  onInsert: (recording: Recording) => void;
};

/** The lesson's videos and recordings, for its author. */
export function RecordingsEditor({ lessonId, onInsert }: RecordingsEditorProps) {
  const picker = useRef<HTMLInputElement>(null);
  const answer = useQuery({
    ...recordingsQuery(lessonId),
    refetchInterval: ({ state }) =>
      state.data?.recordings.some((one) => ['waiting', 'working'].includes(one.state)) ? POLL_MS : false,
  });
  const halves = useQuery(recordingUploadsQuery(lessonId)).data ?? [];
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    setShare(0);
    try {
      await sendRecording(lessonId, file, { onProgress: setShare, signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) {
        toast({ title: `Não enviamos “${file.name}”`, description: textOf(error), tone: 'bad' });
      }
    } finally {
      setShare(null);
      void invalidate(keys.recordings(lessonId));
    }
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      {answer.isError && <LoadError of={answer} title="Não conseguimos buscar os vídeos" headingLevel={3} />}
      {answer.data && answer.data.recordings.length > 0 && (
        <ul className="divide-y divide-line">
          {answer.data.recordings.map((recording) => (
            <Row key={recording.id} lessonId={lessonId} recording={recording} onInsert={onInsert} />
          ))}
        </ul>
      )}
      {share === null && halves.map((half) => <Half key={half.id} lessonId={lessonId} half={half} />)}
      {share !== null && (
        <div className="flex items-center gap-3 text-sm">
          <progress className="min-w-0 grow" value={share} aria-label="Envio do vídeo" />
          <span className="tabular-nums">{Math.floor(share * 100)}%</span>
          <Button variant="quiet" size="sm" onClick={() => sending.current?.abort()}>
            Parar
          </Button>
        </div>
      )}
      <Button variant="line" size="sm" disabled={share !== null} onClick={() => picker.current?.click()}>
        <Upload /> Enviar vídeo ou áudio
      </Button>
      <p className="text-ink-soft text-sm">
        MP4, WebM ou MP3. Se a internet cair, o envio continua de onde parou. Do YouTube ou do Vimeo, cole o endereço no
        texto.
      </p>
      <FilePicker
        ref={picker}
        label="Escolher vídeo ou áudio"
        accept={ACCEPTED}
        hidden
        onFile={(file) => void send(file)}
      />
    </div>
  );
}

/** An upload that is under way or stopped: choosing the same file resumes it. */
function Half({ lessonId, half }: { lessonId: number; half: RecordingUpload }) {
  const abandon = useAbandonUpload(lessonId);
  return (
    <p className="flex items-center gap-3 text-sm">
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        {half.title}
        <span className="block text-ink-soft">
          Parou em {Math.floor((half.received / half.bytes) * 100)}%. Escolha o mesmo arquivo para continuar.
        </span>
      </span>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Descartar o envio de ${half.title}`}
        busy={abandon.isPending}
        onClick={() => abandon.mutate(half.id, { onError: toastFailure('Não descartamos o envio') })}
      >
        <X />
      </Button>
    </p>
  );
}

type RowProps = RecordingsEditorProps & { recording: Recording };

function Row({ lessonId, recording, onInsert }: RowProps) {
  const { id, title, kind } = recording;
  const [isAsking, setAsking] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const rename = useRenameRecording(lessonId);
  const remove = useRemoveRecording(lessonId);
  const askForTitle = () => {
    const typed = window.prompt('Título do vídeo:', title)?.trim();
    if (typed && typed !== title) {
      rename.mutate({ id, title: typed }, { onError: toastFailure('Não mudamos o título') });
    }
  };
  return (
    <li className="grid gap-1 py-2 text-sm">
      <span className="flex items-center gap-3">
        <span className="text-ink-soft">{kind === 'audio' ? <Music /> : <Video />}</span>
        <span className="min-w-0 grow [overflow-wrap:anywhere]">
          {title}
          <span className="block text-ink-soft">
            {recordingFacts(recording, formatBytes)}
            {!recording.hasCaptions && '. Sem legendas: quem não ouve não acompanha.'}
          </span>
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1">
        <Button variant="line" size="sm" onClick={() => onInsert(recording)}>
          <Plus /> Inserir no texto
        </Button>
        <Button variant="line" size="sm" onClick={() => setWriting(true)}>
          <Captions /> {recording.hasCaptions ? 'Legendas' : 'Pôr legendas'}
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Mudar o título de ${title}`} onClick={askForTitle}>
          <Pencil />
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Tirar ${title}`} onClick={() => setAsking(true)}>
          <X />
        </Button>
      </span>
      {isWriting && (
        <Suspense>
          <CaptionsDialog lessonId={lessonId} recording={recording} open onOpenChange={setWriting} />
        </Suspense>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Tirar este vídeo?"
        text={`“${title}” será apagado do servidor. Onde estiver no texto, os alunos leem que ele não está mais na aula.`}
        confirmLabel="Tirar"
        tone="bad"
        busy={remove.isPending}
        busyLabel="Tirando..."
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => setAsking(false), onError: toastFailure('Não tiramos o vídeo') })
        }
      />
    </li>
  );
}
