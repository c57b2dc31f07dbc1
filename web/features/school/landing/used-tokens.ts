/**
 * The token file serves the whole product; a page carries only what it uses. Drops every custom property that
 * neither the style nor the markup reads, until nothing more falls away (a token may be read by a dropped one).
 */
export function dropUnusedTokens(css: string, markup: string): string {
  const used = new Set([...(css + markup).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const kept = css.replace(/(?<=[{;])(--(?!lightningcss)[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  return kept === css ? css : dropUnusedTokens(kept, markup);
}
