import type { ReactNode } from 'react';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { supportMail } from '#web/lib/support.ts';
import { HelpLinks } from '#web/ui/help-links.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { OfflineBar } from '#web/ui/offline-bar.tsx';
import { Page } from '#web/ui/page.tsx';

type PaymentLayoutProps = { code?: string | undefined; children: ReactNode };

/** The frame of the two payment screens: the school's name, and links to help. */
export function PaymentLayout({ code, children }: PaymentLayoutProps) {
  return (
    <>
      <header className="on-night bg-night text-on-night">
        <div className="page-width flex min-h-15 max-w-[1000px] items-center justify-between gap-4">
          {/* The landing page is a separate document: a plain link, not one of the router. */}
          <a
            href={paths.home}
            aria-label={`${school.name}, página inicial`}
            className="inline-flex min-h-11 items-center text-on-night no-underline"
          >
            <Logo name={school.name} />
          </a>
          <a
            href={supportMail({ code })}
            className="inline-flex min-h-11 items-center text-on-night-soft text-sm underline underline-offset-4 hover:text-on-night"
          >
            Preciso de ajuda
          </a>
        </div>
      </header>
      <OfflineBar />
      <Page width="wide-form">
        {children}
        <HelpLinks about={{ code }} className="mt-8 justify-center border-line border-t pt-4" />
      </Page>
    </>
  );
}
