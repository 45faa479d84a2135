/**
 * Prevents silent downgrades: a turn remembers which language models failed to serve it, and its end says so. The
 * record always contains it. People read one short line, once, when the desk model answered instead or when a job's
 * run met wrong settings.
 */
import type { ChatModel, Passed } from '../llm/chat-model.ts';
import type { Pass, PerformTurn } from '../sessions/perform.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import { shorten } from '../text/shorten.ts';
import type { WrittenLanguage } from '../time/locale.ts';

const LONGEST_REASON = 240;

export class Downgrades {
  /** By turn, then by provider, with the newest reason. */
  readonly #turns = new Map<string, Map<string, Passed>>();
  readonly #language: WrittenLanguage;

  constructor(language: WrittenLanguage) {
    this.#language = language;
  }

  /** The model, wrapped so that failures are recorded. */
  watch(model: ChatModel): ChatModel {
    return {
      reply: async (request) => {
        const reply = await model.reply(request);
        const passed = this.#turns.get(request.about?.turn ?? '');
        for (const one of reply.passed ?? []) passed?.set(one.provider, one);
        return reply;
      },
    };
  }

  /** A performer whose turns' ends name the models that failed. */
  naming(perform: PerformTurn): PerformTurn {
    return async (pass: Pass) => {
      const { turn } = pass.started;
      const passed = new Map<string, Passed>();
      this.#turns.set(turn.id, passed);
      try {
        const settle: Pass['settle'] = (end) =>
          pass.settle(withRefusals(end, turn, [...passed.values()], this.#language));
        await perform({ ...pass, settle });
      } finally {
        if (this.#turns.get(turn.id) === passed) this.#turns.delete(turn.id);
      }
    };
  }
}

function withRefusals(
  end: TurnEnd,
  turn: Turn,
  passed: readonly Passed[],
  language: WrittenLanguage,
): TurnEnd {
  if (passed.length === 0) return end;
  const kept = { ...end, passed };
  // The pipeline reports for workers in its own words; a summary is not part of a conversation.
  if (turn.kind === 'worker' || turn.compaction || end.status === 'quiet') return kept;
  const inPlace = end.servedBy?.languageModel === false;
  const wrong = turn.run !== undefined && passed.some(({ code }) => code === 'misconfigured');
  if (!inPlace && !wrong) return kept;
  const said = passed.map(({ because }) => because).filter((because) => !end.summary.includes(because));
  if (said.length === 0) return kept;
  return {
    ...kept,
    summary: `${end.summary}\n\n${line(shorten(said.join(' '), LONGEST_REASON), inPlace, language)}`,
  };
}

function line(because: string, inPlace: boolean, language: WrittenLanguage): string {
  if (!inPlace) return `*(${because})*`;
  return language === 'en'
    ? `*(Without a language model this time: ${because})*`
    : `*（這次沒有用語言模型：${because}）*`;
}
