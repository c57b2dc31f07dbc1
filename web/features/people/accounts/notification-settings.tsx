import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NotificationChoice, type NotificationKind, pushKinds } from '#contract/platform/notifications.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { notificationChoicesQuery, useChooseNotifications } from './notification-settings.queries.ts';
import { DeviceNote, OnThisDevice } from './on-this-device.tsx';
import { ReviewHour } from './review-hour.tsx';

const words: Record<NotificationKind, { label: string; help?: string }> = {
  payment_decided: { label: 'Decisão do pagamento' },
  teacher_approved: { label: 'Aprovação do cadastro' },
  new_content: { label: 'Novas aulas e simulados', help: 'Nos cursos em que você está matriculado.' },
  result_corrected: { label: 'Resultado corrigido', help: 'Quando uma questão é anulada ou muda de gabarito.' },
  exam_near: { label: 'Prova chegando', help: '30, 7 e 1 dia antes da prova que você segue.' },
  certificate: { label: 'Certificado emitido' },
  new_proof: { label: 'Novos comprovantes', help: 'Reunidos em um só aviso até você ler.' },
  new_teacher: { label: 'Novos cadastros de professor', help: 'Reunidos em um só aviso até você ler.' },
  access_ending: { label: 'Fim do acesso', help: '30, 7 e 1 dia antes do fim, e quando a data muda.' },
  announcement: { label: 'Avisos da escola', help: 'O que a equipe conta a todos ou à sua turma.' },
  quiz_window: {
    label: 'Simulado com hora marcada',
    help: 'Uma hora antes, se você confirmou presença, e no resultado.',
  },
  review_waiting: { label: 'Revisão do dia', help: 'Na hora que você escolher, se ela ainda esperar por você.' },
  report_decided: { label: 'Erro que você reportou', help: 'Quando a questão é corrigida ou conferida.' },
  doubt_answered: { label: 'Dúvida respondida' },
  comment_replied: { label: 'Respostas aos seus comentários' },
  exam_time_decided: { label: 'Pedido de tempo a mais', help: 'Quando a secretaria responde.' },
  law_changed: { label: 'Lei que mudou', help: 'Quando muda um texto que você respondeu ou marcou.' },
  essay_returned: { label: 'Redação corrigida', help: 'Quando um professor devolve o seu texto.' },
  lesson_held_back: { label: 'Aula agendada que não saiu', help: 'Quando falta algo para publicá-la na hora marcada.' },
  price_changed: {
    label: 'Preço que mudou sozinho',
    help: 'Quando as vagas de uma oferta acabam, ou uma volta.',
  },
  refund_asked: { label: 'Pedidos de reembolso', help: 'Reunidos em um só aviso até você ler.' },
};

export function NotificationSettings() {
  const choices = useQuery(notificationChoicesQuery);
  const kinds = choices.data?.map(({ kind }) => kind) ?? [];
  return (
    <Card title="Notificações">
      {choices.isPending && (
        <SkeletonGroup>
          <Skeleton className="h-48 w-full" />
        </SkeletonGroup>
      )}
      {choices.isError && (
        <ErrorState
          title="Não conseguimos carregar suas escolhas"
          onRetry={() => choices.refetch()}
          retrying={choices.isFetching}
          headingLevel={3}
        />
      )}
      {choices.data?.map((choice) => (
        <ChoiceRow key={choice.kind} choice={choice} />
      ))}
      {pushKinds.some((kind) => kinds.includes(kind)) && <DeviceNote />}
    </Card>
  );
}

function ChoiceRow({ choice }: { choice: NotificationChoice }) {
  const { label, help } = words[choice.kind];
  return (
    <fieldset className="border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="float-left w-full font-strong">{label}</legend>
      {help && <p className="clear-both text-ink-soft text-sm">{help}</p>}
      <div className="clear-both">
        {choice.kind === 'review_waiting' ? (
          <ReviewHour>
            <Channels choice={choice} />
          </ReviewHour>
        ) : (
          <Channels choice={choice} />
        )}
      </div>
    </fieldset>
  );
}

function Channels({ choice }: { choice: NotificationChoice }) {
  const choose = useChooseNotifications();
  // Optimistic: the choice is shown at once, and reverted on failure.
  const [picked, setPicked] = useState<{ inApp?: boolean; email?: boolean }>({});
  const shown = { ...choice, ...picked };
  const pick = (change: typeof picked) => {
    setPicked({ ...picked, ...change });
    choose.mutate({ kind: choice.kind, ...change }, { onSettled: () => setPicked({}) });
  };
  return (
    <div className="flex flex-wrap gap-x-6">
      <Checkbox
        label="Na plataforma"
        checked={shown.inApp}
        onChange={(event) => pick({ inApp: event.target.checked })}
      />
      {pushKinds.includes(choice.kind) && <OnThisDevice kind={choice.kind} />}
      <Checkbox
        label={choice.emailAlways ? 'Por e-mail (sempre enviado)' : 'Por e-mail'}
        checked={shown.email}
        disabled={choice.emailAlways}
        onChange={(event) => pick({ email: event.target.checked })}
      />
    </div>
  );
}
