import { useMemo } from 'react';
import { BRAND_NAVY } from '#contract/platform/brand.ts';
import { qrPath } from '#web/lib/qr-path.ts';
import { cx } from './cx.ts';

type QrCodeProps = { text: string; label: string; className?: string };

/** Dark on white in both themes: scanners read nothing else reliably. */
export default function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={cx('rounded-control border border-line bg-[#fff]', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill={BRAND_NAVY} />
    </svg>
  );
}
