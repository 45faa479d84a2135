/**
 * The steps of a newsletter and `check_workflow_status` as tools of one turn. The rules hold here, whatever a model does:
 * status first, in order, what is complete is skipped, a failed step ends it, nothing is tried again, and no tool shows
 * what is in the articles.
 */
import { z } from 'zod';
import { ToolRefusal, tool } from '../../sessions/tool.ts';
import type { Tool, ToolContext } from '../../sessions/tool.ts';
import type { Turn } from '../../sessions/turn.ts';
import { NewsletterRefused } from '../refusal.ts';
import { STEPS, STEP_WORDS } from '../model/steps.ts';
import type { StepName } from '../model/steps.ts';
import type { CheckpointBook } from '../model/checkpoint-book.ts';
import type { Workflow } from '../workflow.ts';
import { workflowStatus } from '../workflow-status.ts';

const STATUS_TOOL = 'check_workflow_status';

interface StepToolDeps {
  readonly book: Pick<CheckpointBook, 'find'>;
  readonly workflow: Pick<Workflow, 'step'>;
}

const args = z.object({
  /** The turn has one newsletter; naming it changes nothing. */
  session_id: z.string().exactOptional(),
});
type Args = z.infer<typeof args>;

/** Turns that call the steps of a newsletter, for as long as somebody waits for them. */
export class StepTurns {
  readonly #turns = new Map<string, { readonly session: string; hasLooked: boolean }>();

  begin(turn: string, session: string): void {
    this.#turns.set(turn, { session, hasLooked: false });
  }

  end(turn: string): void {
    this.#turns.delete(turn);
  }

  /** @throws ToolRefusal for a turn that has no newsletter, or no more. */
  of({ id }: Pick<Turn, 'id'>, named: string | undefined): { readonly session: string; hasLooked: boolean } {
    const known = this.#turns.get(id);
    if (!known) throw new ToolRefusal('this turn makes no newsletter, or no more. Stop here.');
    if (named !== undefined && named !== known.session)
      throw new ToolRefusal(`this turn makes ${known.session} and no other newsletter`);
    return known;
  }
}

/** The status tool, and one tool for each step. A step is refused until the status was read, and out of order. */
export function stepTools(turns: StepTurns, { book, workflow }: StepToolDeps): Tool[] {
  const status = tool<Args>({
    name: STATUS_TOOL,
    description: 'Which steps of the newsletter workflow are complete, and which is next. Call it first.',
    args,
    mayRepeat: true,
    run: async ({ session_id: named }, { turn }) => {
      const known = turns.of(turn, named);
      const answer = workflowStatus(await book.find(known.session));
      known.hasLooked = true;
      return answer;
    },
  });
  const step = (name: StepName) =>
    tool<Args>({
      name,
      description: `Step ${STEPS.indexOf(name) + 1}: ${STEP_WORDS[name]} Its result says how it ended, never what is in the articles.`,
      args,
      run: async ({ session_id: named }, context) => run(name, named, context),
    });
  const run = async (name: StepName, named: string | undefined, { turn, signal }: ToolContext) => {
    const { session, hasLooked } = turns.of(turn, named);
    if (!hasLooked) throw new ToolRefusal(`call ${STATUS_TOOL} first: it says which step is next`);
    try {
      const { checkpoints } = await workflow.step(session, name, signal);
      const { status: ended, message = '', counts = {} } = checkpoints[name] ?? {};
      return { status: ended === 'complete' ? 'ok' : 'error', step: name, message, counts };
    } catch (error) {
      if (error instanceof NewsletterRefused) throw new ToolRefusal(error.message, { cause: error });
      throw error;
    }
  };
  return [status, ...STEPS.map(step)];
}
