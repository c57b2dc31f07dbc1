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
 * A statement of Kysely's that is built at its first use and not again: putting the text of a hot read together costs
 * as much as sending it. The arguments are values of the statement, and nothing else in it depends on them.
 */
export function builtOnce<Args extends unknown[], Row>(build: (db: Db | Tx, ...args: Args) => Compilable<Row>) {
  let built: CompiledQuery<Row> | undefined;
  return async (db: Db | Tx, ...args: Args): Promise<Row[]> => {
    built ??= build(db, ...(args.map((_, index) => new Placeholder(index)) as Args)).compile();
    const parameters = built.parameters.map((value) => (value instanceof Placeholder ? args[value.index] : value));
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
}
