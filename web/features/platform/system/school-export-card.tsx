import { useQuery } from '@tanstack/react-query';
import { downloadSchoolExport, type SchoolExport } from '#contract/school/school-exports.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { schoolExportQuery, useRequestExport } from './school-export.queries.ts';
import { formatBytes } from './system-words.ts';

/** The whole school in one file, for the owner who leaves or wants a copy in open formats. */
export function SchoolExportCard() {
  const exported = useQuery(schoolExportQuery);
  const request = useRequestExport();
  const latest = exported.data?.latest ?? null;
  const isUnderWay = latest?.state === 'waiting' || latest?.state === 'running';
  return (
    <Card title="Exportar a escola inteira">
      <div className="grid gap-4">
        <p>
          Aulas, questões, simulados, cursos, pessoas, pedidos, resultados, certificados, redações e arquivos em um só
          zip, em formatos abertos, com um LEIA-ME que explica cada um. Senhas, segredos e sessões não vão junto. O
          arquivo tem dados pessoais de todos: guarde-o em lugar seguro.
        </p>
        {exported.isPending && <SkeletonGroup blocks={['h-11 w-48']} />}
        {exported.isError && <LoadError of={exported} title="Não conseguimos ler a exportação" />}
        {latest && <Latest latest={latest} />}
        {exported.data && !isUnderWay && (
          <div>
            <Button variant="line" busy={request.isPending} busyLabel="Começando..." onClick={() => request.mutate()}>
              {latest ? 'Gerar de novo' : 'Gerar o arquivo'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Latest({ latest }: { latest: SchoolExport }) {
  if (latest.state === 'failed') {
    return (
      <Notice tone="bad" title="A exportação não terminou">
        Nada foi guardado. Gere de novo; se falhar outra vez, veja o espaço em disco e os registros do servidor.
      </Notice>
    );
  }
  if (latest.file) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ProvenDownload href={addressOf(downloadSchoolExport, { params: { id: latest.id } })}>
          Baixar ({formatBytes(latest.file.bytes)})
        </ProvenDownload>
        <p className="text-ink-soft text-sm">
          Gerado em {formatDateTime(latest.askedAt)}. Fica aqui até {formatDateTime(latest.file.expiresAt)} e depois
          some sozinho.
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <Progress label="Exportação da escola" value={latest.percent} />
      <p className="text-ink-soft text-sm" role="status">
        {latest.state === 'waiting' ? 'Na fila.' : `${latest.percent} % pronto.`} Pode sair desta página: o trabalho
        continua.
      </p>
    </div>
  );
}
