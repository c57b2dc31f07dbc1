/**
 * The names of the fields that a value has and its shape lacks, at any depth; `never` when there are none. A union
 * declares the fields of each member: which of them go together is checked by the shape's own type.
 */
export type Undeclared<Shape, Value> = unknown extends Shape
  ? never
  : Value extends Leaf
    ? never
    : Value extends readonly (infer Item)[]
      ? Undeclared<ItemOf<Shape>, Item>
      : Value extends object
        ? {
            [K in keyof Value]-?: K extends KeyOf<Shape> ? Undeclared<FieldOf<Shape, K>, Value[K]> : NameOf<K>;
          }[keyof Value]
        : never;

type Leaf = string | number | boolean | bigint | symbol | null | undefined | Date | ((...args: never[]) => unknown);

type ItemOf<Shape> = Shape extends readonly (infer Item)[] ? Item : never;
type KeyOf<Shape> = Shape extends object ? keyof Shape : never;
type FieldOf<Shape, K> = Shape extends object ? (K extends keyof Shape ? Shape[K] : never) : never;
type NameOf<K> = K extends string | number ? `${K}` : never;
