import type { ReactNode } from 'react';
import type { Category } from '#contract/content/courses.ts';
import { cx } from '#web/ui/cx.ts';
import { type Arrangement, coverOf } from './course-cover.ts';

type CoursePictureProps = { imageUrl: string | null; title: string; category: Category; className?: string };

/** Decoration: the title beside it names the course. */
export function CoursePicture({ imageUrl, title, category, className }: CoursePictureProps) {
  if (imageUrl) {
    return <img src={imageUrl} alt="" loading="lazy" className={cx('aspect-[40/19] w-full object-cover', className)} />;
  }
  const { hue } = coverOf(title, category);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 190"
      preserveAspectRatio="xMidYMid slice"
      className={cx('block w-full', className)}
      style={{ background: `oklch(0.31 0.045 ${hue})` }}
    >
      <CoverShapes title={title} category={category} />
      <path d="M0 142H400" stroke="var(--on-night)" strokeWidth="4" />
    </svg>
  );
}

const half = (x: number, y: number, r: number, up = true) => `M${x - r} ${y}a${r} ${r} 0 0 ${up ? 1 : 0} ${2 * r} 0Z`;

/** The subject's figure without its background, for use in a larger scene. */
export function CoverShapes({ title, category }: Pick<CoursePictureProps, 'title' | 'category'>) {
  const { hue, arrangement } = coverOf(title, category);
  const tone = (light: number) => `oklch(${light} 0.05 ${hue})`;
  return figures[arrangement](tone);
}

const SUN = 'var(--dawn-6)';
type Tone = (light: number) => string;

const figures: Record<Arrangement, (tone: Tone) => ReactNode> = {
  sun: (tone) => (
    <>
      <path d={half(200, 140, 120)} fill={tone(0.4)} />
      <path d={half(200, 140, 92)} fill={tone(0.52)} />
      <path d={half(200, 140, 66)} fill={tone(0.6)} />
      <path d={half(200, 140, 42)} fill={SUN} />
    </>
  ),
  comma: (tone) => (
    <>
      {[50, 110, 170, 290, 350].map((x, index) => (
        <path key={x} d={half(x, 140, 20)} fill={tone(index % 2 === 0 ? 0.4 : 0.52)} />
      ))}
      <path d={half(230, 140, 20)} fill={SUN} />
      <path d="M250 140q0 26-24 34 12-14 8-34Z" fill={SUN} />
    </>
  ),
  arcade: (tone) => (
    <>
      {[36, 106, 176, 246, 316].map((x, index) => (
        <path
          key={x}
          d={`M${x} 140V80a24 24 0 0 1 48 0V140Z`}
          fill={index === 2 ? SUN : tone(index % 2 === 0 ? 0.52 : 0.4)}
        />
      ))}
    </>
  ),
  scale: (tone) => (
    <>
      <path d="M200 140V40M110 52H290" stroke="var(--on-night)" strokeWidth="4" />
      <path d={half(110, 84, 38, false)} fill={SUN} />
      <path d={half(290, 84, 38, false)} fill={tone(0.52)} />
      <path
        d="M110 52 76 84M110 52l34 32M290 52l-34 32M290 52l34 32"
        stroke="var(--on-night)"
        strokeWidth="2"
        fill="none"
      />
    </>
  ),
  sequence: (tone) => (
    <>
      {[48, 104, 160, 216, 272, 328].map((x, index) => (
        <path
          key={x}
          d={half(x, 106, 24, index % 2 === 0)}
          fill={index === 5 ? SUN : tone(index % 2 === 0 ? 0.52 : 0.4)}
        />
      ))}
      <path d="M20 106H380" stroke="var(--on-night)" strokeWidth="2" opacity="0.5" />
    </>
  ),
  years: (tone) => (
    <>
      <path d={half(40, 140, 10)} fill={tone(0.4)} />
      <path d={half(80, 140, 16)} fill={tone(0.45)} />
      <path d={half(134, 140, 25)} fill={tone(0.52)} />
      <path d={half(206, 140, 38)} fill={tone(0.58)} />
      <path d={half(310, 140, 58)} fill={SUN} />
    </>
  ),
};
