import { z } from 'zod';
import type { TaskHandler, TaskNext, TaskPass } from '../async/task-queue.ts';
import { sayIssues } from '../text/say-issues.ts';

export type { TaskHandler };

type Terms = Omit<TaskHandler, 'parse' | 'run'>;

/** A handler of durable tasks with its payload's schema: JSON that was written by this desk, perhaps an older one. */
export function taskHandler<Schema extends z.ZodType>(
  schema: Schema,
  handler: Terms & {
    readonly run: (payload: z.infer<Schema>, pass: TaskPass) => Promise<void | TaskNext>;
  },
): TaskHandler {
  return {
    ...handler,
    parse: (payload) => {
      const result = schema.safeParse(payload, { reportInput: true });
      if (result.success) return result.data;
      throw new Error(sayIssues(result.error, schema));
    },
  };
}
