import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Page, PageHeader } from './page.tsx';

const pages: { path: string; label: string; isForStudents?: true }[] = [
  { path: paths.profile, label: 'Perfil' },
  { path: paths.settings, label: 'Configurações' },
  { path: paths.security, label: 'Segurança' },
  { path: paths.privacySettings, label: 'Privacidade e dados' },
  { path: paths.examTimeSettings, label: 'Acessibilidade em provas', isForStudents: true },
];

type AccountPageProps = { title: string; subtitle?: string; children: ReactNode };

/** Pages about the person: one page per topic, with links to the others beside it (on phones, above). */
export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  const [location] = useLocation();
  const { role } = useUser();
  const ways = useRef<HTMLElement>(null);
  // On a phone the current link may be outside the strip: it scrolls into view without moving the page.
  useEffect(() => {
    const current = ways.current?.querySelector<HTMLElement>(`[href="${location}"]`);
    if (!ways.current || !current) return;
    ways.current.scrollLeft = current.offsetLeft - (ways.current.clientWidth - current.clientWidth) / 2;
  }, [location]);
  return (
    <Page width="wide-form">
      <PageHeader title={title} subtitle={subtitle} />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[200px_minmax(0,1fr)] md:gap-8">
        <nav
          ref={ways}
          aria-label="Sua conta"
          className="relative flex gap-1 self-start max-md:-mx-(--gutter) max-md:overflow-x-auto max-md:px-(--gutter) max-md:[scrollbar-width:none] md:grid"
        >
          {pages
            .filter(({ isForStudents }) => !isForStudents || role === 'student')
            .map(({ path, label }) => (
              <Link
                key={path}
                href={path}
                aria-current={location === path ? 'page' : undefined}
                className="flex min-h-11 shrink-0 items-center whitespace-nowrap rounded-control px-3 text-ink text-sm no-underline hover:bg-hover focus-visible:-outline-offset-3 aria-[current]:bg-selected aria-[current]:font-strong md:aria-[current]:shadow-[inset_3px_0_0_var(--ink)]"
              >
                {label}
              </Link>
            ))}
        </nav>
        <div className="grid grid-cols-1 content-start gap-5">{children}</div>
      </div>
    </Page>
  );
}
