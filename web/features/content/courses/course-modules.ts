/** Consecutive items under one title. */
export type Module<Item> = { title: string; from: number; items: Item[] };

export function modulesOf<Item extends { module: string }>(items: readonly Item[]): Module<Item>[] {
  const modules: Module<Item>[] = [];
  for (const [index, item] of items.entries()) {
    const current = modules.at(-1);
    if (current && current.title === item.module) current.items.push(item);
    else modules.push({ title: item.module, from: index, items: [item] });
  }
  return modules;
}
