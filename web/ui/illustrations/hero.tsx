import type { ComponentProps } from 'react';

// The scene is always night: these two do not follow the theme.
const COVER = 'oklch(0.52 0.085 256)';
const PAGE = 'oklch(0.885 0.018 80)';

/** A desk at dawn: the edge of the desk is the horizon. Stands on night surfaces only. */
export function HeroIllustration(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 640 400" fill="none" aria-hidden="true" {...props}>
      <circle cx="40" cy="60" r="1.6" fill="var(--on-night)" opacity="0.8" />
      <circle cx="96" cy="128" r="1.2" fill="var(--on-night)" opacity="0.6" />
      <circle cx="150" cy="36" r="1.8" fill="var(--on-night)" opacity="0.9" />
      <circle cx="250" cy="22" r="1.2" fill="var(--on-night)" opacity="0.6" />
      <circle cx="560" cy="40" r="1.8" fill="var(--on-night)" opacity="0.9" />
      <circle cx="612" cy="118" r="1.2" fill="var(--on-night)" opacity="0.7" />
      <circle cx="520" cy="84" r="1.2" fill="var(--on-night)" opacity="0.5" />
      <circle cx="618" cy="206" r="1.5" fill="var(--on-night)" opacity="0.6" />
      <circle cx="20" cy="190" r="1.4" fill="var(--on-night)" opacity="0.6" />
      <path d="M24 400a306 306 0 0 1 612 0Z" fill="var(--dawn-1)" />
      <path d="M76 400a254 254 0 0 1 508 0Z" fill="var(--dawn-2)" />
      <path d="M127 400a203 203 0 0 1 406 0Z" fill="var(--dawn-3)" />
      <path d="M177 400a153 153 0 0 1 306 0Z" fill="var(--dawn-4)" />
      <path d="M225 400a105 105 0 0 1 210 0Z" fill="var(--dawn-5)" />
      <path d="M270 400a60 60 0 0 1 120 0Z" fill="var(--dawn-6)" />
      <g fill="var(--dawn-1)">
        <path d="M398 400v-28h8v-8h116v8h30v28Z" />
        <path d="M371 400v-92h3v92Z" />
        <path d="M374 310l24 7-24 7Z" />
      </g>
      <g fill="var(--dawn-4)">
        <path d="M413 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M431 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M449 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M467 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M485 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M503 400v-14a5 5 0 0 1 10 0v14Z" />
        <path d="M530 380h8v7h-8Z" />
      </g>
      <g>
        <path d="M44 376h150a4 4 0 0 1 0 24H44Z" fill={COVER} />
        <path d="M44 380h146v16H44a8 8 0 0 1 0-16Z" fill={PAGE} />
        <path d="M34 372h12v28H34a4 4 0 0 1-4-4v-20a4 4 0 0 1 4-4Z" fill={COVER} />
        <path d="M30 372h160v5H30ZM30 395h160v5H30Z" fill={COVER} />
        <path d="M52 345h128v5H52ZM52 367h128v5H52Z" fill="var(--dawn-6)" />
        <path d="M66 350h110v17H66Z" fill="var(--on-night)" />
        <path d="M52 345h16v27H52a4 4 0 0 1-4-4v-19a4 4 0 0 1 4-4Z" fill="var(--dawn-6)" />
        <path d="M40 320h136v5H40ZM40 340h136v5H40Z" fill="var(--on-night)" />
        <path d="M40 325h130v15H40Z" fill={PAGE} />
        <path d="M164 320h14a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4h-14Z" fill="var(--on-night)" />
        <path
          d="M70 332h74M82 356h70M82 361h58M60 385h104M60 391h84"
          stroke="var(--dawn-2)"
          strokeWidth="1.6"
          opacity=".35"
        />
        <path d="M120 367v16l6-5 6 5v-16Z" fill="var(--dawn-4)" />
      </g>
      <path d="M450 240 250 400h250L512 290Z" fill="oklch(0.92 0.08 88)" opacity=".13" />
      <g>
        <path d="M558 400v-7a7 7 0 0 1 7-7h44a7 7 0 0 1 7 7v7Z" fill={PAGE} />
        <path
          d="M587 388 570 290 508 236"
          fill="none"
          stroke={PAGE}
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="570" cy="290" r="8" fill="var(--dawn-6)" />
        <g transform="rotate(38 500 236)">
          <path d="M474 262a26 12 0 0 0 52 0Z" fill="var(--dawn-6)" />
          <path d="M488 214h24c2 18 26 26 30 50h-84c4-24 28-32 30-50Z" fill="var(--on-night)" />
          <path d="M488 206h24v10h-24Z" fill={PAGE} />
        </g>
      </g>
      <g>
        <path d="M232 397c26-13 58-15 82-3 24-12 56-10 82 3v3H232Z" fill={COVER} />
        <path d="M238 392c24-14 54-15 76-2v8c-24-9-52-8-76 0Z" fill="var(--on-night)" />
        <path d="M390 392c-24-14-54-15-76-2v8c24-9 52-8 76 0Z" fill={PAGE} />
        <path
          d="M252 389c18-7 38-8 54-2M324 387c16-6 36-5 54 2"
          fill="none"
          stroke="var(--dawn-2)"
          strokeWidth="1.6"
          opacity=".5"
        />
      </g>
      <g>
        <path d="M84 284h38v28a8 8 0 0 1-8 8H92a8 8 0 0 1-8-8Z" fill="var(--dawn-4)" />
        <path d="M122 291h4a8 8 0 0 1 0 16h-4" fill="none" stroke="var(--dawn-4)" strokeWidth="5" />
        <path d="M84 295h38v5H84Z" fill="var(--on-night)" />
        <path
          d="M95 276c-5-6 5-10 0-17M109 276c-5-6 5-10 0-17"
          stroke="var(--on-night)"
          strokeWidth="2.2"
          strokeLinecap="round"
          opacity=".55"
        />
      </g>
    </svg>
  );
}
