import { z } from 'zod';
import { tool } from '../sessions/tool.ts';
import type { ToolResult } from './tool-box.ts';

/** The tool that ends a quiet job's turn without a message: a typed outcome, never a word in a text. */
export const QUIET_TOOL = tool({
  name: 'end_quietly',
  description: 'End this scheduled turn without posting anything, because there is nothing worth saying.',
  args: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  run: async ({ reason }) => ({ status: 'quiet', reason }),
});

/** @returns why the turn ends quietly, if this call and its result say so. */
export function quietReason({ call, text }: ToolResult): string | undefined {
  if (call.name !== QUIET_TOOL.name) return undefined;
  const parsed = JSON.parse(text) as { status: string; reason?: string };
  return parsed.status === 'quiet' ? parsed.reason : undefined;
}
