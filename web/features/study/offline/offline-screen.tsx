import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import {
  type Download,
  listDownloads,
  missingBytesOf,
  removeDownload,
} from '#web/features/platform/offline/courses-on-device.ts';
import { bytesOnDevice, contentOf } from '#web/features/platform/offline/download-words.ts';
import { savedUntil } from '#web/features/platform/offline/saved.ts';
import { listSavedLaws, type SavedLaw } from '#web/features/platform/offline/saved-laws.ts';
import { allSavedQuestions } from '#web/features/platform/offline/saved-questions.ts';
import { useWaiting } from '#web/features/platform/offline/use-waiting.ts';
import { SavedPractice } from '#web/features/questions/questions/saved-practice.tsx';
import { formatDate, plural } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';

/** With the bytes that are still to come, by course. */
type Device = {
  downloads: (Download & { missingBytes: number })[];
  laws: SavedLaw[];
  questions: OfflineQuestion[];
  until: Date | null;
};

/** The downloads on this device, and what can be done with them offline. */
export default function OfflineScreen() {
  const { id } = useUser();
  const [device, setDevice] = useState<Device>();
  const [isPractising, setPractising] = useState(false);
  const look = useCallback(async () => {
    const [all, laws, questions, until] = await Promise.all([
      listDownloads(id),
      listSavedLaws(id),
      allSavedQuestions(id),
      savedUntil(id),
    ]);
    const downloads = await Promise.all(
      all.map(async (download) => ({ ...download, missingBytes: await missingBytesOf(id, download) })),
    );
    setDevice({ downloads, laws, questions, until });
  }, [id]);
  useEffect(() => void look(), [look]);
  return (
    <Page width="wide-form">
      <PageHeader title="Estudar offline" subtitle="O que está neste aparelho abre também sem internet." />
      <Waiting userId={id} />
      {!device ? (
        <SkeletonGroup className="grid gap-4" blocks={['h-40 rounded-card']} />
      ) : isPractising ? (
        <>
          <div data-session hidden />
          <SavedPractice title="Questões baixadas" questions={device.questions} />
        </>
      ) : (
        <OnDevice device={device} onPractise={() => setPractising(true)} onChange={look} />
      )}
    </Page>
  );
}

function Waiting({ userId }: { userId: string }) {
  const waiting = useWaiting(userId);
  if (!waiting) return null;
  return (
    <Notice tone="sun" className="mb-4" title={`À espera da conexão: ${waiting}`}>
      Tudo vai sozinho quando a internet voltar. Não saia da conta antes disso.
    </Notice>
  );
}

type OnDeviceProps = { device: Device; onPractise: () => void; onChange: () => Promise<void> };

function OnDevice({ device: { downloads, laws, questions, until }, onPractise, onChange }: OnDeviceProps) {
  const region = useKeptFocus<HTMLDivElement>();
  if (downloads.length === 0 && laws.length === 0) {
    return (
      <div {...region}>
        <EmptyState
          illustration={<WifiOff className="mx-auto size-10 text-ink-soft" />}
          title="Nenhum curso baixado"
          text="Abra um curso com internet e toque em 'Baixar para estudar offline'. As aulas que você leu há pouco e as próximas do seu plano também abrem sem conexão."
          action={
            <ButtonLink href={paths.courses} variant="line">
              Ver cursos
            </ButtonLink>
          }
        />
      </div>
    );
  }
  return (
    <div {...region} className="grid gap-4">
      {questions.length > 0 && (
        <Card title="Treinar sem internet">
          <p className="mb-4 text-ink-soft">
            {plural(questions.length, 'questão baixada', 'questões baixadas')}, com comentário depois de cada resposta.
          </p>
          <Button variant="line" className="max-md:w-full" onClick={onPractise}>
            Treinar questões baixadas
          </Button>
        </Card>
      )}
      {downloads.map((download) => (
        <CourseOnDevice key={download.id} download={download} onChange={onChange} />
      ))}
      {laws.length > 0 && (
        <Card title="Leis">
          <ul className="grid">
            {laws.map(({ id, law }) => (
              <li key={id}>
                <Link href={lawScreens.law(id)} className="link inline-block py-2.5">
                  {law.name}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {until && (
        <p className="text-ink-soft text-sm">
          Vale até {formatDate(until.toISOString())} e se renova sempre que você abre a plataforma com internet.
        </p>
      )}
    </div>
  );
}

type CourseOnDeviceProps = { download: Device['downloads'][number]; onChange: () => Promise<void> };

function CourseOnDevice({ download, onChange }: CourseOnDeviceProps) {
  const { id: userId } = useUser();
  const remove = async () => {
    await removeDownload(userId, download.id);
    await onChange();
    toast({ title: 'Curso removido deste aparelho' });
  };
  return (
    <Card title={download.title} aside={formatBytes(bytesOnDevice(download, download.missingBytes))}>
      <p className="text-ink-soft text-sm">
        Com {contentOf(download)}.
        {download.missingBytes > 0 && ` Faltam ${formatBytes(download.missingBytes)}: continue na página do curso.`}
      </p>
      <ul className="grid">
        {download.lessons.map(({ id, title }) => (
          <li key={id}>
            <Link href={paths.lesson(id)} className="link inline-block py-2.5">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="sm" className="mt-3" onClick={remove}>
        Remover do aparelho<span className="sr-only">: {download.title}</span>
      </Button>
    </Card>
  );
}
