import { ModelError } from './chat-model.ts';
import type { ModelRequest } from './chat-model.ts';

/** One provider's error as it is; of several, what each of them said. */
export function nobodyServed({ task }: ModelRequest, errors: readonly ModelError[]): ModelError {
  const [first, ...others] = errors;
  if (!first)
    return new ModelError(
      'cannot_serve',
      `No model is configured for "${task}"; the edition's chain names none.`,
    );
  if (others.length === 0) return first;
  // The desk model can't do everything; why the others didn't is what people can mend.
  const telling = errors.find(({ code }) => code !== 'cannot_serve') ?? first;
  const said = [...new Set(errors.map(({ message }) => message))].join(' ');
  const retryAtMs = Math.min(...errors.flatMap((error) => error.retryAtMs ?? []));
  return new ModelError(telling.code, said, {
    cause: telling,
    ...(telling.provider !== undefined && { provider: telling.provider }),
    ...(Number.isFinite(retryAtMs) && { retryAtMs }),
  });
}
