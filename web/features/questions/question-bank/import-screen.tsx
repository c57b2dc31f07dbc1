import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  PDF_MAX_BYTES,
  PDF_MAX_PAGES,
  QUESTION_FILE_MAX_BYTES,
  QUESTION_IMPORT_MAX_QUESTIONS,
} from '#contract/limits.ts';
import { getImportTemplate } from '#contract/questions/question-bank.ts';
import { addressOf, textOf } from '#web/lib/api.ts';
import { fileFaultTitle } from '#web/lib/file-fault.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useUploadFile } from './import.queries.ts';
import { ImportPreview } from './import-preview.tsx';
import { PasteText } from './paste-text.tsx';

const MEGABYTES = QUESTION_FILE_MAX_BYTES / 1024 / 1024;

/** The file to import, or what one brought: they share a file. */
export default function ImportScreen() {
  const [location] = useLocation();
  return location === paths.importQuestions ? <ChooseFile /> : <ImportPreview />;
}

function ChooseFile() {
  const [, navigate] = useLocation();
  const [sent, setSent] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useUploadFile(setSent);

  const send = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setRefusal(null);
    setSent(0);
    upload.reset();
    const most = /\.pdf$/i.test(file.name) ? PDF_MAX_BYTES : QUESTION_FILE_MAX_BYTES;
    if (file.size > most) {
      setRefusal(`O arquivo passa de ${most / 1024 / 1024} MB. Divida-o em partes.`);
      return;
    }
    upload.mutate(file, {
      onSuccess: ({ id }) => navigate(paths.questionImport(id)),
      onError: (error) => setRefusal(textOf(error)),
    });
  };
  const notAccepted = 'O arquivo não foi aceito';
  const refusedTitle = upload.isError ? fileFaultTitle(upload.error, notAccepted) : notAccepted;

  return (
    <Page width="wide-form">
      <BackTo href={paths.questionBank}>Banco de questões</BackTo>
      <PageHeader
        title="Importar questões"
        subtitle="De uma planilha, do Word, de uma prova em PDF, do Moodle ou de um texto colado. Você vê tudo antes de guardar."
      />
      <div className="grid grid-cols-1 gap-6">
        {refusal && (
          <Notice tone="bad" role="alert" title={refusedTitle}>
            {refusal}
          </Notice>
        )}
        <FileDrop
          className="md:p-12"
          label="Arquivo de questões"
          button="Escolher arquivo"
          readingLabel="Lendo o arquivo..."
          progressLabel="Envio do arquivo"
          accept=".xlsx,.csv,.tsv,.docx,.pdf,.xml,.gift,.txt,text/csv,text/plain"
          hint={
            <>
              Até {MEGABYTES} MB e {formatNumber(QUESTION_IMPORT_MAX_QUESTIONS)} questões por arquivo.
            </>
          }
          busy={upload.isPending}
          sent={sent}
          onFile={send}
        >
          Solte aqui a planilha, o documento, a prova em PDF ou o arquivo do Moodle
        </FileDrop>
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <PasteText busy={upload.isPending} onSend={send} />
          <Card title="Planilha (Excel ou CSV)">
            <p className="mb-3">
              Uma linha por questão, com enunciado, alternativas de A a F e a letra da certa; em Certo/Errado bastam o
              enunciado e C ou E. Comentários, matéria, assunto, banca, ano, dificuldade e texto-base são opcionais. Os
              nomes das colunas podem ser outros: você diz o que é cada uma, e a escola lembra.
            </p>
            <a className="link" href={addressOf(getImportTemplate)} download>
              Baixar o modelo
            </a>
          </Card>
          <Card title="Word ou texto">
            <p>
              Questões numeradas (1., 2.), alternativas com letras e o gabarito: marcado com realce, negrito ou ✓,
              escrito abaixo (<i>Gabarito: C</i>) ou em uma lista no fim.
            </p>
          </Card>
          <Card title="Prova em PDF">
            <p>
              A prova da banca, em uma ou duas colunas, com até {PDF_MAX_PAGES} páginas e {PDF_MAX_BYTES / 1024 / 1024}{' '}
              MB. Capa e rodapés ficam de fora, e o que pede um olhar vem marcado. O gabarito você cola ou envia na
              conferência, que mostra a página ao lado de cada questão. Imagens vêm junto; desenhos feitos de traços,
              não. De páginas digitalizadas reconhecemos o texto, com mais calma e mais para conferir.
            </p>
          </Card>
          <Card title="Moodle (XML, GIFT ou Aiken)">
            <p>
              Múltipla escolha com uma certa e verdadeiro ou falso, com os comentários de cada alternativa e da questão.
              As categorias viram matérias e assuntos, as descrições, textos-base, e as imagens do XML vêm junto. O que
              não puder ser aceito aparece com a linha e o motivo.
            </p>
          </Card>
        </div>
      </div>
    </Page>
  );
}
