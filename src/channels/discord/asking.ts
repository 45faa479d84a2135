/** Errors of requests to Discord: failures before the op's own request, and invalid answers. */
import { failureOf } from './discord-rest.ts';

/** An invalid answer: it is unknown whether the request was carried out. */
class OddAnswer extends Error {
  override readonly name = 'OddAnswer';
}

/** A failure before the op's own request. */
export class NotYetSent extends Error {
  override readonly name = 'NotYetSent';
}

/** Make a preparatory request. @throws NotYetSent with its cause. */
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

/** The id in Discord's answer. @throws OddAnswer */
export function idOf(answer: unknown): string {
  const { id } = (answer ?? {}) as { id?: unknown };
  if (typeof id === 'string' && /^\d+$/.test(id)) return id;
  throw new OddAnswer("the answer was none of Discord's");
}
