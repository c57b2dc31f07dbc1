import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ChevronRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminHome as Home } from '#contract/school/admin-home.ts';
import FirstStepsCard, { useHasFirstSteps } from '#web/features/school/first-steps/first-steps-card.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { adminHomeQuery } from './admin-home.queries.ts';
import { EndingAccess } from './ending-access.tsx';
import { Funnel } from './funnel.tsx';
import { MonthMoney } from './month-money.tsx';
import { backupWarning, waitingList, waitingSummary } from './waiting-words.ts';

/**
 * Pending tasks of the office, then the figures of the school; each number links to its list. `promises`: what the
 * landing page promises and the school lacks; not urgent, so it comes last.
 */
export default function OfficeOverview({ promises }: { promises?: ReactNode }) {
  const home = useQuery(adminHomeQuery);
  const isOwner = isAdmin(useUser());
  const hasSteps = useHasFirstSteps(isOwner);
  if (home.isError) return <LoadError of={home} title="Não conseguimos carregar o resumo da escola" />;
  if (!home.data) {
    return <SkeletonGroup className="grid gap-4 md:gap-6" blocks={['h-28 rounded-card', 'h-60 rounded-card']} />;
  }
  return (
    <>
      {isOwner && <FirstStepsCard />}
      <Figures home={home.data} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <WaitingCard home={home.data} hasAmber={!hasSteps} />
          <MonthMoney money={home.data.money} today={home.data.today} />
        </div>
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <EndingAccess total={home.data.students.accessEndingIn30} />
          <Funnel funnel={home.data.funnel} />
          {promises}
        </div>
      </div>
    </>
  );
}

function Figures({ home: { students, funnel } }: { home: Home }) {
  const active = `${paths.adminUsers}?situacao=active&tipo=student`;
  return (
    <nav aria-label="Como vai a escola" className="stat-grid">
      <Figure label="Alunos com acesso" value={students.withAccess} href={`${active}&acesso=active`} />
      <Figure label="Estudaram nos últimos 7 dias" value={students.studiedIn7} href={`${active}&estudo=week`} />
      <Figure
        label="Novos cadastros em 30 dias"
        value={students.newIn30}
        href={`${paths.adminUsers}?tipo=student&desde=${funnel.from}`}
      />
      <Figure
        label="Acessos que vencem em 30 dias"
        value={students.accessEndingIn30}
        href={`${active}&acesso=ending`}
      />
    </nav>
  );
}

function Figure({ label, value, href }: { label: string; value: number; href: string }) {
  return (
    <Link
      href={href}
      className="block rounded-card border border-line bg-surface p-3 no-underline hover:border-line-strong hover:bg-hover md:p-5"
    >
      <span className="block text-ink-soft text-xs leading-snug md:text-sm">{label}</span>
      <span className="mt-0.5 block font-strong text-3xl tabular-nums leading-tight tracking-[-0.025em] md:text-4xl">
        {formatNumber(value)}
      </span>
    </Link>
  );
}

/** `hasAmber`: the first pending task has the one amber button of the page. */
function WaitingCard({ home, hasAmber }: { home: Home; hasAmber: boolean }) {
  const now = useNow();
  const list = waitingList(home, now);
  const backup = backupWarning(home.waiting, now);
  return (
    <Card title="Espera por você" aside={waitingSummary(list)}>
      {list.length > 0 && (
        <ul className="@container divide-y divide-line">
          {list.map(({ count, title, text, href, isLate }, place) => (
            <li key={href}>
              <Link
                href={href}
                className="-mx-2 flex min-h-11 flex-wrap items-center gap-3 rounded-control px-2 py-3 no-underline hover:bg-hover"
              >
                <span className="grid h-9 min-w-9 place-items-center rounded-control bg-sun-tint px-1.5 font-strong text-sun-ink tabular-nums">
                  {formatNumber(count)}
                </span>
                <span className="min-w-0 grow basis-40">
                  <span className="block @max-3xs:text-xs font-strong">{title}</span>
                  <span className={isLate ? 'block text-bad text-sm' : 'block text-ink-soft text-sm'}>{text}</span>
                </span>
                {hasAmber && place === 0 ? (
                  <span aria-hidden="true" className={buttonClass({ variant: 'next', size: 'sm' })}>
                    Conferir <ArrowRight />
                  </span>
                ) : (
                  <ChevronRight className="text-ink-soft" />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {backup && (
        <p className="mt-3 flex gap-2 text-ink-soft text-sm">
          <TriangleAlert className="mt-0.5 text-sun-ink" />
          <span>
            {backup}{' '}
            <Link href={paths.adminSystem} className="link">
              Ver em Sistema
            </Link>
          </span>
        </p>
      )}
    </Card>
  );
}
