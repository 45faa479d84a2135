/**
 * The second opinion on ambiguous links: a prompt's worth at a time, each decision read by itself and enforced.
 *
 * A decision that is missing, malformed or of a link that nobody asked about costs only itself: the rule's decision
 * stands, and the record says why. Of several decisions on one link the first that can be read counts.
 */
import { z } from 'zod';
import {
  clusterDecisions,
  readClusterDecision,
  type ClusterLink,
  type ClusterMaterial,
  type ModelDecision,
} from '../../../llm/cluster-shapes.ts';
import type { DecisionRecord, HappeningFacts } from '../pool/decision-record.ts';
import type { AskReport } from '../pool/pool-update.ts';
import { askAbout, type ModelDesk } from '../../../llm/ask-about.ts';
import type { Answered, AskFailure, NotAnswered } from '../../../llm/ask-json.ts';
import type { Clusterer } from './clusterer.ts';
import type { AskBatch, BandAnswer, BandQuestion } from './decide-in-batches.ts';
import { enforce, type KnownCandidate } from './enforce.ts';
import { sharedEvidence } from './evidence.ts';
import type { NewsItem } from './news-item.ts';
import type { PromptBudget } from '../../../llm/prompt-budget.ts';
import { parseAsWritten } from '../../../text/parse-as-written.ts';
import { shorten } from '../../../text/shorten.ts';

interface AskerDeps {
  readonly desk: ModelDesk;
  readonly budget: PromptBudget;
  readonly clusterer: Pick<Clusterer, 'itemsOf'>;
  readonly isPosted: (eventId: number) => boolean;
  /** English, of events that have one. */
  readonly summaryOf: (eventId: number) => string | undefined;
  /** The edition's categories, and its spelling of one that a model names. */
  readonly categories: readonly string[];
  readonly categoryNamed: (name: string) => string | undefined;
  readonly signal: AbortSignal;
}

/** What is known of a link that was asked about. */
export interface ModelAnswer {
  readonly record: DecisionRecord;
  readonly facts: HappeningFacts;
  readonly category?: string;
}

/** Feeds that send whole articles must not drown the prompt. */
const DESCRIPTION_CHARACTERS = 300;
const TOKENS_A_DECISION = 250;
const TOKENS_AROUND = 1_024;
const ANSWER = z.object({ decisions: z.array(z.unknown()) });

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export class ClusterAsker {
  readonly #deps: AskerDeps;
  readonly #answers = new Map<number, ModelAnswer>();
  readonly #counts = {
    prompts: 0,
    asked: 0,
    answered: 0,
    enforced: 0,
    missing: 0,
    malformed: 0,
    repeated: 0,
    unasked: 0,
  };
  readonly #failures: Partial<Record<AskFailure, number>> = {};

  constructor(deps: AskerDeps) {
    this.#deps = deps;
  }

  /** What was heard of a link; undefined when nobody was asked about it. */
  answerFor(linkId: number): ModelAnswer | undefined {
    return this.#answers.get(linkId);
  }

  get report(): AskReport {
    return { ...this.#counts, failures: this.#failures };
  }

  readonly ask: AskBatch<NewsItem> = async (questions) => {
    const { desk, budget, signal, categories } = this.#deps;
    const material: ClusterMaterial = {
      links: questions.map((question) => this.#shown(question)),
      categories: [...categories],
    };
    const reply = await askAbout(desk, {
      task: 'cluster',
      prompt: 'cluster_decision_v1',
      material,
      answer: { name: 'cluster_decisions', schema: clusterDecisions },
      read: ANSWER,
      maxOutputTokens: TOKENS_AROUND + TOKENS_A_DECISION * questions.length,
      budget,
      signal,
    });
    this.#counts.prompts += 1;
    this.#counts.asked += questions.length;
    if (reply.kind === 'failed') return this.#failed(questions, reply);
    return this.#read(questions, reply);
  };

  #failed(questions: readonly BandQuestion<NewsItem>[], reply: NotAnswered): never {
    this.#failures[reply.because] = (this.#failures[reply.because] ?? 0) + 1;
    const because = `${reply.because}: ${reply.detail}`;
    for (const { item } of questions)
      this.#answers.set(item.linkId, { record: { ...asked(reply), decidedBy: 'rule', because }, facts: {} });
    throw new NoAnswer(because);
  }

  #read(
    questions: readonly BandQuestion<NewsItem>[],
    reply: Answered<{ readonly decisions: readonly unknown[] }>,
  ): (BandAnswer | undefined)[] {
    const said = new Map<number, unknown[]>();
    for (const one of reply.value.decisions) {
      const id = linkIdOf(one);
      if (id !== undefined) said.set(id, [...(said.get(id) ?? []), one]);
    }
    const known = new Set(questions.map(({ item }) => item.linkId));
    this.#counts.unasked += [...said.keys()].filter((id) => !known.has(id)).length;
    return questions.map((question) => this.#answerTo(question, said.get(question.item.linkId) ?? [], reply));
  }

  #answerTo(
    { item, decision: rule }: BandQuestion<NewsItem>,
    said: readonly unknown[],
    reply: Answered<unknown>,
  ): BandAnswer | undefined {
    const read = said.flatMap((one) => parseAsWritten(readClusterDecision, one).data ?? []);
    const [decision] = read;
    if (said.length > 1) this.#counts.repeated += 1;
    if (decision === undefined) {
      const because = said.length === 0 ? 'missing in the answer' : 'malformed in the answer';
      this.#counts[said.length === 0 ? 'missing' : 'malformed'] += 1;
      const raw = said.length === 0 ? {} : { raw: JSON.stringify(said[0]) };
      this.#answers.set(item.linkId, {
        record: { ...asked(reply), ...raw, decidedBy: 'rule', because },
        facts: {},
      });
      return undefined;
    }
    const { answer, because } = enforce(decision, this.#candidates(item, rule.candidates));
    this.#counts.answered += 1;
    if (because !== undefined) this.#counts.enforced += 1;
    const category = decision.category == null ? undefined : this.#deps.categoryNamed(decision.category);
    this.#answers.set(item.linkId, {
      record: {
        ...asked(reply),
        decidedBy: reply.by.languageModel ? 'model' : 'desk',
        raw: JSON.stringify(said[0]),
        validated: JSON.stringify(decision),
        ...(because !== undefined && { because }),
        ...(decision.confidence != null && { confidence: decision.confidence }),
        ...(decision.basis != null && { basis: decision.basis }),
      },
      facts: factsOf(decision),
      ...(category !== undefined && { category }),
    });
    return answer;
  }

  #candidates(item: NewsItem, candidates: readonly { eventId: number; score: number }[]): KnownCandidate[] {
    const { clusterer, isPosted } = this.#deps;
    return candidates.map(({ eventId, score }) => ({
      eventId,
      score,
      isPosted: isPosted(eventId),
      evidence: () => sharedEvidence(item, clusterer.itemsOf(eventId)),
    }));
  }

  #shown({ item, decision }: BandQuestion<NewsItem>): ClusterLink {
    const { clusterer, isPosted, summaryOf } = this.#deps;
    return {
      link_id: item.linkId,
      title: item.title,
      ...(item.translation !== undefined && { title_en: item.translation }),
      description: shorten(item.description, DESCRIPTION_CHARACTERS),
      published: new Date(item.atMs).toISOString(),
      candidates: decision.candidates.map(({ eventId, score }) => {
        const items = clusterer.itemsOf(eventId) as readonly NewsItem[];
        const [first] = items;
        const summary = summaryOf(eventId) ?? first?.description ?? '';
        return {
          event_id: eventId,
          title: first?.title ?? '',
          summary: shorten(summary, DESCRIPTION_CHARACTERS),
          published: new Date(Math.max(...items.map(({ atMs }) => atMs))).toISOString(),
          score: Math.round(score * 1_000) / 1_000,
          ...(isPosted(eventId) && { posted: true }),
        };
      }),
    };
  }
}

function asked({
  by,
  promptSha256,
}: Answered<unknown> | NotAnswered): Pick<DecisionRecord, 'model' | 'promptSha256'> {
  return { promptSha256, ...(by !== undefined && { model: `${by.provider}/${by.model}` }) };
}

function linkIdOf(said: unknown): number | undefined {
  return parseAsWritten(z.looseObject({ link_id: z.int() }), said).data?.link_id;
}

function factsOf({ summary_en, jurisdiction, entity_aliases, flags }: ModelDecision): HappeningFacts {
  const summary = summary_en?.trim() ?? '';
  const where = jurisdiction?.trim() ?? '';
  return {
    ...(summary !== '' && { summaryEn: summary.slice(0, 500) }),
    ...(where !== '' && { jurisdiction: where.slice(0, 100) }),
    ...(entity_aliases != null && entity_aliases.length > 0 && { entities: entity_aliases.slice(0, 30) }),
    ...(flags != null && flags.length > 0 && { flags }),
  };
}
