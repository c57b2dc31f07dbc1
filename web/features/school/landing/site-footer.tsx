import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Logo } from './brand.tsx';
import { Icon } from './icons.tsx';
import { type Slot, slot, When } from './slots.tsx';
import { slotted, written } from './written.tsx';

const networks: { name: string; icon: string; url: Slot }[] = [
  { name: 'Instagram', icon: 'instagram', url: 'instagramUrl' },
  { name: 'Facebook', icon: 'facebook', url: 'facebookUrl' },
  { name: 'YouTube', icon: 'youtube', url: 'youtubeUrl' },
];

/** Links that the school did not configure are left out. */
export function SiteFooter({ content }: { content: LandingContent }): ReactNode {
  const { footer, testimonials } = content;
  const { links } = footer;
  const hasVoices = testimonials.people.length > 0 || testimonials.rating.score !== '';
  return (
    <footer className="site-footer on-night">
      <div className="wrap">
        <div className="about">
          <Logo />
          <p>{written(footer.about)}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">{slotted(footer.quickLinks)}</h2>
          <ul>
            <FooterLink href="/#beneficios" label={links.benefits} />
            {hasVoices && <FooterLink href="/#depoimentos" label={links.testimonials} />}
            <FooterLink href="/#preco" label={links.price} />
            <FooterLink href="/#perguntas" label={links.questions} />
            <FooterLink href="/auth" label={links.login} />
            <FooterLink href="/register" label={links.register} />
          </ul>
        </nav>
        <nav aria-labelledby="support-links">
          <h2 id="support-links">{slotted(footer.support)}</h2>
          <ul>
            <FooterLink href={`mailto:${slot('supportEmail')}`} label={links.email} />
            <When has="whatsappUrl">
              <FooterLink href={slot('whatsappUrl')} label={links.whatsapp} />
            </When>
            <FooterLink href="/terms" label={links.terms} />
            <FooterLink href="/privacy" label={links.privacy} />
            <FooterLink href="/acessibilidade" label="Acessibilidade" />
            <FooterLink href="/refund" label={links.refund} />
          </ul>
        </nav>
        <div>
          <When has="anySocial">
            <h2>{slotted(footer.social)}</h2>
          </When>
          <div className="social">
            {networks.map(({ name, icon, url }) => (
              <When key={url} has={url}>
                <a href={slot(url)} aria-label={name} rel="noopener">
                  <Icon name={icon} />
                </a>
              </When>
            ))}
          </div>
        </div>
        <p className="legal-line">
          {slot('schoolName')}. <When has="companyId">CNPJ {slot('companyId')}. </When>
          {written(footer.disclaimer)}
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ href, label }: { href: string; label: string }): ReactNode {
  return (
    <li>
      <a href={href}>{slotted(label)}</a>
    </li>
  );
}
