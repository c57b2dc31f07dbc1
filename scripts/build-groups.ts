/** A module of the browser part: how long it is, and what it imports at once. */
export type Module = { id: string; bytes: number; imports: readonly string[] };

/** Loading up to this many bytes of source without need is cheaper than a separate request. */
const REQUEST_BYTES = 25;

/** Modules that travel in one file. `wanted` tells for each screen whether it loads the file. */
type Group = {
  modules: Set<string>;
  bytes: number;
  wanted: boolean[];
  imports: Set<Group>;
  /** What joining it with another would save and waste, as long as nothing around the two has changed. */
  joined: Map<Group, { shared: number[]; wasted: number | null }>;
};

export type Plan = {
  /** What is loaded with a separate chunk. */
  parts: readonly string[];
  /** All that a screen draws at first. */
  screens: readonly {
    parts: readonly string[];
    /** How much a byte without need counts here. */
    weight: number;
    /** How many shared files it may request besides those of its parts. */
    mostFiles: number;
  }[];
  /** What is there already, whatever is opened. */
  without: ReadonlySet<string>;
};

/**
 * Which shared modules are bundled together, by a number per group; modules that only one part needs are not listed. A
 * bundler creates a file for every set of parts that share something, which is fifty small files for a screen. Two
 * groups are joined where that saves most requests for the fewest unneeded bytes, until no screen requests too many
 * files. Two groups never import each other: the order in which their modules run would be undefined.
 */
export function planGroups(modules: readonly Module[], plan: Plan): Map<string, number> {
  let groups = sharedGroups(modules, plan);
  for (;;) {
    const best = cheapest(
      pairsOf(groups),
      plan,
      plan.screens.map(() => true),
    );
    if (!best || best.price >= REQUEST_BYTES) break;
    groups = join(groups, best.a, best.b);
  }
  for (;;) {
    const files = plan.screens.map((_, screen) => groups.filter(({ wanted }) => wanted[screen]));
    const tooMany = files.map(({ length }, screen) => length - (plan.screens[screen]?.mostFiles ?? 0));
    const crowded = tooMany.map((count) => count > 0);
    const most = Math.max(0, ...tooMany);
    const worst = (most > 0 && files[tooMany.indexOf(most)]) || [];
    // A request less is worth nothing to a screen that has few: it must not pay for those that have many.
    const best = cheapest(pairsOf(worst), plan, crowded);
    if (!best) break;
    groups = join(groups, best.a, best.b);
  }
  return new Map(groups.flatMap(({ modules: ids }, index) => [...ids].map((id): [string, number] => [id, index + 1])));
}

/** The two that cost least to be joined, where they can be. */
function cheapest(
  pairs: [Group, Group][],
  { screens }: Plan,
  helped: readonly boolean[],
): { a: Group; b: Group; price: number } | null {
  let best: { a: Group; b: Group; price: number } | null = null;
  const reached = new Map<Group, Set<Group>>();
  const from = (group: Group) => {
    const known = reached.get(group) ?? reachedFrom(group);
    reached.set(group, known);
    return known;
  };
  for (const [a, b] of pairs) {
    const price = priceOf(a, b, { screens, helped }, from);
    if ((!best || price < best.price) && !isBetween(a, b, from) && !isBetween(b, a, from)) best = { a, b, price };
  }
  return best;
}

/** One group for every set of parts that share modules, as a bundler would do it. */
function sharedGroups(modules: readonly Module[], { parts, screens, without }: Plan): Group[] {
  const byId = new Map(modules.filter(({ id }) => !without.has(id)).map((module) => [module.id, module]));
  const neededBy = new Map<string, Set<string>>();
  for (const part of parts) {
    const open = [part];
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
    if (needed.size < 2) continue;
    const key = [...needed].sort().join();
    const wanted = screens.map((screen) => screen.parts.some((part) => needed.has(part)));
    const group = groups.get(key) ?? { modules: new Set(), bytes: 0, wanted, imports: new Set(), joined: new Map() };
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

type Asked = { screens: Plan['screens'] /** Whose requests are to become fewer. */; helped: readonly boolean[] };

/** Bytes that screens would load without need, for each request that is saved. */
function priceOf(a: Group, b: Group, { screens, helped }: Asked, reach: Reach): number {
  const known = a.joined.get(b) ?? { shared: sharedBy(a, b), wasted: null };
  a.joined.set(b, known);
  let saved = 0;
  for (const screen of known.shared) if (helped[screen]) saved += screens[screen]?.weight ?? 1;
  if (saved === 0) return Number.POSITIVE_INFINITY;
  known.wasted ??= wastedBy(a, b, screens, reach);
  return known.wasted / saved;
}

/** The screens that load both. In plain loops, here and below: there are a hundred thousand pairs. */
function sharedBy(a: Group, b: Group): number[] {
  const shared: number[] = [];
  for (let screen = 0; screen < a.wanted.length; screen += 1) {
    if (a.wanted[screen] && b.wanted[screen]) shared.push(screen);
  }
  return shared;
}

function wastedBy(a: Group, b: Group, screens: Plan['screens'], reach: Reach): number {
  let wasted = 0;
  for (let screen = 0; screen < screens.length; screen += 1) {
    if (a.wanted[screen] === b.wanted[screen]) continue;
    const more = a.wanted[screen] ? b : a;
    let bytes = more.bytes;
    for (const group of reach(more)) if (!group.wanted[screen]) bytes += group.bytes;
    wasted += bytes * (screens[screen]?.weight ?? 1);
  }
  return wasted;
}

function join(groups: readonly Group[], a: Group, b: Group): Group[] {
  const both: Group = {
    modules: new Set([...a.modules, ...b.modules]),
    bytes: a.bytes + b.bytes,
    wanted: a.wanted.map((wants, screen) => wants || (b.wanted[screen] ?? false)),
    imports: new Set([...a.imports, ...b.imports].filter((group) => group !== a && group !== b)),
    joined: new Map(),
  };
  const rest = groups.filter((group) => group !== a && group !== b);
  for (const { imports } of rest) {
    const [hadA, hadB] = [imports.delete(a), imports.delete(b)];
    if (hadA || hadB) imports.add(both);
  }
  // Loading the file also loads its imports.
  for (const { wanted } of reachedFrom(both)) {
    both.wanted.forEach((wants, screen) => {
      if (wants) wanted[screen] = true;
    });
  }
  forgetPrices(rest, both);
  return [...rest, both];
}

/** For all files that load the new group, or are loaded by it. */
function forgetPrices(rest: readonly Group[], both: Group): void {
  const loaded = reachedFrom(both);
  const changed = new Set(rest.filter((group) => loaded.has(group) || reachedFrom(group).has(both)));
  // Who loads something that changed, too, reckons with its bytes.
  const isNear = (group: Group) => changed.has(group) || [...reachedFrom(group)].some((one) => changed.has(one));
  const near = new Set(rest.filter(isNear));
  for (const group of rest) {
    if (near.has(group)) group.joined.clear();
    else for (const other of near) group.joined.delete(other);
  }
}
