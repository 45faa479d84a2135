import { ModelError } from './chat-model.ts';
import type { ModelRequest } from './chat-model.ts';

/** The error when no provider served: a single provider's error unchanged, or what each of them said. */
export function nobodyServed({ task }: ModelRequest, errors: readonly ModelError[]): ModelError {
  const [first, ...others] = errors;
  if (!first)
    return new ModelError(
      'cannot_serve',
      `No model is configured for "${task}"; the edition's chain names none.`,
    );
  if (others.length === 0) return first;
  // Prefer errors that people can fix over the desk model's `cannot_serve`.
  const telling = errors.find(({ code }) => code !== 'cannot_serve') ?? first;
  const said = [...new Set(errors.map(({ message }) => message))].join(' ');
  const retryAtMs = Math.min(...errors.flatMap((error) => error.retryAtMs ?? []));
  return new ModelError(telling.code, said, {
    cause: telling,
    ...(telling.provider !== undefined && { provider: telling.provider }),
    ...(Number.isFinite(retryAtMs) && { retryAtMs }),
  });
}
