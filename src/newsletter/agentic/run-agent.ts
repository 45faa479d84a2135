/** A newsletter whose steps a model calls, in one bounded turn. What is made is delivered as any other. */
import type { AskTurn } from '../../sessions/perform.ts';
import type { Actor } from '../../sessions/actor.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { Inbound } from '../../sessions/turn.ts';
import type { NewsletterService, RunRequest } from '../newsletter-service.ts';
import type { Begun } from '../decide-workflow.ts';
import type { StepTurns } from './step-tools.ts';

/** The turn profile that has the steps as its tools. */
const AGENT_PROFILE = 'newsletter_agent';
const MOST_TURNS = 50;

export interface AgentTerms {
  readonly model?: string | undefined;
  /** Calls of the model; `MOST_TURNS` without it. */
  readonly maxTurns?: number | undefined;
}

interface RunAgentDeps {
  readonly service: NewsletterService;
  readonly turns: StepTurns;
  readonly ask: AskTurn;
  readonly newId: () => string;
  readonly failed: (what: string, error: unknown) => void;
}

/** It has the rights of nobody: its tools are the steps, and those are bound to its turn. */
const AGENT: Actor = { kind: 'agent', name: 'newsletter agent', rights: [] };

export class RunAgent {
  readonly #deps: RunAgentDeps;

  constructor(deps: RunAgentDeps) {
    this.#deps = deps;
  }

  /** Returns once it is written down that it begins. @throws NewsletterRefused, BadSessionName */
  async run(
    request: RunRequest,
    terms: AgentTerms,
  ): Promise<{ readonly session: string; readonly outcome: Begun }> {
    const { service, failed } = this.#deps;
    const { done, ...begun } = await service.runBy(request, (session) => this.#turn(session, request, terms));
    done.catch((error: unknown) => failed(`the agent of ${begun.session}`, error));
    return begun;
  }

  /** @returns why it ended before its last step, for those who look at it then. */
  async #turn(session: string, { resume = false }: RunRequest, terms: AgentTerms): Promise<string> {
    const { turns, ask, newId } = this.#deps;
    const inbound = inboundOf(session, `agent_${newId()}`, resume, terms);
    turns.begin(inbound.id, session);
    try {
      const { status, summary, error } = await ask(inbound);
      return status === 'ok' ? summary : (error ?? summary);
    } finally {
      turns.end(inbound.id);
    }
  }
}

function inboundOf(
  session: string,
  name: string,
  resume: boolean,
  { model, maxTurns = MOST_TURNS }: AgentTerms,
): Inbound {
  const key = sessionKey('story', `${session}/${name}/agent`);
  return {
    id: `${session}/${name}`,
    kind: 'worker',
    session: key,
    origin: { channel: 'story', chatId: `${session}/${name}/agent` },
    text: resume
      ? `Resume the newsletter workflow for session ${session}. Check status and continue from the next incomplete step.`
      : `Run the newsletter workflow for session ${session}.`,
    actor: AGENT,
    profile: AGENT_PROFILE,
    material: { newsletter: session },
    limits: { attempts: maxTurns },
    // Its steps are called for as long as this process waits for it.
    attended: true,
    ...(model !== undefined && { model }),
  };
}
