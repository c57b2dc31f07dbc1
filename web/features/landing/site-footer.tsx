import type { ReactNode } from 'react';
import { Logo } from './brand.tsx';
import { footer } from './content.ts';
import { Icon } from './icons.tsx';
import { type Slot, slot, When } from './slots.tsx';

const networks: { name: string; icon: string; url: Slot }[] = [
  { name: 'Instagram', icon: 'instagram', url: 'instagramUrl' },
  { name: 'Facebook', icon: 'facebook', url: 'facebookUrl' },
  { name: 'YouTube', icon: 'youtube', url: 'youtubeUrl' },
];

/** Links that the school did not configure are not there: none leads nowhere. */
export function SiteFooter(): ReactNode {
  return (
    <footer className="site-footer on-night">
      <div className="wrap">
        <div className="about">
          <Logo />
          <p>{footer.about}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">{footer.quickLinks.title}</h2>
          <ul>
            {footer.quickLinks.links.map((link) => (
              <FooterLink key={link.href} {...link} />
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="support-links">
          <h2 id="support-links">{footer.support.title}</h2>
          <ul>
            <FooterLink href={`mailto:${slot('supportEmail')}`} label={footer.support.email} />
            <When has="whatsappUrl">
              <FooterLink href={slot('whatsappUrl')} label={footer.support.whatsapp} />
            </When>
            {footer.support.links.map((link) => (
              <FooterLink key={link.href} {...link} />
            ))}
          </ul>
        </nav>
        <div>
          <When has="anySocial">
            <h2>{footer.social}</h2>
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
          {footer.disclaimer}
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ href, label }: { href: string; label: string }): ReactNode {
  return (
    <li>
      <a href={href}>{label}</a>
    </li>
  );
}
