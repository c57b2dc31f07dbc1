import type { Privacy } from '#contract/people/privacy.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAcceptTerms } from './privacy.queries.ts';

export function ConsentCard({ privacy: { termsVersion, consents } }: { privacy: Privacy }) {
  const accept = useAcceptTerms();
  const upToDate = consents.some(({ version }) => version === termsVersion);
  return (
    <Card title="Termos aceitos">
      <p className="mb-2">
        <a href={paths.terms} className="link">
          Termos de Uso
        </a>{' '}
        e{' '}
        <a href={paths.privacy} className="link">
          Política de Privacidade
        </a>
      </p>
      {!upToDate && (
        <Notice
          tone="sun"
          className="mb-3"
          title="Há uma versão nova"
          action={
            <Button
              variant="line"
              size="sm"
              busy={accept.isPending}
              busyLabel="Registrando..."
              onClick={() => accept.mutate(termsVersion)}
            >
              Li e aceito
            </Button>
          }
        >
          Leia os dois textos na versão {termsVersion}.
        </Notice>
      )}
      <ul className="tabular-nums">
        {consents.map(({ version, acceptedAt }) => (
          <li key={version} className="flex justify-between gap-3 border-line border-t py-2 first:border-t-0">
            <span>
              Versão {version}:{' '}
              <a href={paths.legalVersion('terms', version)} className="link">
                termos
              </a>{' '}
              e{' '}
              <a href={paths.legalVersion('privacy', version)} className="link">
                privacidade
              </a>
            </span>
            <span>
              <span className="text-ink-soft max-md:hidden">aceita em </span>
              <time dateTime={acceptedAt}>{formatDateTime(acceptedAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
