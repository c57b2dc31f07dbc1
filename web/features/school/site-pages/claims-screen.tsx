import { useQuery } from '@tanstack/react-query';
import { ArrowDown, Check } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LandingClaim, LandingClaims } from '#contract/school/claims.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type Decision, OpenClaim } from './claim-decision.tsx';
import { partsInWords, quoted } from './claim-words.ts';
import { claimsQuery, openClaimsOf, useShowCount } from './claims.queries.ts';

/** Every figure, testimonial and promise of the landing page, with the person responsible for it. */
export default function ClaimsScreen() {
  const claims = useQuery(claimsQuery);
  const { data } = claims;
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {claims.isPending && (
        <>
          <PageHeader className="mb-0" title="O que a página afirma" />
          <SkeletonGroup className="grid gap-5" blocks={['h-80 rounded-card', 'h-48 rounded-card']} />
        </>
      )}
      {claims.isError && !data && <LoadError of={claims} title="Não conseguimos carregar o que a página afirma" />}
      {data && <Claims {...data} />}
    </Page>
  );
}

function Claims({ claims, revision, isRequired, isPublished }: LandingClaims) {
  const open = openClaimsOf(claims);
  const counted = claims.filter(({ state }) => state === 'counted');
  const own = claims.filter(({ state }) => state === 'own' || state === 'confirmed');
  const [current, setCurrent] = useState<{ id: string; decision: Decision | null } | null>(null);
  const focus = (id: string) => document.getElementById(`claim-${id}`)?.focus();
  const goToNext = () => {
    const index = open.findIndex(({ id }) => id === current?.id);
    const next = open[index + 1] ?? open[0];
    if (!next) return;
    setCurrent({ id: next.id, decision: null });
    focus(next.id);
  };
  useDecisionKeys((decision) => {
    const claim = open.find(({ id }) => id === current?.id);
    if (claim && !(decision === 'remove' && claim.notRemovable)) setCurrent({ id: claim.id, decision });
  });
  return (
    <>
      <PageHeader
        className="mb-0"
        title="O que a página afirma"
        subtitle={`${plural(claims.length, 'afirmação', 'afirmações')}: ${counted.length} contadas, ${own.length} suas, ${open.length} por decidir. ${
          isRequired
            ? 'A página publica quando todas tiverem dono.'
            : 'Quando a escola tiver nome ou CNPJ próprio, todas vão precisar de dono.'
        }`}
        actions={
          open.length > 0 ? (
            <Button variant="next" className="w-full md:w-auto" onClick={goToNext}>
              Próxima por decidir <ArrowDown />
            </Button>
          ) : (
            <ButtonLink href={paths.adminLanding} variant={isPublished ? 'line' : 'next'}>
              {isPublished ? 'Abrir a página de vendas' : 'Conferir e publicar'}
            </ButtonLink>
          )
        }
      />
      {open.length === 0 ? (
        <Card title="Por decidir">
          <p className="flex gap-2">
            <Check className="mt-0.5 text-ok" /> Tudo o que a página afirma tem dono.
          </p>
        </Card>
      ) : (
        <Card
          flush
          title={`Por decidir, ${open.length}`}
          aside={
            <span className="hidden md:inline">
              <Kbd>M</Kbd> manter, <Kbd>E</Kbd> editar, <Kbd>T</Kbd> tirar
            </span>
          }
        >
          <ul>
            {open.map((claim) => (
              <OpenClaim
                key={claim.id}
                claim={claim}
                revision={revision}
                decision={current?.id === claim.id ? current.decision : null}
                isCurrent={current?.id === claim.id}
                onDecision={(decision) => setCurrent({ id: claim.id, decision })}
                onDone={() => setCurrent(null)}
              />
            ))}
          </ul>
        </Card>
      )}
      {counted.length > 0 && <CountedClaims claims={counted} revision={revision} />}
      {own.length > 0 && <OwnClaims claims={own} />}
    </>
  );
}

/** Single letters, while no field has the focus. */
function useDecisionKeys(onDecision: (decision: Decision) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return;
    const decision = ({ m: 'confirm', e: 'edit', t: 'remove' } as const)[key.toLowerCase()];
    if (!decision) return;
    event.preventDefault();
    onDecision(decision);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function CountedClaims({ claims, revision }: { claims: LandingClaim[]; revision: number }) {
  const show = useShowCount();
  return (
    <Card title={`Contadas, ${claims.length}`} aside="o sistema escreve o número de hoje">
      <ul className="divide-y divide-line">
        {claims.map(({ id, statements, parts, counted }) =>
          counted ? (
            <li
              key={id}
              className="grid gap-x-4 gap-y-1 py-3 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] md:items-center"
            >
              <div className="min-w-0">
                {counted.typed && <s className="block text-ink-soft text-sm">{quoted(counted.typed)}</s>}
                <b>{quoted(statements[0] ?? '')}</b>
                <small className="block text-ink-soft text-sm">{partsInWords(parts)}</small>
              </div>
              <div>
                <Badge tone="ok">
                  {counted.thing === 'seats' ? `vagas livres: ${counted.count}` : `contado hoje: ${counted.count}`}
                </Badge>
                {counted.count < 2 && (
                  <small className="block text-ink-soft text-sm">Assim, a frase não aparece.</small>
                )}
              </div>
              <Switch
                label="Mostrar"
                aria-label={`Mostrar ${quoted(statements[0] ?? '')}`}
                checked={counted.isShown}
                disabled={show.isPending}
                onChange={(event) => show.mutate({ thing: counted.thing, revision, isShown: event.target.checked })}
              />
            </li>
          ) : null,
        )}
      </ul>
    </Card>
  );
}

function OwnClaims({ claims }: { claims: LandingClaim[] }) {
  return (
    <Card>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3">
          <b>Suas, {claims.length}</b>
          <span className="min-w-0 truncate text-ink-soft text-sm group-open:hidden">
            {claims.map(({ statements }) => statements[0]).join(' · ')}
          </span>
        </summary>
        <ul className="mt-3 divide-y divide-line">
          {claims.map(({ id, statements, parts, confirmation }) => (
            <li key={id} className="grid gap-1 py-3">
              <b>{quoted(statements[0] ?? '')}</b>
              <small className="text-ink-soft text-sm">
                {partsInWords(parts)}.{' '}
                {confirmation
                  ? `${confirmation.by ?? 'Uma conta que não existe mais'}, ${formatDate(confirmation.at)}${confirmation.source ? `: ${confirmation.source}` : ''}`
                  : 'Escrita pela escola.'}
              </small>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
