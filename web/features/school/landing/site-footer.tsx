import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Logo } from './brand.tsx';
import { Icon } from './icons.tsx';
import { type PageText, usePageText } from './page-text.ts';

const networksOf = ({ instagramUrl, facebookUrl, youtubeUrl }: PageText['values']) =>
  [
    { name: 'Instagram', icon: 'instagram', url: instagramUrl },
    { name: 'Facebook', icon: 'facebook', url: facebookUrl },
    { name: 'YouTube', icon: 'youtube', url: youtubeUrl },
  ].flatMap(({ url, ...network }) => (url ? [{ ...network, url }] : []));

/** Links that the school did not configure are left out. */
export function SiteFooter({ content }: { content: LandingContent }): ReactNode {
  const { values, fill, write } = usePageText();
  const networks = networksOf(values);
  const { footer, testimonials } = content;
  const { links } = footer;
  const hasVoices = testimonials.people.length > 0 || testimonials.rating.score !== '';
  return (
    <footer className="site-footer on-night">
      <div className="wrap">
        <div className="about">
          <Logo />
          <p>{write(footer.about)}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">{fill(footer.quickLinks)}</h2>
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
          <h2 id="support-links">{fill(footer.support)}</h2>
          <ul>
            <FooterLink href={`mailto:${values.supportEmail}`} label={links.email} />
            {values.whatsappUrl && <FooterLink href={values.whatsappUrl} label={links.whatsapp} />}
            <FooterLink href="/terms" label={links.terms} />
            <FooterLink href="/privacy" label={links.privacy} />
            <FooterLink href="/acessibilidade" label="Acessibilidade" />
            <FooterLink href="/refund" label={links.refund} />
          </ul>
        </nav>
        <div>
          {networks.length > 0 && <h2>{fill(footer.social)}</h2>}
          <div className="social">
            {networks.map(({ name, icon, url }) => (
              <a key={name} href={url} aria-label={name} rel="noopener">
                <Icon name={icon} />
              </a>
            ))}
          </div>
        </div>
        <p className="legal-line">
          {values.schoolName}. {values.companyId && `CNPJ ${values.companyId}. `}
          {write(footer.disclaimer)}
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ href, label }: { href: string; label: string }): ReactNode {
  const { fill } = usePageText();
  return (
    <li>
      <a href={href}>{fill(label)}</a>
    </li>
  );
}
