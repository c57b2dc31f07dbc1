import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Tx } from './handle.ts';

/** Takes the position of an argument while the statement is built. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A Kysely statement that is compiled at its first use and then reused: compiling a hot read costs as much as sending
 * it. The arguments are only values of the statement; its text must not depend on them.
 */
export function builtOnce<Args extends unknown[], Row>(build: (db: Db | Tx, ...args: Args) => Compilable<Row>) {
  let built: CompiledQuery<Row> | undefined;
  return async (db: Db | Tx, ...args: Args): Promise<Row[]> => {
    built ??= build(db, ...(args.map((_, index) => new Placeholder(index)) as Args)).compile();
    const parameters = built.parameters.map((value) => (value instanceof Placeholder ? args[value.index] : value));
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
}
