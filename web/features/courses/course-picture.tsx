import type { Category } from '../../../contract/courses.ts';
import { cx } from '../../ui/cx.ts';

/** The dawn at another hour for each category, where a course has no picture of its own. */
const skies: Record<Category, [string, string]> = {
  GERAL: ['var(--dawn-2)', 'var(--dawn-6)'],
  DIREITO: ['var(--dawn-1)', 'var(--dawn-5)'],
  FÍSICO: ['var(--dawn-4)', 'var(--dawn-6)'],
  PSICOLOGIA: ['var(--dawn-3)', 'var(--dawn-5)'],
  PORTUGUÊS: ['var(--dawn-2)', 'var(--dawn-5)'],
  MATEMÁTICA: ['var(--dawn-1)', 'var(--dawn-6)'],
  HISTÓRIA: ['var(--dawn-3)', 'var(--dawn-6)'],
  GEOGRAFIA: ['var(--dawn-4)', 'var(--dawn-5)'],
};

type CoursePictureProps = { imageUrl: string | null; category: Category; className?: string };

/** Decoration: the title beside it says what the course is. */
export function CoursePicture({ imageUrl, category, className }: CoursePictureProps) {
  if (imageUrl) {
    return <img src={imageUrl} alt="" loading="lazy" className={cx('aspect-[16/7] w-full object-cover', className)} />;
  }
  const [sky, sun] = skies[category];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 140"
      preserveAspectRatio="xMidYMax slice"
      className={cx('block aspect-[16/7] w-full', className)}
    >
      <rect width="320" height="140" fill={sky} />
      <path d="M0 96h320v44H0z" fill="var(--dawn-1)" />
      <path d="M118 96a42 42 0 0 1 84 0Z" fill={sun} />
      <path d="M40 96h240" stroke="var(--on-night)" strokeWidth="3" />
    </svg>
  );
}
