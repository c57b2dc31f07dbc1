import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailExample } from '#contract/mails.ts';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { mailExampleQuery } from './settings.queries.ts';

/** One e-mail as it would leave now, with its plain text beside it. */
export function MailPreview({ example }: { example: MailExample }) {
  const [form, setForm] = useState<'html' | 'text'>('html');
  const mail = useQuery(mailExampleQuery(example.kind, example.form));
  return (
    <Card title={example.subject} className="min-w-0 self-start lg:sticky lg:top-24">
      <p className="mb-3 text-ink-soft text-sm">{example.when}</p>
      {mail.isError && <LoadError of={mail} title="Não conseguimos mostrar este e-mail" headingLevel={3} />}
      {mail.isPending && <Skeleton className="h-96 w-full" />}
      {mail.data && (
        <>
          <dl className="mb-4 grid gap-x-4 gap-y-1 text-sm md:grid-cols-[auto_1fr] [&>dd]:break-all [&>dt]:text-ink-soft">
            <dt>De</dt>
            <dd>{mail.data.from}</dd>
            <dt>Respostas para</dt>
            <dd>{mail.data.replyTo}</dd>
            {mail.data.canUnsubscribe && (
              <>
                <dt>Descadastro</dt>
                <dd>Com um clique, no programa de e-mail.</dd>
              </>
            )}
          </dl>
          <Chips
            label="Forma do e-mail"
            value={form}
            onValueChange={setForm}
            chips={[
              { value: 'html', label: 'Com imagens' },
              { value: 'text', label: 'Só texto' },
            ]}
            className="mb-3 flex flex-wrap gap-2"
          />
          {form === 'html' ? (
            <iframe
              title={`Como fica: ${example.subject}`}
              sandbox=""
              srcDoc={mail.data.html}
              className="h-[560px] w-full rounded-control border border-line"
            />
          ) : (
            <pre className="whitespace-pre-wrap break-words rounded-control border border-line bg-canvas p-4 font-mono text-sm">
              {mail.data.text}
            </pre>
          )}
        </>
      )}
    </Card>
  );
}
