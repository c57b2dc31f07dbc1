import { paths } from '#web/lib/paths.ts';
import { PrintedSheetScreen } from './printed-sheet-screen.tsx';
import { ThemeScreen } from './theme-screen.tsx';
import { ThemesScreen } from './themes-screen.tsx';

export type ThemePagesProps = { location: string };

/** What is opened before the sheet: the themes, one of them, and its sheet for printing. */
export default function ThemePages({ location }: ThemePagesProps) {
  if (location === paths.essayThemes) return <ThemesScreen />;
  return location.endsWith('/sheet') ? <PrintedSheetScreen /> : <ThemeScreen />;
}
