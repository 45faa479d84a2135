/** What serves the methods: a desk, or a home that is opened for a while. */
import type { MethodDescription } from '../../feature/describe-methods.ts';
import type { MethodCall } from '../../feature/rpc-method.ts';

export type Outcome =
  { readonly result: unknown } | { readonly error: { readonly code: string; readonly message: string } };

export interface MethodHost {
  /** The methods, in the table's order. */
  describe(): readonly MethodDescription[];
  /** Never rejects: a refusal is an outcome. */
  call(method: string, params: unknown, call?: MethodCall): Promise<Outcome>;
}
