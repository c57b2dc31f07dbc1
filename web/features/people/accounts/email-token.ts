/** The token of a confirmation mail's link (`/settings#email=…`), which no server and no referrer ever sees. */
export const emailToken = () => new URLSearchParams(location.hash.slice(1)).get('email') ?? '';
