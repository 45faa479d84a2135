/** The same shape from rooms that hand out what nobody may change. */
export type Given<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Given<T[Key]> }
      : T;
