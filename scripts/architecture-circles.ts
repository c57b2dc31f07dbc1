/** What each file imports from this repository, by path; type imports count like any other. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Every circle of imports, the shortest way round it, as `a → b → a`. One for each knot of files that matters. */
export function findCircles(
  imports: Imports,
  matters: (knot: ReadonlySet<string>) => boolean = () => true,
): string[][] {
  return knotsOf(imports)
    .filter(matters)
    .map((knot) => shortestRound(knot, imports, matters))
    .sort((a, b) => String(a).localeCompare(String(b)));
}

/** Files that reach each other (Tarjan's strongly connected components), and files that import themselves. */
function knotsOf(imports: Imports): Set<string>[] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const knots: Set<string>[] = [];

  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.size - 1;
    open.push(file);
    isOpen.add(file);
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (isOpen.has(target)) low = Math.min(low, order.get(target) ?? 0);
    }
    if (low === order.get(file)) {
      const knot = new Set(open.splice(open.indexOf(file)));
      for (const member of knot) isOpen.delete(member);
      if (knot.size > 1 || imports.get(file)?.includes(file)) knots.push(knot);
    }
    return low;
  };

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return knots;
}

function shortestRound(knot: Set<string>, imports: Imports, matters: (knot: ReadonlySet<string>) => boolean): string[] {
  const rounds = [...knot].sort().map((start) => {
    const ways: string[][] = [[start]];
    const seen = new Set<string>();
    for (let way = ways.shift(); way; way = ways.shift()) {
      for (const target of imports.get(way.at(-1) ?? '') ?? []) {
        if (target === start) return [...way, start];
        if (!knot.has(target) || seen.has(target)) continue;
        seen.add(target);
        ways.push([...way, target]);
      }
    }
    return [];
  });
  const found = rounds.filter((round) => round.length > 0).sort((a, b) => a.length - b.length);
  return found.find((round) => matters(new Set(round))) ?? found[0] ?? [];
}
