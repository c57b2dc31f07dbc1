import { ScanText } from 'lucide-react';
import { useLocation } from 'wouter';
import type { QuestionImport } from '#contract/questions/question-import.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useDiscardImport, useRecognisePages } from './import.queries.ts';

/** Seconds that a dense page takes on a busy machine. */
const PAGE_SECONDS = 12;

type ImportScanProps = { importId: number; scan: NonNullable<QuestionImport['scan']> };

/** An exam whose pages are pictures: what recognising them means, its progress, and why it failed. */
export function ImportScan({ importId, scan: { pages, recognised, state, problem } }: ImportScanProps) {
  const [, navigate] = useLocation();
  const recognise = useRecognisePages(importId);
  const discard = useDiscardImport(importId);
  const minutes = Math.max(1, Math.ceil(((pages - recognised) * PAGE_SECONDS) / 60));
  const isRunning = state === 'running';
  return (
    <>
      <div className="grid grid-cols-1 gap-4">
        {state === 'failed' && (
          <Notice tone="bad" role="alert" title="O texto não foi reconhecido">
            {problem ?? 'Tente de novo, ou envie o PDF original da banca.'}
          </Notice>
        )}
        {isRunning ? (
          <div className="grid grid-cols-1 gap-4" role="status">
            <p>Reconhecendo o texto das páginas. Pode sair desta página: o trabalho continua.</p>
            <Progress
              value={(recognised / pages) * 100}
              label="Reconhecimento"
              valueText={`${recognised} de ${plural(pages, 'página', 'páginas')}`}
            />
            <p className="text-ink-soft tabular-nums">
              {recognised} de {plural(pages, 'página', 'páginas')}
            </p>
          </div>
        ) : (
          <Card title="Esta prova foi digitalizada">
            <p className="mb-2">
              {pages === 1 ? 'Uma página é uma imagem' : `${pages} páginas são imagens`}, sem texto que se possa copiar.
              Podemos reconhecer o texto, com três ressalvas:
            </p>
            <ul className="list-disc space-y-1 pl-5">
              <li>
                É bem mais lento: cerca de {plural(minutes, 'minuto', 'minutos')}, e mais se houver outras provas na
                frente.
              </li>
              <li>Letras saem trocadas. Todas as questões vêm marcadas, e você confere cada uma com a prova.</li>
              <li>Figuras, negrito e sublinhado não vêm.</li>
            </ul>
            <p className="mt-3 text-ink-soft text-sm">
              Se a banca publica o PDF original, envie-o: ele é lido em segundos, quase sem erros.
            </p>
          </Card>
        )}
      </div>
      <ActionBar className="mt-6">
        <Button
          variant="line"
          busy={discard.isPending}
          onClick={() => discard.mutate(undefined, { onSuccess: () => navigate(paths.importQuestions) })}
        >
          Descartar
        </Button>
        {!isRunning && (
          <Button busy={recognise.isPending} onClick={() => recognise.mutate()}>
            <ScanText /> {state === 'failed' ? 'Tentar de novo' : 'Reconhecer o texto'}
          </Button>
        )}
      </ActionBar>
    </>
  );
}
