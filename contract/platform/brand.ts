/**
 * The brand's navy, where a colour must be written as sRGB: the browser's bar, the app's manifest, e-mails. Styles take
 * it from `--navy` in web/styles/tokens.css; a test holds the two, and the icon, together.
 */
export const BRAND_NAVY = '#122341';
/** The brand's amber, `--sun` of the light theme, held to tokens.css by the same test. */
export const BRAND_SUN = '#f2a618';
