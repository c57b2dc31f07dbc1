import type { ComponentProps } from 'react';
import { ButtonLink } from './button-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

type NotFoundProps = Pick<ComponentProps<typeof Page>, 'width'> & {
  title: string;
  text: string;
  /** Where the person goes on. */
  link: Pick<ComponentProps<typeof ButtonLink>, 'href' | 'variant'> & { label: string };
};

/** The screen at the address of a thing that does not exist, or that others own. */
export function NotFound({ width, title, text, link: { label, ...link } }: NotFoundProps) {
  return (
    <Page width={width}>
      <EmptyState headingLevel={1} title={title} text={text} action={<ButtonLink {...link}>{label}</ButtonLink>} />
    </Page>
  );
}
