import { formatShare } from '../../lib/format.ts';

export const share = (ratio: number | null) => (ratio === null ? '—' : formatShare(ratio * 100));

/** '+0,52': the sign is the message. */
export const signed = (value: number) => {
  const text = Math.abs(value).toFixed(2).replace('.', ',');
  return text === '0,00' ? text : `${value < 0 ? '−' : '+'}${text}`;
};

/** '45 s', '1 min 20 s' */
export function timeOf(seconds: number | null): string {
  if (seconds === null) return '—';
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
