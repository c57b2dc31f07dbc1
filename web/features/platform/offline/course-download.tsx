import { useQuery } from '@tanstack/react-query';
import { Download as DownloadIcon, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { getOfflineCourse } from '#contract/study/offline.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { school } from '#web/lib/school.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/toast.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { CAN_CACHE } from './can-cache.ts';
import {
  canDownload,
  type Download,
  type FileChoice,
  listDownloads,
  missingBytesOf,
  removeDownload,
} from './courses-on-device.ts';
import { pauseDownload, runDownload, useDownloadProgress } from './download-progress.ts';
import { bytesOnDevice, contentOf } from './download-words.ts';
import { savedUntil } from './saved.ts';
import { RemovedError, SignedOutError, StorageFullError } from './store-saved.ts';

const DownloadDialog = lazyChunk(() => import('./download-dialog.tsx'));

type State = { can: boolean; download: Download | null; missingBytes: number; until: Date | null };

const noFiles: FileChoice = { recordings: false, attachments: false };

/** Whether this device can store a course at all. The server assumes that it can. */
const mayStore = () => school.hasWorker && 'caches' in window && 'serviceWorker' in navigator;

function useCourseOnDevice(userId: string, courseId: number) {
  const [state, setState] = useState<State>();
  const look = useCallback(async () => {
    const [can, all, until] = await Promise.all([canDownload(userId), listDownloads(userId), savedUntil(userId)]);
    const download = all.find(({ id }) => id === courseId) ?? null;
    const missingBytes = download ? await missingBytesOf(userId, download) : 0;
    setState({ can, download, missingBytes, until });
  }, [userId, courseId]);
  useEffect(() => {
    if (!mayStore()) return;
    void look();
    // The worker takes a moment to know this person, on the very first visit.
    const again = () => void look();
    addEventListener(CAN_CACHE, again);
    return () => removeEventListener(CAN_CACHE, again);
  }, [look]);
  return [state, look] as const;
}

const isPaused = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** `absent`: chosen files that the server no longer has. */
const downloadedText = (absent: number) =>
  absent === 0
    ? 'Ele abre neste aparelho também sem internet.'
    : `Ele abre neste aparelho também sem internet, menos ${plural(absent, 'arquivo', 'arquivos')} que o servidor não tem mais.`;

function failureOf(error: unknown): string {
  if (error instanceof StorageFullError) {
    return 'Acabou o espaço neste aparelho. O que já veio fica guardado: libere espaço e continue.';
  }
  if (error instanceof SignedOutError) return 'Você saiu da conta neste aparelho.';
  return `${textOf(error)} O que já veio fica guardado: tente de novo para continuar.`;
}

/**
 * Downloads a course for offline study. Its space is reserved from the first render, so that the layout below does not
 * jump. Renders nothing if the browser cannot store data.
 */
export default function CourseDownload({ courseId }: { courseId: number }) {
  const { id: userId } = useUser();
  const isOnline = useOnline();
  const [state, look] = useCourseOnDevice(userId, courseId);
  const size = useQuery(
    readQuery(getOfflineCourse, keys.courses.offline(courseId), {
      params: { id: courseId },
      enabled: state?.can === true && isOnline,
    }),
  );
  const progress = useDownloadProgress(courseId);
  const [isChoosing, setChoosing] = useState(false);
  const isHydrated = useHydrated();
  const region = useKeptFocus<HTMLElement>();
  if (isHydrated ? !mayStore() : !school.hasWorker) return null;
  const take = async (choice: FileChoice) => {
    setChoosing(false);
    try {
      const absent = await runDownload(courseId, async (signal, onProgress) => {
        const { downloadCourse, saveReview } = await import('./downloads.ts');
        const { missingFiles } = await downloadCourse(userId, courseId, { choice, signal, onProgress });
        await saveReview(userId, signal);
        return missingFiles;
      });
      toast({ title: 'Curso baixado', description: downloadedText(absent) });
    } catch (error) {
      // Removed while it came: the removal says so itself.
      if (error instanceof RemovedError) return look();
      if (isPaused(error)) toast({ title: 'Download pausado', description: 'O que já veio fica guardado.' });
      else toast({ title: 'Curso não baixado', description: failureOf(error), tone: 'bad' });
    }
    await look();
  };
  const remove = async () => {
    await removeDownload(userId, courseId);
    await look();
    toast({ title: 'Curso removido deste aparelho' });
  };
  const { download, missingBytes, until } = state ?? { download: null, missingBytes: 0, until: null };
  if (!download && size.data?.lessons.length === 0) return null;
  const course = size.data;
  const hasFiles =
    course &&
    [course, ...course.lessons].some(
      (one) => one.attachments.length > 0 || ('recordings' in one && one.recordings.length > 0),
    );
  return (
    <Card {...region} title="Estudar offline" className="print:hidden">
      {progress !== null ? (
        <Running courseId={courseId} progress={progress} />
      ) : download ? (
        <>
          <p className="text-ink-soft">
            Neste aparelho: {formatBytes(bytesOnDevice(download, missingBytes))}, com {contentOf(download)}.
            {until && ` Vale até ${formatDate(endOf(download, until))} e se renova quando você está online.`}
          </p>
          {missingBytes > 0 && <p className="mt-2">Faltam {formatBytes(missingBytes)} do que você escolheu levar.</p>}
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            {missingBytes > 0 && (
              <Button variant="line" disabled={!isOnline} onClick={() => take(download.choice ?? noFiles)}>
                <DownloadIcon /> Continuar o download
              </Button>
            )}
            {hasFiles && (
              <Button variant="line" disabled={!isOnline} onClick={() => setChoosing(true)}>
                Vídeos e anexos
              </Button>
            )}
            <Button variant="line" onClick={remove}>
              <Trash2 /> Remover do aparelho
            </Button>
            <Link href={paths.offline} className="link tappable">
              Ver tudo que está aqui
            </Link>
          </div>
        </>
      ) : (
        <>
          <p className="mb-4 text-ink-soft">
            As aulas, as figuras e as questões delas, para o ônibus e o avião.
            {/* Reserves a separate line before its figure is loaded. */}
            <span className="block min-h-[1lh]">
              {course &&
                `Ocupa ${formatBytes(course.bytes)} neste aparelho${hasFiles ? ', mais o que você escolher' : ''}.`}
            </span>
          </p>
          <Button
            variant="line"
            className="max-md:w-full"
            disabled={!isOnline || !course}
            onClick={() => (hasFiles ? setChoosing(true) : take(noFiles))}
          >
            <DownloadIcon /> Baixar para estudar offline
          </Button>
          {!isOnline && <p className="mt-2 text-ink-soft text-sm">Precisa de internet para baixar.</p>}
        </>
      )}
      {isChoosing && course && (
        <DownloadDialog
          userId={userId}
          course={course}
          chosen={download ? (download.choice ?? noFiles) : null}
          onDownload={take}
          onClose={() => setChoosing(false)}
        />
      )}
    </Card>
  );
}

/** The lease of the device, or the end of access if that is earlier. */
const endOf = ({ endsAt }: Download, until: Date): string =>
  endsAt && Date.parse(endsAt) < until.getTime() ? endsAt : until.toISOString();

function Running({ courseId, progress }: { courseId: number; progress: number }) {
  const percent = `${Math.round(progress * 100)}%`;
  return (
    <>
      <Progress value={progress * 100} label="Baixando o curso" valueText={percent} />
      <p className="mt-2 text-ink-soft text-sm">
        Baixando: {percent}. Pode continuar estudando, com a plataforma aberta.
      </p>
      <Button variant="quiet" size="sm" className="mt-2 min-h-11" onClick={() => pauseDownload(courseId)}>
        Pausar
      </Button>
    </>
  );
}
