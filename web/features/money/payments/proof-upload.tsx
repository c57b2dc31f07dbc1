import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isRefused } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUploadProof } from './payments.queries.ts';
import type { Refusal } from './proof-choice.ts';
import { ProofDrop } from './proof-drop.tsx';
import { uploadFailure } from './upload-failure.ts';

/**
 * Selects and uploads the receipt; then opens the status page, unless `onSent` is given. After a temporary failure the
 * file stays selected for a retry; after a final one it is removed.
 */
export function ProofUpload({ code, onSent }: { code: string; onSent?: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [fraction, setFraction] = useState(0);
  const [, navigate] = useLocation();
  const sending = useUploadProof();
  const goOn = onSent ?? (() => navigate(paths.paymentStatus));
  const abort = useRef<AbortController>(undefined);

  const choose = (chosen: File | null) => {
    sending.reset();
    setRefusal(null);
    setFile(chosen);
  };

  const refuse = (reason: Refusal) => {
    setRefusal(reason);
    toast({ ...reason, tone: 'bad' });
  };

  const send = () => {
    if (!file) return;
    abort.current = new AbortController();
    setRefusal(null);
    setFraction(0);
    sending.mutate(
      { code, file, onProgress: setFraction, signal: abort.current.signal },
      {
        onSuccess: () => {
          toast({
            title: 'Comprovante enviado!',
            description: 'Seu pagamento está sendo analisado. Você receberá um e-mail quando aprovado.',
          });
          goOn();
        },
        onError: (error) => {
          if (error instanceof DOMException && error.name === 'AbortError') return sending.reset();
          const { title, description, next } = uploadFailure(error);
          if (next === 'choose') choose(null);
          if (next === 'choose' || next === 'wait') return refuse({ title, description });
          toast({ title, description, tone: 'bad' });
          if (next === 'status') goOn();
        },
      },
    );
  };

  const percent = Math.round(fraction * 100);
  const offline = isRefused(sending.error, 'offline');
  return (
    <div className="grid gap-4">
      <ProofDrop file={file} onChange={choose} onRefused={refuse} busy={sending.isPending}>
        {sending.isPending && (
          <div className="grid gap-2">
            <Progress value={percent} label="Envio do comprovante" />
            <div className="flex items-center justify-between gap-3 text-sm tabular-nums">
              <span>{percent < 100 ? `Enviando: ${percent}%` : 'Recebido, conferindo o arquivo…'}</span>
              <Button variant="quiet" size="sm" onClick={() => abort.current?.abort()}>
                Cancelar envio
              </Button>
            </div>
          </div>
        )}
      </ProofDrop>
      {refusal && (
        <Notice tone="bad" title={refusal.title}>
          {refusal.description}
        </Notice>
      )}
      {sending.isError && file && !refusal && (
        <Notice tone="bad" role="alert" title="Não conseguimos enviar o comprovante.">
          Ele continua aqui: {offline ? 'verifique sua internet e tente de novo.' : 'tente de novo.'}
        </Notice>
      )}
      <div className="grid gap-2 md:flex md:items-center md:gap-4">
        <Button
          size="lg"
          disabled={!file}
          busy={sending.isPending}
          busyLabel="Enviando..."
          onClick={send}
          className="max-md:w-full"
        >
          <Send /> Enviar Comprovante
        </Button>
        {!file && <p className="text-ink-soft text-sm">Escolha um arquivo para enviar.</p>}
      </div>
    </div>
  );
}
