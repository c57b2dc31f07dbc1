import { useEffect, useState } from 'react';
import { cx } from '#web/ui/cx.ts';

/** In their order on the page; each card carries its id. */
const sections = [
  ['school', 'Escola'],
  ['contacts', 'Contatos'],
  ['pix', 'PIX'],
  ['sales', 'Vendas'],
  ['mails', 'E-mails'],
  ['comments', 'Comentários'],
  ['holidays', 'Feriados'],
  ['security', 'Segurança'],
  ['changes', 'Histórico de mudanças'],
] as const;

export type SettingsSection = (typeof sections)[number][0];

/** What a card of a section needs: its address, and some room above it when it is led to. */
export const sectionOf = (id: SettingsSection) => ({ id, className: 'scroll-mt-6' });

export function SettingsSections({ isReady }: { isReady: boolean }) {
  const inView = useSectionInView();
  // A fragment that names a section scrolls to it, once the section is rendered.
  useEffect(() => {
    const named = sections.find(([id]) => location.hash === `#${id}`);
    if (isReady && named) document.getElementById(named[0])?.scrollIntoView();
  }, [isReady]);
  return (
    <nav
      aria-label="Seções"
      className="flex gap-2 overflow-x-auto [scrollbar-width:none] lg:sticky lg:top-6 lg:grid lg:gap-1 lg:self-start"
    >
      {sections.map(([id, name]) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === inView ? 'true' : undefined}
          className={cx(
            'flex min-h-11 shrink-0 items-center whitespace-nowrap rounded-control border px-3 text-ink text-sm no-underline hover:bg-hover',
            'max-lg:border-line-strong max-lg:bg-surface lg:border-transparent',
            'aria-[current]:border-primary aria-[current]:bg-selected aria-[current]:font-strong',
            'lg:aria-[current]:border-transparent lg:aria-[current]:border-l-[3px] lg:aria-[current]:border-l-primary',
          )}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** The section that is being read: the last whose beginning has passed the upper third of the window. */
function useSectionInView(): SettingsSection {
  const [inView, setInView] = useState<SettingsSection>('school');
  useEffect(() => {
    const look = () => {
      const passed = sections.filter(([id]) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      setInView(isAtEnd ? 'changes' : (passed.at(-1)?.[0] ?? 'school'));
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return inView;
}
