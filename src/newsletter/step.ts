/** A step as the workflow sees it: it reads what earlier steps handed on, and hands on its own. */
import type { StepName, StepResult } from './model/steps.ts';
import type { StepOutputs } from './model/outputs.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';

export interface StepContext {
  readonly newsletter: Pick<
    NewsletterRecord,
    'session' | 'edition' | 'language' | 'zone' | 'createdAtMs' | 'model'
  >;
  /** What an earlier step handed on, maybe edited since. @throws StepFileError */
  read<Name extends StepName>(name: Name): Promise<StepOutputs[Name]>;
  /** The addresses of articles that earlier newsletters of the edition had. */
  issued(): Promise<ReadonlySet<string>>;
  readonly signal: AbortSignal;
}

export type Step<Name extends StepName> = (context: StepContext) => Promise<StepResult<StepOutputs[Name]>>;

export type Steps = { readonly [Name in StepName]: Step<Name> };
