/** A finding of `nightdesk doctor`. */
export type { ModelFinding as Finding } from '../llm/provider.ts';
