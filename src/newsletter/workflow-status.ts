/** How far a newsletter is, in the words that programs, models and people are told. Pure. */
import { STEPS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';
import type { NewsletterRecord, StepState, StepStatus } from './model/newsletter-record.ts';

export type WorkflowStatus =
  | {
      readonly status: 'new_session';
      readonly message: string;
      readonly steps: Readonly<Record<string, never>>;
    }
  | {
      readonly status: 'ok';
      /** In whole per cent of the nine steps: those that are complete or skipped. */
      readonly progress: string;
      /** The step that failed, or the first that is not over; null when all are. */
      readonly next_step: StepName | null;
      readonly steps: Readonly<Record<StepName, StepState>>;
    };

const NEW: WorkflowStatus = {
  status: 'new_session',
  message: 'No existing state. Start from step 1.',
  steps: {},
};

type Checkpoints = NewsletterRecord['checkpoints'];

/** The status in the shape of the workflow's tools; without a record, that of a new newsletter. */
export function workflowStatus(record: Pick<NewsletterRecord, 'checkpoints'> | undefined): WorkflowStatus {
  if (!record) return NEW;
  const { checkpoints } = record;
  const steps = Object.fromEntries(
    STEPS.map((name) => {
      const { status = 'not_started', message = '' } = checkpoints[name] ?? {};
      return [name, { status, message }];
    }),
  ) as Extract<WorkflowStatus, { status: 'ok' }>['steps'];
  return {
    status: 'ok',
    progress: `${Math.floor((100 * stepsOver(checkpoints)) / STEPS.length)}%`,
    next_step: nextStep(checkpoints) ?? null,
    steps,
  };
}

/** The first step that is not over: one that failed is the next one. Undefined when all are. */
export function nextStep(checkpoints: Checkpoints): StepName | undefined {
  return STEPS.find((name) => !isOver(checkpoints[name]?.status));
}

/** How many steps are complete or skipped. */
export function stepsOver(checkpoints: Checkpoints): number {
  return STEPS.filter((name) => isOver(checkpoints[name]?.status)).length;
}

function isOver(status: StepStatus | undefined): boolean {
  return status === 'complete' || status === 'skipped';
}
