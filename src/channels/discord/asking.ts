/** What requests to Discord come to: what failed before the op itself was asked for, and answers that are none. */
import { failureOf } from './discord-rest.ts';

/** An answer that is none of Discord's: nobody knows whether it was carried out. */
class OddAnswer extends Error {
  override readonly name = 'OddAnswer';
}

/** Something failed before the op itself was asked for. */
export class NotYetSent extends Error {
  override readonly name = 'NotYetSent';
}

/** Ask for what is needed beforehand. @throws NotYetSent with its cause */
export async function before<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new NotYetSent('what the op needs to know can not be asked', { cause: error });
  }
}

/** Whether Discord answered with this JSON error code (10003: unknown channel). */
export function isRefusal(error: unknown, code: number): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && failure.code === code;
}

/** The id of what Discord answers with. @throws OddAnswer */
export function idOf(answer: unknown): string {
  const { id } = (answer ?? {}) as { id?: unknown };
  if (typeof id === 'string' && /^\d+$/.test(id)) return id;
  throw new OddAnswer("the answer was none of Discord's");
}
