/** The report of a run leaves an error's cause out, which for a property is what failed in it. */
import { afterEach } from 'vitest';

afterEach(({ task }) => {
  for (const error of task.result?.errors ?? [])
    if (error.cause) error.stack = `${error.message}\nCause: ${error.cause.message}\n    at ${error.stack}`;
});
