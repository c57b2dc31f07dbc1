import { ChevronRight, LogOut, SunMoon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Page } from '#web/ui/page.tsx';
import { myPagesFor } from './destinations.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useLogout } from './use-logout.tsx';

const UnsentDialog = lazyChunk(() => import('./unsent-dialog.tsx'), 'over');

const notes: Record<string, string> = {
  [paths.profile]: 'perfil, senha, aparelhos, avisos',
  [paths.myPurchase]: 'acesso, recibo, reembolso',
  [paths.certificates]: 'dos cursos que você concluiu',
  [paths.offline]: 'para estudar sem internet',
  [paths.help]: 'dúvidas, atalhos, falar com a escola',
};

/** 'Eu': the pages about the person, in the same order as in the menu of the header. */
export default function MeScreen() {
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`;
  const [isAsking, setAsking] = useState(false);
  const logout = useLogout(user, () => setAsking(true));
  return (
    <Page width="form">
      <header className="mb-5 flex items-center gap-4">
        <Avatar name={name} size="lg" />
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-2xl">{name}</h1>
          <p className="wrap-anywhere text-ink-soft text-sm">{user.email}</p>
        </div>
      </header>
      <section aria-label="Eu" className="@container rounded-card border border-line bg-surface px-4 pb-4">
        <ul className="divide-y divide-line border-line border-b">
          {myPagesFor(user).map(({ path, label, icon }) => (
            <li key={path}>
              <Link
                href={path}
                className="-mx-2 flex min-h-15 items-center gap-4 @max-3xs:gap-2 rounded-control px-2 py-2 no-underline hover:bg-hover [&_.lucide]:text-ink-soft"
              >
                {icon}
                <span className="min-w-0 grow">
                  <span className="block font-strong">{label}</span>
                  <span className="block text-ink-soft text-sm">{notes[path]}</span>
                </span>
                <ChevronRight className="@max-3xs:hidden" />
              </Link>
            </li>
          ))}
        </ul>
        <div className="grid gap-2 pt-3 md:grid-cols-[1fr_minmax(0,300px)] md:items-center">
          <p className="flex items-center gap-4">
            <SunMoon className="text-ink-soft" /> Tema
          </p>
          <ThemeChoice />
        </div>
      </section>
      <Button variant="line" className="mt-4 max-md:w-full" onClick={logout.leaveOrAsk}>
        <LogOut /> Sair deste aparelho
      </Button>
      <Suspense>
        {isAsking && <UnsentDialog onOpenChange={setAsking} busy={logout.isPending} onConfirm={logout.leave} />}
      </Suspense>
    </Page>
  );
}
