import type { ReactNode } from 'react';
import { school } from '#web/lib/school.ts';
import { HeroIllustration } from '#web/ui/illustrations/hero.tsx';
import { Logo } from '#web/ui/logo.tsx';

type AuthLayoutProps = { title: string; subtitle?: string; children: ReactNode };

/** The radii of the bands of dawn above a phone's form, outermost first; the last is the sun. */
const radii = [196, 162, 130, 97, 68, 42];

/** The form on paper; beside it, on wide screens, the desk at dawn, and above it, on phones, the dawn alone. */
export function AuthLayout({ title, subtitle, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh max-md:grid-rows-[auto_1fr] md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <svg
        aria-hidden="true"
        viewBox="0 0 390 144"
        preserveAspectRatio="xMidYMax slice"
        className="on-night h-36 w-full bg-night md:hidden"
      >
        {radii.map((radius, band) => (
          <circle key={radius} cx="195" cy="144" r={radius} fill={`var(--dawn-${band + 1})`} />
        ))}
      </svg>
      <div className="grid content-center px-5 py-10">
        <div className="mx-auto w-full max-w-[380px]">
          {/* The landing page is a separate document, so this is no link of the router. */}
          <a
            href="/"
            aria-label={`${school.name}, página inicial`}
            className="mb-6 inline-flex min-h-11 items-center text-ink no-underline"
          >
            <Logo name={school.name} />
          </a>
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
      <aside aria-hidden="true" className="on-night flex flex-col bg-night text-on-night max-md:hidden">
        <p className="max-w-[22ch] p-12 text-xl leading-snug">Cada dia de estudo é um pouco mais de luz na prova.</p>
        <HeroIllustration className="mt-auto w-full border-on-night border-b-4 px-12" />
        <p className="bg-night-deep px-12 py-5 text-on-night-soft text-sm">
          Suas respostas ficam salvas, mesmo se a internet cair.
        </p>
      </aside>
    </div>
  );
}
