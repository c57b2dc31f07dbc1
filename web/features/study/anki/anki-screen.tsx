import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { cardScreens } from '#contract/card-screens.ts';
import { exportAnkiDeck } from '#contract/study/anki.ts';
import { ANKI_MAX_BYTES } from '#contract/study/anki-limits.ts';
import { addressOf, textOf } from '#web/lib/api.ts';
import { fileFaultTitle } from '#web/lib/file-fault.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ankiImportsQuery, useUploadDeck } from './anki.queries.ts';
import { AnkiImportPage } from './anki-import.tsx';
import { cardsWords, importWords } from './anki-words.ts';

const MEGABYTES = ANKI_MAX_BYTES / 1024 / 1024;

/** Cards from Anki and to it. One import has an address below. */
export default function AnkiScreen() {
  const [, params] = useRoute<{ id: string }>('/cards/anki/:id');
  return params ? <AnkiImportPage id={Number(params.id)} /> : <Choose />;
}

function Choose() {
  const [, navigate] = useLocation();
  const [sent, setSent] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useUploadDeck(setSent);
  const send = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setSent(0);
    upload.reset();
    if (file.size > ANKI_MAX_BYTES) {
      setRefusal(`O baralho passa de ${MEGABYTES} MB. Exporte-o do Anki sem mídia, ou em partes.`);
      return;
    }
    setRefusal(null);
    upload.mutate(file, {
      onSuccess: ({ id }) => navigate(cardScreens.ankiImport(id)),
      onError: (error) => setRefusal(textOf(error)),
    });
  };
  const notAccepted = 'O arquivo não foi aceito';
  const refusedTitle = upload.isError ? fileFaultTitle(upload.error, notAccepted) : notAccepted;
  return (
    <Page width="wide-form">
      <PageHeader title="Cartões e Anki" subtitle="Traga seus baralhos, ou leve seus cartões daqui para o Anki." />
      <div className="grid grid-cols-1 gap-6">
        {refusal && (
          <Notice tone="bad" role="alert" title={refusedTitle}>
            {refusal}
          </Notice>
        )}
        <FileDrop
          variant="next"
          label="Baralho do Anki"
          button="Trazer do Anki"
          readingLabel="Lendo o baralho..."
          progressLabel="Envio do baralho"
          accept=".apkg,.csv,.tsv,.txt,text/csv,text/plain,application/octet-stream"
          hint={<>Até {MEGABYTES} MB. Você vê o que vem e o que não vem antes de começar, e pode desfazer.</>}
          busy={upload.isPending}
          sent={sent}
          onFile={send}
        >
          Solte aqui o baralho (.apkg) ou uma tabela (.csv, .txt) com frente e verso
        </FileDrop>
        <Imports />
        <Card title="Levar para o Anki">
          <p className="mb-4">
            Um arquivo .apkg com todos os seus cartões: assuntos como baralhos, imagens, lacunas, o que a revisão já
            sabe de cada um e as respostas que você deu. No Anki, use Arquivo › Importar.
          </p>
          <a href={addressOf(exportAnkiDeck)} download className={buttonClass({ variant: 'line' })}>
            <Download /> Levar para o Anki
          </a>
        </Card>
      </div>
    </Page>
  );
}

/** Earlier imports: one that waits, one that runs, those that can be undone. */
function Imports() {
  const imports = useQuery(ankiImportsQuery);
  if (imports.isPending) return <SkeletonGroup blocks={['h-16 rounded-card']} />;
  if (!imports.data) return <LoadError of={imports} title="Não conseguimos abrir suas importações" />;
  if (imports.data.length === 0) return null;
  return (
    <Card title="O que você já trouxe">
      <ul className="divide-y divide-line">
        {imports.data.map(({ id, fileName, state, isBrokenOff, createdAt, cards, added }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <Link href={cardScreens.ankiImport(id)} className="link tappable wrap-anywhere">
              {fileName}
            </Link>
            <span className="text-ink-soft text-sm">
              {importWords({ state, isBrokenOff })}, {cardsWords(state === 'preview' ? cards : added)},{' '}
              {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
