import type { ComponentProps } from 'react';
import scene from './hero.svg?no-inline';

/**
 * A desk at dawn: the edge of the desk is the horizon. Only for night surfaces, whose colours it uses. A separate file,
 * because no script has to wait for a picture.
 */
export function HeroIllustration(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 640 400" aria-hidden="true" {...props}>
      <use href={`${scene}#scene`} />
    </svg>
  );
}
