/**
 * While modules are evaluated between this one and the call of `restoreWeakMap`, a `WeakMap` that they make keeps no empty
 * maps. Evaluation is synchronous, so no other module sees it. Only for `linkedom.ts`.
 */
const Kept = globalThis.WeakMap;

globalThis.WeakMap = class<K extends WeakKey, V> extends Kept<K, V> {
  override set(key: K, value: V): this {
    return value instanceof Map && value.size === 0 ? this : super.set(key, value);
  }
};

export function restoreWeakMap(): void {
  globalThis.WeakMap = Kept;
}
