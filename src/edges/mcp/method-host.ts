/** Where the methods are: in a desk, or in a home that is opened for as long as it takes. */
import type { MethodDescription } from '../../feature/describe-methods.ts';
import type { MethodCall } from '../../feature/rpc-method.ts';

export type Outcome =
  { readonly result: unknown } | { readonly error: { readonly code: string; readonly message: string } };

export interface MethodHost {
  /** The methods there are, in the table's order. */
  describe(): readonly MethodDescription[];
  /** Never rejects: what a method refuses is an outcome. */
  call(method: string, params: unknown, call?: MethodCall): Promise<Outcome>;
}
