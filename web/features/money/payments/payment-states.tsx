import { CircleAlert } from 'lucide-react';
import * as z from 'zod/mini';
import { typedPaymentCode } from '#contract/money/payment-code.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/ui/use-form.ts';

const schema = z.object({ code: typedPaymentCode });

/** The page cannot tell whose payment this is. A student who kept the code can continue with it. */
export function UnknownPayment({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({ initial: { code: '' }, schema, onSubmit: ({ code }) => onCode(code) });
  return (
    <div className="mx-auto grid max-w-[560px] gap-6">
      <Card role="alert">
        <EmptyState
          illustration={<CircleAlert className="mx-auto size-10 text-bad" />}
          headingLevel={2}
          title="Email não encontrado. Por favor, faça o registro novamente."
          action={<ButtonLink href={paths.register}>Voltar ao Registro</ButtonLink>}
        />
      </Card>
      <form {...form.props} className="grid gap-3">
        <Field
          label="Já tem um código de pagamento?"
          help="Ele está no e-mail que você recebeu ao se cadastrar."
          error={form.errors.code}
        >
          <Input
            {...form.field('code')}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder="7KQ2 M0XR W94T B3HN"
          />
        </Field>
        <Button type="submit" variant="line" className="md:justify-self-start">
          Consultar pagamento
        </Button>
      </form>
    </div>
  );
}

export function AlreadyActive({ text }: { text: string }) {
  return (
    <Card>
      <EmptyState
        headingLevel={2}
        title="Acesso liberado"
        text={text}
        action={<ButtonLink href={paths.login}>Entrar</ButtonLink>}
      />
    </Card>
  );
}

export function PaymentFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState
        headingLevel={2}
        title="Não conseguimos carregar seu pagamento"
        text={`${text} Seu cadastro está guardado.`}
        onRetry={onRetry}
      />
    </Card>
  );
}

export function PaymentSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mb-8 flex justify-between gap-8">
        <div className="grid gap-2">
          <Skeleton className="h-9 w-full max-w-72 max-w-full" />
          <Skeleton className="h-5 w-60 max-w-full" />
        </div>
        <Skeleton className="h-16 w-60 max-md:hidden" />
      </div>
      <div className="grid gap-8 md:pl-15">
        <Skeleton className="h-60 w-full" />
        <Skeleton className="h-12 w-3/4" />
        <Skeleton className="h-40 w-full" />
      </div>
    </SkeletonGroup>
  );
}
