import { BookOpen, ChevronRight, CircleQuestionMark, UserRound } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { isAuthor } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { currentPage, studyMenuFor } from './destinations.ts';
import { MenuSheet, type MenuSheetActions } from './menu-sheet.tsx';
import { pageLink, StaffGroups } from './staff-groups.tsx';

type MobileMenuProps = MenuSheetActions & { user: User };

/** The pages that do not fit into a phone's header. Pages about the person are under 'Eu'. */
export default function MobileMenu({ user, ...actions }: MobileMenuProps) {
  return user.role === 'student' ? (
    <MenuSheet title="Menu" until="md" {...actions}>
      <StudyGroups user={user} onGo={actions.onClose} />
    </MenuSheet>
  ) : (
    <MenuSheet title="Tudo da mesa" until="lg" {...actions}>
      <nav aria-label="Mesa" className="px-2">
        <StaffGroups user={user} isSheet onGo={actions.onClose} />
      </nav>
      <div className="grid grid-cols-2 border-line border-t px-2 pt-2">
        <Link href={paths.me} onClick={actions.onClose} className={cx(pageLink, 'min-h-12')}>
          <UserRound /> Eu, {user.firstName}
        </Link>
        <PageHelp onGo={actions.onClose} />
        {isAuthor(user) && (
          <Link href={paths.study} onClick={actions.onClose} className={cx(pageLink, 'min-h-12')}>
            <BookOpen /> Ver como aluno
          </Link>
        )}
      </div>
    </MenuSheet>
  );
}

function StudyGroups({ user, onGo }: { user: User; onGo: () => void }) {
  const [location] = useLocation();
  const current = currentPage(user, location)?.path;
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <nav aria-label="Menu" className="divide-y divide-line px-2">
        {studyMenuFor(user).map(({ name: group, label, pages }) => (
          <section key={group} aria-labelledby={`menu-${group}`} className="py-2">
            <h2 id={`menu-${group}`} className="px-3 font-normal text-ink-soft text-xs">
              {label}
            </h2>
            <ul className="grid grid-cols-2 gap-0.5">
              {pages.map(({ path, label: pageLabel, icon }) => (
                <li key={path} className="min-w-0">
                  <Link
                    href={path}
                    aria-current={path === current ? 'page' : undefined}
                    onClick={onGo}
                    className="flex min-h-12 items-center gap-2.5 rounded-control px-3 text-ink leading-tight no-underline hover:bg-hover focus-visible:-outline-offset-3 aria-[current]:bg-selected aria-[current]:font-strong [&_.lucide]:text-ink-soft"
                  >
                    {icon} <span className="min-w-0">{pageLabel}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="border-line border-t px-2">
        <PageHelp onGo={onGo} />
      </div>
      <Link
        href={paths.me}
        onClick={onGo}
        className="flex min-h-15 items-center gap-3 border-line border-t px-5 py-2 no-underline hover:bg-hover focus-visible:-outline-offset-3"
      >
        <Avatar name={name} />
        <span className="min-w-0 grow">
          <span className="block wrap-anywhere font-strong">{name}</span>
          <span className="block text-ink-soft text-sm">conta, compra, certificados, ajuda</span>
        </span>
        <ChevronRight className="text-ink-soft" />
      </Link>
    </>
  );
}

/** Leads to the part of the guides about the page below the menu. */
function PageHelp({ onGo }: { onGo: () => void }) {
  const [location] = useLocation();
  return (
    <Link href={`${paths.help}?de=${location}`} onClick={onGo} className={cx(pageLink, 'min-h-12')}>
      <CircleQuestionMark /> Ajuda desta página
    </Link>
  );
}
