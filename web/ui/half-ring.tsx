type HalfRingProps = {
  /** 0 to 100; other values are clamped. */
  value: number;
  /** Without a label it is decoration beside a written number. */
  label?: string;
  className?: string;
};

const arc = 'M8 52a44 44 0 0 1 88 0';

/** The overall figure as a rising arc. One per screen: everything else is a Progress. */
export function HalfRing({ value, label, className }: HalfRingProps) {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox="0 0 104 58"
      width="104"
      height="58"
      fill="none"
      className={className}
    >
      <path d={arc} stroke="var(--track, var(--line))" strokeWidth="9" />
      {percent > 0 && (
        <>
          <path d={arc} stroke="var(--sun-edge)" strokeWidth="10" pathLength="100" strokeDasharray={`${percent} 100`} />
          <path
            d={arc}
            stroke="var(--sun)"
            strokeWidth="7"
            pathLength="100"
            strokeDasharray={`${Math.max(0, percent - 0.6)} 100`}
          />
        </>
      )}
      <path d="M0 54.5h104" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}
