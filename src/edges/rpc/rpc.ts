/**
 * Dispatch: a frame in, an answer out, the same over HTTP and WebSocket. Never throws: a refusal is an answer; a
 * failure is logged and answered without details.
 */
import { z } from 'zod';
import { CronError } from '../../cron/cron-error.ts';
import { ScheduleError } from '../../cron/schedule.ts';
import { DeskError } from '../../sessions/desk-error.ts';
import { CannotWrite } from '../../sessions/cannot-write.ts';
import { DeskClosing } from '../../sessions/stop-reasons.ts';
import { shorten } from '../../text/shorten.ts';
import { Refusal } from '../../feature/refusal.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { sayIssues } from '../../text/say-issues.ts';
import { describeMethods, mustHaveToolNames } from '../../feature/describe-methods.ts';
import type { MethodDescription } from '../../feature/describe-methods.ts';
import type { MethodCall, RpcMethods } from '../../feature/rpc-method.ts';

type FrameId = string | number | null;

interface Refused {
  readonly code: string;
  readonly message: string;
  /** The parameter that is wrong, where a form can show it there. */
  readonly field?: string;
}

type Outcome = { readonly result: unknown } | { readonly error: Refused };
type Answer = { readonly id: FrameId } & Outcome;

const idSchema = z.union([z.string().max(200), z.number(), z.null()]);
const frameSchema = z.object({
  id: idSchema.default(null),
  method: z.string().min(1),
  params: z.unknown().optional(),
});

/** Nesting levels of objects and lists; no method needs nearly as many. */
const MOST_NESTED = 64;

/** Characters of a refusal, which may repeat a long input. */
const MOST_SAID = 4_000;

export class Rpc {
  readonly #methods: RpcMethods;
  readonly #failed: (what: string, error: unknown) => void;
  readonly #called: (method: string, outcome: 'ok' | 'error') => void;
  #described: readonly MethodDescription[] | undefined;

  /**
   * @param called told how each call of an existing method ended: answered, or refused or failed.
   * @throws where a method can't be a tool, or two would be the same one.
   */
  constructor(deps: {
    methods: RpcMethods;
    failed: (what: string, error: unknown) => void;
    called: (method: string, outcome: 'ok' | 'error') => void;
  }) {
    mustHaveToolNames(deps.methods);
    this.#methods = deps.methods;
    this.#failed = deps.failed;
    this.#called = deps.called;
  }

  /** @param text one frame, as JSON. */
  async answer(text: string): Promise<Answer> {
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch (error) {
      return {
        id: null,
        error: { code: 'bad_frame', message: `the frame is no JSON: ${(error as Error).message}` },
      };
    }
    if (isDeeperThan(given, MOST_NESTED)) {
      const message = `the frame is nested more than ${MOST_NESTED} deep`;
      return { id: idOf(given), error: { code: 'bad_params', message } };
    }
    const frame = frameSchema.safeParse(given, { reportInput: true });
    if (!frame.success) {
      return {
        id: idOf(given),
        error: {
          code: 'bad_frame',
          message: `the frame is not {id, method, params}: ${sayIssues(frame.error)}`,
        },
      };
    }
    const { id, method, params } = frame.data;
    return { id, ...(await this.call(method, params)) };
  }

  /** The methods' own descriptions. */
  describe(): readonly MethodDescription[] {
    return (this.#described ??= describeMethods(this.#methods));
  }

  /** Never rejects: a refusal is an outcome. */
  async call(name: string, params: unknown, call?: MethodCall): Promise<Outcome> {
    const method = Object.hasOwn(this.#methods, name) ? this.#methods[name] : undefined;
    if (!method) {
      const message = `there is no method ${JSON.stringify(shorten(name, 100))}`;
      return { error: { code: 'unknown_method', message } };
    }
    if (isDeeperThan(params, MOST_NESTED)) {
      const message = `the parameters are nested more than ${MOST_NESTED} deep`;
      return { error: { code: 'bad_params', message } };
    }
    try {
      const result = await method(params, call);
      this.#called(name, 'ok');
      return { result: result ?? {} };
    } catch (error) {
      this.#called(name, 'error');
      const refused = this.#refusal(name, error);
      return { error: { ...refused, message: shorten(refused.message, MOST_SAID) } };
    }
  }

  #refusal(method: string, error: unknown): Refused {
    if ((error instanceof RpcError || error instanceof Refusal) && error.field !== undefined)
      return { code: error.code, message: error.message, field: error.field };
    if (error instanceof RpcError || error instanceof DeskError || error instanceof CronError)
      return { code: error.code, message: error.message };
    if (error instanceof Refusal)
      return { code: error.code === 'unknown' ? 'not_found' : error.code, message: error.message };
    if (error instanceof ScheduleError) return { code: 'bad_params', message: error.message };
    if (error instanceof CannotWrite) return { code: 'unavailable', message: error.message };
    if (error instanceof DeskClosing) return { code: 'closing', message: error.message };
    this.#failed(`the method ${method}`, error);
    return { code: 'internal', message: `${method} failed in the desk; its log says why` };
  }
}

function idOf(given: unknown): FrameId {
  return z.object({ id: idSchema }).safeParse(given).data?.id ?? null;
}

/** Level by level, without recursion, so that deep input can't overflow the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
  return false;
}
