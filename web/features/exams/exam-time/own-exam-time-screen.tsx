import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  EXAM_TIME_REQUEST_MAX,
  type ExamTimeRequest,
  examTimeRequestText,
  getExamTimeDocument,
  type OwnExamTime,
} from '#contract/exams/exam-time.ts';
import { writtenDay } from '#contract/time.ts';
import { addressOf, textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { AccountPage } from '#web/ui/account-page.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useChecking } from '#web/ui/use-form.ts';
import { ownExamTimeQuery, useAskExamTime, useWithdrawRequest } from './exam-time.queries.ts';
import { rightWords } from './exam-time-words.ts';

/** What a student has, has asked for, and may ask for. */
export default function OwnExamTimeScreen() {
  const own = useQuery(ownExamTimeQuery);
  return (
    <AccountPage
      title="Acessibilidade em provas"
      subtitle="Tempo a mais, pausas e letra grande nos simulados e redações"
    >
      {own.isPending && <SkeletonGroup blocks={['h-48 w-full']} />}
      {own.isError && !own.data && <LoadError of={own} title="Não conseguimos carregar o seu direito" />}
      {own.data && (
        <>
          <OwnRight right={own.data.right} />
          {own.data.request?.state === 'open' ? (
            <OpenRequest request={own.data.request} />
          ) : (
            <AskForm request={own.data.request} hasRight={own.data.right?.isInForce ?? false} />
          )}
        </>
      )}
    </AccountPage>
  );
}

function OwnRight({ right }: { right: OwnExamTime['right'] }) {
  return (
    <Card title="O seu direito">
      {right ? (
        <>
          <ul className="mb-3 list-disc pl-5">
            {rightWords(right).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {right.isInForce ? (
            <Badge tone="ok">vale até {writtenDay(right.validUntil)}</Badge>
          ) : (
            <Badge tone="sun">terminou em {writtenDay(right.validUntil)}</Badge>
          )}
        </>
      ) : (
        <p>Você faz as provas com o tempo de todos.</p>
      )}
      <p className="mt-3 text-ink-soft text-sm">
        Só você e a secretaria sabem disso. Professores, ranking e listas de resultados não mostram nada.
      </p>
    </Card>
  );
}

function OpenRequest({ request }: { request: ExamTimeRequest }) {
  const withdraw = useWithdrawRequest();
  return (
    <Card title="Pedido em análise">
      <p className="whitespace-pre-wrap break-words">{request.text}</p>
      <p className="mt-2 text-ink-soft text-sm">
        Enviado em {formatDate(request.askedAt)}.{' '}
        {request.hasDocument && (
          <a
            href={addressOf(getExamTimeDocument, { params: { id: request.id } })}
            target="_blank"
            className="link"
            rel="noopener"
          >
            Ver o documento
          </a>
        )}
      </p>
      <Button
        variant="line"
        className="mt-4"
        busy={withdraw.isPending}
        busyLabel="Retirando..."
        onClick={() => withdraw.mutate()}
      >
        Retirar o pedido
      </Button>
    </Card>
  );
}

function AskForm({ request, hasRight }: { request: ExamTimeRequest | null; hasRight: boolean }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const ask = useAskExamTime();
  const checking = useChecking();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = examTimeRequestText.safeParse(text);
    if (!parsed.success) return void checking.show({ text: parsed.error.issues[0]?.message ?? '' });
    ask.mutate({ text: parsed.data, file }, { onError: (error) => void checking.refused(error) });
  };
  return (
    <Card title={hasRight ? 'Pedir uma mudança' : 'Pedir tempo a mais'}>
      {request?.state === 'refused' && (
        <Notice tone="sun" className="mb-4" title="O pedido anterior foi recusado">
          {request.answer}
        </Notice>
      )}
      <form ref={checking.area} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Do que você precisa?"
          error={checking.errors.text ?? null}
          help="Por exemplo: 25% de tempo a mais, uma pausa, letra grande, ledor."
        >
          <Textarea
            rows={4}
            maxLength={EXAM_TIME_REQUEST_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              checking.mend('text');
            }}
          />
        </Field>
        <Field
          label="Documento"
          optional
          error={checking.errors.file ?? null}
          help="Laudo ou declaração: foto ou PDF, até 10 MB. Só a secretaria abre."
        >
          <Input
            type="file"
            accept="image/*,application/pdf"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </Field>
        {ask.isError && Object.keys(checking.errors).length === 0 && (
          <Notice tone="bad" title="Pedido não enviado">
            {textOf(ask.error)}
          </Notice>
        )}
        <Button type="submit" className="justify-self-start" busy={ask.isPending} busyLabel="Enviando...">
          <Send />
          Enviar pedido
        </Button>
      </form>
    </Card>
  );
}
