import { useQuery } from '@tanstack/react-query';
import { Download as DownloadIcon, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { getOfflineCourse } from '#contract/study/offline.ts';
import { call, textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { school } from '#web/lib/school.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { CAN_CACHE } from './cache-document-answers.ts';
import {
  canDownload,
  type Download,
  downloadCourse,
  listDownloads,
  removeDownload,
  StorageFullError,
  saveReview,
} from './downloads.ts';
import { savedUntil } from './saved.ts';

type State = { can: boolean; download: Download | null; until: Date | null };

/** Whether this device can store a course at all. The server assumes that it can. */
const mayStore = () => school.hasWorker && 'caches' in window && 'serviceWorker' in navigator;

function useCourseOnDevice(userId: string, courseId: number) {
  const [state, setState] = useState<State>();
  const look = useCallback(async () => {
    const [can, all, until] = await Promise.all([canDownload(userId), listDownloads(userId), savedUntil(userId)]);
    setState({ can, download: all.find(({ id }) => id === courseId) ?? null, until });
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

const failureOf = (error: unknown) =>
  error instanceof StorageFullError
    ? 'Não há espaço neste aparelho. Libere espaço e tente de novo.'
    : `${textOf(error)} O que já veio fica guardado: tente de novo para continuar.`;

/**
 * Downloads a course for offline study. Its space is reserved from the first render, so that the layout below does not
 * jump. Renders nothing if the browser cannot store data.
 */
export default function CourseDownload({ courseId }: { courseId: number }) {
  const { id: userId } = useUser();
  const isOnline = useOnline();
  const [state, look] = useCourseOnDevice(userId, courseId);
  const size = useQuery({
    queryKey: keys.courses.offline(courseId),
    queryFn: ({ signal }) => call(getOfflineCourse, { params: { id: courseId }, signal }),
    enabled: state?.can === true && !state.download && isOnline,
  });
  const [progress, setProgress] = useState<number | null>(null);
  const isHydrated = useHydrated();
  if (isHydrated ? !mayStore() : !school.hasWorker) return null;
  const take = async () => {
    setProgress(0);
    try {
      await downloadCourse(userId, courseId, setProgress);
      await saveReview(userId);
      toast({ title: 'Curso baixado', description: 'Ele abre neste aparelho também sem internet.' });
    } catch (error) {
      toast({ title: 'Curso não baixado', description: failureOf(error), tone: 'bad' });
    }
    setProgress(null);
    await look();
  };
  const remove = async () => {
    await removeDownload(userId, courseId);
    await look();
    toast({ title: 'Curso removido deste aparelho' });
  };
  const { download, until } = state ?? { download: null, until: null };
  if (!download && size.data?.lessons.length === 0) return null;
  return (
    <Card title="Estudar offline" className="print:hidden">
      {progress !== null ? (
        <>
          <Progress value={progress * 100} label="Baixando o curso" valueText={`${Math.round(progress * 100)}%`} />
          <p className="mt-2 text-ink-soft text-sm">Baixando: {Math.round(progress * 100)}%</p>
        </>
      ) : download ? (
        <>
          <p className="text-ink-soft">
            Neste aparelho: {formatBytes(download.bytes)}, com as aulas e as questões delas.
            {until && ` Vale até ${formatDate(until.toISOString())} e se renova quando você está online.`}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
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
              {size.data && `Ocupa ${formatBytes(size.data.bytes)} neste aparelho.`}
            </span>
          </p>
          <Button variant="line" className="max-md:w-full" disabled={!isOnline || !size.data} onClick={take}>
            <DownloadIcon /> Baixar para estudar offline
          </Button>
          {!isOnline && <p className="mt-2 text-ink-soft text-sm">Precisa de internet para baixar.</p>}
        </>
      )}
    </Card>
  );
}
