/**
 * The token file serves the full product; a page includes only the tokens it uses. Drops every custom property that
 * neither the style nor the markup reads, until no more can be dropped (a token may be read only by a dropped one).
 */
export function dropUnusedTokens(css: string, markup: string): string {
  const used = new Set([...(css + markup).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const kept = css.replace(/(?<=[{;])(--(?!lightningcss)[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  return kept === css ? css : dropUnusedTokens(kept, markup);
}
