/** A module of the browser part: how long it is, and what it imports at once. */
export type Module = { id: string; bytes: number; imports: readonly string[] };

/** So many bytes of source are loaded without need rather than asked for on their own. */
const REQUEST_BYTES = 100;

/** Modules that travel in one file. `wanted` tells for each screen whether it loads the file. */
type Group = { modules: Set<string>; bytes: number; wanted: boolean[]; imports: Set<Group> };

export type Plan = {
  /** What is loaded with a chunk of its own. */
  parts: readonly string[];
  /** Parts that are loaded together: all that a screen draws at first. */
  screens: readonly { parts: readonly string[] /** How much a byte without need counts here. */; weight: number }[];
  /** What is there already, whatever is opened. */
  without: ReadonlySet<string>;
  /** So many shared files a screen may ask for beside those of its parts. */
  mostFiles: number;
};

/**
 * Which shared modules travel together, by a number per group; modules that one part alone needs are not named. A
 * bundler makes a file for every set of parts that share something, which is fifty small files for a screen. Two of
 * them are joined where that saves most requests for the fewest bytes that somebody loads without need, until no screen
 * asks for too many. Two groups never import each other: whose modules ran first would be chance.
 */
export function planGroups(modules: readonly Module[], plan: Plan): Map<string, number> {
  let groups = sharedGroups(modules, plan);
  for (;;) {
    const best = cheapest(pairsOf(groups), plan);
    if (!best || best.price >= REQUEST_BYTES) break;
    groups = join(groups, best.a, best.b);
  }
  for (;;) {
    const crowded = plan.screens
      .map((_, screen) => groups.filter(({ wanted }) => wanted[screen]))
      .filter((files) => files.length > plan.mostFiles);
    const worst = crowded.reduce<Group[]>((most, files) => (files.length > most.length ? files : most), []);
    const best = cheapest(pairsOf(worst), plan);
    if (!best) break;
    groups = join(groups, best.a, best.b);
  }
  return new Map(groups.flatMap(({ modules: ids }, index) => [...ids].map((id): [string, number] => [id, index + 1])));
}

/** The two that cost least to be joined, where they can be. */
function cheapest(pairs: [Group, Group][], { screens }: Plan): { a: Group; b: Group; price: number } | null {
  let best: { a: Group; b: Group; price: number } | null = null;
  const reached = new Map<Group, Set<Group>>();
  const from = (group: Group) => {
    const known = reached.get(group) ?? reachedFrom(group);
    reached.set(group, known);
    return known;
  };
  for (const [a, b] of pairs) {
    if (best && !a.wanted.some((wants, screen) => wants && b.wanted[screen])) continue;
    const price = priceOf(a, b, screens, from);
    if ((!best || price < best.price) && !isBetween(a, b, from) && !isBetween(b, a, from)) best = { a, b, price };
  }
  return best;
}

/** One group for every set of parts that share modules, as a bundler would do it. */
function sharedGroups(modules: readonly Module[], { parts, screens, without }: Plan): Group[] {
  const byId = new Map(modules.filter(({ id }) => !without.has(id)).map((module) => [module.id, module]));
  const neededBy = new Map<string, Set<string>>();
  /** Parts that a screen of several loads are one, with one file for what is theirs alone. */
  const together = new Map(
    screens.flatMap(({ parts: all }) =>
      all.length > 1 ? all.map((part): [string, string] => [part, all.join()]) : [],
    ),
  );
  for (const start of parts) {
    const part = together.get(start) ?? start;
    const open = [start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const module = byId.get(id);
      const known = neededBy.get(id) ?? new Set();
      if (!module || known.has(part)) continue;
      neededBy.set(id, known.add(part));
      open.push(...module.imports);
    }
  }
  const groups = new Map<string, Group>();
  const homes = new Map<string, Group>();
  for (const [id, needed] of neededBy) {
    if (needed.size < 2 && !together.has([...needed][0]?.split(',')[0] ?? '')) continue;
    const key = [...needed].sort().join();
    const wanted = screens.map((screen) => screen.parts.some((part) => needed.has(together.get(part) ?? part)));
    const group = groups.get(key) ?? { modules: new Set(), bytes: 0, wanted, imports: new Set() };
    group.modules.add(id);
    group.bytes += byId.get(id)?.bytes ?? 0;
    groups.set(key, group);
    homes.set(id, group);
  }
  for (const [id, group] of homes) {
    for (const other of byId.get(id)?.imports ?? []) {
      const home = homes.get(other);
      if (home && home !== group) group.imports.add(home);
    }
  }
  return [...groups.values()];
}

const pairsOf = (groups: readonly Group[]): [Group, Group][] =>
  groups.flatMap((a, index) => groups.slice(index + 1).map((b): [Group, Group] => [a, b]));

function reachedFrom(group: Group): Set<Group> {
  const reached = new Set<Group>();
  const open = [...group.imports];
  for (let next = open.pop(); next; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...next.imports);
  }
  return reached;
}

type Reach = (group: Group) => ReadonlySet<Group>;

/** Whether one imports the other through a third: joined, they would import what imports them. */
function isBetween(from: Group, to: Group, reach: Reach): boolean {
  return [...from.imports].some((next) => next !== to && reach(next).has(to));
}

/** Bytes that screens would load without need, for each request that is saved. */
function priceOf(a: Group, b: Group, screens: Plan['screens'], reach: Reach): number {
  let [wasted, saved] = [0, 0];
  const [withA, withB] = [
    [a, ...reach(a)],
    [b, ...reach(b)],
  ];
  a.wanted.forEach((wantsA, screen) => {
    const wantsB = b.wanted[screen];
    const weight = screens[screen]?.weight ?? 1;
    if (wantsA && wantsB) saved += weight;
    else if (wantsA || wantsB) {
      for (const group of wantsA ? withB : withA) if (!group.wanted[screen]) wasted += group.bytes * weight;
    }
  });
  return wasted / saved;
}

function join(groups: readonly Group[], a: Group, b: Group): Group[] {
  const both: Group = {
    modules: new Set([...a.modules, ...b.modules]),
    bytes: a.bytes + b.bytes,
    wanted: a.wanted.map((wants, screen) => wants || (b.wanted[screen] ?? false)),
    imports: new Set([...a.imports, ...b.imports].filter((group) => group !== a && group !== b)),
  };
  const rest = groups.filter((group) => group !== a && group !== b);
  for (const { imports } of rest) {
    const [hadA, hadB] = [imports.delete(a), imports.delete(b)];
    if (hadA || hadB) imports.add(both);
  }
  // Whoever loads the file loads what it imports.
  for (const { wanted } of reachedFrom(both)) {
    both.wanted.forEach((wants, screen) => {
      if (wants) wanted[screen] = true;
    });
  }
  return [...rest, both];
}
