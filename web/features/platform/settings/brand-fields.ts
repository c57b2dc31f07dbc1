import type { Settings } from '#contract/platform/settings.ts';

export type BrandFields = Pick<Settings['values'], 'logo' | 'logoDark' | 'mark' | 'colour' | 'accent'>;
