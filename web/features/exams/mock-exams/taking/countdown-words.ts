/** Whole seconds left, never below zero. */
export const secondsLeft = (deadlineAt: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(deadlineAt) - now) / 1000));

/** 2322 → '38:42', 4500 → '1:15:00' */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

const SPOKEN_AT = [600, 300, 60];

/** The announcement for screen readers when the countdown passes 10, 5 and 1 minutes; none at any other second. */
export function spokenCountdown(before: number, now: number): string | null {
  const passed = SPOKEN_AT.find((mark) => before > mark && now <= mark);
  if (passed === undefined) return null;
  return passed === 60 ? 'Falta 1 minuto.' : `Faltam ${passed / 60} minutos.`;
}
