/**
 * The names of the fields that a value has and its shape does not, at any depth; `never` where there are none. A
 * shape of several kinds declares the fields of each: which of them go together is for the shape's own type to say.
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
