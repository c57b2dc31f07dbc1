import { type Breakable, isPaused } from './personal-time.ts';

export type Aided = Pick<Breakable, 'breaksLeft' | 'breakMinutes' | 'pausedUntil'> & { largePrint: boolean };

export const aidsOf = ({ breaksLeft, breakMinutes, largePrint, pausedUntil }: Aided, now: Date) => ({
  breaksLeft,
  breakMinutes,
  largePrint,
  pausedUntil: isPaused({ pausedUntil }, now) ? pausedUntil : null,
});
